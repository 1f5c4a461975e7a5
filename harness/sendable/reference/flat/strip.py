"""Rule (4): results that still lead the list are stripped."""

from collections.abc import Sequence

from sendable.model.json import JsonObject
from sendable.reference.flat.result import Tally
from sendable.reference.flat.rules import NOTHING


def strip(
    messages: list[JsonObject], origins: Sequence[int], tally: Tally, without: frozenset[str] = NOTHING
) -> tuple[list[JsonObject], Sequence[int]]:
    """Strip every leading message with role tool (seed 1, rule 4).

    Leading is counted from behind the system messages, which rule (2) has put in front (checklist D3); from index 0
    when that rule is left out.
    """
    start = 0 if "strip-behind-systems" in without else _end_of_run("system", messages, 0)
    end = _end_of_run("tool", messages, start)
    if start == end or "strip-leading" in without:
        return messages, origins
    tally.origins = origins
    for place in range(start, end):
        tally.drop("leading", place, messages[place]["tool_call_id"])
    return messages[:start] + messages[end:], [*origins[:start], *origins[end:]]


def _end_of_run(role: str, messages: list[JsonObject], start: int) -> int:
    end = start
    while end < len(messages) and messages[end]["role"] == role:
        end += 1
    return end
