"""Recordings that nothing asks for any more, for people."""

from collections.abc import Mapping, Sequence

_SAYS = {
    "unused": "of no target that was named",
    "not-produced": "of a request that is no longer made",
    "old": "older than --max-age",
    "unreadable": "not readable",
}


def stale_text(checked: int, by_reason: Mapping[str, Sequence[str]]) -> str:
    """Write how many recordings were checked, and each stale one under its reason."""
    lines = []
    for why, files in by_reason.items():
        lines.append(f"{_SAYS[why]}: {len(files)}")
        lines += [f"  {file}" for file in files]
    stale = sum(map(len, by_reason.values()))
    return "\n".join([*lines, f"{stale} of {checked} recordings are stale"])
