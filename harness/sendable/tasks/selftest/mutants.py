"""Part a: every mutator must turn some check red for the identity, on every target that it claims to concern.

A history is broken that the identity passes with; so what turns red is the mutator's doing. Where the mutator expects a
refusal (a tampered blob and the like), the fault is seen when the rule that it names refuses. Where nothing turns red,
the mutators' table says why: its API takes the shape, with evidence; or, of flat messages, a duty of the send side
mends the fault on the way, which no flat normalizer is blamed or praised for. An API of which no verdict is known,
refusal or acceptance, is none that the mutator concerns.
"""

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Final

import msgspec

from sendable import oracle
from sendable.corpus import MUTATORS, realize, shipped_bases
from sendable.corpus.generate import GENERATORS
from sendable.corpus.lanes import in_turn
from sendable.corpus.mutator import Broken, Mutator, Shape, Standing
from sendable.model.case import Case, Expect
from sendable.model.errors import SendableError
from sendable.model.evidence import Evidence
from sendable.model.json import JsonObject, encode_json
from sendable.model.outcome import Verdict
from sendable.model.report import Result
from sendable.model.selftest import Tried
from sendable.model.target import Target
from sendable.normalizers import Given
from sendable.replay import Modelled
from sendable.tasks.evaluate import evaluate
from sendable.tasks.selftest.identity import Identity, raw_body, shaped_body
from sendable.tasks.selftest.targets import all_targets, concerned, default_targets, first_target

_BASES: Final = 20
"""How many histories each mutator gets to break."""
_CALLS: Final = re.compile(rb"_call|tool_calls")
_RARE: Final = re.compile(rb'"(reasoning|compaction)"')
_SEEDS: Final = 300
"""How many histories are drawn to find so many that the identity passes with."""
_COPIES: Final = 6
"""How many broken copies of one history are tried."""
_VARIANTS: Final = 400
"""How many copies of one history are looked through for these."""
_TRIES: Final = 120
"""How many copies are judged, at most, before a mutator counts as unnoticed."""
_LOOKED_AT: Final = 2
"""How many of them are held against all checks even if the provider takes them."""


class Claim(msgspec.Struct, frozen=True):
    """A mutator, and a target that it concerns."""

    mutator: str
    target: str

    def __str__(self) -> str:
        return f"mutator {self.mutator} {self.target}"


def claims() -> list[Claim]:
    """Return what every mutator claims: each target that it concerns.

    Without targets of its own it concerns those that a run asks, and one of each other API that its table has a row
    for; with them, one target of each API that they name. Where its table knows no verdict, it concerns none.
    """
    return [
        Claim(mutator.name, str(target))
        for mutator in MUTATORS
        for target in _claimed(mutator)
        if (row := _row(mutator, target)) is None or row.known
    ]


def break_and_look(claim: Claim) -> Tried:
    """Look for a broken copy, of whatever shape, that the identity fails on."""
    mutator = next(each for each in MUTATORS if each.name == claim.mutator)
    target = next(each for each in all_targets() if str(each) == claim.target)
    copies = in_turn(_copies(mutator, shape, target) for shape in _shapes(mutator))
    left = _TRIES
    for number, case in enumerate(copies):
        left -= _weight(case)
        if left < 0:
            break
        if number >= _LOOKED_AT and not _is_refused(case, target):
            continue
        red = _red(evaluate(case, target, Identity(), _asker()), case.expect.at(target))
        if red:
            return Tried(what=str(claim), by=f"{mutator.name}-{number}", how=red)
    return _explained(Tried(what=str(claim)), mutator, target)


def _shapes(mutator: Mutator) -> list[Shape]:
    """Return the shapes to break; a tree whose items are broken is the same as bare items."""
    return [shape for shape in sorted(mutator.shapes) if shape != "nodes" or mutator.bends is None]


def _weight(case: Case) -> int:
    """Count a recipe for a very long history for many."""
    return _TRIES // 2 if b'"repeat"' in encode_json(case.history) else 1


def _is_refused(case: Case, target: Target) -> bool:
    """Whether the body would be refused, asked without an SDK: that much is looked at of every copy."""
    to = {"api": target.api, "model": target.model}
    try:
        history = realize(case.history)
        given = Given(contract=case.contract, target=to, history=history, next=list(case.next))
        body = shaped_body(given) if case.contract == "flat" else raw_body(given)
        msgspec.json.encode(body)
    except (SendableError, TypeError, ValueError, RecursionError):
        return True
    if not isinstance(body, dict):
        return False
    return not oracle.judge(target.api, body, model=target.model, vendor=target.vendor).accepted


def _claimed(mutator: Mutator) -> list[Target]:
    if not mutator.targets:
        rows = {each.api for each in mutator.evidence}
        asked = default_targets()
        return asked + [first_target(api) for api in sorted(rows - {each.api for each in asked})]
    named = concerned(mutator.targets, all_targets())
    return list({target.api_name: target for target in reversed(named)}.values())


def _copies(mutator: Mutator, shape: Shape, target: Target) -> Iterator[Case]:
    """Yield broken copies that concern the target: a few of each history, other ones of each, in turn."""
    bases = _bases(shape, str(target))
    return map(_case, in_turn(_some(mutator, base, target, nth) for nth, base in enumerate(bases)))


def _some(mutator: Mutator, base: JsonObject, target: Target, nth: int) -> Iterator[Broken]:
    """Yield copies that lie evenly over all places and variants."""
    found = list(islice(_concerning(mutator, base, target), _VARIANTS))
    apart = max(1, len(found) // _COPIES)
    return iter(found[nth % apart :: apart])


def _concerning(mutator: Mutator, base: JsonObject, target: Target) -> Iterator[Broken]:
    return (each for each in mutator.broken(base) if concerned(each.targets, [target]))


@cache
def _bases(shape: Shape, target: str) -> list[JsonObject]:
    """Return histories that the identity passes with for the target: recorded ones first, then ones that were drawn.

    Most of the drawn ones hold what few hold, reasoning and compactions; some of these are the target's own, and some
    stop in the middle of a turn.
    """
    asked = next(each for each in all_targets() if str(each) == target)
    recorded = ({"messages": list(base.messages)} for base in shipped_bases() if shape == "messages")
    drawn = [GENERATORS[shape](Random(seed)) for seed in range(_SEEDS)]  # noqa: S311 - histories, no secrets
    rare = [each for each in drawn if _RARE.search(encode_json(each))]
    others = (each for each in drawn if each not in rare and _CALLS.search(encode_json(each)))
    own = [each for each in rare if f'"{asked.model}"'.encode() in encode_json(each)]
    lanes = (islice(recorded, _BASES // 4), iter(own), iter(rare), map(_cut, rare), others)
    return list(islice((each for each in in_turn(lanes) if _passes(each, asked)), _BASES))


def _cut(history: JsonObject) -> JsonObject:
    """Return bare items up to their last result: a turn that is still open."""
    items = history.get("items", [])
    last = max((at for at, each in enumerate(items) if str(each.get("type")).endswith("call_output")), default=-1)
    return {**history, "items": items[: last + 1]} if last >= 0 else history


def _passes(history: JsonObject, target: Target) -> bool:
    result = evaluate(_case(Broken(history)), target, Identity(), _asker())
    return isinstance(result.outcome, Verdict) and result.passed


def _case(broken: Broken) -> Case:
    return Case(
        id="broken",
        title="broken",
        contract=broken.contract,
        family="broken",
        history=broken.history,
        expect=broken.expect,
        next=broken.next,
    )


def _red(result: Result, expect: Expect) -> str:
    """Say what is red, or by which rule the refusal comes that is expected; "" when the fault is not seen."""
    failed = next((each.check for each in result.checks if not each.passed), "")
    rule = result.outcome.rule if isinstance(result.outcome, Verdict) else None
    if failed:
        return f"{failed} ({rule})" if rule else failed
    return f"refused as expected ({rule})" if expect.outcome == "refused" and rule else ""


def _explained(tried: Tried, mutator: Mutator, target: Target) -> Tried:
    explained = partial(msgspec.structs.replace, tried)
    row = _row(mutator, target)
    if row is not None and (row.taken or row.taken_by):
        evidence = (*(f"rule {each}" for each in row.taken_by), *map(_told, row.taken))
        return explained(reason=row.note or "the API takes the shape", evidence=evidence)
    duties = _duties_on_the_way(mutator, target)
    if duties:
        return explained(reason="the send side mends it on the way", evidence=tuple(f"duty: {each}" for each in duties))
    return explained(reason=row.note) if row is not None else tried


def _row(mutator: Mutator, target: Target) -> Standing | None:
    return next((each for each in mutator.evidence if each.api in (target.api, target.api_name)), None)


def _duties_on_the_way(mutator: Mutator, target: Target) -> list[str]:
    """Return what the send side reports of broken copies on their way to the target, and not of what was broken."""
    found: set[str] = set()
    for base in _bases("messages", str(target)) if "messages" in mutator.shapes else []:
        whole = _reported(_case(Broken(base)), target)
        cases = [_case(each) for each in islice(_concerning(mutator, base, target), 2)]
        found |= {code for case in cases if _weight(case) == 1 for code in _reported(case, target) - whole}
    return sorted(found)


def _reported(case: Case, target: Target) -> set[str]:
    return {each.code for each in evaluate(case, target, Identity(), _asker()).warnings}


def _told(evidence: Evidence) -> str:
    return f"{evidence.kind} {evidence.where} ({evidence.date})"


@cache
def _asker() -> Modelled:
    return Modelled()
