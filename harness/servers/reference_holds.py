"""Whether a running server answers with a 200 to what the reference makes of every case that is to be accepted."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local

import msgspec

from sendable.model.case import Case
from sendable.model.outcome import CouldNotAsk, Verdict
from sendable.model.target import Target
from sendable.normalizers import connect
from sendable.replay.asking import Asker
from sendable.tasks.evaluate import evaluate
from sendable.tasks.run import Plan, Step, pairs_of
from sendable.tasks.selection import Selection

_THREADS = 2
_LONGER = ("maximum context length", "exceeds the available context", "max_model_len")


class Miss(msgspec.Struct, frozen=True):
    """A case that did not get what it expects. kind: ``refused``, ``accepted``, ``too-long`` or ``not-asked``."""

    kind: str
    case: str
    target: str
    said: str


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What a server said of the reference's outputs.

    accepted: 200s, by target; of cases that expect no less. refused: as the cases expect. misses: all others.
    """

    accepted: dict[str, int]
    refused: dict[str, int]
    misses: tuple[Miss, ...]

    @property
    def wrong(self) -> tuple[Miss, ...]:
        """The misses that are not the model's small context."""
        return tuple(each for each in self.misses if each.kind != "too-long")


def hold(
    targets: tuple[str, ...],
    selection: Selection,
    open_live: Callable[[], Asker],
    gone: Callable[[], str],
    step: Step = lambda *_: None,
) -> Held:
    """Ask the server all cases of a selection.

    Args:
        targets: texts.
        selection: which cases.
        open_live: makes what asks the server; called once for each of the threads that take turns.
        gone: tells whether the server has exited, and how.
        step: told (done, all) as it goes.

    Raises:
        SendableError: nothing can be asked.
    """
    threads = local()

    def start() -> None:
        threads.reference, threads.live = connect("reference"), open_live()

    def missed(pair: tuple[Case, Target]) -> Miss | None:
        return _missed(*pair, evaluate(*pair, threads.reference, threads.live).outcome)

    accepted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    misses = []
    pairs = pairs_of(Plan(targets=targets), selection, connect("reference"))
    # The client writes the next request while the server answers this one.
    with ThreadPoolExecutor(_THREADS, initializer=start) as pool:
        answers = pool.map(missed, pairs)
        for done, ((case, target), miss) in enumerate(zip(pairs, answers, strict=True), 1):
            if miss is None:
                (accepted if case.expect.at(target).outcome == "accepted" else refused)[str(target)] += 1
            else:
                misses.append(miss)
            step(done, len(pairs))
            if miss is not None and miss.kind == "not-asked" and gone():
                misses.append(Miss("not-asked", "every later case", str(target), gone()))
                pool.shutdown(cancel_futures=True)
                break
    return Held(accepted=dict(accepted), refused=dict(refused), misses=tuple(misses))


def _missed(case: Case, target: Target, outcome: object) -> Miss | None:
    wanted = case.expect.at(target).outcome
    if not isinstance(outcome, Verdict):
        why = outcome.why if isinstance(outcome, CouldNotAsk) else repr(outcome)
        return Miss("not-asked", case.id, str(target), why)
    if outcome.accepted is (wanted == "accepted"):
        return None
    said = outcome.error.message if outcome.error else ""
    if any(words in said for words in _LONGER):
        return Miss("too-long", case.id, str(target), said)
    return Miss("accepted" if outcome.accepted else "refused", case.id, str(target), f"{outcome.status} {said}".strip())
