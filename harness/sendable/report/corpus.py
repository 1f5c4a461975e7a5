"""What `sendable corpus` says of cases."""

from collections import Counter
from collections.abc import Sequence

from tabulate import tabulate

from sendable.corpus.coverage import Coverage
from sendable.corpus.lint import Finding

_SHOWN = 50


def lint_text(cases: int, findings: Sequence[Finding]) -> str:
    """Write each finding with what to do, the first of them, and how many there are."""
    lines = [f"{each.case}: {each.what}\n    hint: {each.hint}" for each in findings[:_SHOWN]]
    more = len(findings) - _SHOWN
    lines += [f"… and {more} more (--json)"] if more > 0 else []
    told = f"{len(findings)} findings in {cases} cases" if findings else f"nothing found in {cases} cases"
    return "\n".join([*lines, told])


def coverage_text(found: Coverage) -> str:
    """Write a row for each mutator and shape, a column for each target's API, and the pairs that never meet."""
    head, rows = coverage_rows(found)
    table = tabulate(rows, headers=head, disable_numparse=True)
    missing = [f"missing     {pair}" for pair in found.missing] or ["every pair of mutator, shape and API meets"]
    return "\n".join([table, "", *missing])


def coverage_rows(found: Coverage) -> tuple[list[str], list[list[str]]]:
    """Return the table's head and rows."""
    targets = list(dict.fromkeys(target for _, _, target in found.counts))
    cells = Counter(found.counts)
    pairs = sorted({(name, shape) for name, shape, _ in found.counts})
    rows = [[name, shape, *(str(cells[name, shape, each] or "-") for each in targets)] for name, shape in pairs]
    return ["mutator", "shape", *(each.partition(":")[0] for each in targets)], rows
