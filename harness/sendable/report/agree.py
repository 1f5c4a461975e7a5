"""How far the oracle and real providers agree, for people."""

from collections import Counter
from collections.abc import Iterator

from tabulate import tabulate

from sendable.model.agreement import FINDINGS, Agreement, Counted, Disagreement

_SAID = 150
_HEAD = ("API", "answered by", "2xx", "refused", *(each.replace("-", " ") for each in FINDINGS))


def agreement_text(found: Agreement) -> str:
    """Write the table, the refusals of histories, each disagreement on a line, and what could not be compared."""
    lines = [tabulate([_row(each) for each in found.counted], headers=_HEAD, disable_numparse=True), ""]
    lines += _of_history(found)
    ruled = {(each.api, each.answered_by) for each in found.counted if each.overlay}
    lines += [_line(each) for each in found.disagreements if (each.api, each.answered_by) in ruled]
    lines += _by_rule([each for each in found.disagreements if (each.api, each.answered_by) not in ruled])
    lines += [""] if found.disagreements else []
    lines += [f"not judgeable  {count:6}  {why}" for why, count in found.reasons.items()]
    lines += [f"not compared   {count:6}  {why}" for why, count in found.no_verdict.items()]
    return "\n".join([*lines, *_sums(found)])


def _row(each: Counted) -> tuple[str, ...]:
    who = each.answered_by if each.overlay else f"{each.answered_by} *"
    numbers = (each.accepted, each.refused, *each.by_finding.values())
    return each.api, who, *(str(number) for number in numbers)


def _of_history(found: Agreement) -> Iterator[str]:
    """Count the first-party refusals that are about the history."""
    own = [each for each in found.counted if each.first_party and any(each.of_history.values())]
    if own:
        yield "refusals of histories by the API's own provider:"
    for each in own:
        told = ", ".join(f"{count} {name.replace('-', ' ')}" for name, count in each.of_history.items() if count)
        yield f"  {each.api:20} {sum(each.of_history.values()):4}: {told}"
    yield from [""] if own else []


def _by_rule(without_rules: list[Disagreement]) -> Iterator[str]:
    """Count what was answered by vendors that have no rules: it is no evidence, so a line a rule will do."""
    counts = Counter((each.finding, each.api, each.answered_by, each.rule) for each in without_rules)
    for (finding, api, who, rule), count in counts.most_common():
        yield f"{finding}  {api} ({who} *)  {count} x  {rule}"


def _line(each: Disagreement) -> str:
    said = f"{each.status} {_short(each.said)}".strip()
    ours = f"{each.rule} at {each.path}: {_short(each.ours)}" if each.ours else "accepts"
    who = each.api if each.first_party else f"{each.api} ({each.answered_by})"
    return f"{each.finding}  {who}  {each.source} ({each.date or 'no date'})  provider: {said}  oracle: {ours}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SAID else flat[:_SAID] + "…"


def _sums(found: Agreement) -> Iterator[str]:
    if not all(each.overlay for each in found.counted):
        yield "* no rules of this vendor: judged by the API's own, and no evidence for or against them"
    own = [each for each in found.counted if each.first_party]
    others = [each for each in found.counted if not each.first_party]
    for name, group in (("own provider", own), ("other vendors", others)):
        if group:
            sums = ", ".join(f"{sum(each.by_finding[f] for each in group)} {f.replace('-', ' ')}" for f in FINDINGS)
            yield f"{name:14} {sum(each.accepted + each.refused for each in group)} compared: {sums}"
