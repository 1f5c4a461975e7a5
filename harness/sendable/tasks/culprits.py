"""Say who changed when a run that was green turned red: the digests of two reports, in the order of a run."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from sendable.model.culprit import Blamed, Comparison, Who
from sendable.model.errors import NothingJudged, UnreadableInput
from sendable.model.report import Report, Result
from sendable.report.json import read_report

_SDK_OF = {"openai": "openai", "anthropic": "anthropic"}
_SHORT = 12


def compare_reports(old: Path, new: Path) -> Comparison:
    """Compare two reports.

    Raises:
        UnreadableInput: a file is missing or is no report. NothingJudged: they have no result in common.
    """
    before, after = _read(old), _read(new)
    known = {(each.case, each.target): each for each in before.results}
    both = [(known[each.case, each.target], each) for each in after.results if (each.case, each.target) in known]
    if not both:
        raise NothingJudged("the two reports have no case and target in common")
    return Comparison(
        turned_red=tuple(_blamed(one, other, before, after) for one, other in both if one.passed and not other.passed),
        new_red=sum(not each.passed for each in after.results if (each.case, each.target) not in known),
        mended=sum(not one.passed and other.passed for one, other in both),
        still_red=sum(not one.passed and not other.passed for one, other in both),
        gone=len(known) - len(both),
        compared=len(both),
        changed=tuple(_changed(before, after)),
    )


def _read(file: Path) -> Report:
    try:
        return read_report(file.read_bytes())
    except OSError as error:
        raise UnreadableInput(f"cannot read: {error.strerror}", where=str(file)) from error
    except msgspec.DecodeError as error:
        hint = "give the report.json of two runs"
        raise UnreadableInput(f"not a report: {error}", where=str(file), hint=hint) from error


def _blamed(one: Result, other: Result, before: Report, after: Report) -> Blamed:
    found = list(_reasons(one, other, before, after))
    who, because = found[0]
    return Blamed(
        case=other.case,
        target=other.target,
        who=who,
        because=because,
        also=tuple(name for name, _ in found[1:] if name not in {"harness", "undecidable"}),
        checks=tuple(each.check for each in other.checks if not each.passed),
        reproduce=other.reproduce,
    )


def _reasons(one: Result, other: Result, before: Report, after: Report) -> Iterator[tuple[Who, str]]:
    """Yield what changed for one result, the first in the course of a run first."""
    if one.case_digest != other.case_digest or one.input_digest != other.input_digest:
        yield "corpus", "the case itself changed"
    elif one.output_digest != other.output_digest:
        yield from _of_output(before, after)
    elif one.wire_digest != other.wire_digest:
        yield from _of_wire(other, before, after)
    yield from _of_answer(one, other, before, after)


def _of_output(before: Report, after: Report) -> Iterator[tuple[Who, str]]:
    """Blame the ledger for the reference, which writes by it; anybody else's output is their own."""
    was, now = before.normalizer, after.normalizer
    moved = f", {was.version or '?'} -> {now.version or '?'}" if was.version != now.version else ""
    same_code = now.address.startswith("reference") and was.version == now.version and was.address == now.address
    if same_code and _digest_moved("ledger", before, after):
        yield "ledger", "the reference's output differs for the same input, its version does not: a row changed"
        return
    yield "normalizer", f"its output differs for the same input{moved}"


def _of_wire(other: Result, before: Report, after: Report) -> Iterator[tuple[Who, str]]:
    sdk = _SDK_OF.get(other.target.partition("-")[0], "")
    was, now = before.sdk.get(sdk, ""), after.sdk.get(sdk, "")
    if was != now:
        yield "sdk", f"its bytes differ for the same output: {sdk} {was} -> {now}"
    if _digest_moved("ledger", before, after):
        yield "ledger", "the bytes differ for the same output: a row changed what the body is made of"
    elif was == now:
        yield "harness", "the bytes differ for the same output, and neither SDK nor ledger changed: Sendable itself did"


def _of_answer(one: Result, other: Result, before: Report, after: Report) -> Iterator[tuple[Who, str]]:
    if one.recording != other.recording:
        yield "recording", f"answered by {other.recording or 'the oracle'}, before by {one.recording or 'the oracle'}"
    if _digest_moved("oracle", before, after):
        yield "oracle", "the same bytes are judged otherwise: a rule changed"
    if _digest_moved("ledger", before, after):
        yield "ledger", "the same bytes are judged otherwise: a row changed"
    yield "undecidable", "no digest of the reports differs: a rerun of the old version decides"


def _digest_moved(name: str, before: Report, after: Report) -> bool:
    return before.digests.get(name) != after.digests.get(name)


def _changed(before: Report, after: Report) -> Iterator[str]:
    for sdk in sorted(before.sdk.keys() | after.sdk.keys()):
        was, now = before.sdk.get(sdk, "none"), after.sdk.get(sdk, "none")
        if was != now:
            yield f"{sdk}: {was} -> {now}"
    one, other = before.normalizer, after.normalizer
    if one != other:
        yield f"normalizer: {one.address} {one.version} -> {other.address} {other.version}"
    for name in sorted(before.digests.keys() | after.digests.keys()):
        if _digest_moved(name, before, after):
            digests = (each.digests.get(name, "none")[:_SHORT] for each in (before, after))
            yield f"{name}: {' -> '.join(digests)}"
