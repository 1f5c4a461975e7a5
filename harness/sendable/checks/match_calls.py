"""Find the calls of a history in an output whose ids may be others."""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable

from sendable.checks.content import must_survive
from sendable.checks.match_results import carries, with_calls
from sendable.checks.piece import Kept, Piece
from sendable.model.arguments import as_object
from sendable.model.json import Json

Pieces = list[Piece]
Rank = tuple[bool, bool, bool, bool]
_UNLIKE: Rank = (False, False, False, False)


def kept_calls(
    given: Pieces, output: Pieces, given_results: Pieces, output_results: Pieces, *, verbatim: bool
) -> list[Kept]:
    """Match calls by id and name, then by id, then (renamed ids) by name, then (new names too) by result, in order.

    Where a history has more calls of a name than an output, or fewer, their results, and then their arguments, tell
    which one is missing; the order is kept, so that results which changed places do not look right.

    Args:
        given: calls of the history, in order.
        output: calls of the output, in order.
        given_results: results of the history.
        output_results: results of the output.
        verbatim: outer white space of results must be kept too.
    """
    sure = _by_their_ids(given, output)
    kept = in_turn(*sure, lambda call: (call.call_id, call.name))
    kept += in_turn(*_left(*sure, kept), lambda call: call.call_id)
    fits = _Fits(_by_call(given_results, given), _by_call(output_results, output), verbatim=verbatim)
    given, output = _left(given, output, kept)
    of_name, waiting = _by_name(given), _by_name(output)
    for name, calls in of_name.items():
        kept += _aligned(calls, waiting.get(name, []), fits)
    left = _aligned(*_left(given, output, kept), fits)
    kept += [each for each in left if fits(each.piece, each.of)]
    return sorted(kept, key=lambda each: each.piece.at)


def _by_their_ids(given: Pieces, output: Pieces) -> tuple[Pieces, Pieces]:
    """Return the calls that their ids tell apart: where no call is gone, one of several of an id may be renamed."""
    before, after = (Counter(each.call_id for each in calls) for calls in (given, output))
    renamed = {each for each in before if before[each] != after[each] > 0} if len(given) == len(output) else set()
    sure = ([each for each in calls if each.call_id not in renamed] for calls in (given, output))
    return next(sure), next(sure)


def in_turn(given: Pieces, output: Pieces, key: Callable[[Piece], Hashable]) -> list[Kept]:
    """Match pieces of one key in order."""
    waiting: defaultdict[Hashable, deque[Piece]] = defaultdict(deque)
    for each in output:
        waiting[key(each)].append(each)
    found = []
    for each in given:
        if waiting[key(each)]:
            of = waiting[key(each)].popleft()
            found.append(Kept(each, of, of.at))
    return found


class _Fits:
    """Tells whether two calls have the same results, or none; and how alike they are."""

    def __init__(
        self, given: dict[tuple[int, int], Pieces], output: dict[tuple[int, int], Pieces], *, verbatim: bool
    ) -> None:
        self._given = given
        self._output = output
        self._verbatim = verbatim

    def __call__(self, call: Piece, of: Piece) -> bool:
        had, has = self._results(call, of)
        if not had or not has:
            return not had and not has
        return any(carries(result, each, verbatim=self._verbatim) for result in has for each in had)

    def rank(self, call: Piece, of: Piece) -> Rank:
        """Return how alike two calls are: whether they fit, word for word, with the same arguments.

        Of calls that are alike in all, one whose id links nothing is the one that is gone.
        """
        had, has = self._results(call, of)
        exact = not had or any(must_survive(each.content) or not must_survive(of.content) for of in has for each in had)
        fits = self(call, of)
        links = bool(call.call_id and call.call_id.strip())
        return fits, fits and exact, _object(call) == _object(of), links

    def _results(self, call: Piece, of: Piece) -> tuple[Pieces, Pieces]:
        return self._given.get(call.at, []), self._output.get(of.at, [])


def _object(call: Piece) -> Json:
    """Return what a call says, however it is written."""
    said = as_object(call.content)
    return call.content if said is None else said


def _left(given: Pieces, output: Pieces, kept: list[Kept]) -> tuple[Pieces, Pieces]:
    return _without(given, (each.piece for each in kept)), _without(output, (each.of for each in kept))


def _without(pieces: Pieces, taken: Iterable[Piece]) -> Pieces:
    gone = {each.at for each in taken}
    return [each for each in pieces if each.at not in gone]


def _by_name(calls: Pieces) -> dict[str, Pieces]:
    found: dict[str, Pieces] = {}
    for each in calls:
        found.setdefault(each.name, []).append(each)
    return found


def _by_call(results: Pieces, calls: Pieces) -> dict[tuple[int, int], Pieces]:
    found: dict[tuple[int, int], Pieces] = {}
    for result, call in with_calls(results, calls):
        if call is not None:
            found.setdefault(call.at, []).append(result)
    return found


def _aligned(given: Pieces, output: Pieces, fits: _Fits) -> list[Kept]:
    """Match as many as there are on the shorter side, in order; what is passed over on the longer one does not fit."""
    more_given = len(given) >= len(output)
    shorter, longer = (output, given) if more_given else (given, output)
    spare = len(longer) - len(shorter)
    found, at = [], 0
    for each in shorter:
        ahead = longer[at : at + spare + 1]
        step = _best([(other, each) if more_given else (each, other) for other in ahead], fits) if spare else 0
        call, of = (longer[at + step], each) if more_given else (each, longer[at + step])
        found.append(Kept(call, of, of.at))
        at, spare = at + step + 1, spare - step
    return found


def _best(pairs: list[tuple[Piece, Piece]], fits: _Fits) -> int:
    """Return the place of the first pair that is as alike as any."""
    best, found = _UNLIKE, 0
    for at, pair in enumerate(pairs):
        rank = fits.rank(*pair)
        if rank > best:
            best, found = rank, at
        if all(best):
            break
    return found
