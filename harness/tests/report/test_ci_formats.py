"""The formats that other programs read: CTRF, and the annotations of a GitHub workflow."""

import json

import pytest

from sendable.model.baseline import BaselineProblem
from sendable.model.outcome import Crashed, NotExpressible, ProviderError, Verdict
from sendable.model.report import CheckResult, NormalizerInfo, Report, Result
from sendable.report.ctrf import ctrf_json
from sendable.report.github import github_text

CHAT = "openai-chat:gpt-5.4"
GOOD = Verdict(True, 200, "recorded", "gpt-5.4", "2026-11-30")
ERROR = ProviderError(message="No, 100% no:\nbad.", type="invalid_request_error")
BAD = Verdict(False, 400, "modelled", "gpt-5.4", "2026-11-30", error=ERROR, rule="chat-rule", message_basis="quoted")
FAILS = CheckResult("accepted", False, "400 (chat-rule)")
KNOWN = CheckResult("accepted", False, "400 (chat-rule)", known="issue 7")


def _result(case: str, outcome: object, *checks: CheckResult) -> Result:
    reproduce = f"sendable run --case {case}"
    return Result(
        case=case, family="f", case_digest=case, target=CHAT, outcome=outcome, checks=checks, reproduce=reproduce
    )


def _report(*results: Result, baseline: tuple[BaselineProblem, ...] = ()) -> Report:
    return Report(
        complete=True,
        normalizer=NormalizerInfo(address="python:a:b", name="b", version="1"),
        sdk={"openai": "3"},
        digests={"oracle": "o"},
        by_basis={"live": 0, "recorded": 1, "modelled": 2},
        histories=len(results),
        seconds=1.5,
        results=results,
        baseline=baseline,
    )


RESULTS = (
    _result("good", GOOD, CheckResult("accepted", True)),
    _result("bad", BAD, FAILS),
    _result("known", BAD, KNOWN),
    _result("unsayable", NotExpressible("no nodes")),
    _result("crashed", Crashed("boom"), CheckResult("accepted", False, "the normalizer crashed: boom")),
)


def test_ctrf_has_every_status() -> None:
    """Known is other, no verdict is skipped; the basis stands in the raw status, and none is added to another."""
    results = json.loads(ctrf_json(_report(*RESULTS)))["results"]
    assert {each["name"]: (each["status"], each["rawStatus"]) for each in results["tests"]} == {
        f"good [{CHAT}]": ("passed", "200 recorded"),
        f"bad [{CHAT}]": ("failed", "400 modelled"),
        f"known [{CHAT}]": ("other", "expected-failure"),
        f"unsayable [{CHAT}]": ("skipped", "NotExpressible"),
        f"crashed [{CHAT}]": ("failed", "crashed"),
    }
    summary = {"tests": 5, "passed": 1, "failed": 2, "skipped": 1, "pending": 0, "other": 1, "start": 0, "stop": 0}
    assert {key: results["summary"][key] for key in summary} == summary
    assert results["summary"]["extra"]["by_basis"] == {"live": 0, "recorded": 1, "modelled": 2}


def test_ctrf_says_how_to_reproduce() -> None:
    """With the fingerprint that a baseline needs."""
    (test,) = json.loads(ctrf_json(_report(RESULTS[1])))["results"]["tests"]
    assert test["message"] == "accepted: 400 (chat-rule)"
    assert test["extra"] == {"fingerprint": "rule:chat-rule", "reproduce": "sendable run --case bad"}


def test_github_annotates_a_cause_and_escapes() -> None:
    """One line a cause; what a workflow command would take for its own is escaped."""
    first, last = github_text(_report(RESULTS[0], RESULTS[1], RESULTS[2])).splitlines()
    assert first == (
        "::error title=accepted chat-rule on openai-chat%3Agpt-5.4%3A 1 x::400 No, 100%25 no:%0Abad."
        "%0Afor example bad%0Areproduce: sendable run --case bad"
    )
    assert last.startswith("::notice title=Sendable::normalizer  python:a:b 1%0Averdicts    0 live, 1 recorded, ")
    assert "1 failed as expected" in last


@pytest.mark.parametrize(("count", "shown"), [(3, 3), (10, 10), (11, 10), (40, 10)])
def test_github_writes_ten_annotations_at_most(count, shown) -> None:
    """GitHub drops what is beyond ten of a kind without a word, so the last one says how many there are."""
    problems = tuple(BaselineProblem("vanished", f"case{n}", "gone") for n in range(count))
    lines = github_text(_report(RESULTS[0], baseline=problems)).splitlines()[:-1]
    assert len(lines) == shown
    assert all(line.startswith("::error ") for line in lines)
    if count > shown:
        assert f"… and {count - 9} more" in lines[-1]
