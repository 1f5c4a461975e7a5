"""When a green result turns red, the digests of the two reports name who changed."""

import msgspec
import pytest

from sendable.model.errors import NothingJudged, UnreadableInput
from sendable.model.outcome import Verdict
from sendable.model.report import CheckResult, NormalizerInfo, Report, Result
from sendable.report.culprits import culprits_text
from sendable.report.json import report_json
from sendable.tasks.culprits import compare_reports

GOOD = Verdict(True, 200, "modelled", "gpt-5.4", "2026-11-30")
RESULT = Result(
    case="one",
    family="drop-result",
    case_digest="c",
    target="openai-chat:gpt-5.4",
    outcome=GOOD,
    checks=(CheckResult("accepted", True),),
    input_digest="i",
    output_digest="o",
    wire_digest="w",
    reproduce="sendable run --case one",
)
RED = {"checks": (CheckResult("accepted", False),)}
REPORT = Report(
    complete=True,
    normalizer=NormalizerInfo(address="python:a:b", name="b", version="1"),
    sdk={"openai": "3.56.0", "anthropic": "2.14.0"},
    digests={"oracle": "a" * 64, "ledger": "b" * 64, "corpus": "c" * 64},
    by_basis={"live": 0, "recorded": 0, "modelled": 1},
    histories=1,
    seconds=1.0,
    results=(RESULT,),
)
SDK = {"sdk": {"openai": "3.57.0", "anthropic": "2.14.0"}}
LEDGER = {"digests": {**REPORT.digests, "ledger": "x" * 64}}
ORACLE = {"digests": {**REPORT.digests, "oracle": "x" * 64}}
REFERENCE = {"normalizer": NormalizerInfo(address="reference", name="reference", version="0.1.0")}

CULPRITS = {
    "the case": ({"case_digest": "C"}, SDK, "corpus", ()),
    "its history alone": ({"input_digest": "I", "output_digest": "O"}, LEDGER, "corpus", ("ledger",)),
    "another output": ({"output_digest": "O", "wire_digest": "W"}, SDK, "normalizer", ()),
    "another output, another oracle": ({"output_digest": "O"}, ORACLE, "normalizer", ("oracle",)),
    "other bytes by another SDK": ({"wire_digest": "W"}, SDK, "sdk", ()),
    "other bytes, the other SDK upgraded": ({"wire_digest": "W"}, {"sdk": {"openai": "3.56.0"}}, "harness", ()),
    "other bytes by another row": ({"wire_digest": "W"}, LEDGER, "ledger", ("ledger",)),
    "the same bytes, another rule": ({}, ORACLE, "oracle", ()),
    "the same bytes, another row": ({}, LEDGER, "ledger", ()),
    "another recording": ({"recording": "b.yaml#1"}, ORACLE, "recording", ("oracle",)),
    "nothing": ({}, {}, "undecidable", ()),
}


def _compared(folder, old, new):
    for name, report in (("old", old), ("new", new)):
        (folder / f"{name}.json").write_bytes(report_json(report))
    return compare_reports(folder / "old.json", folder / "new.json")


def _after(of_result, of_report):
    result = msgspec.structs.replace(RESULT, **RED, **of_result)
    return msgspec.structs.replace(REPORT, results=(result,), **of_report)


@pytest.mark.parametrize("name", CULPRITS)
def test_the_culprit(name, tmp_path):
    """What changed first in the course of the run is named, and what else changed beside it."""
    of_result, of_report, who, also = CULPRITS[name]
    (blamed,) = _compared(tmp_path, REPORT, _after(of_result, of_report)).turned_red
    assert (blamed.who, tuple(dict.fromkeys(each for each in blamed.also if each != who))) == (
        who,
        tuple(each for each in also if each != who),
    )
    assert (blamed.case, blamed.checks, blamed.reproduce) == ("one", ("accepted",), "sendable run --case one")


def test_the_reference_writes_by_the_ledger(tmp_path):
    """Another output of the same reference under another ledger is the ledger's doing."""
    before = msgspec.structs.replace(REPORT, **REFERENCE)
    (blamed,) = _compared(tmp_path, before, _after({"output_digest": "O"}, {**REFERENCE, **LEDGER})).turned_red
    assert blamed.who == "ledger"


def test_the_sums_and_the_text(tmp_path):
    """Mended, new and gone results are counted apart, and the versions that differ are told."""
    red = msgspec.structs.replace(RESULT, **RED)
    old = msgspec.structs.replace(
        REPORT, results=(RESULT, *(msgspec.structs.replace(red, case=name) for name in ("mended", "still", "gone")))
    )
    new = msgspec.structs.replace(
        REPORT,
        results=(
            msgspec.structs.replace(red, wire_digest="W"),
            msgspec.structs.replace(RESULT, case="mended"),
            msgspec.structs.replace(red, case="still"),
            msgspec.structs.replace(red, case="new"),
        ),
        **SDK,
    )
    found = _compared(tmp_path, old, new)
    assert culprits_text(found).splitlines() == [
        "changed  openai: 3.56.0 -> 3.57.0",
        "",
        "sdk: 1 turned red",
        "  one  openai-chat:gpt-5.4  accepted",
        "    its bytes differ for the same output: openai 3.56.0 -> 3.57.0",
        "    sendable run --case one",
        "",
        "3 results compared: 1 turned red, 1 mended, 1 red in both, 1 new and red, 1 gone",
    ]


def test_what_is_no_report(tmp_path):
    """A file that is missing or no report is named; two reports without a common result judge nothing."""
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(UnreadableInput, match="not a report"):
        compare_reports(tmp_path / "x.json", tmp_path / "x.json")
    with pytest.raises(UnreadableInput, match="cannot read"):
        compare_reports(tmp_path / "y.json", tmp_path / "x.json")
    other = msgspec.structs.replace(REPORT, results=(msgspec.structs.replace(RESULT, case="two"),))
    with pytest.raises(NothingJudged):
        _compared(tmp_path, REPORT, other)
