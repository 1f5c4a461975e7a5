# ruff: noqa: INP001 - a script
"""Write ``docs/mutators.md``: every mutator, what providers do with its shape, and what the reference does with it.

``python harness/pages/mutators.py`` writes the page; a test fails while the page is not what the tables say.
"""

from collections.abc import Iterable
from pathlib import Path

from sendable.corpus import MUTATORS
from sendable.corpus.families import Family, families
from sendable.corpus.mutator import SHAPES, Mutator, Standing

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "mutators.md"
_ABSENT = "-"
_HEAD = """\
# The mutators

Written by `python harness/pages/mutators.py` from the mutators and their tables; do not edit.

A mutator breaks a well-formed history in one way, at every place where that can be: flat messages, bare items, or the
items in the nodes of a tree. `MUTATORS` of `sendable.corpus` holds them; `Mutator.broken(history)` yields each broken
copy with what must become of it. They can be combined: what one has broken, any other breaks further.
"""
_EVIDENCE = """\
## What providers do with the shape

Before anyone repairs it. *Refused by* names rules of `docs/rules.md`, any of which refuses a place or variant of it;
*taken by* names known acceptances there, or a source. Where neither stands, nobody has published a verdict, and the
mutator makes no claim about that API (`sendable selftest`). A test holds the oracle's verdicts to this table.
"""
_FAMILIES = """\
## What the reference does with each family

**repairs**: what it makes is not what was stored, and it is accepted. **reports**: a drop count (flat) or a warning
(send). **keeps**: it passes the fault on, for nothing refuses it, or its maker alone can know. **prevents**: it is
never stored so. A test holds the reference to this table.
"""


def page() -> str:
    """Return the whole page."""
    shapes = ", ".join(f"{sum(shape in each.shapes for each in MUTATORS)} break {shape}" for shape in SHAPES)
    counted = f"There are {len(MUTATORS)} of them, in {len(families())} families: {shapes}.\n"
    parts = [_HEAD, counted, _mutators(), _EVIDENCE, _standings(), _FAMILIES, _families()]
    return "\n".join(parts)


def _mutators() -> str:
    rows = [[f"`{each.name}`", each.family, _shapes(each), _targets(each), each.why] for each in MUTATORS]
    return _markdown(["mutator", "family", "shapes", "targets", "how stored histories come to be so"], rows)


def _shapes(mutator: Mutator) -> str:
    return ", ".join(shape for shape in SHAPES if shape in mutator.shapes)


def _targets(mutator: Mutator) -> str:
    return ", ".join(f"`{glob}`" for glob in mutator.targets) or "all"


def _standings() -> str:
    rows = [[f"`{mutator.name}`", row.api, *_verdict(row)] for mutator in MUTATORS for row in mutator.evidence]
    return _markdown(["mutator", "API", "refused by", "taken by", "note"], rows)


def _verdict(row: Standing) -> list[str]:
    sources = (f"{each.date} {each.kind} {_where(each.where)}" for each in row.taken)
    taken = [*_code(row.taken_by), *sources]
    return [", ".join(_code(row.refused_by)) or _ABSENT, "; ".join(taken) or _ABSENT, row.note or _ABSENT]


def _where(place: str) -> str:
    return f"<{place}>" if place.startswith("http") else place


def _families() -> str:
    return _markdown(["family", "what", "flat", "send", "write", "warnings with send"], map(_family, families()))


def _family(family: Family) -> list[str]:
    does = [", ".join(each) or _ABSENT for each in (family.flat, family.send, family.write)]
    return [family.name, family.what, *does, ", ".join(_code(family.codes)) or _ABSENT]


def _code(names: Iterable[str]) -> list[str]:
    return [f"`{name}`" for name in names]


def _markdown(head: list[str], rows: Iterable[list[str]]) -> str:
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    # Not padded: one long cell would move every line of a diff.
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *cells]) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(MUTATORS)} mutators")  # noqa: T201 - a script


if __name__ == "__main__":
    main()
