"""``sendable shapes``."""

import json


def test_one_api_answers_eight_histories(sendable) -> None:
    """With ``--json`` each history has both verdicts and what the first rests on."""
    done = sendable("shapes", "gemini", "--json")
    answers = json.loads(done.stdout)
    assert (done.returncode, len(answers)) == (0, 8)
    assert answers[0] | {"raw": 0, "shaped": 0} == {
        "id": "call-without-result",
        "shape": "a tool call with no result",
        "what": "the loop was stopped before the tool ran",
        "target": "gemini:gemini-3-flash-preview",
        "own": False,
        "taken_by": "",
        "grade": "measured",
        "date": "2026-03-04",
        "raw": 0,
        "shaped": 0,
    }
    assert [each["shaped"]["accepted"] for each in answers] == [True] * 8


def test_all_apis_end_with_one_count(sendable) -> None:
    """Without an API every one has its table; the last line counts them all."""
    done = sendable("shapes")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "accepted: 34 of 96 as stored, 96 of 96 after the reference"


def test_an_unknown_api_is_bad_usage(sendable) -> None:
    """It ends with 2 and names those that are known."""
    done = sendable("shapes", "no-such-api")
    assert done.returncode == 2
    assert "known are anthropic-messages" in done.stderr
