"""Record every scripted conversation on every API of a running llama.cpp server, through the official SDKs.

Run ``python -m servers.record OUT`` in ``harness/``; OUT is the folder ``cassettes/llamacpp``. A committed cassette
that says the same is left as it is, so that only a change of behaviour shows in a diff. ``--check`` writes nothing and
exits with 1 when a cassette would be new, changed or gone.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from servers import make_gguf
from servers.cassette import difference
from servers.conversations import CONVERSATIONS
from servers.hold import NotRecorded, record
from servers.process import ServerDidNotStart
from servers.serve_llamacpp import serving
from servers.talks import TALKS

SHOWN_LINES = 8


@dataclass(frozen=True)
class Change:
    """What became of a cassette: ``kept``, ``new``, ``changed`` (with the lines that differ) or ``gone``."""

    name: str
    verdict: str
    lines: tuple[str, ...] = ()


def main(arguments: list[str]) -> int:
    """Record all, tell what became of each cassette, and return the exit code: 3 when not all could be recorded."""
    parser = argparse.ArgumentParser(prog="servers.record", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, help="the folder cassettes/llamacpp")
    parser.add_argument("--check", action="store_true", help="write nothing, exit with 1 on any difference")
    options = parser.parse_args(arguments)
    try:
        with TemporaryDirectory() as scratch:
            fresh = record_all(Path(scratch))
    except (NotRecorded, ServerDidNotStart) as failure:
        print(f"nothing was written: {failure}", file=sys.stderr)
        return 3
    changes = list(compare(fresh, options.out))
    if not options.check:
        _write(fresh, changes, options.out)
    _tell(changes)
    return int(options.check and any(change.verdict != "kept" for change in changes))


def record_all(scratch: Path) -> dict[str, str]:
    """Make the model, start the server and record; the result maps ``<api>/conversations/<slug>.yaml`` to its text.

    Raises:
        NotRecorded: a conversation did not go as scripted, or its requests passed by the recorder.
        ServerDidNotStart: the server was not healthy in time.
    """
    model = scratch / "tiny.gguf"
    make_gguf.write(model)
    with serving(model) as server:
        return {
            f"{api}/conversations/{talked.slug}.yaml": record(
                scratch / f"{api}-{talked.slug}.yaml", server.base_url, api, talked
            )
            for api in TALKS
            for talked in CONVERSATIONS
        }


def compare(fresh: dict[str, str], out: Path) -> Iterator[Change]:
    """Hold fresh recordings against the folder `out`."""
    for name, text in fresh.items():
        if not (out / name).exists():
            yield Change(name, "new")
        else:
            lines = difference((out / name).read_text("utf-8"), text)
            yield Change(name, "changed" if lines else "kept", tuple(lines))
    for path in sorted(out.glob("*/conversations/*.yaml")):
        name = path.relative_to(out).as_posix()
        if name not in fresh:
            yield Change(name, "gone")


def _write(fresh: dict[str, str], changes: list[Change], out: Path) -> None:
    for change in changes:
        path = out / change.name
        if change.verdict == "gone":
            path.unlink()
        elif change.verdict != "kept":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fresh[change.name], "utf-8")


def _tell(changes: list[Change]) -> None:
    for change in changes:
        if change.verdict != "kept":
            print(f"{change.verdict:8}{change.name}")
        for line in change.lines[:SHOWN_LINES]:
            print(f"        {line}")
        if len(change.lines) > SHOWN_LINES:
            print(f"        and {len(change.lines) - SHOWN_LINES} more lines")
    counts = Counter(change.verdict for change in changes)
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in ("kept", "new", "changed", "gone")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
