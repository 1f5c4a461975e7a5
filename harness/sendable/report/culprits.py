"""Who changed between two runs, for people."""

from collections.abc import Iterator
from itertools import groupby

from sendable.model.culprit import Blamed, Comparison

_SHOWN = 5


def culprits_text(found: Comparison) -> str:
    """Write what changed, then each culprit with the results it turned red, then the sums."""
    lines = [f"changed  {each}" for each in found.changed] or ["changed  no version and no digest"]
    for who, blamed in groupby(sorted(found.turned_red, key=_who), key=_who):
        lines += ["", *_of_one(who, list(blamed))]
    return "\n".join([*lines, "", _sum(found)])


def _who(each: Blamed) -> str:
    return each.who


def _of_one(who: str, blamed: list[Blamed]) -> Iterator[str]:
    yield f"{who}: {len(blamed)} turned red"
    for each in blamed[:_SHOWN]:
        also = f" (also changed: {', '.join(each.also)})" if each.also else ""
        yield f"  {each.case}  {each.target}  {', '.join(each.checks)}"
        yield f"    {each.because}{also}"
        yield from [f"    {each.reproduce}"] if each.reproduce else []
    if len(blamed) > _SHOWN:
        yield f"  … and {len(blamed) - _SHOWN} more (--json)"


def _sum(found: Comparison) -> str:
    return (
        f"{found.compared} results compared: {len(found.turned_red)} turned red, {found.mended} mended, "
        f"{found.still_red} red in both, {found.new_red} new and red, {found.gone} gone"
    )
