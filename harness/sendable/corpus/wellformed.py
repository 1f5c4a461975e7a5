"""Say whether a flat history is well formed: every call answered right after its turn, by ids that link."""

from collections.abc import Sequence

from sendable.corpus.pairs import block_end, calls_of, is_result
from sendable.model.json import Json, JsonObject

_ROLES = {"system", "developer", "user", "assistant", "tool"}


def fault_in(messages: Sequence[JsonObject]) -> str | None:
    """Return what keeps a flat history from being a base, or None.

    Ids must be texts that no normalizer can take for absent, declared once in the whole history, and each answered
    once in the results that stand directly after the turn.
    """
    declared: set[Json] = set()
    at = 0
    while at < len(messages):
        message = messages[at]
        if message.get("role") not in _ROLES:
            return "a message of an unknown role"
        if is_result(message):
            return "a result that does not stand after its call"
        fault = _fault_of_turn(messages, at, declared)
        if fault:
            return fault
        at = block_end(messages, at) if calls_of(message) else at + 1
    return None


def _fault_of_turn(messages: Sequence[JsonObject], turn: int, declared: set[Json]) -> str | None:
    ids = [call.get("tool_call_id") for call in calls_of(messages[turn])]
    if len(ids) != len(messages[turn].get("tool_calls") or ()) or not all(map(_usable, ids)):
        return "a call without a usable id"
    if len(set(ids)) < len(ids) or declared & set(ids):
        return "a call id declared twice"
    declared.update(ids)
    if not ids:
        return None
    answered = [messages[at].get("tool_call_id") for at in range(turn + 1, block_end(messages, turn))]
    return _fault_of_answers(ids, answered)


def _fault_of_answers(ids: list[Json], answered: list[Json]) -> str | None:
    if any(each not in answered for each in ids):
        return "a call that is not answered right after its turn"
    if len(answered) > len(ids):
        return "a result too many after a turn"
    return None


def _usable(call_id: Json) -> bool:
    return isinstance(call_id, str) and bool(call_id.strip()) and call_id != "0"
