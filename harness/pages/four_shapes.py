# ruff: noqa: INP001 - a script
"""Write ``docs/four-shapes.md``: how each API answers the four shapes that make a stored history unsendable.

``python harness/pages/four_shapes.py`` writes the page; a test fails while the page is not what the oracle says.
"""

from itertools import groupby
from pathlib import Path

from sendable.model.shape import ShapeAnswer
from sendable.report.shapes import HEAD, counted, shape_row
from sendable.tasks.shapes import shapes

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "four-shapes.md"

_HEAD = """\
# The four shapes

Written by `python harness/pages/four_shapes.py`; do not edit. The same in the terminal, with `--json` for the whole
verdicts: `sendable shapes [API]`.

Four shapes make a provider refuse a whole stored history: a call without a result, a message between a call and its
result, an item that another provider produced, a field that exists only in responses. Each stands here as it is stored,
written in the API's own format without any repair, and after the reference has assembled the request. Error texts are
the provider's own unless they are marked as ours; the first line is shown. *Basis*: **recorded** when a real round trip
of this very shape is on file, else **modelled** (the oracle says so); behind it the grade of the rule's evidence, and
under *evidence of* its newest date. See [the rules](rules.md).
"""


def page() -> str:
    """Return the whole page."""
    answers = shapes()
    parts = [_HEAD, counted(answers).capitalize() + ".\n", _overview(answers)]
    for target, of_target in groupby(answers, key=lambda each: each.target):
        parts += [f"## {target}\n", _markdown([*HEAD], [[*shape_row(each)] for each in of_target])]
    return "\n".join(parts)


def _overview(answers: list[ShapeAnswer]) -> str:
    """Write one row an API, one column a shape: the status as stored, then after the reference."""
    rows = [
        [target, *(f"{each.raw.status} → {each.shaped.status}" for each in of_target)]
        for target, of_target in groupby(answers, key=lambda each: each.target)
    ]
    names = list(dict.fromkeys(each.id for each in answers))
    return _markdown(["target", *names], rows)


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *cells]) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))  # noqa: T201 - a script


if __name__ == "__main__":
    main()
