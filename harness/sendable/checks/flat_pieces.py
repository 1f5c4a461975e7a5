"""Take a flat history apart."""

from collections.abc import Iterator

from sendable.checks.content import must_survive
from sendable.checks.ids import calls_in, id_of, link
from sendable.checks.parts import part_pieces, said
from sendable.checks.piece import Piece
from sendable.model.json import Json, JsonObject, Path

_CALL_IDS = ("tool_call_id", "id")


def flat_pieces(messages: Json, path: Path, *, split: bool, first: int = 0) -> list[Piece]:
    """Return the pieces of a flat history in order. What has no role is none (seed 1, rule 1).

    Args:
        messages: the history; anything at all is borne.
        path: of the list.
        split: take a list of content parts apart; else it is one content, as the flat contract has it.
        first: the number of the first message.
    """
    pieces: list[Piece] = []
    row: list[Piece] = []
    for index, message in enumerate(messages if isinstance(messages, list) else []):
        if not _has_role(message):
            row = []
            continue
        place = (*path, index)
        if message["role"] == "tool":
            pieces.append(_result(message, place, first + index, row, split=split))
            continue
        pieces += _texts(message, place, first + index, split=split)
        row = list(_calls(message, place, first + index))
        pieces += row
    return pieces


def _has_role(message: Json) -> bool:
    return isinstance(message, dict) and isinstance(message.get("role"), str) and bool(message["role"].strip())


def _result(message: JsonObject, path: Path, number: int, row: list[Piece], *, split: bool) -> Piece:
    call_id = link(id_of(message, names=("tool_call_id",)))
    call = next((each for each in row if call_id is not None and each.call_id == call_id), None)
    return Piece(
        kind="result",
        path=path,
        at=(number, 0),
        role="tool",
        content=said(message.get("content")) if split else message.get("content"),
        call_id=call_id,
        answers=call.at if call else None,
        turn=call.turn if call else -1,
    )


def _texts(message: JsonObject, path: Path, number: int, *, split: bool) -> Iterator[Piece]:
    content, role = message.get("content"), message["role"]
    place = (*path, "content")
    if split and isinstance(content, list):
        yield from part_pieces(content, place, number, role)
    elif must_survive(content):
        yield Piece(kind="text", path=place, at=(number, 0), role=role, content=content)


def _calls(message: JsonObject, path: Path, number: int) -> Iterator[Piece]:
    found = calls_in(message) if message["role"] == "assistant" else None
    for index, call in enumerate(found if isinstance(found, list) else []):
        if isinstance(call, dict):
            yield Piece(
                kind="call",
                path=(*path, "tool_calls", index),
                at=(number, 1000 + index),
                content=call.get("arguments"),
                call_id=link(id_of(call, names=_CALL_IDS)),
                name=_name(call),
                turn=number,
            )


def _name(call: JsonObject) -> str:
    function = call.get("function")
    name = call.get("name") or (function.get("name") if isinstance(function, dict) else None)
    return name if isinstance(name, str) else ""
