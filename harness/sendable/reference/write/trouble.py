"""What can be wrong with a store, in our words."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sendable.model.errors import OutOfTurn, StoreBusy, UnreadableInput


@contextmanager
def told(place: str) -> Iterator[None]:
    """Tell SQLite's errors as ours. place: the file."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        hint = "every id must be new, and a closed node stays as it is"
        raise OutOfTurn(f"the store refuses the change: {error}", where=place, hint=hint) from error
    except sqlite3.OperationalError as error:
        raise _operational(place, str(error)) from error
    except sqlite3.DatabaseError as error:
        raise damaged(place, str(error)) from error


def damaged(place: str, why: str) -> UnreadableInput:
    """Return the error for a file that is not what it should be."""
    hint = "the file was left as it is; restore a copy, or try SQLite's .recover"
    return UnreadableInput(f"a damaged store: {why}", where=place, hint=hint)


def held_by_another(conversation: str) -> StoreBusy:
    """Return the error for the second worker on a conversation."""
    hint = "wait until its turn is over; messages can be queued meanwhile"
    return StoreBusy(f"another worker holds the conversation {conversation!r}", hint=hint)


def _operational(place: str, why: str) -> StoreBusy | UnreadableInput:
    if "locked" in why or "busy" in why:
        return StoreBusy(
            "the store is locked", where=place, hint="another program has locked the file; try again later"
        )
    return damaged(place, why) if "no such" in why else UnreadableInput(f"the store cannot be used: {why}", where=place)
