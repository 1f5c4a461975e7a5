"""The requests of a stored tree, as each maker saw its own when it answered."""

from collections.abc import Iterator

from sendable.corpus.generate.raw import target_of
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send import assemble
from sendable.reference.send.assemble import Request


def asked(history: JsonObject) -> Iterator[tuple[Target, Request]]:
    """Yield, for each answer of a tree whose maker is told, who answered and the request; in the order of the nodes."""
    for node in history["nodes"]:
        if node.get("kind", "llm") == "llm" and "provider" in node:
            target = target_of(node["provider"], node["model"])
            yield target, assemble({**history, "leaf": node.get("parent")}, target, next=node["sent"])
