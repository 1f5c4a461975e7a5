"""Take Responses-style items apart."""

from collections.abc import Iterable, Iterator

from sendable.checks.content import must_survive
from sendable.checks.ids import link
from sendable.checks.parts import part_pieces, said
from sendable.checks.piece import Piece
from sendable.model.json import JsonObject, Path

_CALLS = frozenset({"function_call", "custom_tool_call"})
_RESULTS = frozenset({"function_call_output", "custom_tool_call_output"})


def item_pieces(items: Iterable[tuple[Path, tuple[int, int], JsonObject]]) -> list[Piece]:
    """Return the pieces of items in order.

    Args:
        items: each with its path, and the number of what it stands in together with its own place in there.

    What a provider ran itself, compactions and unknown items are no pieces.
    """
    pieces: list[Piece] = []
    row: list[Piece] = []
    answered: set[str | None] = set()
    for path, at, item in items:
        kind = item.get("type") or ("message" if "role" in item else "")
        if kind in _CALLS:
            answered = answered if row else set()
            row.append(_call(item, path, at, row))
            pieces.append(row[-1])
        elif kind in _RESULTS:
            pieces.append(_result(item, path, at, row))
            answered.add(pieces[-1].call_id)
            row = [] if answered.issuperset(call.call_id for call in row) else row
        elif kind == "reasoning":
            pieces.append(_reasoning(item, path, at))
        elif kind == "message":
            pieces += _texts(item, path, at)
            # Words of the model part a result from its call, as a user's do, unless they came with the call.
            row = row if item.get("role") == "assistant" and not answered and row and row[0].turn == at[0] else []
    return pieces


def _call(item: JsonObject, path: Path, at: tuple[int, int], row: list[Piece]) -> Piece:
    name = item.get("name")
    return Piece(
        kind="call",
        path=path,
        at=at,
        content=item.get("arguments", item.get("input")),
        call_id=link(item.get("call_id")),
        name=name if isinstance(name, str) else "",
        turn=row[0].turn if row else at[0],
    )


def _result(item: JsonObject, path: Path, at: tuple[int, int], row: list[Piece]) -> Piece:
    call_id = link(item.get("call_id"))
    call = next((each for each in row if call_id is not None and each.call_id == call_id), None)
    return Piece(
        kind="result",
        path=path,
        at=at,
        role="tool",
        content=said(item.get("output")),
        call_id=call_id,
        answers=call.at if call else None,
        turn=call.turn if call else -1,
    )


def _reasoning(item: JsonObject, path: Path, at: tuple[int, int]) -> Piece:
    return Piece(kind="reasoning", path=path, at=at, content=item.get("encrypted_content") or item.get("id"))


def _texts(item: JsonObject, path: Path, at: tuple[int, int]) -> Iterator[Piece]:
    content, role = item.get("content"), str(item.get("role"))
    place = (*path, "content")
    if isinstance(content, list):
        for piece in part_pieces(content, place, 0, role):
            yield _moved(piece, at)
    elif must_survive(content):
        yield Piece(kind="text", path=place, at=at, role=role, content=content)


def _moved(piece: Piece, at: tuple[int, int]) -> Piece:
    return Piece(piece.kind, piece.path, (at[0], at[1] + piece.at[1]), piece.role, piece.content)
