# ruff: noqa: INP001 - a script
"""Write ``docs/traceability.md``: what holds each statement of the seeds, and what shows each rule of the oracle.

``python harness/pages/traceability.py`` writes the page; a test fails while the page is not what the cases say.
"""

from collections.abc import Iterator
from pathlib import Path

from sendable import oracle
from sendable.tasks.trace import Traced, TracedRule, traced_rules, traced_statements

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "traceability.md"
_SHOWN = 8

_HEAD = """\
# What holds what

Written by `python harness/pages/traceability.py` from `cases/`; do not edit.

Sendable follows two texts, its seeds: the flat normalizer (statements 1.x) and an agent's store, write side and send
side (2.x); D1 to D16 decide how to read them. Each statement stands here in a few words of ours with the cases that
hold it: `sendable run --case ID` runs one.

Each rule of the oracle stands below with the hand-written cases that name it, or that it refuses when they are sent as
they are stored, and the number of its bodies in `cases/oracle/`, which it refuses alone (or which show a known
acceptance): `sendable selftest --part c` leaves out one rule after the other.
"""


def page() -> str:
    """Return the whole page."""
    statements, rules = traced_statements(), traced_rules()
    parts = [
        _HEAD,
        "## Statements\n",
        *_statements(statements),
        "## Statements without a case\n",
        *_caseless(statements),
    ]
    parts += ["## Rules\n", *_rules(rules), "## Rules that nothing shows\n", *_bare(rules)]
    return "\n".join(parts) + "\n"


def _statements(traced: list[Traced]) -> Iterator[str]:
    yield _markdown(["statement", "in a few words", "held by"], [_row(each) for each in traced])


def _row(each: Traced) -> list[str]:
    number = f"{each.number} ({', '.join(each.statement.as_)})" if each.statement.as_ else each.number
    return [number, each.statement.says, _names(each.cases) or _instead(each)]


def _names(cases: tuple[str, ...]) -> str:
    more = f" and {len(cases) - _SHOWN} more" if len(cases) > _SHOWN else ""
    return ", ".join(f"`{case}`" for case in cases[:_SHOWN]) + more


def _instead(each: Traced) -> str:
    if each.statement.held_by:
        return ", ".join(f"`{place}`" for place in each.statement.held_by)
    return "background" if each.statement.background else "nothing"


def _caseless(traced: list[Traced]) -> Iterator[str]:
    without = [each for each in traced if not each.cases]
    nothing = sum(_instead(each) == "nothing" for each in without)
    yield f"{len(without)} of {len(traced)}; {nothing} of these are held by nothing.\n"
    yield _markdown(
        ["statement", "in a few words", "held by"],
        [[each.number, each.statement.says, _instead(each)] for each in without],
    )


def _rules(rules: list[TracedRule]) -> Iterator[str]:
    for api in oracle.apis():
        found = [each for each in rules if each.api == api]
        yield f"### {api}\n"
        yield _markdown(["rule", "cases", "bodies"], [_rule(each) for each in found])


def _rule(each: TracedRule) -> list[str]:
    bodies = each.bodies if each.refuses else each.accepted
    return [f"`{each.rule}`", _names(each.cases) or "-", str(bodies) if each.refuses else f"{bodies} accepted"]


def _bare(rules: list[TracedRule]) -> Iterator[str]:
    bare = [each for each in rules if not (each.cases or each.bodies or each.accepted)]
    names = ", ".join(f"`{each.rule}`" for each in bare)
    yield f"{len(bare)} of {len(rules)}" + (f": {names}." if names else ".")


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *cells]) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(traced_statements())} statements, {len(traced_rules())} rules")  # noqa: T201 - a script


if __name__ == "__main__":
    main()
