"""Repair one message list with the reference."""

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject
from sendable.reference.flat import normalize_flat


def normalize(given: Json, where: str, *, letter: bool = False) -> JsonObject:
    """Return the stable form of the closing repair's result.

    Args:
        given: a list of messages, or an object with one under ``messages``.
        where: what to call the input in an error.
        letter: the seeds to the letter.

    Raises:
        UnreadableInput: it is neither.
    """
    result = normalize_flat(_messages(given, where), letter=letter)
    return {
        "messages": result.messages,
        "dropped": result.dropped,
        "by_rule": dict(result.by_rule),
        "synthesized": result.synthesized,
        "moved": result.moved,
    }


def _messages(given: Json, where: str) -> Json:
    messages = given.get("messages") if isinstance(given, dict) else given
    if isinstance(messages, list):
        return messages
    found = type(messages).__name__ if isinstance(given, list | dict) and "messages" in given else type(given).__name__
    raise UnreadableInput(
        f"not a message list: found {found}", where=where, hint='pass a list, or an object like {"messages": […]}'
    )
