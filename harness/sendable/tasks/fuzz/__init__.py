"""Search for failures that no case file shows yet: generated histories, broken, and what fails made short."""

import shlex
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from sendable import oracle
from sendable.corpus import shrink
from sendable.corpus.mutator import Shape
from sendable.model.case import Case
from sendable.model.errors import BadUsage, NothingJudged
from sendable.model.evidence import BASES
from sendable.model.fuzz import FAILING, CauseState, Found, FuzzReport
from sendable.model.json import JsonObject
from sendable.model.report import Result
from sendable.model.target import Target, parse_target
from sendable.normalizers import DEFAULT_LIMITS, Connected, Limits, connect
from sendable.replay.asking import Asker
from sendable.tasks.evaluate import evaluate, made_of
from sendable.tasks.fuzz.known import CauseKey, Known, key_of, read_known, write_known
from sendable.tasks.fuzz.search import Failure, Search, is_fair, look
from sendable.tasks.pool import Job
from sendable.tasks.run import DEFAULT_TARGETS
from sendable.tasks.selftest.targets import concerned

_CAUSES: Final = 24
_TRIES_EACH: Final = 160
_SECONDS_EACH: Final = 15.0

Step = Callable[[int, int], None]


class Plan(msgspec.Struct, frozen=True):
    """What the command line says.

    address: of the normalizer. targets: texts; empty is the default three. seconds: how long to search; making what is
    found short comes on top. out: the folder of the causes on file, old and new. limits: of each answer.
    """

    address: str = "reference"
    targets: tuple[str, ...] = ()
    seconds: float = 30.0
    seed: int = 0
    out: Path = Path("reports/fuzz")
    jobs: int | None = None
    limits: Limits = DEFAULT_LIMITS


def fuzz(plan: Plan, step: Step) -> FuzzReport:
    """Look at the causes on file first, then for new ones; write each new one as a case file.

    Raises:
        SendableError: the normalizer or a target cannot be used, a case file cannot be read, or nothing was judged.
    """
    started = time.monotonic()
    normalizer = connect(plan.address, plan.limits)
    normalizer.close()
    search = _search(plan, normalizer)
    tools = search.job.tools()
    known = [_looked_at(each, plan, tools) for each in read_known(plan.out)]
    histories = requests = unfair = 0
    bases: Counter[str] = Counter()
    new: dict[CauseKey, Failure] = {}
    on_file = {CauseKey(each.check, each.sign, each.target) for each in known if each.state != "fixed"}
    for looked in look(search, plan.seconds, plan.jobs, step):
        histories, requests, unfair = histories + looked.histories, requests + looked.requests, unfair + looked.unfair
        bases.update(looked.by_basis)
        for failure in looked.failures:
            key = key_of(failure.result)
            if key and key not in on_file:
                new.setdefault(key, failure)
    found = [_written(key, failure, plan, tools) for key, failure in list(new.items())[:_CAUSES]]
    tools[0].close()
    if not any(bases.values()) and not known and not found:
        raise NothingJudged("no history was judged", hint="give it more --seconds, or a target that it takes")
    return FuzzReport(
        normalizer=normalizer.info,
        seed=plan.seed,
        seconds=round(time.monotonic() - started, 1),
        histories=histories,
        requests=requests,
        unfair=unfair,
        by_basis={basis: bases[basis] for basis in BASES},
        causes=(*known, *found),
    )


def exit_code(report: FuzzReport) -> int:
    """Return 1 when anything fails, new or known, else 0."""
    return 1 if any(each.state in FAILING for each in report.causes) else 0


def _search(plan: Plan, normalizer: Connected) -> Search:
    targets = [_known_target(text) for text in dict.fromkeys(plan.targets or DEFAULT_TARGETS)]
    supported = tuple(concerned(normalizer.targets, targets))
    shapes = _shapes(normalizer.contracts)
    if not supported or not shapes:
        raise NothingJudged(
            "the normalizer's contracts or the targets leave nothing to search",
            hint="a search needs the contract flat or send; see --target",
        )
    job = Job(address=plan.address, limits=plan.limits)
    return Search(job, plan.seed, shapes, tuple(normalizer.contracts), supported)


def _known_target(text: str) -> Target:
    target = parse_target(text)
    if target.api not in oracle.apis() or (target.vendor and target.vendor not in oracle.vendors(target.api)):
        raise BadUsage(f"not a target that the oracle knows: {text!r}", hint="see `sendable rules`")
    return target


def _shapes(contracts: Sequence[str]) -> tuple[Shape, ...]:
    """Return the shapes to make: flat messages can also be sent."""
    flat: tuple[Shape, ...] = ("messages",) if {"flat", "send"} & set(contracts) else ()
    return (*flat, "items", "nodes") if "send" in contracts else flat


def _looked_at(known: Known, plan: Plan, tools: tuple[Connected, Asker]) -> Found:
    """Run a cause on file, and say what has become of it."""
    result = evaluate(known.case, known.target, *tools)
    key = key_of(result)
    state: CauseState = "fixed" if key is None else "known" if key == known.key else "changed"
    shown = _shown(result, known.case, known.target, known.file, plan, tools) if state != "fixed" else result
    now = known.key if key is None else key
    return Found(check=now.check, sign=now.sign, target=now.target, state=state, file=str(known.file), result=shown)


def _written(key: CauseKey, failure: Failure, plan: Plan, tools: tuple[Connected, Asker]) -> Found:
    """Make a new failure short, and write it down."""
    case, target = failure.case, parse_target(key.target)
    deadline = time.monotonic() + _SECONDS_EACH

    def still_fails(history: JsonObject) -> bool:
        if time.monotonic() > deadline:
            return False
        candidate = msgspec.structs.replace(case, history=history)
        same = key_of(evaluate(candidate, target, *tools)) == key
        return same and is_fair(candidate, target, plan.address, tools[1])

    shortest = msgspec.structs.replace(case, history=shrink(case.history, still_fails, budget=_TRIES_EACH))
    file = write_known(key, shortest, shortest.history, plan.out)
    result = evaluate(shortest, target, *tools)
    shown = _shown(result, shortest, target, file, plan, tools)
    return Found(check=key.check, sign=key.sign, target=key.target, state="new", file=str(file), result=shown)


def _shown(
    result: Result, case: Case, target: Target, file: Path, plan: Plan, tools: tuple[Connected, Asker]
) -> Result:
    """Add the history, what was made of it, and the command that shows it again."""
    words = ["sendable", "run", "--normalizer", plan.address, "--target", str(target), "--cases", str(file)]
    words += ["--out", f"{plan.out}-again"]
    made = made_of(case, target, *tools)
    return msgspec.structs.replace(result, shortest=case.history, made=made, reproduce=shlex.join(words))
