"""One case for one target: ask the normalizer, send what it made, judge the answer."""

import reprlib
import traceback
from copy import deepcopy
from hashlib import sha256

import msgspec

from sendable import wire
from sendable.checks import Answered, NoOutput, Output, judge_with_losses
from sendable.checks.course import course
from sendable.corpus import needs_process
from sendable.model.case import Case
from sendable.model.errors import SendableError, UnreadableInput
from sendable.model.json import JsonObject, encode_json
from sendable.model.outcome import Crashed, NotExpressible, Outcome
from sendable.model.report import Result
from sendable.model.script import read_script
from sendable.model.target import Target
from sendable.model.warning import StepWarning
from sendable.normalizers import BodyAnswer, Connected, FlatAnswer, Given, StoredAnswer
from sendable.reference.send.assemble import assemble
from sendable.reference.send.shape import shape
from sendable.replay.asking import Asked, Asker
from sendable.tasks.prepared import digest_of, prepared
from sendable.wire import flat

_REPAIRS = frozenset({"order", "cleanup"})


class Request(msgspec.Struct, frozen=True):
    """A body on its way to a provider, with what was changed to make it."""

    body: JsonObject
    warnings: tuple[StepWarning, ...] = ()


def evaluate(case: Case, target: Target, normalizer: Connected, asker: Asker) -> Result:
    """Judge what a normalizer makes of one case for one target; an answer that cannot even be read is a crash."""
    try:
        return _evaluate(case, target, normalizer, asker)
    except SendableError:
        raise
    except Exception as error:  # noqa: BLE001 - an answer may hold any object, and its methods raise what they like
        name = traceback.format_exception_only(error)[-1].strip()
        told = Crashed(
            f"its answer could not be judged: {name}", detail="".join(traceback.format_exception(error)[-3:])
        )
        return _result(case, Answered(case=case, target=target, outcome=told, given=case.history))


def made_of(case: Case, target: Target, normalizer: Connected, asker: Asker) -> JsonObject:
    """Return what became of one case on its way: the normalizer's ``output`` and the body that was ``sent``.

    What JSON cannot hold is shown as Python writes it; what there is none of is left out.
    """
    answer = normalizer.normalize(_given(case, target, prepared(case).history()))
    if not isinstance(answer, FlatAnswer | BodyAnswer | StoredAnswer):
        return {}
    made = {"output": _output(answer).value}
    try:
        request = _request(answer, case, target)
        if isinstance(request, Request) and (sent := asker.ask(request.body, target).sent):
            made |= {"sent": _in_order_of(request.body, msgspec.json.decode(sent))}
        return _shown(made)
    except Exception:  # noqa: BLE001 - whatever failed is told by the failure that this belongs to
        return _shown(made)


def _in_order_of(body: JsonObject, sent: JsonObject) -> JsonObject:
    """Return what was sent with its keys in the order of the body: releases of the SDKs differ in theirs."""
    return {key: sent[key] for key in (*body, *sent) if key in sent}


def _shown(made: JsonObject) -> JsonObject:
    try:
        shown: JsonObject = msgspec.json.decode(encode_json(made))
    except (TypeError, ValueError, RecursionError):
        return {key: reprlib.repr(value) for key, value in made.items()}
    return shown


def _evaluate(case: Case, target: Target, normalizer: Connected, asker: Asker) -> Result:
    ready = prepared(case)
    history = ready.history()
    if not normalizer.in_process and needs_process(case.history):
        out_of_reach = NotExpressible("the history holds values that JSON cannot carry to another process")
        return _result(case, Answered(case=case, target=target, outcome=out_of_reach, given=history))
    given = _given(case, target, ready.history())
    answer = normalizer.normalize(given)
    if not isinstance(answer, FlatAnswer | BodyAnswer | StoredAnswer):
        return _result(case, Answered(case=case, target=target, outcome=answer, given=history))
    second = _output_of(normalizer, case, target, ready.history())
    if isinstance(second, Crashed):
        return _result(case, Answered(case=case, target=target, outcome=second, given=history))
    request = _request(answer, case, target)
    outcome: Outcome = request if isinstance(request, Crashed) else Crashed("nothing was sent")
    asked = asker.ask(request.body, target) if isinstance(request, Request) else None
    if asked is not None:
        outcome = asked.outcome
    answered = Answered(
        case=case,
        target=target,
        outcome=outcome,
        given=history,
        given_after=given.history if normalizer.in_process else None,
        output=_output(answer),
        second=second,
        again=_again(normalizer, case, target, answer),
        letter=normalizer.info.address.endswith(":letter"),
    )
    warnings = request.warnings if isinstance(request, Request) else ()
    return _result(case, answered, asked, warnings)


def _given(case: Case, target: Target, history: JsonObject) -> Given:
    to = {"api": target.api, "model": target.model} | ({"vendor": target.vendor} if target.vendor else {})
    return Given(contract=case.contract, target=to, history=history, next=deepcopy(list(case.next)))


def _request(answer: FlatAnswer | BodyAnswer | StoredAnswer, case: Case, target: Target) -> Request | Crashed:
    """Make the request: a `flat` answer gets the coming user turn, the duties of the send side and the wire format."""
    if isinstance(answer, BodyAnswer):
        return Request(answer.body)
    if isinstance(answer, StoredAnswer):
        return _request_of_stored(answer, case, target)
    shaped = shape(flat.entries([*answer.messages, *case.next]), target)
    return Request(wire.to_body(shaped.entries, target, shaped.tools), shaped.warnings)


def _request_of_stored(answer: StoredAnswer, case: Case, target: Target) -> Request | Crashed:
    """Make the request of a `write` answer, without repairs unless its worker died while a call was open."""
    closed = course(read_script(prepared(case).history())).all_closed
    coming = [{"type": "message", **each} for each in [*answer.queued, *case.next]]
    try:
        made = assemble(answer.stored, target, coming, without=_REPAIRS if closed else frozenset())
    except UnreadableInput as error:
        return Crashed(f"what was stored is no history: {error}")
    return Request(made.body, made.warnings)


def _output(answer: FlatAnswer | BodyAnswer | StoredAnswer) -> Output:
    if isinstance(answer, StoredAnswer):
        return Output({"stored": answer.stored, "queued": answer.queued})
    return Output(answer.messages, answer.dropped) if isinstance(answer, FlatAnswer) else Output(answer.body)


def _output_of(normalizer: Connected, case: Case, target: Target, history: JsonObject) -> Output | NoOutput:
    answer = normalizer.normalize(_given(case, target, history))
    return _output(answer) if isinstance(answer, FlatAnswer | BodyAnswer | StoredAnswer) else answer


def _again(
    normalizer: Connected, case: Case, target: Target, answer: FlatAnswer | BodyAnswer | StoredAnswer
) -> Output | NoOutput | None:
    if not isinstance(answer, FlatAnswer):
        return None
    return _output_of(normalizer, case, target, {"messages": deepcopy(answer.messages)})


def _result(
    case: Case, answered: Answered, asked: Asked | None = None, warnings: tuple[StepWarning, ...] = ()
) -> Result:
    sent = asked.sent if asked else b""
    ready = prepared(case)
    checks, losses = judge_with_losses(answered)
    return Result(
        case=case.id,
        family=case.family,
        case_digest=ready.case_digest,
        target=str(answered.target),
        outcome=answered.outcome,
        checks=checks,
        input_digest=ready.input_digest,
        output_digest=digest_of(answered.output.value) if answered.output else "",
        wire_digest=sha256(sent).hexdigest() if sent else "",
        recording=asked.recording if asked else None,
        loss=losses,
        warnings=warnings,
    )
