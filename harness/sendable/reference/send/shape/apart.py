"""Texts and tool blocks in messages of their own, for models that refuse both in one.

Rules bedrock-mixed-tool-and-text, vllm-chat-mistral-content-or-calls, vllm-messages-mistral-content-or-calls.
"""

from collections.abc import Iterator

from sendable.model.item import RESULT, kind
from sendable.reference.send.shape.duty import Notes, Placed


def apart(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Cut a message in pieces: results, then texts, then all else, so that calls and results stay neighbours."""
    return [piece for each in placed for piece in _pieces(each, notes)]


def _pieces(each: Placed, notes: Notes) -> Iterator[Placed]:
    items = each.entry.items
    results = tuple(item for item in items if kind(item) == RESULT)
    others = tuple(item for item in items if kind(item) == "message" and item.get("content"))
    calls = tuple(item for item in items if item not in results and item not in others)
    if others and all(kind(item) == "message" and not item.get("tool_calls") for item in calls):
        calls = ()  # what says nothing is no message of its own
    groups = [group for group in (results, others, calls) if group]
    if len(groups) <= 1:
        yield each
        return
    notes.count("messages_cut")
    for group in groups:
        yield each.holding(group)
