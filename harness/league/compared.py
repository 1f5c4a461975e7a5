"""A history beside what a peer made of it: what is made up, what is told in another guise, what is unclear."""

import json
from collections import Counter
from collections.abc import Iterator

from sendable.checks import Answered, Output
from sendable.checks.content import find, must_survive, text_of
from sendable.checks.match import match
from sendable.checks.piece import Piece
from sendable.checks.views import views
from sendable.corpus import realize
from sendable.model.case import Case
from sendable.model.json import Json, dotted
from sendable.model.outcome import CouldNotAsk
from sendable.model.target import Target
from sendable.normalizers import BodyAnswer, FlatAnswer

_SHOWN = 60
_ITS_OWN = frozenset({"system", "developer"})


class Compared:
    """The pieces of a history and of the answer to it, and which of them are the same."""

    def __init__(self, case: Case, target: Target, answer: BodyAnswer | FlatAnswer) -> None:
        output = Output(answer.body if isinstance(answer, BodyAnswer) else answer.messages)
        given = realize(case.history)
        seen = views(
            Answered(case=case, target=target, outcome=CouldNotAsk("not asked"), given=given, output=output)
        ) or ([], [])
        self._given, self._made = seen
        # A system text that an agent sends beside the history, where the Responses API has a place for it.
        instructions = answer.body.get("instructions") if isinstance(answer, BodyAnswer) else None
        self._named = set(_named(output.value))
        self._beside = instructions if isinstance(instructions, str) else ""
        self._match = match(*seen, verbatim=False)

    def invented(self) -> Iterator[str]:
        """Yield each piece of the answer that nothing of the history stands behind, as ``result 'No output'``.

        A closing repair gives an unanswered call a made-up result on purpose, so to invent is no fault by itself. It is
        counted because somebody who reads the table should know who does it.
        """
        taken = {id(each.of) for each in self._match.kept}
        left = [piece for piece in self._made if id(piece) not in taken]
        yield from (_shown(piece) for piece in left if not self._is_of_the_history(piece))

    def is_told(self, path: str) -> bool:
        """Whether a piece that was lost as what it was is told otherwise: a text as a result, or the reverse."""
        piece = next((each for each in self._match.lost if dotted(each.path) == path), None)
        if piece is None:
            return True  # only its outer white space is gone
        if piece.kind == "call":
            # Beside something that is no call, no reader takes it for one; it was sent all the same.
            return (piece.call_id, piece.name) in self._named
        if piece.kind in {"text", "result"} and not text_of(piece.content).strip():
            return True  # a list of empty parts says nothing that could be lost
        others = {"text": ("result",), "result": ("text", "result")}.get(piece.kind, ())
        told = [_unescaped(each) for each in self._made if each.kind in others]
        if piece.kind == "text" and self._is_run_together(piece):
            return True
        return any(_is_in(piece, each) for each in ([*told, self._beside] if piece.kind == "text" else told))

    def is_open(self, path: str) -> bool:
        """Whether a piece is a call that no result behind it answers, and so could not be paired by anybody."""
        call = next((each for each in self._given if each.kind == "call" and dotted(each.path) == path), None)
        return call is not None and not any(
            each.kind == "result" and each.call_id == call.call_id and each.at > call.at for each in self._given
        )

    def is_clear(self) -> bool:
        """Whether it can be told which of the history's pieces was moved.

        A call id that names two calls or two results leaves that open, and so does a lost text that another one equals.
        """
        counts = Counter((each.kind, each.call_id) for each in self._given if each.kind in {"call", "result"})
        lost = {text_of(each.content).strip() for each in self._match.lost if each.kind == "text"}
        kept = {text_of(each.piece.content).strip() for each in self._match.kept if each.piece.kind == "text"}
        return max(counts.values(), default=0) <= 1 and not lost & kept

    def _is_of_the_history(self, piece: Piece) -> bool:
        if piece.kind not in {"text", "result"}:
            return piece.kind != "call"
        if piece.role in _ITS_OWN:  # an agent's own instructions are settings, and no part of a history
            return True
        written = _unescaped(piece)
        sources = self._match.lost if piece.kind == "result" else self._given
        known = not must_survive(written) or any(_is_in(each, written) for each in sources)
        return known or any(_without_gaps(each, self._given) == written for each in self._given)

    def _is_run_together(self, piece: Piece) -> bool:
        """Whether the parts of a message stand in one text without anything between them, as ``onetwo``."""
        together = _without_gaps(piece, self._given)
        return bool(together) and any(together in text_of(each.content) for each in self._made if each.kind == "text")


def _is_in(source: Piece, written: str) -> bool:
    text = text_of(source.content) if source.kind in {"text", "result"} else source.name
    return bool(text.strip()) and find(text.strip(), written) >= 0


def _without_gaps(piece: Piece, pieces: list[Piece]) -> str:
    """Return the texts of a piece's message in a row; the empty text for one that stands alone."""
    row = [text_of(each.content) for each in pieces if each.kind == "text" and each.at[0] == piece.at[0]]
    return "".join(row) if piece.kind == "text" and len(row) > 1 else ""


def _unescaped(piece: Piece) -> str:
    """Return the text of a piece, behind it the texts inside it when it is JSON: some write results as objects."""
    text = text_of(piece.content)
    if piece.kind != "result" or not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return "\n".join((text, *_strings(json.loads(text))))
    except (ValueError, RecursionError):
        return text


def _named(value: Json) -> Iterator[tuple[Json, Json]]:
    """Yield the id and the name of everything in an output that looks like a call."""
    if isinstance(value, dict):
        said = value["function"] if isinstance(value.get("function"), dict) else value
        for key in ("id", "call_id", "tool_call_id"):
            if isinstance(value.get(key), str) and isinstance(said.get("name"), str):
                yield value[key], said["name"]
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _named(each)


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _shown(piece: Piece) -> str:
    text = piece.name if piece.kind == "call" else text_of(piece.content)
    return f"{piece.kind} {text[:_SHOWN]!r}"
