"""The run itself: workers that ask one question after the other, and keep each answer as soon as it is there."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TypeAlias

import msgspec

from sendable.model.errors import ProviderNotAsked, SendableError
from sendable.model.outcome import CouldNotAsk, Crashed, Verdict
from sendable.model.roundtrip import RoundTrip
from sendable.recordings import read
from sendable.replay.cassette_file import Writer
from sendable.replay.counting import token_counter
from sendable.replay.exchange import Exchange
from sendable.replay.least_output import was_too_small
from sendable.replay.live import CannotAsk, Live, LiveAnswer
from sendable.replay.minting import Minted
from sendable.replay.prices import usage_of
from sendable.tasks.record_plan import Question, Questions
from sendable.tasks.spending import Spending

OpenLive: TypeAlias = Callable[[], Live]
Step: TypeAlias = Callable[[int, int, float], None]
"""Told the number of questions done and of all, and the dollars so far."""
Tell: TypeAlias = Callable[[str], None]
"""Told a sentence for who waits at the terminal."""
_LOOK_EVERY = 0.2
_TOO_SMALL = (
    "the model did not get to its answer with so little output, which says nothing of the history; see --max-output"
)

_NOT_BOUNDED = "what it costs is not bounded by its bytes, so that no budget can be kept"
_NOT_MINTED = "it needs genuine blobs, and none are obtained for a counting endpoint"


class How(msgspec.Struct, frozen=True, kw_only=True):
    """How questions are sent.

    open_live: makes who asks, once for each worker. budget: in dollars, a hard stop. jobs: workers. counting: ask
    counting endpoints, whose answers are no verdicts. ledger: folder of one's own rows; without it the
    package's are written in its own checkout alone. again: answers that were on
    file may change. tell: hears at once of an interruption that has to wait for answers.
    """

    open_live: OpenLive
    out: Path
    secrets: frozenset[str] = frozenset()
    budget: float | None = None
    jobs: int = 1
    counting: bool = False
    ledger: Path | None = None
    again: bool = False
    tell: Tell = lambda _said: None


class Refusal(msgspec.Struct, frozen=True):
    """One body that a provider refused: the first case or line that asked it, and the provider's words."""

    origin: str
    target: str
    status: int
    said: str


class Running:
    """A run as it goes, with what it has brought so far; everything is shared by the workers, under one lock."""

    def __init__(self, questions: Questions, how: How, step: Step) -> None:
        self.waiting = deque(each for each in questions.to_send if how.budget is None or each.bounded)
        self.spending = Spending(how.budget)
        self.verdicts: Counter[tuple[str, str]] = Counter()
        self.counted: Counter[tuple[str, str]] = Counter()
        self.refusals: list[Refusal] = []
        self.not_asked = {
            f"{each.origins[0]}, {each.target}": _NOT_BOUNDED
            for each in questions.to_send
            if how.budget is not None and not each.bounded
        }
        self.changed: list[str] = []
        self.trips: list[tuple[Path, RoundTrip]] = []
        self.earlier: list[RoundTrip] = []
        self.differing: list[RoundTrip] = []
        self.requests = 0
        self.lost = 0
        self.stopped = ""
        self.failure: BaseException | None = None
        self._how = how
        self._step = step
        self._total = len(self.waiting)
        self._done = 0
        self._on_way: dict[Path, float] = {}
        self._lock = Lock()

    @property
    def left(self) -> int:
        """How many questions have no answer on file, those included whose answer was not waited for."""
        return len(self.waiting) + len(self._on_way)

    @property
    def spent(self) -> float:
        """Dollars at most; what nobody waited for may have cost as much as it could."""
        return self.spending.spent + sum(self._on_way.values())

    def why_stopped(self) -> str:
        """Return why the run stopped, and how many answers could not be kept."""
        if not self.lost:
            return self.stopped
        came = "1 answer that came is" if self.lost == 1 else f"{self.lost} answers that came are"
        return f"{self.stopped}\n  {came} lost, for it could not be written: the same request is sent again"

    def run(self) -> None:
        """Send all; an interruption stops what is not on its way yet, a second one the waiting for what is."""
        # Not the threads are joined: a `join` that an interruption ends takes a running thread for ended (Python 3.11).
        ended = [Event() for _ in range(min(self._how.jobs, max(1, self._total)))]
        for each in ended:
            Thread(target=self._work, args=(each,), daemon=True).start()
        try:
            self._wait(ended)
        except KeyboardInterrupt:
            self._interrupted(ended)

    def _interrupted(self, ended: list[Event]) -> None:
        try:
            self.stopped = "interrupted"
            if self._on_way:
                answers = _answers(len(self._on_way))
                self._how.tell(f"interrupted: waiting for {answers} on the way; a second Ctrl-C ends at once")
            self._wait(ended)
        except KeyboardInterrupt:
            # Never released: nothing may change any more in what is told, whatever still comes back.
            self._lock.acquire()
            self.requests += len(self._on_way)
            self.stopped = f"interrupted twice: {_answers(len(self._on_way))} on the way not waited for"

    def _wait(self, ended: list[Event]) -> None:
        for each in ended:
            while not each.wait(_LOOK_EVERY):
                pass

    def _work(self, ended: Event) -> None:
        try:
            with closing(self._how.open_live()) as live:
                for question in self._questions():
                    self._ask(live, question)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the run itself raises or tells it
            self._stop(error)
        finally:
            ended.set()

    def _stop(self, error: BaseException) -> None:
        with self._lock:
            self.failure = self.failure or error
            self.stopped = self.stopped or str(error)

    def _questions(self) -> Iterator[Question]:
        """Yield what is left until the run is stopped."""
        while True:
            with self._lock:
                if self.stopped or not self.waiting:
                    return
                question = self.waiting.popleft()
            yield question

    def _ask(self, live: Live, question: Question) -> None:
        most = (question.dollars or 0.0) + question.minting
        money = self.spending.reserve(most)
        if money is None:
            self._put_back(question, f"the budget of ${self._how.budget:g} does not allow the next request")
            return
        if not self._may_go(question, most):
            self.spending.settle(money, 0.0)
            return
        spent = most
        try:
            if self._how.counting:
                self._count(live, question)
            else:
                answer = live.answer(question.body, question.target, question.headers)
                spent = _dollars(answer, question, most)
                self._take(question, answer)
        except SendableError as error:
            spent = 0.0 if isinstance(error, ProviderNotAsked) else spent
            self._put_back(question, str(error))
            raise
        finally:
            with self._lock:
                del self._on_way[question.file]
                self.spending.settle(money, spent)
        with self._lock:
            self._done += 1
            self._step(self._done, self._total, self.spending.spent)

    def _may_go(self, question: Question, most: float) -> bool:
        """Set a question on its way; not when the run was stopped while it waited for its money."""
        with self._lock:
            if self.stopped:
                self.waiting.append(question)
                return False
            self._on_way[question.file] = most
            return True

    def _put_back(self, question: Question, why: str) -> None:
        with self._lock:
            self.waiting.append(question)
            self.stopped = self.stopped or why

    def _take(self, question: Question, answer: LiveAnswer) -> None:
        outcome = answer.asked.outcome
        with self._lock:
            self.requests += answer.requests
        if isinstance(outcome, Verdict) and answer.exchange is not None and not was_too_small(outcome):
            before = _on_file(question.file) if self._how.again else None
            self._write(question, answer.exchange, answer.minted)
            with self._lock:
                self._note(question, outcome, before)
        else:
            with self._lock:
                self.not_asked[f"{question.origins[0]}, {question.target}"] = _why(outcome)

    def _write(self, question: Question, exchange: Exchange, minted: Minted) -> None:
        writer = Writer(verbatim=question.verbatim, secrets=self._how.secrets)
        try:
            writer.write(question.file, (exchange,), minted.unminted)
        except SendableError:
            with self._lock:
                self.lost += 1
            raise

    def _note(self, question: Question, verdict: Verdict, before: RoundTrip | None) -> None:
        target = str(question.target)
        self.verdicts[target, "accepted" if verdict.accepted else "refused"] += 1
        if not verdict.accepted:
            said = verdict.error.message if verdict.error else ""
            self.refusals.append(Refusal(question.origins[0], target, verdict.status, said))
        now = _on_file(question.file)
        if now is None:
            return
        self.trips.append((question.file, now))
        if before is not None and before.accepted != now.accepted:
            self.changed.append(f"{question.origins[0]}, {target}: {_told(before)} -> {_told(now)}")
            self.earlier.append(before)
            self.differing.append(now)

    def _count(self, live: Live, question: Question) -> None:
        target, before = question.target, live.requests
        if question.minted:
            with self._lock:
                self.not_asked[f"{question.origins[0]}, {target}"] = _NOT_MINTED
            return
        try:
            exchange = live.call(target, lambda client: token_counter(target, client)(question.body))
        except CannotAsk as error:
            with self._lock:
                self.not_asked[f"{question.origins[0]}, {target}"] = str(error)
            return
        with self._lock:
            self.requests += live.requests - before
        self._write(question, exchange, Minted(question.body))
        with self._lock:
            self.counted[str(target), "counted" if exchange.status < 300 else "refused"] += 1  # noqa: PLR2004 - HTTP


def _on_file(file: Path) -> RoundTrip | None:
    return next(iter(read(file)), None) if file.is_file() else None


def _answers(number: int) -> str:
    return "1 answer" if number == 1 else f"{number} answers"


def _told(trip: RoundTrip) -> str:
    return f"{'accepted' if trip.accepted else 'refused'} {trip.status} ({trip.date or 'date unknown'})"


def _why(outcome: object) -> str:
    if isinstance(outcome, CouldNotAsk):
        return outcome.why
    if isinstance(outcome, Crashed):
        return outcome.message
    return _TOO_SMALL


def _dollars(answer: LiveAnswer, question: Question, reserved: float) -> float:
    """Return what an answer cost: what it says it used; every other request for it as much as it may have been."""
    others = max(0, answer.requests - 1) * reserved
    if answer.exchange is None:
        return answer.requests * reserved
    used = usage_of(answer.exchange.json())
    if used is None or question.price is None:
        refused = isinstance(answer.asked.outcome, Verdict) and not answer.asked.outcome.accepted
        return others + (0.0 if refused else reserved)
    return others + question.price.dollars(*used)
