"""Find the results of a history in an output, by way of the calls that they answer."""

import json
from collections import defaultdict

from sendable.checks.content import find, must_survive, text_of
from sendable.checks.content import verbatim as verbatim_text
from sendable.checks.piece import Kept, Piece


def kept_results(
    given: list[Piece], output: list[Piece], calls: list[Kept], calls_of_output: list[Piece], *, verbatim: bool
) -> list[Kept]:
    """Match results: one of the output belongs to the nearest call before it of its id, and so to that call's results.

    Args:
        given: results of the history, in order.
        output: results of the output, in order; ids may be others than in the history.
        calls: the calls that were matched.
        calls_of_output: all calls of the output.
        verbatim: outer white space of texts must be kept too.
    """
    given_call = {each.of.at: each.piece for each in calls}
    left: defaultdict[str | None, list[Piece]] = defaultdict(list)
    for each in given:
        left[each.call_id].append(each)
    kept: list[Kept] = []
    for result, answered in with_calls(output, calls_of_output):
        call = given_call.get(answered.at) if answered else None
        fitting = left[call.call_id if call else result.call_id]
        found = _best([each for each in fitting if carries(result, each, verbatim=verbatim)], call)
        if found:
            fitting.remove(found)
            kept.append(Kept(found, result, result.at))
    return kept


def with_calls(results: list[Piece], calls: list[Piece]) -> list[tuple[Piece, Piece | None]]:
    """Return each result with the nearest call before it that has its id, None where there is none."""
    latest: dict[str | None, Piece] = {}
    found: list[tuple[Piece, Piece | None]] = []
    for each in sorted([*calls, *results], key=lambda piece: piece.at):
        if each.kind == "call":
            latest[each.call_id] = each
        else:
            found.append((each, latest.get(each.call_id)))
    return found


def _best(fitting: list[Piece], call: Piece | None) -> Piece | None:
    """Prefer the first result after the call: one before it was never its answer."""
    after = [each for each in fitting if call and each.at > call.at]
    return next(iter(after or fitting), None)


def carries(result: Piece, given: Piece, *, verbatim: bool) -> bool:
    """Whether a result of the output holds what a result of the history said."""
    if not must_survive(given.content):
        return True
    text = verbatim_text(given.content)
    written = text_of(result.content)
    if text is None:
        return bool(written.strip()) or bool(result.content == given.content)
    said = text if verbatim else text.strip()
    return any(find(each, written) >= 0 for each in (said, _escaped(said), _escaped(said, ascii_only=True)))


def _escaped(text: str, *, ascii_only: bool = False) -> str:
    """Write a text as it stands inside JSON: some libraries wrap every result in an object."""
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]
