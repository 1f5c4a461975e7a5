"""A search's report: causes with what an engineer needs, then what was searched."""

import msgspec

from sendable.model.fuzz import Found, FuzzReport
from sendable.model.outcome import NotExpressible, ProviderError, Refused, Verdict
from sendable.model.report import CheckResult, NormalizerInfo, Result
from sendable.report.fuzz import fuzz_text

ERROR = ProviderError(message="No call.", type="invalid_request_error")
REFUSED = Verdict(
    False, 400, "modelled", "gpt-5.4", "2026-11-30", error=ERROR, rule="chat-tool-without-call", message_basis="quoted"
)
HISTORY = {"messages": [{"role": "tool", "content": "", "tool_call_id": "a"}]}


def found(state, **more):
    result = Result(
        case="fuzz--x",
        family="orphan-result",
        case_digest="",
        target="openai-chat:gpt-5.4",
        outcome=REFUSED,
        checks=(CheckResult("accepted", passed=False, detail="400 (chat-tool-without-call): No call."),),
        **more,
    )
    return Found(
        check="accepted",
        sign="chat-tool-without-call",
        target="openai-chat:gpt-5.4",
        state=state,
        file="out/x.json",
        result=result,
    )


def test_causes_and_what_was_searched():
    """A failing cause with the provider's words, the shortest history and the command; a fixed one with its file."""
    causes = (found("fixed"), found("new", shortest=HISTORY, reproduce="sendable run --cases out/x.json"))
    report = FuzzReport(
        normalizer=NormalizerInfo(address="python:mine:normalize", name="mine", version="1"),
        seed=7,
        seconds=3.5,
        histories=40,
        requests=120,
        unfair=2,
        by_basis={"live": 0, "recorded": 1, "modelled": 119},
        causes=causes,
    )
    assert fuzz_text(report).splitlines() == [
        "FIXED  accepted (chat-tool-without-call)  openai-chat:gpt-5.4",
        "  case       out/x.json",
        "",
        "NEW  accepted (chat-tool-without-call)  openai-chat:gpt-5.4",
        "  provider   400 No call.",
        "  rule       chat-tool-without-call",
        '  history    {"messages": [{"role": "tool", "content": "", "tool_call_id": "a"}]}',
        "  reproduce  sendable run --cases out/x.json",
        "  case       out/x.json",
        "",
        "normalizer  python:mine:normalize 1",
        "searched    40 histories of seed 7, 120 requests",
        "time        3.5 s",
        "verdicts    0 live, 1 recorded, 119 modelled",
        "passed over 2 failures on histories that the reference fails too",
        "result      1 distinct causes of failure: 1 new, 0 known, 0 changed, 1 fixed",
    ]


def test_what_was_not_judged_and_a_search_that_was_stopped():
    """Why nobody knows of a cause, how many such there are, and that the search has not come to its end."""
    declined, unreachable = (
        msgspec.structs.replace(found("unjudged").result, outcome=outcome, checks=())
        for outcome in (Refused("Broken", "no call"), NotExpressible("JSON cannot carry it"))
    )
    report = FuzzReport(
        normalizer=NormalizerInfo(address="exec:./mine", name="mine"),
        seed=7,
        seconds=3.5,
        histories=4,
        requests=12,
        unfair=0,
        by_basis={"live": 0, "recorded": 0, "modelled": 12},
        causes=tuple(msgspec.structs.replace(found("unjudged"), result=each) for each in (declined, unreachable)),
        stopped="interrupted",
    )
    assert fuzz_text(report).splitlines() == [
        "NOT JUDGED  accepted (chat-tool-without-call)  openai-chat:gpt-5.4",
        "  outcome    refused: Broken: no call",
        "  case       out/x.json",
        "",
        "NOT JUDGED  accepted (chat-tool-without-call)  openai-chat:gpt-5.4",
        "  outcome    JSON cannot carry it",
        "  case       out/x.json",
        "",
        "normalizer  exec:./mine",
        "searched    4 histories of seed 7, 12 requests",
        "time        3.5 s, interrupted before its end",
        "verdicts    0 live, 0 recorded, 12 modelled",
        "result      0 distinct causes of failure: 0 new, 0 known, 0 changed, 0 fixed, 2 not judged",
    ]
