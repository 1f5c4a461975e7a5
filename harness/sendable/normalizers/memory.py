"""How much memory a process and all that it started hold."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")
# In `/proc/PID/stat`, counted from the field after the name: the process group, and the resident pages.
_GROUP, _RESIDENT = 2, 21


def group_memory(group: int) -> int:
    """Return the resident bytes of all processes of one group; 0 when the system does not tell."""
    if (_PROC / "self" / "stat").exists():
        page = os.sysconf("SC_PAGE_SIZE")
        return sum(pages * page for of, pages in _of_proc() if of == group)
    return sum(kilobytes * 1024 for of, kilobytes in _of_ps() if of == group)


def _of_proc() -> Iterator[tuple[int, int]]:
    for name in os.listdir(_PROC):  # noqa: PTH208 - called often: paths would cost more than the reading
        if name.isdigit():
            try:
                # The name of a program may hold blanks and brackets; the fields begin after the last bracket.
                fields = (_PROC / name / "stat").read_bytes().rpartition(b")")[2].split()
            except OSError:  # it ended meanwhile
                continue
            yield int(fields[_GROUP]), int(fields[_RESIDENT])


def _of_ps() -> Iterator[tuple[int, int]]:
    try:
        done = subprocess.run(["ps", "-A", "-o", "pgid=,rss="], capture_output=True, timeout=5, check=True)  # noqa: S607
    except (OSError, subprocess.SubprocessError):
        return
    for line in done.stdout.splitlines():
        of, _, kilobytes = line.decode("ascii", "replace").strip().partition(" ")
        if of.isdigit() and kilobytes.strip().isdigit():
            yield int(of), int(kilobytes)
