"""The table of family and target that every format shows."""

from sendable.model.report import Report, Result
from sendable.report.failures import is_unjudged, known_reason

PAIRS = "two faults"


def matrix(report: Report) -> tuple[list[str], list[list[str]]]:
    """Return a table's head and rows: one row a family, one column a target, ``passed/all`` in each cell."""
    targets = sorted({result.target for result in report.results})
    cells: dict[str, dict[str, list[Result]]] = {}
    for result in report.results:
        cells.setdefault(family_name(result.family), {}).setdefault(result.target, []).append(result)
    rows = [[family, *(_cell(cells[family].get(target, [])) for target in targets)] for family in _ordered(cells)]
    return ["family", *targets], rows


def family_name(family: str) -> str:
    """Name a family for the table; all pairs of faults are one row."""
    return PAIRS if "+" in family else family


def _ordered(cells: dict[str, dict[str, list[Result]]]) -> list[str]:
    return sorted(cells, key=lambda family: (family == PAIRS, family))


def _cell(results: list[Result]) -> str:
    if not results:
        return "-"
    unjudged = sum(is_unjudged(result) for result in results)
    judged = len(results) - unjudged
    passed = sum(result.passed for result in results) - unjudged
    known = sum(bool(known_reason(result)) for result in results)
    told = f" ({known} known)" if known else ""
    told += f" ({unjudged} not judged)" if unjudged else ""
    return f"{passed}/{judged}{told}" + ("" if passed + known == judged else " !")
