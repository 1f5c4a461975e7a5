"""Tell that the pairing of a history is closed already: the common case, with nothing for rule (3) to do."""

from collections.abc import Sequence
from operator import itemgetter

from sendable.model.json import JsonObject

_call_id = itemgetter("tool_call_id")


def is_closed(messages: Sequence[JsonObject]) -> bool:
    """Tell whether each call has one result in the block behind its turn, each result its call, each id one owner."""
    try:
        ids = _ids_if_answered(messages)
        return ids is not None and "0" not in ids and "" not in ids and not any(map(str.isspace, ids))
    except (AttributeError, KeyError, TypeError):  # an answer to nothing, or no flat message
        return False


def _ids_if_answered(messages: Sequence[JsonObject]) -> set[str] | None:
    """Return the ids of all calls, None when one is unanswered or declared twice; KeyError for a stray result."""
    declared = 0
    ids: set[str] = set()
    waiting: set[str] = set()
    for message in messages:
        if "tool_call_id" in message:
            waiting.remove(message["tool_call_id"])
        elif waiting:
            return None
        elif "tool_calls" in message:
            calls = message["tool_calls"]
            waiting = set(map(_call_id, calls))
            declared += len(calls) or 1  # an empty list is no turn with calls: never equal to what was seen
            ids |= waiting
    return ids if not waiting and len(ids) == declared else None
