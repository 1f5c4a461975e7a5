# ruff: noqa: INP001 - a script
"""Write ``docs/rules.md``: every rule with its grade, its evidence and what covers it.

``python harness/pages/rules.py`` writes the page; a test fails while the page is not what the rules say.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec

from sendable import oracle
from sendable.model.evidence import Grade
from sendable.oracle.rule import RuleRecord
from sendable.oracle.settings import Condition

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules.md"
EXAMPLES = ROOT / "cases" / "oracle"
GRADES: tuple[Grade, ...] = ("measured", "reported", "documented", "unconfirmed")
_ABSENT = "-"
_KEYS = ("trips", "neighbour", "accepted")

_HEAD = """\
# What the oracle knows

Written by `python harness/pages/rules.py` from the rules' own tables; do not edit. The same, with every source:
`sendable rules API --json`.

A rule's grade follows the kind of its best first-hand source: **measured** (a round trip on file, or a server that we
ran), **reported** (a public report with the raw error), **documented** (the provider's docs or source), **unconfirmed**
(second hand or inferred: it warns and never refuses). A record with a 2xx status is a known acceptance.
Under *covered*: **R** a body that this rule alone refuses, **N** the nearest body that is accepted, **F** a recording
on file.
"""


def page() -> str:
    """Return the whole page."""
    parts = [_HEAD, _summary()]
    for api in oracle.apis():
        parts += [f"## {api}\n", _table(api, oracle.rules(api))]
    return "\n".join([*parts, "## What lacks cover\n", *_lacking(), *_not_modelled()]) + "\n"


def covered(api: str) -> dict[str, str]:
    """Return, for each rule of an API, the letters of what covers it; a known acceptance needs no refused body."""
    refusing, neighbours, accepted = _examples(api)
    found = {}
    for record in oracle.rules(api):
        letters = "R" if record.id in refusing else ""
        letters += "N" if record.id in (neighbours if record.refuses else accepted) else ""
        letters += "F" if any(each.kind in ("recording", "cassette") for each in record.sources) else ""
        found[record.id] = letters
    return found


def _examples(api: str) -> tuple[set[str], set[str], set[str]]:
    files = [path for path in sorted(EXAMPLES.glob(f"{api}*.json")) if path.stem.partition(".")[0] == api]
    rows = [row for path in files for row in json.loads(path.read_text(encoding="utf-8"))]
    trips, neighbours, accepted = ({row["rule"] for row in rows if key in row} for key in _KEYS)
    return trips, neighbours, accepted


def _summary() -> str:
    rows = []
    for api in oracle.apis():
        records = oracle.rules(api)
        grades = Counter(record.grade for record in records if record.refuses)
        taken = sum(not record.refuses for record in records)
        numbers = [len(records), *(grades[grade] for grade in GRADES), taken]
        rows.append([api, *map(str, numbers), ", ".join(oracle.vendors(api)) or _ABSENT])
    head = ["API", "records", *(f"refusals {grade}" for grade in GRADES), "acceptances", "vendors"]
    return _markdown(head, rows)


def _table(api: str, records: tuple[RuleRecord, ...]) -> str:
    letters = covered(api)
    rows = [_row(record, letters[record.id]) for record in records]
    return _markdown(["rule", "status", "grade", "holds for", "shape", "evidence", "covered"], rows)


def _row(record: RuleRecord, letters: str) -> list[str]:
    newest = max(record.sources, key=lambda source: (not source.secondhand, source.date))
    where = f"<{newest.where}>" if newest.where.startswith("http") else newest.where
    more = f" and {len(record.sources) - 1} more" if len(record.sources) > 1 else ""
    evidence = f"{newest.date} {newest.kind} {where}{more}"
    return [
        f"`{record.id}`",
        str(record.status),
        record.grade,
        _holds(record),
        record.shape,
        evidence,
        letters or _ABSENT,
    ]


def _holds(record: RuleRecord) -> str:
    """Write vendor, dates and condition in a few words."""
    words = [f"@{record.vendor}"] if record.vendor else []
    words += [f"since {record.since}"] if record.since else []
    words += [f"until {record.until}"] if record.until else []
    defaults = Condition()
    for name in msgspec.structs.fields(Condition):
        value = getattr(record.condition, name.name)
        if value != getattr(defaults, name.name):
            words.append(f"{name.name.replace('_', ' ')}: {', '.join(f'`{each}`' for each in value)}")
    return "; ".join(words) or _ABSENT


def _lacking() -> Iterator[str]:
    lacks = {"R": "a refusing body", "N": "an accepted body", "F": "a recording on file"}
    for letter, what in lacks.items():
        for api in oracle.apis():
            letters = covered(api)
            names = [
                record.id
                for record in oracle.rules(api)
                if letter not in letters[record.id] and (record.refuses or letter != "R")
            ]
            if names:
                yield (
                    f"**{api}: {what}** ({len(names)} of {len(letters)}): " + ", ".join(f"`{n}`" for n in names) + "\n"
                )


def _not_modelled() -> Iterator[str]:
    """Write the collected rules that no record stands for."""
    text = files(oracle).joinpath("not_modelled.toml").read_text(encoding="utf-8")
    left_out = tomllib.loads(text)
    yield "## What is not modelled\n"
    yield f"{len(left_out)} collected rules have no record, because a body does not show what they turn on.\n"
    rows = [
        [each["api"], f"`{rule_id}`", each["why"], " ".join([each["reason"], *_instead(each.get("merged_into", []))])]
        for rule_id, each in left_out.items()
    ]
    yield _markdown(["API", "rule", "turns on", "in a sentence"], sorted(rows))


def _instead(merged_into: list[str]) -> Iterator[str]:
    if merged_into:
        yield "See " + ", ".join(f"`{each}`" for each in merged_into) + "."


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    # Not padded: one long cell would move every line of a diff.
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *cells]) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {sum(len(oracle.rules(api)) for api in oracle.apis())} records")  # noqa: T201 - a script


if __name__ == "__main__":
    main()
