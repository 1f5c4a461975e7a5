"""Why a body is refused and what to change, for a tired engineer."""

from collections.abc import Iterator
from textwrap import wrap

from msgspec import structs

from sendable.model.evidence import Evidence
from sendable.model.explanation import Change, Edit, Explanation
from sendable.model.outcome import Verdict
from sendable.report.verdict import verdict_text

_WIDTH = 108
_VALUE = 160
_EDITS = 12


def explanation_text(found: Explanation, target: str) -> str:
    """Write the verdict, the rule, why providers have it, the evidence, and the smallest accepted change."""
    bare = found.verdict if found.verdict.accepted else _without_evidence(found)
    lines = [verdict_text(bare, target, found.note)]
    if not found.verdict.accepted:
        lines += [f"  recorded   {found.recording}"] if found.recording else []
        lines += [*_rule(found), *_evidence(found), *_changes(found)]
    return "\n".join(lines)


def _without_evidence(found: Explanation) -> Verdict:
    return structs.replace(found.verdict, evidence=())


def _rule(found: Explanation) -> Iterator[str]:
    if not found.shape:
        yield from ("", "No rule of the oracle says this: the refusal is on record.")
        return
    scope = f", {found.vendor} only" if found.vendor else ""
    dates = "".join(f", {word} {day}" for word, day in (("since", found.since), ("until", found.until)) if day)
    yield from ("", f"The rule ({found.grade}{scope}{dates})", *_wrapped(found.shape))
    if found.why:
        yield from ("", "Why providers have it", *_wrapped(found.why))
    if found.notes:
        yield from ("", "Notes", *_wrapped(found.notes))


def _evidence(found: Explanation) -> Iterator[str]:
    if found.sources:
        yield from ("", "Evidence", *map(_source, found.sources))


def _source(each: Evidence) -> str:
    more = [each.model, f"says {each.says}" if each.says else "", "second hand" if each.secondhand else "", each.note]
    told = "; ".join(part for part in more if part)
    return f"  {each.date}  {each.kind:9}  {each.where}" + (f"  ({told})" if told else "")


def _changes(found: Explanation) -> Iterator[str]:
    if found.smallest is None:
        yield from ("", f"No small change was found that is accepted ({found.tried} tried).")
        return
    yield from ("", f"Smallest change that is accepted ({found.tried} tried, each judged by the oracle)")
    yield from _change(found.smallest)
    if found.reference is not None:
        yield from ("", "What the reference would send", *_change(found.reference))


def _change(change: Change) -> Iterator[str]:
    by = "" if change.by == "removal" else f"{change.by}: "
    yield f"  {by}{change.values} value{'' if change.values == 1 else 's'}, accepted (basis: {change.basis})"
    for edit in change.edits[:_EDITS]:
        yield f"  {edit.act:8} {edit.path}  {_values(edit)}".rstrip()
    if len(change.edits) > _EDITS:
        yield f"  … and {len(change.edits) - _EDITS} more"


def _values(edit: Edit) -> str:
    return " -> ".join(_cut(text) for text in (edit.before, edit.after) if text)


def _cut(text: str) -> str:
    return text if len(text) <= _VALUE else text[:_VALUE] + "…"


def _wrapped(text: str) -> list[str]:
    return [f"  {line}" for line in wrap(text, _WIDTH)]
