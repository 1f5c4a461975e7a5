# ruff: noqa: INP001, T201 - a script
"""Date the pending set anew: make what the installed SDKs declare today the ledger's.

``python harness/pages/pending_set.py 2026-11-30`` writes the dated readings and ``ledger/declared.toml``. Fields that
are undecided now stop failing ``sendable drift``: a decision of the maintainers, to be reviewed in the diff. The
releases of ``releases.toml`` tell since when a field is declared; put new ones there first.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from sendable import ledger
from sendable.ledger.declared import declared
from sendable.ledger.strip import strip_list
from sendable.ledger.surface import SDKS, ApiSurface
from sendable.tasks.dated import write_dated
from sendable.tasks.readings import installed_reading, reading_of
from sendable.tasks.sdk_reading import Reading

FILE = Path(ledger.__path__[0]) / "declared.toml"
_APIS = {"openai-responses": "openai", "openai-chat": "openai", "anthropic-messages": "anthropic"}


def main(day: str) -> None:
    """Write the files."""
    listed = tomllib.loads(Path(__file__).with_name("releases.toml").read_text("utf-8"))
    readings = {sdk: installed_reading(sdk) for sdk in SDKS}
    history = {sdk: [reading_of(sdk, each) for each in listed[sdk]] for sdk in SDKS}
    for reading in readings.values():
        print(write_dated(reading))
    head = FILE.read_text("utf-8").partition("\n\n[")[0]
    parts = [section(api, readings[sdk], history[sdk], day) for api, sdk in _APIS.items()]
    FILE.write_text("\n\n".join([head, *parts]) + "\n", encoding="utf-8")
    print(FILE)


def section(api: str, reading: Reading, history: list[Reading], day: str) -> str:
    """Return one API's part of ``declared.toml``."""
    surfaces = [each for each in reading.surface.apis if each.api == api]
    lines = [
        f'["{api}"]',
        f'sdk = "{reading.surface.sdk}"',
        f'release = "{reading.surface.version}"',
        f'dated = "{day}"',
    ]
    strip = sorted({path for each in surfaces for path in strip_list(each)})
    lines += ["strip = [", *(f"  {json.dumps(path)}," for path in strip), "]"]
    ignores = declared(api).ignores
    lines += [f"ignores = {json.dumps(ignores)}"] if ignores else []
    lines += ["", f'["{api}".positions]', *_positions(surfaces)]
    lines += ["", f'["{api}".since]', *_since(api, surfaces, history)]
    return "\n".join(lines)


def _positions(surfaces: list[ApiSurface]) -> Iterator[str]:
    """Write each object once: as the stable form declares it, with the beta form's further fields as optional ones."""
    for place in sorted({place for each in surfaces for place in each.request.positions}):
        shapes = [each.request.positions[place].fields for each in surfaces if place in each.request.positions]
        names = sorted({name for shape in shapes for name in shape})
        required = [name for name in names if name in shapes[0] and shapes[0][name].required]
        optional = [name for name in names if name not in required]
        yield f"{json.dumps(place)} = {{ required = {json.dumps(required)}, optional = {json.dumps(optional)} }}"


def _since(api: str, surfaces: list[ApiSurface], history: list[Reading]) -> Iterator[str]:
    """Write the first release that declares a field: in the stable form, or in the beta one if that alone has it."""
    paths = dict.fromkeys(path for each in surfaces for path in sorted(each.request.paths()))
    stable = frozenset(path for each in surfaces if not each.beta for path in each.request.paths())
    for path in paths:
        first = next((n for n, each in enumerate(history) if _declares(each, api, path, beta=path not in stable)), 0)
        if first:
            yield f"{json.dumps(path)} = {json.dumps(history[first].surface.version)}"


def _declares(reading: Reading, api: str, path: str, *, beta: bool) -> bool:
    place, _, field = path.rpartition(".")
    return any(
        field in each.request.positions[place].fields
        for each in reading.surface.apis
        if each.api == api and each.beta == beta and place in each.request.positions
    )


if __name__ == "__main__":
    main(sys.argv[1])
