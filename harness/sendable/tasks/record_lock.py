"""One command at a time writes into a folder of recordings, so that nothing is asked and paid for twice."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from sendable.model.errors import BadUsage, ProviderNotAsked

LOCK: Final = ".record.lock"
"""The file that is locked while a command runs; a killed one lets go of it."""


@contextmanager
def only_one(out: Path) -> Iterator[None]:
    """Hold a folder of recordings for as long as the block runs.

    Raises:
        ProviderNotAsked: another command holds it. BadUsage: it cannot be written to.
    """
    file, made = out / LOCK, not out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
        held = _locked(file)
    except OSError as error:
        raise BadUsage(f"cannot write: {error.strerror}", where=str(out), hint="choose a folder with --out") from error
    if held is None:
        raise ProviderNotAsked(
            "another sendable record or measure is writing into this folder",
            where=str(out),
            hint="wait until it has ended, or choose another --out",
        )
    try:
        yield
    finally:
        # Where open files can be removed it goes before the lock does: nobody then locks a file that is gone.
        if sys.platform != "win32":
            file.unlink(missing_ok=True)
        os.close(held)
        if made:
            with suppress(OSError):  # it is empty only when nothing was written
                out.rmdir()


def _locked(file: Path) -> int | None:
    """Return the locked file, opened; None when another process has it."""
    while True:
        opened = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(opened)
        except OSError:
            os.close(opened)
            return None
        if file.exists() and os.path.samestat(os.fstat(opened), file.stat()):
            return opened
        os.close(opened)


def _lock(opened: int) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - it is there on Windows alone

        msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 - it is not there on Windows

        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
