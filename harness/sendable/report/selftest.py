"""The test of the net, for people."""

from collections.abc import Iterator

from sendable.model.selftest import PARTS, PartResult, SelfTest, Tried

_SHOWN = 400


def selftest_text(found: SelfTest) -> str:
    """Write the kill rate of each part, then every survivor with its reason."""
    lines = [line for part in found.parts for line in _part(part)]
    return "\n".join([*lines, f"{found.seconds} s"])


def _part(part: PartResult) -> Iterator[str]:
    tried = len(part.tried)
    rate = f"{100 * part.killed / tried:.1f} %" if tried else "nothing tried"
    unexplained = [each for each in part.survivors if not each.explained]
    yield f"({part.part}) {PARTS[part.part]}"
    yield f"    {part.killed} of {tried} noticed: {rate} in {part.seconds} s{_by(part)}"
    yield f"    survivors: {len(part.survivors)}, {_kinds(part)}, {len(unexplained)} unexplained"
    yield from (f"    stale reason: {each}" for each in part.stale)
    yield from (f"    {_survivor(each)}" for each in part.survivors[:_SHOWN])
    yield ""


def _by(part: PartResult) -> str:
    bodies = sum(each.body for each in part.tried)
    return f" ({part.killed - bodies} by cases, {bodies} by a body of the rule's own alone)" if bodies else ""


def _kinds(part: PartResult) -> str:
    return f"{sum(each.explained for each in part.survivors)} explained with evidence"


def _survivor(tried: Tried) -> str:
    head = f"{tried.what}: " + (tried.reason or "no reason on file")
    if not tried.explained:
        return f"UNEXPLAINED {head}"
    return head + (f" [{'; '.join(tried.evidence)}]" if tried.evidence else "")
