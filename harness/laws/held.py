# ruff: noqa: INP001 - of a script
"""One history through the reference, in this process and without an SDK, and the laws that must hold."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Final

import msgspec

from laws.drawn import Drawn
from sendable import oracle, wire
from sendable.checks import Answered, Output, judge_answer
from sendable.checks.same import difference
from sendable.corpus.realize import realize
from sendable.model.json import JsonObject, encode_json
from sendable.model.outcome import Verdict
from sendable.reference.flat import FlatResult, normalize_flat
from sendable.reference.send.assemble import assemble
from sendable.reference.send.shape import shape
from sendable.wire import flat

_THOROUGH: Final = 10
# Which of them refuses a thought depends on whether it stands in the latest turn, and a second fault moves the turns.
_ALIKE: Final = frozenset({"anthropic-thinking-signature-invalid", "anthropic-thinking-latest-turn-modified"})
# A doubled thought whose copy is then changed is no copy any more, and two stand in the latest turn.
_DOUBLED: Final = "reasoning-twice"
# Of two faults each shifts and hides what the other is about: what is lost then is nobody's to say.
_OF_ONE: Final = frozenset({"nothing-lost", "order-kept"})


class Found(msgspec.Struct, frozen=True):
    """One law that does not hold. law: its name, as the checks of `sendable run` are called. what: the rule, or why."""

    law: str
    what: str


def broken_laws(drawn: Drawn) -> list[Found]:
    """Return the laws that one history breaks; of every tenth all checks are asked, with a second run.

    An error for the user is one: no mutator makes a history that cannot be read.
    """
    try:
        return list(_broken(drawn))
    except Exception as error:  # noqa: BLE001 - whatever is raised is the finding
        return [Found("no-exception", f"{type(error).__name__}: {error}")]


def _broken(drawn: Drawn) -> Iterator[Found]:
    case, thorough = drawn.case, drawn.number // 3 % _THOROUGH == 1
    given = realize(case.history)
    before = deepcopy(given)
    output, body = _output(drawn, given)
    where = difference(before, given)
    if where is not None:
        yield Found("input-untouched", f"changed at {where}")
    body = msgspec.json.decode(encode_json(body))
    verdict = oracle.judge(drawn.target.api, body, model=drawn.target.model, vendor=drawn.target.vendor)
    yield from _verdict(drawn, verdict)
    again = _again(output) if case.contract == "flat" else None
    if again is not None and (again.dropped or again.value != output.value):
        yield Found("idempotent", f"changed at {difference(output.value, again.value)}, dropped {again.dropped}")
    if thorough:
        second = _output(drawn, deepcopy(before))[0]
        told = Answered(case=case, target=drawn.target, outcome=verdict, given=before, output=output, second=second)
        yield from _checked(drawn, told)


def _output(drawn: Drawn, given: JsonObject) -> tuple[Output, JsonObject]:
    """Return what the reference makes of a history, and the body that is sent: as `sendable run` does it."""
    case, target = drawn.case, drawn.target
    if case.contract != "flat":
        body = assemble(given, target, case.next).body
        return Output(body), body
    result: FlatResult = normalize_flat(given["messages"])
    shaped = shape(flat.entries([*result.messages, *case.next]), target)
    return Output(result.messages, result.dropped), wire.to_body(shaped.entries, target, shaped.tools)


def _again(output: Output) -> Output:
    result = normalize_flat(output.value)
    return Output(result.messages, result.dropped)


def _verdict(drawn: Drawn, verdict: Verdict) -> Iterator[Found]:
    """Compare with what the faults expect; of two, either may be repaired together with the other."""
    rules = {each.rule for each in drawn.expects if each.outcome == "refused"}
    if verdict.accepted:
        if rules and len(drawn.expects) == 1:
            yield Found("accepted", f"accepted, not refused by {drawn.expects[0].rule}")
        return
    if len(drawn.expects) > 1 and (rules & _ALIKE or _DOUBLED in drawn.faults):
        rules |= _ALIKE
    if verdict.rule not in rules and None not in rules:
        yield Found("accepted", str(verdict.rule))


def _checked(drawn: Drawn, told: Answered) -> Iterator[Found]:
    excused = _OF_ONE if len(drawn.faults) > 1 else frozenset()
    for each in judge_answer(told):
        if not each.passed and each.check not in excused | {"accepted"}:
            yield Found(each.check, each.detail)
