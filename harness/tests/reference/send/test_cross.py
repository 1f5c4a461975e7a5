"""How the closing repair, attach on write and the removing cleanup relate: never chained, opposites on one point."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from reference.send.talk import RECEIVED, SENT, codes, trees

from sendable import oracle, wire
from sendable.corpus import load_cases
from sendable.model.node import read_conversation
from sendable.model.script import read_script
from sendable.model.target import parse_target
from sendable.reference.flat import normalize_flat
from sendable.reference.send import assemble
from sendable.reference.send.calls import is_call, is_result
from sendable.reference.send.compaction import expand
from sendable.reference.write.play import play
from sendable.wire import flat, from_body

ROOT = Path(__file__).resolve().parents[4]
SCRIPTS = load_cases([ROOT / "cases" / "write"])
OPENAI = parse_target("openai-responses:gpt-5.4")
CHAT = parse_target("openai-chat:gpt-5.4")
# A worker that dies while a tool runs takes its result along: that is what the cleanup is for (2.61).
DIED_RUNNING = {"write-crash-after-repeat", "write-dies-while-running"}
# Legal on the send side; the closing repair gives an id to its first declaration alone (1.20).
IDS_AGAIN = {"write-ids-used-again"}
LEGACY = [
    {"role": "user", "content": "look"},
    {"role": "assistant", "content": "", "tool_calls": [{"tool_call_id": "c1", "name": "search", "arguments": "{}"}]},
    {"role": "user", "content": "and?"},
]
ZERO = [
    {"role": "user", "content": "look"},
    {"role": "assistant", "content": "", "tool_calls": [{"tool_call_id": "0", "name": "search", "arguments": "{}"}]},
    {"role": "tool", "content": "r", "tool_call_id": "0"},
]


def flat_of(history):
    """The stored tree as flat messages: what its path holds, reasoning left at home."""
    entries = [held.entry for held in expand(read_conversation(history), OPENAI).held]
    return flat.messages(entries)


@pytest.mark.parametrize("case", SCRIPTS, ids=lambda case: case.id)
def test_after_attach_on_write_the_cleanup_has_nothing_to_do(case):
    """(a) Nothing is removed and nothing is said, unless a worker died while a tool ran: then that call goes."""
    request = assemble(play(read_script(case.history))["stored"], OPENAI)
    died = case.id in DIED_RUNNING
    assert codes(request) == [("cleanup", "calls-without-result")] * died
    assert request.counters["cleanup_removed"] == died


@pytest.mark.parametrize("case", SCRIPTS, ids=lambda case: case.id)
def test_after_attach_on_write_the_closing_repair_has_nothing_to_do(case):
    """(b) Projected to flat messages, nothing is dropped and nothing made up, with the same exception."""
    result = normalize_flat(flat_of(play(read_script(case.history))["stored"]))
    assert result.synthesized == (case.id in DIED_RUNNING)
    assert (result.dropped > 0) == (case.id in IDS_AGAIN)


@settings(deadline=None)
@given(trees(SENT, RECEIVED))
def test_after_the_cleanup_the_closing_repair_makes_nothing_up(history):
    """(c) What is sent holds no open call, so no interrupted result is needed."""
    messages = flat.messages(from_body("openai-responses", assemble(history, OPENAI).body))
    assert normalize_flat(messages).synthesized == 0


def test_one_legacy_history_both_ways():
    """(d) Both are sendable; the closing repair keeps the call with a made-up result, the cleanup loses it and says so."""
    repaired = normalize_flat(LEGACY)
    body = wire.to_body(flat.entries(repaired.messages), CHAT)
    request = assemble({"messages": LEGACY}, CHAT)
    assert [oracle.judge("openai-chat", each).accepted for each in (body, request.body)] == [True, True]
    assert (repaired.synthesized, calls(body)) == (1, 1)
    assert (codes(request), calls(request.body)) == ([("cleanup", "calls-without-result")], 0)


def test_the_id_zero_both_ways():
    """(e) The closing repair drops call, turn and result, sending keeps the pair."""
    assert normalize_flat(ZERO).dropped == 3
    request = assemble({"messages": ZERO}, OPENAI)
    items = [item for entry in from_body("openai-responses", request.body) for item in entry.items]
    assert (sum(map(is_call, items)), sum(map(is_result, items)), codes(request)) == (1, 1, [])


def calls(body):
    return sum(len(message.get("tool_calls", [])) for message in body["messages"])
