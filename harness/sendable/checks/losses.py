"""Tell what was lost, and whether it may be."""

from sendable.checks.ids import usable
from sendable.checks.match import Match
from sendable.checks.piece import Piece
from sendable.model.case import Contract
from sendable.model.json import dotted
from sendable.model.report import Loss


def losses_in(found: Match, contract: Contract, may_lose: tuple[str, ...]) -> tuple[Loss, ...]:
    """Return the losses of a match, in the order of the history.

    Allowed by the contract are: an orphan, a duplicate and an early result; a call without a usable id or name, or
    with an id that another call has too, and its results; with ``send`` a call that no result answers. A text never
    is. Images and reasoning are reported and never held against anyone: no target takes all of them.

    Args:
        found: which pieces are kept and lost.
        contract: what the normalizer is held to.
        may_lose: paths below which the case allows any loss.
    """
    rules = _Rules(found, contract)
    return tuple(
        Loss(
            kind=piece.kind,
            path=dotted(piece.path),
            allowed=rules.allow(piece) or _is_below(dotted(piece.path), may_lose),
            call_id=piece.call_id if piece.kind in {"call", "result"} else None,
        )
        for piece in found.lost
    )


def _is_below(path: str, tops: tuple[str, ...]) -> bool:
    return any(path == top or path.startswith((f"{top}.", f"{top}[")) for top in tops)


class _Rules:
    """What the contract lets go."""

    def __init__(self, found: Match, contract: Contract) -> None:
        self._contract = contract
        self._kept = {each.piece.at for each in found.kept}
        everything = [*(each.piece for each in found.kept), *found.lost]
        self._calls = _by_id(everything, "call")
        self._results = _by_id(everything, "result")

    def allow(self, piece: Piece) -> bool:
        if piece.kind == "call":
            return self._allow_call(piece)
        return self._allow_result(piece) if piece.kind == "result" else piece.kind != "text"

    def _allow_call(self, call: Piece) -> bool:
        if not usable(call.call_id, self._contract) or not call.name or len(self._calls[call.call_id]) > 1:
            return True
        return self._contract == "send" and not self._answers(call)

    def _allow_result(self, result: Piece) -> bool:
        """Allow it unless a call before it was kept without any of its results, or was wrongly lost itself."""
        if not usable(result.call_id, self._contract):
            return True
        asked = [call for call in self._calls.get(result.call_id, ()) if call.at < result.at]
        return all(self._is_answered(call) if call.at in self._kept else self._allow_call(call) for call in asked)

    def _is_answered(self, call: Piece) -> bool:
        return any(each.at in self._kept for each in self._answers(call))

    def _answers(self, call: Piece) -> list[Piece]:
        return [each for each in self._results.get(call.call_id, ()) if each.at > call.at]


def _by_id(pieces: list[Piece], kind: str) -> dict[str | None, list[Piece]]:
    found: dict[str | None, list[Piece]] = {}
    for each in pieces:
        if each.kind == kind:
            found.setdefault(each.call_id, []).append(each)
    return found
