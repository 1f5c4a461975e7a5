"""Rule (4): results that still lead the list are stripped."""

from sendable.model.json import JsonObject
from sendable.reference.flat.result import Repaired, Tally
from sendable.reference.flat.rules import NOTHING


def strip(paired: Repaired, tally: Tally, without: frozenset[str] = NOTHING) -> list[JsonObject]:
    """Strip every leading message with role tool (seed 1, rule 4).

    Leading is counted from behind the system messages, which rule (2) has put in front (checklist D3); from index 0
    when that rule is left out.
    """
    messages = paired.messages
    start = 0 if "strip-behind-systems" in without else _end_of_run("system", messages, 0)
    end = _end_of_run("tool", messages, start)
    if start == end or "strip-leading" in without:
        return messages
    tally.origins = origins = paired.origins
    for place in range(start, end):
        tally.drop("leading", place, messages[place]["tool_call_id"])
    tally.origins = origins[:start] + origins[end:]
    return messages[:start] + messages[end:]


def _end_of_run(role: str, messages: list[JsonObject], start: int) -> int:
    end = start
    while end < len(messages) and messages[end]["role"] == role:
        end += 1
    return end
