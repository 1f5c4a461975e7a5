"""Explain a verdict: the rule, its evidence, and what would make the body accepted."""

import msgspec

from sendable.model.explanation import Explanation
from sendable.model.json import Json, JsonObject
from sendable.model.outcome import Verdict
from sendable.oracle.book import load, record_of
from sendable.tasks.check import Checked, Question, check
from sendable.tasks.mend import Mender


def explain(body: Json, question: Question) -> Explanation:
    """Judge one parsed body, and where it is refused look for changes that make it accepted.

    Every change that is told was judged by the oracle. The search is bounded: fewer changes are tried of a long body.

    Raises:
        BadUsage: the API or the vendor is not known.
    """
    if isinstance(body, list):
        body = {"model": question.model or "", load(question.api or "").history_key: body}
    checked = check(body, question)
    found = _known(checked, question)
    if checked.verdict.accepted or not isinstance(body, dict):
        return found

    def judge(changed: JsonObject) -> Verdict:
        return check(changed, question).verdict

    mender = Mender(body, checked.verdict, judge)
    removal = mender.smallest_removal()
    made = mender.reference(question.target(body))
    smallest = min(filter(None, (removal, made)), key=lambda change: change.values, default=None)
    another = made if made is not None and smallest is not None and made.body != smallest.body else None
    return msgspec.structs.replace(found, smallest=smallest, reference=another, tried=mender.tried)


def _known(checked: Checked, question: Question) -> Explanation:
    """Put the verdict beside the record of its rule."""
    verdict = checked.verdict
    plain = Explanation(verdict=verdict, recording=checked.recording, note=checked.note, sources=verdict.evidence)
    if verdict.rule is None:
        return plain
    record = record_of(question.api or "", verdict.rule)
    return msgspec.structs.replace(
        plain,
        shape=record.shape,
        why=record.why,
        notes=record.notes,
        grade=record.grade,
        vendor=record.vendor or "",
        since=record.since,
        until=record.until,
    )
