"""One report in every format."""

from xml.etree import ElementTree as ET

import pytest

from sendable.model.evidence import Evidence
from sendable.model.outcome import NotExpressible, ProviderError, Verdict
from sendable.model.report import CheckResult, NormalizerInfo, Report, Result
from sendable.report.json import read_report, report_json
from sendable.report.junit import junit_xml
from sendable.report.markdown import markdown_text
from sendable.report.terminal import terminal_text

CHAT = "openai-chat:gpt-5.4"
GOOD = Verdict(True, 200, "modelled", "gpt-5.4", "2026-11-30")
BAD = Verdict(
    accepted=False,
    status=400,
    basis="modelled",
    model="gpt-5.4",
    as_of="2026-11-30",
    error=ProviderError(message="No tool output \x0b found.", type="invalid_request_error", param="input"),
    rule="chat-rule",
    path="$.messages[1]",
    message_basis="quoted",
    evidence=(Evidence(kind="report", where="https://example.test/1", date="2026-01-02"),),
)


def _result(case: str, family: str, outcome: object, *checks: CheckResult, **more: object) -> Result:
    return Result(case=case, family=family, case_digest=case, target=CHAT, outcome=outcome, checks=checks, **more)


PASSED = _result("one", "drop-result", GOOD, CheckResult("accepted", True), reproduce="sendable run --case one")
FAILED = _result(
    "two",
    "drop-result+orphan",
    BAD,
    CheckResult("accepted", False, "refused by chat-rule"),
    reproduce="sendable run --case two",
    shortest={"messages": [{"role": "user", "content": "é"}]},
)
SKIPPED = _result("three", "drop-result", NotExpressible("no nodes"), reproduce="sendable run --case three")


@pytest.fixture
def report() -> Report:
    """A report of one passed, one failed and one inexpressible case."""
    return Report(
        complete=True,
        normalizer=NormalizerInfo(address="python:a:b", name="b", version="1"),
        sdk={"openai": "3"},
        digests={"oracle": "o"},
        by_basis={"live": 0, "recorded": 0, "modelled": 2},
        histories=3,
        seconds=1.25,
        results=(PASSED, FAILED, SKIPPED),
    )


def test_the_terminal_shows_table_cause_and_summary(report: Report) -> None:
    """The whole text: the table, the failure with everything needed to act, every basis with its zeros."""
    assert terminal_text(report) == (
        "family       openai-chat:gpt-5.4\n"
        "-----------  ---------------------\n"
        "drop-result  1/1 (1 not judged)\n"
        "two faults   0/1 !\n"
        "\n"
        "FAILED accepted  openai-chat:gpt-5.4  1 x  for example two\n"
        "  provider   400 No tool output \x0b found.\n"
        "  rule       chat-rule  https://example.test/1 (2026-01-02)\n"
        "  detail     refused by chat-rule\n"
        '  history    {"messages": [{"role": "user", "content": "é"}]}\n'
        "  reproduce  sendable run --case two\n"
        "\n"
        "normalizer  python:a:b 1\n"
        "verdicts    0 live, 0 recorded, 2 modelled\n"
        "unjudged    1 NotExpressible\n"
        "histories   3 distinct, 3 requests, 1.2 s\n"
        "result      1 passed, 1 failed, 1 not judged"
    )


def test_markdown_holds_the_shortest_history(report: Report) -> None:
    """The failure section has the history as a block of its own."""
    text = markdown_text(report)
    assert "| two faults  | 0/1 !" in text
    assert '```json\n{\n "messages": [\n  {\n   "role": "user",\n   "content": "é"\n  }\n ]\n}\n```' in text


def test_junit_is_valid_xml_with_failures_and_skips(report: Report) -> None:
    """What XML cannot hold is replaced; what has no verdict is skipped with its reason."""
    suite = ET.fromstring(junit_xml(report))[0]
    assert suite.attrib == {"name": CHAT, "tests": "3", "failures": "1", "skipped": "1"}
    assert [(case.get("name"), [child.tag for child in case]) for case in suite] == [
        ("one", []),
        ("two", ["failure"]),
        ("three", ["skipped"]),
    ]
    assert suite[2][0].get("message") == "no nodes"


def test_json_comes_back_as_the_same_record(report: Report) -> None:
    """The file is the record."""
    assert read_report(report_json(report)) == report
