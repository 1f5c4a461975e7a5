"""What was done to one of our seals, so that the same can be done to a real blob."""

from typing import Final

import msgspec

from sendable.oracle.seals import Seal, issue, remains
from sendable.replay.makers import CannotMint

# A part of a length, taken of that length again, is the same number.
_ROUNDING: Final = 1e-6


class Damage(msgspec.Struct, frozen=True):
    """A change of a blob: its beginning and its end are left, and something else stands between them.

    seal: what it was before. begins, ends: how much is left, as parts of the whole length. between: what stands there.
    """

    seal: Seal
    begins: float
    ends: float
    between: str

    def done_to(self, blob: str) -> str:
        """Change another blob in the same way."""
        begins, ends = (int(part * len(blob) + _ROUNDING) for part in (self.begins, self.ends))
        return blob[:begins] + self.between + blob[len(blob) - ends :]


def damage_of(blob: str) -> Damage:
    """Say how a seal that is not intact was changed.

    Raises:
        CannotMint: so much of it is gone that it cannot be told.
    """
    said = remains(blob)
    if said is None:
        raise CannotMint("a tampered blob can no longer be read, so the same cannot be done to a real one")
    whole = msgspec.structs.replace(said, intact=True)
    before = issue(whole)
    begins = _shared(before, blob)
    rest = min(len(before), len(blob)) - begins
    ends = min(_shared(before[::-1], blob[::-1]), rest)
    return Damage(whole, begins / len(before), ends / len(before), blob[begins : len(blob) - ends])


def _shared(one: str, other: str) -> int:
    """Count the characters with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (here, there) in pairs if here != there), min(len(one), len(other)))
