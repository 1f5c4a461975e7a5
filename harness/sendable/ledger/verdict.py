"""From evidence to a verdict on a field."""

from sendable.ledger.declared import Declared
from sendable.ledger.row import Counts, FieldVerdict, Row
from sendable.model.evidence import Evidence


def decide(path: str, known: Row, declared: Declared) -> FieldVerdict:
    """Decide on a field (design, section 4, Ledger row).

    A rejection that is older than every acceptance is history: the API has learnt the field since. Any other
    contradiction is a dispute. A person's decision stands until a recording contradicts it.

    Args:
        path: the field's ledger path.
        known: the evidence so far; its verdict counts only when a person gave it.
        declared: what the SDK's request types declare.
    """
    accepted, rejected = _accepted(known), _rejected(known)
    if known.by == "hand":
        return _by_hand(known)
    if accepted and rejected:
        return "accepted" if _superseded(known) else "disputed"
    if rejected:
        return "rejected"
    if not accepted:
        return "pending"
    place = path.rpartition(".")[0]
    return "tolerated" if place in declared.ignores and not declared.declares(path) else "accepted"


def _by_hand(known: Row) -> FieldVerdict:
    counts: Counts = known.counts
    contradicted = (known.verdict == "accepted" and counts.rejected) or (
        known.verdict == "rejected" and counts.accepted
    )
    return "disputed" if contradicted else known.verdict


def _accepted(known: Row) -> bool:
    return known.counts.accepted > 0 or any(each.says == "accepted" for each in known.sources)


def _rejected(known: Row) -> bool:
    return known.counts.rejected > 0 or any(each.says == "rejected" for each in known.sources)


def _superseded(known: Row) -> bool:
    refusals = [each for each in known.sources if each.says == "rejected"]
    return known.first != "" and all(_until(each) < known.first for each in refusals)


def _until(source: Evidence) -> str:
    """Return the last day that a date of a year, a month or a day may mean."""
    return source.date + "-12-31"[len(source.date) - len("2026") :] if source.date else "9999"
