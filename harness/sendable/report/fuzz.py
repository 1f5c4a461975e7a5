"""What a search found, for people: causes, not counts."""

from collections import Counter
from collections.abc import Iterator

from sendable.model.evidence import BASES
from sendable.model.fuzz import FAILING, Found, FuzzReport
from sendable.model.outcome import CouldNotAsk, NotExpressible, NotOnFile, Outcome, Refused
from sendable.report.failures import Cause
from sendable.report.terminal import cause_lines

_SAID = {
    "new": "NEW",
    "known": "KNOWN, still failing",
    "changed": "KNOWN, fails in another way now",
    "fixed": "FIXED",
    "unjudged": "NOT JUDGED",
}


def fuzz_text(report: FuzzReport) -> str:
    """Write each cause with the provider's words, its shortest history and the command, then what was searched."""
    lines = [line for each in report.causes for line in (*_cause(each), "")]
    return "\n".join([*lines, *_summary(report)])


def _cause(found: Found) -> Iterator[str]:
    sign = f" ({found.sign})" if found.sign else ""
    yield f"{_SAID[found.state]}  {found.check}{sign}  {found.target}"
    if found.state in FAILING:
        _, *rest = cause_lines(Cause(found.check, found.sign, found.target, 1, found.result))
        yield from rest
    elif found.state == "unjudged":
        yield f"  outcome    {_why(found.result.outcome)}"
    yield f"  case       {found.file}"


def _why(outcome: Outcome) -> str:
    if isinstance(outcome, Refused):
        return f"refused: {outcome.type}: {outcome.message}"
    return outcome.why if isinstance(outcome, CouldNotAsk | NotExpressible | NotOnFile) else ""


def _summary(report: FuzzReport) -> Iterator[str]:
    states = Counter(each.state for each in report.causes)
    basis = ", ".join(f"{report.by_basis.get(each, 0)} {each}" for each in BASES)
    failing = sum(states[each] for each in FAILING)
    yield f"normalizer  {report.normalizer.address} {report.normalizer.version}".rstrip()
    yield f"searched    {report.histories} histories of seed {report.seed}, {report.requests} requests"
    yield f"time        {report.seconds} s" + (f", {report.stopped} before its end" if report.stopped else "")
    yield f"verdicts    {basis}"
    if report.unfair:
        yield f"passed over {report.unfair} failures on histories that the reference fails too"
    told = ", ".join(f"{states[each]} {each}" for each in ("new", "known", "changed", "fixed"))
    told += f", {states['unjudged']} not judged" if states["unjudged"] else ""
    yield f"result      {failing} distinct causes of failure: {told}"
