"""Adjacent results, and on Anthropic the user message after them, as one user message, results first.

Anthropic joins consecutive messages of one role anyway (rule anthropic-roles-alternate-historical), so this is counted
and not warned of. Gemini and Bedrock want all results of a turn in one message, which need hold nothing else (rules
gemini-function-response-count, bedrock-toolresult-missing, bedrock-users-in-a-row). Nothing is joined across another
message, and nothing changes its place: results after a user message stay after it.
"""

import msgspec

from sendable.model.entry import Entry
from sendable.reference.send.shape.duty import Notes, Placed
from sendable.wire.items import CALL, RESULT, kind


def joined(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Join each run of results with the user message that follows it."""
    return _joined(placed, notes, with_user=True)


def turns_joined(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Join what one side says in several messages in a row, for a template that takes alternating turns.

    Rule zai-messages-illegal: two user or two assistant messages in a row.
    """
    whole: list[Placed] = []
    for each in placed:
        if whole and _same_side(whole[-1].entry, each.entry):
            notes.count("turns_joined")
            last = whole[-1]
            whole[-1] = last.holding((*last.entry.items, *each.entry.items))
        else:
            whole.append(each)
    return whole


def results_joined(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Join each run of results, and nothing else with them."""
    return _joined(placed, notes, with_user=False)


def _joined(placed: list[Placed], notes: Notes, *, with_user: bool) -> list[Placed]:
    whole: list[Placed] = []
    run: list[Placed] = []
    for each in placed:
        if _is_results(each.entry):
            run.append(each)
        elif run and with_user and _is_user_message(each.entry):
            whole.append(_one([*run, each], notes))
            run = []
        else:
            whole += [_one(run, notes), each] if run else [each]
            run = []
    return [*whole, _one(run, notes)] if run else whole


def _is_results(entry: Entry) -> bool:
    items = entry.items
    return entry.role in ("tool", "user") and bool(items) and all(kind(item) == RESULT for item in items)


def _is_user_message(entry: Entry) -> bool:
    items = entry.items
    held = entry.role == "user" and entry.raw is msgspec.UNSET and bool(items)
    return held and all(kind(item) == "message" for item in items)


def _same_side(before: Entry, entry: Entry) -> bool:
    """Whether both are of one side, and nothing has to stand between them: no results, no calls that wait for some."""
    plain = before.raw is msgspec.UNSET and entry.raw is msgspec.UNSET and bool(before.items) and bool(entry.items)
    both = before.role == entry.role and entry.role in ("user", "assistant")
    unanswered = any(kind(item) in (CALL, RESULT) for item in before.items)
    return plain and both and not unanswered and all(kind(item) != RESULT for item in entry.items)


def _one(run: list[Placed], notes: Notes) -> Placed:
    if len(run) == 1:
        return run[0]
    for _ in run[1:]:
        notes.count("results_joined")
    return Placed(run[0].at, Entry("user", tuple(item for each in run for item in each.entry.items)))
