"""The oracle of Gemini: nothing crashes it, the order of faults, Google's envelope."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import oracle

EXAMPLES = json.loads((Path(__file__).parents[3] / "cases" / "oracle" / "gemini.json").read_text("utf-8"))
BODIES = [each[key]["body"] for each in EXAMPLES for key in ("trips", "neighbour", "accepted") if key in each]
KEYS = st.sampled_from(["role", "parts", "text", "functionCall", "function_response", "thoughtSignature", "name", "x"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3) | st.just("model")
ANY = st.recursive(
    LEAVES, lambda each: st.lists(each, max_size=3) | st.dictionaries(KEYS, each, max_size=3), max_leaves=8
)


@st.composite
def mutated(draw: st.DrawFn) -> object:
    """A body of the examples with one of its values replaced by any JSON."""
    body = copy.deepcopy(draw(st.sampled_from(BODIES)))
    here = body
    while True:
        key = draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
        below = here[key]
        if not isinstance(below, (dict, list)) or not below or draw(st.booleans()):
            here[key] = draw(ANY)
            return body
        here = below


@pytest.mark.parametrize("vendor", [None, "vertex"])
@given(body=ANY | mutated() | st.fixed_dictionaries({"contents": ANY}))
@settings(max_examples=300, deadline=None)
def test_no_json_crashes_it(vendor: str | None, body: object) -> None:
    """Any JSON gets a verdict, the same twice."""
    first = oracle.judge("gemini", body, model="gemini-3-pro-preview", vendor=vendor)
    assert first == oracle.judge("gemini", body, model="gemini-3-pro-preview", vendor=vendor)
    assert first.accepted == (first.error is None)


USER, MODEL = {"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": [{"text": "so"}]}
CALL = {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}
ANSWER = {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}}}]}


@pytest.mark.parametrize(
    ("contents", "rule", "path"),
    [
        ([USER, CALL, USER, ANSWER], "gemini-function-response-turn-order", "$.contents[3]"),
        ([USER, MODEL, CALL, USER], "gemini-function-call-turn-order", "$.contents[2]"),
        ([USER, CALL, USER], "gemini-function-response-count", "$.contents[1]"),
        ([USER, CALL, ANSWER], "gemini-thought-signature-missing", "$.contents[1].parts[0]"),
        ([USER, CALL, {"role": "user", "parts": []}], "gemini-empty-parts", "$.contents[2].parts"),
        ([USER, CALL, {"role": "user", "x": 1}], "gemini-unknown-name", "$.contents[2].x"),
    ],
)
def test_the_order_of_faults(contents: list, rule: str, path: str) -> None:
    """The order of turns is told before numbers (a report), those before signatures, and the JSON before them all."""
    verdict = oracle.judge("gemini", {"contents": contents}, model="gemini-3-pro-preview")
    assert (verdict.rule, verdict.path) == (rule, path)


def test_the_envelope_is_googles() -> None:
    """The kind of error is called status, and there is no type."""
    verdict = oracle.judge("gemini", {"contents": [{"role": "bot", "parts": [{"text": "t"}]}]}, model="gemini-2.5-pro")
    assert oracle.envelope("gemini", verdict) == {
        "error": {"code": 400, "message": "Please use a valid role: user, model.", "status": "INVALID_ARGUMENT"}
    }


def test_every_accepted_recording_is_accepted_and_every_recorded_history_refusal_refused(shared: Path) -> None:
    """Of the recordings of both endpoints no 2xx is refused, and the refusals about contents have the very text."""
    import gzip
    import re

    counts = {"accepted": 0, "refused": 0}
    with gzip.open(shared / "recordings" / "round-trips.jsonl.gz") as lines:
        for row in map(json.loads, lines):
            if row["api"] != "gemini" or row["provider"] not in ("gemini", "vertex") or row["scope"] == "other":
                continue
            if row["request"].keys() == {"_unparsed"}:  # the body is not on file
                continue
            name = re.search(r"models/([^:/]+)", row["url_path"])[1]
            vendor = "vertex" if row["provider"] == "vertex" else None
            verdict = oracle.judge("gemini", row["request"], model=name, vendor=vendor)
            expected = None if row["status"] < 300 else row["error"]["message"]
            assert (verdict.error and verdict.error.message) == expected, row["source"]
            counts["accepted" if expected is None else "refused"] += 1
    assert counts == {"accepted": 2212, "refused": 5}
