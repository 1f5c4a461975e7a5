# ruff: noqa: INP001, T201 - a script
"""Walk past SDK releases and print, for each upgrade, what the drift gate would have said.

``python harness/pages/drift.py`` prints the tables; ``--write`` puts them into ``docs/drift.md`` between its marks.
Words like ``openai==3.56.0 openai==3.57.0`` walk those releases instead of the list in ``releases.toml``. Readings are
kept in the user's cache; the first walk installs each release once, in an environment that uv makes and throws away.
"""

import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from sendable.model.drift import Serialized
from sendable.tasks.backtest import Upgrade, backtest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "drift.md"
BEGIN, END = "<!-- backtest: begin -->\n", "<!-- backtest: end -->\n"
_SHOWN = 4
_HEAD = ("upgrade to", "gate", "undecided", "besides")


def main(words: Sequence[str]) -> None:
    """Print the tables, or write them into the page."""
    text = "\n".join(_parts(_releases([each for each in words if each != "--write"])))
    if "--write" not in words:
        print(text)
        return
    page = PAGE.read_text("utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")


def _releases(words: Sequence[str]) -> dict[str, list[str]]:
    if not words:
        return tomllib.loads(Path(__file__).with_name("releases.toml").read_text("utf-8"))
    found: dict[str, list[str]] = {}
    for each in words:
        sdk, _, release = each.partition("==")
        found.setdefault(sdk, []).append(release)
    return found


def _parts(releases: dict[str, list[str]]) -> Iterator[str]:
    for sdk, walked in releases.items():
        for beta in (False, True) if sdk == "anthropic" else (False,):
            yield from _part(sdk, walked, beta=beta)


def _part(sdk: str, walked: list[str], *, beta: bool) -> Iterator[str]:
    upgrades = list(backtest(sdk, walked, beta=beta))
    failed = sum(each.fails for each in upgrades)
    fields = sum(len(each.undecided) for each in upgrades)
    yield f"### {sdk}{', the beta surface' if beta else ''}\n"
    yield (
        f"{len(walked)} releases, {walked[0]} to {walked[-1]}: {failed} of {len(upgrades)} upgrades fail, "
        f"with {fields} undecided fields.\n"
    )
    rows = [(each.after, "FAIL" if each.fails else "pass", _undecided(each), _rest(each)) for each in upgrades]
    yield "\n".join(_line(row) for row in (_HEAD, ("---",) * len(_HEAD), *rows)) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _undecided(each: Upgrade) -> str:
    items = {one.path.partition(".")[0]: None for one in each.undecided if one.kind == "item"}
    objects = {one.path.rpartition(".")[0]: None for one in each.undecided if one.kind == "variant"}
    fields = [one.path for one in each.undecided if one.kind == "field"]
    parts = [f"items {_few(list(items))}"] if items else []
    parts += [f"fields {_few(fields)}"] if fields else []
    parts += [f"objects {_few(list(objects))}"] if objects else []
    return "; ".join(parts)


def _rest(each: Upgrade) -> str:
    by_kind: dict[str, list[str]] = {}
    for one in each.changed:
        by_kind.setdefault(one.what, []).append(one.path)
    parts = [f"declared again: {_few([path.partition(':')[2] for path in each.again])}"] if each.again else []
    parts += [f"{what}: {_few(paths)}" for what, paths in by_kind.items()]
    parts += [f"strip list: {_few([path.partition(':')[2] for path in each.strip])}"] if each.strip else []
    parts += [f"{each.renamed} Python types renamed"] if each.renamed else []
    parts += [f"settings: {each.settings[0]}"] if each.settings else []
    parts += [_sent(each.bodies)] if each.bodies else []
    return "; ".join(parts).replace("|", "\\|")


def _sent(bodies: Sequence[Serialized]) -> str:
    bodies = sorted(bodies, key=lambda each: ("body", "echo", "bytes").index(each.kind))
    told = f"{bodies[0].api} {bodies[0].name}: {bodies[0].says[0]}"
    return f"{len(bodies)} bodies sent otherwise, as {told}"


def _few(paths: Sequence[str]) -> str:
    more = f" … +{len(paths) - _SHOWN}" if len(paths) > _SHOWN else ""
    return ", ".join(f"`{each}`" for each in paths[:_SHOWN]) + more


if __name__ == "__main__":
    main(sys.argv[1:])
