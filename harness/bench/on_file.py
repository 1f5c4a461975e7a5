"""Count how many outputs of the reference are on file: ``python harness/bench/on_file.py [--bases FILE] [--broken N]``.

The riskiest assumption of the recorded basis is that repaired histories look like what somebody has recorded. So broken
histories are repaired and written for each API, and their digests looked up: the history alone under any settings, and
the history with the settings of a plain request to the newest model. Nothing here can fail; the figures are the point.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tabulate import tabulate

from sendable import wire
from sendable.corpus import broken_cases, load_bases, shipped_bases
from sendable.model.case import Case
from sendable.model.json import JsonObject
from sendable.model.target import parse_target
from sendable.recordings import index
from sendable.recordings.digest import history_digest, settings_digest
from sendable.reference.flat import normalize_flat
from sendable.reference.send.shape import shape
from sendable.wire import flat

TARGETS = tuple(
    map(parse_target, ("openai-chat:gpt-4o-mini", "openai-responses:gpt-5", "anthropic-messages:claude-sonnet-4-5"))
)
HEADERS = {"anthropic-messages": {"anthropic-version": "2023-06-01"}}
DIGEST = 32
Figures = Counter[tuple[str, str, str]]


def main() -> None:
    """Print the table of family and API: outputs, histories on file, histories with these settings on file."""
    options = _options()
    bases = load_bases(options.bases) if options.bases else shipped_bases()
    cases = list(broken_cases(bases, limit=options.broken))
    known = histories()
    figures: Figures = Counter()
    for case in cases:
        for api, found in looked_up(case, known, bare=options.bare):
            figures.update((api, each, what) for each in ("all", case.family.partition("+")[0]) for what in found)
    print(f"{len(cases)} broken histories of {len(bases)} recorded conversations, repaired by the reference")
    print(f"on file are {len(index.shipped().pairs)} pairs of digests\n")
    print(table(figures))


def histories() -> dict[str, set[str]]:
    """Return the history digests on file by API, of its own provider, whatever the settings."""
    found: dict[str, set[str]] = {}
    for key in index.shipped().pairs:
        api, vendor, digests = key.split(" ")
        if not vendor:
            found.setdefault(api, set()).add(digests[:DIGEST])
    return found


def looked_up(case: Case, known: dict[str, set[str]], *, bare: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield, for each API, what was found of the repaired history."""
    messages = normalize_flat(case.history["messages"]).messages
    for target in TARGETS:
        shaped = shape(flat.entries([*messages, *(() if bare else case.next)]), target)
        body: JsonObject = wire.to_body(shaped.entries, target, shaped.tools)
        history = history_digest(body, target.api)
        settings = settings_digest(body, target.api, HEADERS.get(target.api, {}))
        found = ["outputs"]
        found += ["history"] if history in known.get(target.api, ()) else []
        found += ["both"] if index.lookup(target.api, None, history, settings) else []
        yield target.api, found


def table(figures: Figures) -> str:
    """Write one row a family, one column an API, ``history/both of outputs`` in each cell."""
    families = sorted({family for _, family, _ in figures}, key=lambda family: (family != "all", family))
    rows = [[family, *(_cell(figures, target.api, family) for target in TARGETS)] for family in families]
    head = ["first fault", *(f"{target}\nhistory / both / outputs" for target in TARGETS)]
    return tabulate(rows, headers=head, disable_numparse=True)


def _cell(figures: Figures, api: str, family: str) -> str:
    return " / ".join(str(figures[api, family, what]) for what in ("history", "both", "outputs"))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bases", type=Path, help="histories to break (from sendable corpus import)")
    parser.add_argument("--broken", type=int, default=1000, help="how many broken histories to make")
    parser.add_argument("--bare", action="store_true", help="without the coming user turn, as the repair leaves them")
    return parser.parse_args()


if __name__ == "__main__":
    main()
