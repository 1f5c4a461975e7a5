"""Say in one number which cases a run was made with."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from sendable.model.case import Case


def corpus_digest(cases: Iterable[Case]) -> str:
    """Return the sha256, hexadecimal, of all cases in order of their ids; the order they come in does not matter."""
    total = sha256()
    for case in sorted(cases, key=lambda each: each.id):
        total.update(msgspec.json.encode(case, order="deterministic") + b"\n")
    return total.hexdigest()
