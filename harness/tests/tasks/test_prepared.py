"""What is made ready once for a case: copies that share nothing, and digests that stay."""

import math

import msgspec
import pytest

from sendable.model.case import Case
from sendable.tasks.prepared import digest_of, prepared

PLAIN = {"messages": [{"role": "user", "content": [{"type": "text", "text": "x", "n": 1.0, "big": 10**30}]}]}
TAGGED = {"messages": [{"role": "user", "content": {"$value": "nan"}}]}
CYCLIC = {"messages": [{"role": "user", "content": {"$value": "cycle"}}]}
RECIPE = {"messages": [{"repeat": 3, "of": [{"role": "user", "content": "{n}"}]}]}


def case(history):
    return Case(id="c", title="t", contract="flat", family="f", history=history)


@pytest.mark.parametrize("history", [PLAIN, TAGGED, CYCLIC, RECIPE], ids=["plain", "tagged", "cyclic", "recipe"])
def test_no_two_copies_share_anything(history) -> None:
    """What a normalizer does to one is not seen in the next."""
    ready = prepared(case(history))
    first = ready.history()
    first["messages"][0]["content"] = "changed"
    first["messages"].append("more")
    assert len(ready.history()["messages"]) == len(first["messages"]) - 1
    assert ready.history()["messages"][0]["content"] != "changed"


def test_a_copy_is_what_was_written() -> None:
    """Numbers keep their type; recipes are carried out, tagged values decoded."""
    assert prepared(case(PLAIN)).history() == PLAIN
    assert isinstance(prepared(case(PLAIN)).history()["messages"][0]["content"][0]["n"], float)
    assert [each["content"] for each in prepared(case(RECIPE)).history()["messages"]] == ["0", "1", "2"]
    assert math.isnan(prepared(case(TAGGED)).history()["messages"][0]["content"])


def test_the_latest_case_is_kept_and_no_other() -> None:
    """By identity: an equal case is another one."""
    one = case(PLAIN)
    other = msgspec.structs.replace(one)
    assert prepared(one) is prepared(one)
    assert prepared(other) is not prepared(one)
    assert prepared(one).input_digest == prepared(other).input_digest == digest_of(PLAIN)
