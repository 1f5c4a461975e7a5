"""Minting: what our seals stand for is asked of its maker, once, and every fault stays a fault."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from replay.fake_provider import FakeProvider, blob, serving

from sendable import oracle
from sendable.model.outcome import CouldNotAsk
from sendable.model.target import parse_target
from sendable.oracle.anthropic_messages.prefixes import prefix_of
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import open_seal, remains, seal
from sendable.replay import Modelled
from sendable.replay.backoff import Patience
from sendable.replay.damage import damage_of
from sendable.replay.live import Live
from sendable.replay.minting import needs_minting

RESPONSES = parse_target("openai-responses:gpt-5.4")
CLAUDE = parse_target("anthropic-messages:claude-opus-4-8")
BINDING = parse_target("anthropic-messages:claude-opus-5-5")
GEMINI = parse_target("gemini:gemini-3-pro")
ASKED = {"type": "message", "role": "user", "content": "How far is it?"}
SAID = {"type": "message", "role": "assistant", "content": "Far."}


def _reasoning(item_id="rs_0001", made_for="rs_0001", **changes) -> dict:
    sealed = seal("openai", "gpt-5.4", made_for, **changes)
    return {"type": "reasoning", "id": item_id, "summary": [], "encrypted_content": sealed}


def _items(*items) -> dict:
    return {"model": "gpt-5.4", "store": False, "input": [ASKED, *items, SAID, ASKED]}


def _thought(text="Far away.", signed="Far away.", model="claude-opus-4-8", **changes) -> dict:
    return {"type": "thinking", "thinking": text, "signature": seal("anthropic", model, content=signed, **changes)}


def _blocks(*blocks, model="claude-opus-4-8") -> dict:
    said = [*blocks, {"type": "text", "text": "Far."}]
    messages = [{"role": "user", "content": "How far?"}, {"role": "assistant", "content": said}]
    thinking = {"type": "adaptive"}
    return {
        "model": model,
        "max_tokens": 99,
        "thinking": thinking,
        "messages": [*messages, {"role": "user", "content": "And?"}],
    }


@pytest.fixture
def provider():
    """A provider that verifies blobs."""
    with serving(FakeProvider()) as made:
        yield made


@pytest.fixture
def live(provider):
    """Asks it, without waiting."""
    made = Live(provider.base_url, env={}, patience=Patience(sleep=lambda _seconds: None))
    yield made
    made.close()


GENUINE = [
    (RESPONSES, _items(_reasoning()), ["input", 1, "encrypted_content"]),
    (RESPONSES, _items({"type": "compaction", "id": "cmp_1", "encrypted_content": seal("openai", "gpt-5.4", "cmp_1", kind="compaction")}), ["input", 1, "encrypted_content"]),
    (CLAUDE, _blocks(_thought()), ["messages", 1, "content", 0, "signature"]),
    (GEMINI, {"contents": [{"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}, "thoughtSignature": seal("google", "gemini-3-pro")}]}, {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}}}]}]}, ["contents", 0, "parts", 0, "thoughtSignature"]),
]  # fmt: skip
NAMES = ["reasoning", "compaction", "thinking", "thought signature"]


@pytest.mark.parametrize(("target", "body", "at"), GENUINE, ids=NAMES)
def test_a_genuine_blob_is_obtained_from_its_maker(target, body, at, live, provider):
    """The provider takes back what it handed out; two requests the first time, one from then on."""
    before = json.dumps(body)
    first, second = (live.answer(body, target) for _ in range(2))
    assert [each.asked.outcome.status for each in (first, second)] == [200, 200]
    assert (first.requests, second.requests, len(provider.seen)) == (2, 1, 3)
    assert first.asked.sent == second.asked.sent == provider.seen[-1].content
    assert _at(first.minted.body, at) != _at(body, at)
    assert json.dumps(body) == before


@pytest.mark.parametrize(("target", "body", "at"), GENUINE, ids=NAMES)
def test_only_the_blobs_differ_from_what_the_oracle_is_asked(target, body, at, live):
    """What was minted, put back, gives the very bytes of a modelled run."""
    answered = live.answer(body, target)
    modelled = Modelled().ask(body, target)
    back = answered.minted.unminted(json.loads(answered.asked.sent))
    assert back == json.loads(modelled.sent)
    assert answered.asked.sent != modelled.sent


def test_each_item_of_a_body_gets_a_blob_of_its_own(live, provider):
    """Two reasoning items are two conversations with the maker; the same item twice is one."""
    body = _items(_reasoning(), _reasoning("rs_0002", "rs_0002"), _reasoning())
    answered = live.answer(body, RESPONSES)
    ids = [item["id"] for item in answered.minted.body["input"] if item["type"] == "reasoning"]
    assert answered.asked.outcome.status == 200
    assert answered.requests == 3
    assert ids[0] == ids[2] != ids[1]


FAULTS = [
    (
        "tampered",
        RESPONSES,
        _items(_reasoning() | {"encrypted_content": _reasoning()["encrypted_content"][:-6] + "AAAAAA"}),
    ),
    ("longer", RESPONSES, _items(_reasoning() | {"encrypted_content": _reasoning()["encrypted_content"] + "AAAA"})),
    ("cut", RESPONSES, _items(_reasoning() | {"encrypted_content": _reasoning()["encrypted_content"][:-6]})),
    ("of another item", RESPONSES, _items(_reasoning("rs_0002", "rs_0001"))),
    ("of another text", CLAUDE, _blocks(_thought("Near.", "Far away."))),
    ("no blob at all", RESPONSES, _items(_reasoning() | {"encrypted_content": "not base64!"})),
]


@pytest.mark.parametrize(("target", "body"), [each[1:] for each in FAULTS], ids=[each[0] for each in FAULTS])
def test_a_fault_stays_a_fault(target, body, live):
    """What the oracle refuses of our seal, the provider refuses of the real blob that the same was done to."""
    modelled = oracle.judge(target.api, body, as_of="2026-11-30")
    outcome = live.ask(body, target).outcome
    assert (modelled.accepted, outcome.accepted) == (False, False)
    assert outcome.error.message == "A blob could not be verified."


CANNOT = [
    (RESPONSES, _items(_reasoning(organization="org-2")), "a blob that was made for another account"),
    (
        RESPONSES,
        _items({"type": "reasoning", "summary": [], "encrypted_content": seal("anthropic", "claude-opus-4-8")}),
        "anthropic-messages:claude-opus-4-8 cannot be asked: no key for anthropic-messages",
    ),
    (
        RESPONSES,
        _items({"type": "reasoning", "summary": [], "encrypted_content": seal("xai", "grok-5")}),
        "xai has no way to be asked for reasoning",
    ),
    (
        RESPONSES,
        _items(_reasoning() | {"encrypted_content": _reasoning()["encrypted_content"][:60]}),
        "a tampered blob can no longer be read, so the same cannot be done to a real one",
    ),
    (
        RESPONSES,
        _items({"type": "reasoning", "summary": [], "encrypted_content": "rsn_somebody"}),
        "a blob of another maker, which does not say whose",
    ),
    (
        CLAUDE,
        _blocks({"type": "compaction", "content": "s", "signature": seal("anthropic", "m", kind="compaction")}),
        "anthropic has no way to be asked for compaction",
    ),
    (
        CLAUDE,
        _blocks({"type": "redacted_thinking", "data": seal("anthropic", "claude-opus-4-8", kind="redacted")}),
        "claude-opus-4-8 was asked for redacted and gave none",
    ),
    (
        CLAUDE,
        _blocks({"type": "web_search_result", "encrypted_content": "YWJjZGVm"}),
        "a blob of a web_search_result: its maker is not asked for such",
    ),
    (
        CLAUDE,
        _blocks(_thought(place=(0, 2)), _thought(place=(1, 2))),
        "one of several thinking blocks of a response: how many come is the model's choice",
    ),
    (
        RESPONSES,
        _items({"type": "message", "role": "assistant", "id": mint_id("msg", "a"), "content": "Far."}),
        "an item that the service keeps without reasoning: msg_…",
    ),
]


@pytest.mark.parametrize(("target", "body", "why"), CANNOT, ids=[why[:40] for _, _, why in CANNOT])
def test_what_nobody_hands_out_cannot_be_asked(target, body, why, live, provider):
    """It is said, and the body itself never goes out; a second time nobody is asked for it again."""
    outcomes = [live.ask(body, target).outcome for _ in range(2)]
    assert outcomes == [CouldNotAsk(why)] * 2
    assert len(provider.seen) <= 1


def test_a_foreign_blob_is_asked_of_its_own_maker(live, provider):
    """With a key of the maker, the maker is asked; what it makes is as foreign to the reader as ours."""
    vendor = _items({"type": "reasoning", "summary": [], "encrypted_content": seal("openai", "gpt-5", "")})
    answered = live.answer(vendor, RESPONSES)
    assert answered.asked.outcome.accepted is False
    assert [json.loads(seen.content)["model"] for seen in provider.seen] == ["gpt-5", "gpt-5.4"]


def test_kept_items_are_those_of_one_kept_response(live, provider):
    """Reasoning and the call that it led to are made together, and every place of the ids follows."""
    rs = mint_id("rs", "one")
    fc = mint_id("fc", "two", after_reasoning=rs)
    call = {"type": "function_call", "id": fc, "call_id": "call_9", "name": "look", "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": "call_9", "output": "12 km"}
    body = {
        "model": "gpt-5.4",
        "store": True,
        "input": [ASKED, {"type": "reasoning", "id": rs, "summary": []}, call, result],
    }
    answered = live.answer(body, RESPONSES)
    _, reasoning, made_call, made_result = answered.minted.body["input"]
    asked_for = provider.seen[0].body
    assert (answered.asked.outcome.status, answered.requests, asked_for["store"]) == (200, 2, True)
    assert reasoning["id"].startswith("rs_")
    assert made_call["id"].removeprefix("fc_") == reasoning["id"].removeprefix("rs_")
    assert made_call["call_id"] == made_result["call_id"] != "call_9"
    assert answered.minted.unminted(answered.minted.body) == body


def test_thinking_that_a_model_binds_is_made_behind_the_same_prefix(live, provider):
    """The maker is asked with the system prompt, the tools and the messages before it."""
    plain = _blocks(model=BINDING.model) | {"system": "Be short."}
    bound = prefix_of(plain | {"messages": plain["messages"][:1]})
    body = _blocks(_thought(model=BINDING.model, prefix=bound), model=BINDING.model) | {"system": "Be short."}
    assert live.ask(body, BINDING).outcome.status == 200
    made = provider.seen[0].body
    assert (made["system"], made["messages"]) == ("Be short.", plain["messages"][:1])


def test_thinking_behind_another_prefix_stays_so(live, provider):
    """A stale block is made in a conversation of its own: there too it stood behind something else."""
    other = prefix_of({"messages": [{"role": "user", "content": "Something else"}]})
    body = _blocks(_thought(model=BINDING.model, prefix=other), model=BINDING.model)
    live.ask(body, BINDING)
    assert provider.seen[0].body["messages"] != body["messages"][:1]


def test_servers_that_look_into_no_blob_get_what_is_there(live, provider):
    """A signature of llama.cpp's own is sent back as it is; nobody is asked for one."""
    body = _blocks({"type": "thinking", "thinking": "Far.", "signature": "YWJjZGVm"}, model="tiny")
    asked = live.ask(body, parse_target("llamacpp-messages:tiny"))
    assert len(provider.seen) == 1
    assert b"YWJjZGVm" in asked.sent


def test_a_blob_of_a_real_recording_is_replaced_by_one_of_the_reader(live, provider):
    """It cannot be opened and counts as genuine: the reader's model is asked for one of its own."""
    real = {"type": "reasoning", "id": "rs_real", "summary": [], "encrypted_content": blob("another day")}
    answered = live.answer(_items(real), RESPONSES)
    assert (answered.asked.outcome.status, answered.requests) == (200, 2)


@pytest.mark.parametrize(
    ("body", "needed"),
    [
        (_items(), False),
        (_items(_reasoning()), True),
        (_items({"type": "item_reference", "id": mint_id("rs", "x")}), True),
        (_items({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": ""}), False),
        (_blocks({"type": "tool_use", "id": "t", "name": "f", "input": {"type": "x", "signature": "YWJj"}}), False),
        ({"contents": [{"parts": [{"text": "a", "thoughtSignature": "skip_thought_signature_validator"}]}]}, False),
        ({"contents": [{"parts": [{"text": "a", "thoughtSignature": "YWJjZGVm"}]}]}, True),
    ],
)
def test_what_needs_minting(body, needed):
    """A blob or an id of ours; nothing else."""
    assert needs_minting(body) is needed


@given(data=st.data())
def test_what_was_done_to_a_seal_can_be_done_again(data):
    """Whatever was cut, put in or exchanged: the same, done to the whole seal, gives that very blob.

    Where what is left still says what it was; a change inside of what it says makes it another seal.
    """
    whole = seal("openai", "gpt-5.4", "rs_0001")
    first, last = sorted(data.draw(st.tuples(*[st.integers(100, len(whole))] * 2)))
    put_in = data.draw(st.text("ABCab01", max_size=6))
    changed = whole[:first] + put_in + whole[last:]
    left = remains(changed)
    if left is not None and not left.intact and msgspec.structs.replace(left, intact=True) == open_seal(whole):
        found = damage_of(changed)
        assert (found.done_to(whole), found.seal) == (changed, open_seal(whole))


def _at(value, path):
    for step in path:
        value = value[step]
    return value
