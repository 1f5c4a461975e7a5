"""Search for failures that no case file shows yet: generated histories, broken, and what fails made short."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sendable import oracle
from sendable.corpus.mutator import Shape
from sendable.model.errors import BadUsage, NothingJudged
from sendable.model.evidence import BASES
from sendable.model.fuzz import FAILING, FuzzReport
from sendable.model.target import Target, parse_target
from sendable.normalizers import DEFAULT_LIMITS, Connected, Limits, connect
from sendable.tasks.fuzz.causes import Causes
from sendable.tasks.fuzz.interrupt import Interruption
from sendable.tasks.fuzz.search import Step, look
from sendable.tasks.fuzz.worker import Search
from sendable.tasks.pool import Job
from sendable.tasks.run import DEFAULT_TARGETS
from sendable.tasks.selftest.targets import concerned


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

    The first Ctrl-C ends the search: what was found until then is told, short as far as a few seconds suffice.

    Raises:
        SendableError: the normalizer or a target cannot be used, a case file cannot be read, or nothing was judged.
        KeyboardInterrupt: a second Ctrl-C; what was found is on file.
    """
    started = time.monotonic()
    normalizer = connect(plan.address, plan.limits)
    normalizer.close()
    search = _search(plan, normalizer)
    stop = Interruption()
    with stop.watched():
        causes = Causes(search, plan.out, stop)
        known = causes.on_file()
        histories = requests = unfair = 0
        bases: Counter[str] = Counter()
        for looked in look(search, plan.seconds, plan.jobs, step, stop):
            histories += looked.histories
            requests += looked.requests
            unfair += looked.unfair
            bases.update(looked.by_basis)
            causes.add(looked.failures)
        found = causes.new()
    if not (stop.asked or any(bases.values()) or found or any(each.state != "unjudged" for each in known)):
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
        stopped="interrupted" if stop.asked else "",
    )


def exit_code(report: FuzzReport) -> int:
    """Return 3 when it was stopped before its end, else 1 when anything fails, new or known, else 0."""
    if report.stopped:
        return NothingJudged.exit_code
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
