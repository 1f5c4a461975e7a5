"""Conversations that grow answer by answer: the reference assembles each request, a simulated provider answers it."""

import json
from hashlib import sha256

from sendable import oracle
from sendable.corpus.generate.makers import COMPACTORS
from sendable.corpus.generate.makers import MAKERS as ANSWERS
from sendable.corpus.generate.plot import Call, Said
from sendable.corpus.generate.words import PIXEL
from sendable.model.node import read_conversation
from sendable.model.target import parse_target
from sendable.oracle.anthropic_messages.prefixes import prefix_of
from sendable.reference.send import assemble
from sendable.reference.send.compaction import expand
from sendable.reference.send.prefix import prefix_digest

__all__ = ["COMPACTORS", "MAKERS", "PIXEL", "TARGETS", "TOOLS", "answered", "compacted", "refused_by"]

TOOLS = [
    {"name": name, "description": f"To {name}.", "parameters": {"type": "object"}} for name in ("look", "find", "ask")
]
MAKERS = {
    "openai": "openai-responses:gpt-5.4",
    "anthropic": "anthropic-messages:claude-opus-5-5",
    "bedrock": "bedrock-converse:anthropic.claude-haiku-4-5-v1:0",
    "vllm": "vllm-responses:qwen3",
    "llamacpp": "llamacpp-responses:qwen3",
    "google": "gemini:gemini-3.5-flash",
    "mistral": "mistral:mistral-large-latest",
}
TARGETS = {name: parse_target(target) for name, target in MAKERS.items()}


def short(body):
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:16]


def told(said):
    return Said(said["thought"], said["text"], tuple(Call(*each) for each in said["calls"]))


def refused_by(request, target):
    verdict = oracle.judge(target.api, request.body, model=target.model)
    return None if verdict.accepted else (verdict.rule, verdict.error.message)


def answered(history, maker, turn, said, target=None):
    """Send a turn to a maker and store the round: the history with one node more, and the request that was sent.

    said: ``{"thought", "text", "calls": [(call_id, tool, arguments)]}``. target: another of the maker's models.
    """
    target = target or TARGETS[maker]
    request = assemble(history, target, next=turn)
    context = [item for held in expand(read_conversation(history), target).held for item in held.entry.items]
    prefix = prefix_of(request.body) if maker == "anthropic" else None
    received = ANSWERS[maker](target.model, short(request.body), told(said), prefix)
    node = {"sent": turn, "received": received, "prefix_digest": prefix_digest([*context, *turn], history.get("tools"))}
    return stored(history, target, parent=history["leaf"], **node), request


def compacted(history, maker, pointer):
    """Store a compaction node in place of what it points to; the conversation goes on behind it."""
    target = TARGETS[maker]
    item = COMPACTORS[maker](target.model, f"{len(history['nodes'])} {pointer}")
    return stored(history, target, parent=None, kind="compaction", received=[item], pointer=pointer)


def stored(history, target, **more):
    name = f"n{len(history['nodes'])}"
    node = {"id": name, "provider": target.provider_type, "model": target.model, **more}
    return {**history, "nodes": [*history["nodes"], node], "leaf": name}
