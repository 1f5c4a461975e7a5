"""A well-formed history as its own provider saw it: written as it is stored, nothing repaired."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from sendable.model.entry import Entry
from sendable.model.item import RESULT, kind, maker_named
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.wire import to_body
from sendable.wire.flat import entries as flat_entries

CHAT: Final = Target("openai-chat", "gpt-4.1")
"""Who takes every well-formed flat history."""
APIS: Final = {
    "openai": "openai-responses",
    "anthropic": "anthropic-messages",
    "vllm": "vllm-responses",
    "llamacpp": "llamacpp-responses",
    "google": "gemini",
    "mistral": "mistral",
    "bedrock": "bedrock-converse",
}
"""The API that each maker speaks."""
_UNTOLD: Final = Target("openai-responses", "gpt-5.4")


def raw_request(history: JsonObject) -> tuple[Target, JsonObject]:
    """Return who made a flat history or items, and the body that it is on the wire; for items, who made the first.

    Nobody has answered yet in items that name no maker: they are written for OpenAI.
    """
    if "messages" in history:
        return CHAT, to_body(flat_entries(history["messages"]), CHAT)
    target = maker_of(history["items"])
    return target, to_body(entries_of(history["items"]), target, history.get("tools", ()))


def maker_of(items: Iterable[JsonObject]) -> Target:
    """Return the target that answered the first of the items that say so."""
    for item in items:
        maker, model = maker_named(item), item.get("model")
        if maker is not None and isinstance(model, str):
            return target_of(maker, model)
    return _UNTOLD


def target_of(maker: str, model: str) -> Target:
    """Return the target that a maker's model answers at; a provider type will do for Claude behind Converse."""
    behind_converse = maker == "anthropic" and model.startswith("anthropic.")
    return Target(APIS["bedrock" if behind_converse else maker], model)


def entries_of(items: Iterable[JsonObject]) -> list[Entry]:
    """Group items as they were sent and received: an answer is one entry, and so are the results of one round."""
    return list(_grouped(items))


def _grouped(items: Iterable[JsonObject]) -> Iterator[Entry]:
    for role, run in groupby(items, key=_role):
        if role in ("assistant", "tool"):
            yield Entry(role, tuple(run))
        else:
            yield from (Entry(role, (item,)) for item in run)


def _role(item: JsonObject) -> str:
    role = item.get("role")
    if isinstance(role, str):
        return role
    made = kind(item)
    return "tool" if made == RESULT or str(made).endswith("call_output") else "assistant"
