"""The pieces of a history, or of a normalizer's output, that are compared."""

from typing import Any

import msgspec

from sendable.model.json import Path
from sendable.model.report import LossKind


class Piece(msgspec.Struct, frozen=True):
    """One text, call, result, image or reasoning.

    kind: what it is. path: where it stands, from the top of the history. at: the index of its message (entry) and its
    place in there; pieces are in this order. role: of its message. content: of a text or a result, of any type; of a
    call its arguments; of media and reasoning what identifies it. call_id: as it is looked up, None where it links
    nothing. name: of a call. answers: of a result that stands in the row directly after its turn, where its call is;
    None for every other. turn: of a call and of such a result, the number of the message that called; else -1.
    """

    kind: LossKind
    path: Path
    at: tuple[int, int]
    role: str = ""
    content: Any = None
    call_id: str | None = None
    name: str = ""
    answers: tuple[int, int] | None = None
    turn: int = -1


class Kept(msgspec.Struct, frozen=True):
    """A piece of the history that the output holds. of: the piece of the output. at: where in the output it stands."""

    piece: Piece
    of: Piece
    at: tuple[int, ...]
