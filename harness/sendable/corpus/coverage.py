"""Which mutators, shapes and targets meet in a set of cases: every pair of them should."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

import msgspec

from sendable.corpus.build import WELL_FORMED
from sendable.corpus.mutator import SHAPES
from sendable.corpus.mutators import MUTATORS
from sendable.model.case import Case
from sendable.model.target import Target


class Coverage(msgspec.Struct, frozen=True):
    """How often they meet. counts: by mutator, shape and target. missing: pairs that should meet and do not."""

    counts: dict[tuple[str, str, str], int]
    missing: tuple[str, ...]


def coverage(cases: Iterable[Case], targets: Sequence[Target]) -> Coverage:
    """Count the cases of each mutator, shape and target.

    A mutator should meet every shape that it breaks and every target that its cases may concern; every shape should
    meet every target.

    Args:
        cases: of `build`; others have no mutator and are passed over.
        targets: to look at.
    """
    names = {str(target): target for target in targets}
    counts: Counter[tuple[str, str, str]] = Counter()
    for case in cases:
        shape, _, rest = case.id.partition("--")
        name = rest.partition("--")[0]
        if shape in SHAPES and name:
            counts.update((name, shape, each) for each in names if concerns(case.targets, each))
    return Coverage(dict(counts), tuple(_missing(counts, list(names))))


def concerns(globs: Sequence[str], target: str) -> bool:
    """Tell whether a target is meant by globs; none mean all."""
    return not globs or any(fnmatchcase(target, glob) for glob in globs)


def _missing(counts: Counter[tuple[str, str, str]], targets: list[str]) -> Iterable[str]:
    pairs = {pair for name, shape, target in counts for pair in ((name, shape), (name, target), (shape, target))}
    wanted: list[tuple[str, str]] = [(each.name, shape) for each in MUTATORS for shape in sorted(each.shapes)]
    wanted += [(each.name, target) for each in MUTATORS for target in targets if concerns(each.targets, target)]
    wanted += [(WELL_FORMED, other) for other in (*SHAPES, *targets)]
    wanted += [(shape, target) for shape in SHAPES for target in targets]
    return (f"{one} x {other}" for one, other in wanted if (one, other) not in pairs)
