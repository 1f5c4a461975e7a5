"""What shape may never do: mend a broken history, hide a change, share or change its input."""

import copy
import gc
import json
import re
import time
from collections import Counter
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable.model.errors import BadUsage
from sendable.model.target import Target, parse_target
from sendable.reference.send import shape as shapes
from sendable.reference.send.shape import shape
from sendable.wire import flat, from_body, to_body

TARGETS = [
    parse_target(each)
    for each in (
        "openai-chat:gpt-5.4",
        "openai-chat:o1-mini",
        "openai-responses:gpt-5.4",
        "anthropic-messages:claude-opus-5-5",
        "anthropic-messages:claude-haiku-4-5",
        "anthropic-messages@bedrock:claude-opus-5-5",
        "gemini:gemini-3.8-flash",
        "mistral:mistral-large-latest",
        "bedrock-converse:anthropic.claude-opus-5-5",
        "openai-chat@deepseek:deepseek-v4",
        "vllm-chat:qwen3",
        "vllm-responses:my-mistral-v13",
        "vllm-messages:gpt-oss-20b",
        "llamacpp-chat:tiny",
        "llamacpp-responses:tiny",
        "llamacpp-messages:tiny",
    )
]
NAMES_OF = {
    target: (*import_module(f"{shapes.__name__}.{target.api.replace('-', '_')}").duties(target), "tools")
    for target in TARGETS
}
DUTIES = frozenset(name for names in NAMES_OF.values() for name in names)
ONE_BY_ONE = [(target, duty) for target in TARGETS for duty in NAMES_OF[target] if duty != "tools"]
FITS = {
    "openai-chat": re.compile(".{1,64}"),
    "openai-responses": re.compile(".{1,64}"),
    "anthropic-messages": re.compile("[a-zA-Z0-9_-]+"),
    "bedrock-converse": re.compile("[a-zA-Z0-9_.:-]{1,64}"),
    "mistral": re.compile("[a-zA-Z0-9]{9}"),
    "vllm-responses": re.compile("[a-zA-Z0-9]{9}"),
}

TEXTS = st.sampled_from(
    [
        "x",
        "",
        " \n",
        None,
        [],
        [{"type": "text", "text": ""}],
        [{"type": "text", "text": "x"}, {"type": "text", "text": " "}],
        7,
    ]
)
IDS = st.sampled_from(["a", "b", "bad id", "bad:id", "l" * 70, "", None, 5])
NAMES = st.sampled_from(["look", "a.b", "a b", "a_b", "n" * 200, "", None, 5])
ARGUMENTS = st.sampled_from(["{}", '{"a":1}', "", "{", "[1]", "null", None, {"a": 1}, [1], float("nan")])
CALLS = st.fixed_dictionaries({"name": NAMES}, optional={"tool_call_id": IDS, "arguments": ARGUMENTS})
SAID = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "system", "developer", "wizard", "user"])},
    optional={"content": TEXTS, "name": st.just("ann")},
)
ANSWERS = st.fixed_dictionaries({"role": st.just("tool")}, optional={"tool_call_id": IDS, "content": TEXTS})
ASKED = st.fixed_dictionaries(
    {"role": st.just("assistant")},
    optional={"content": TEXTS, "tool_calls": st.lists(CALLS, max_size=3) | st.just("junk")},
)
ROUND = st.sampled_from(["a", "bad id", "l" * 70]).map(
    lambda call_id: [
        {"role": "assistant", "tool_calls": [{"tool_call_id": call_id, "name": "look"}]},
        {"role": "tool", "tool_call_id": call_id, "content": "r"},
    ]
)
PIECES = (SAID | ANSWERS | ASKED | st.just({"content": "no role"})).map(lambda each: [each]) | ROUND
HISTORIES = st.lists(PIECES, max_size=6).map(lambda pieces: [each for piece in pieces for each in piece])


def turns(entries):
    """The turns as Anthropic sees them: same roles joined, a system message or a stranger ends a turn."""
    joined = []
    for entry in entries:
        role = "user" if entry.role == "tool" else entry.role
        if not joined or joined[-1][0] != role or role not in ("user", "assistant"):
            joined.append((role, []))
        joined[-1][1].extend(entry.items)
    return joined


def whole(entries):
    """Whether every call is answered once, at the start of the very next turn, by ids that are names and unique."""
    seen, waiting = set(), set()
    for role, items in turns(entries):
        if role == "system" and not waiting:
            continue
        answered = Counter()
        for item in items:
            if item.get("type") != "function_call_output":
                break
            answered[repr(item.get("call_id"))] += 1
        results = [item for item in items if item.get("type") == "function_call_output"]
        if set(answered) != waiting or len(results) != len(waiting):
            return False
        waiting = {repr(item.get("call_id")) for item in items if item.get("type") == "function_call"}
        calls = [item for item in items if item.get("type") == "function_call"]
        named = all(isinstance(item.get("call_id"), str) and item["call_id"] for item in calls)
        if not named or len(waiting) != len(calls) or waiting & seen:
            return False
        seen |= waiting
    return not waiting


def pairing(entries):
    """Calls and results in order; the ids of whole pairs numbered, every other id as it is."""
    linked = [item for entry in entries for item in entry.items if str(item.get("type")).startswith("function_call")]
    counts = Counter((item["type"], repr(item.get("call_id"))) for item in linked)
    numbers = {}
    events = []
    for item in linked:
        call_id = item.get("call_id", "absent")
        pair = all(counts[kind, repr(call_id)] == 1 for kind in ("function_call", "function_call_output"))
        if pair and isinstance(call_id, str) and call_id:
            call_id = ("pair", numbers.setdefault(call_id, len(numbers)))
        events.append((item["type"], call_id))
    return events


BROKEN = {
    "a call without a result": [("A", "bad id"), ("U",)],
    "a result without a call": [("U",), ("T", "bad id")],
    "a second result": [("A", "bad id"), ("T", "bad id"), ("T", "bad id")],
    "an id declared twice": [("A", "bad id"), ("T", "bad id"), ("A", "bad id"), ("T", "bad id")],
    "an id declared twice in one turn": [("A", "bad id", "bad id"), ("T", "bad id")],
    "an empty id": [("A", ""), ("T", "")],
    "a missing id": [("A", None), ("T", None)],
    "ids that differ only in what the alphabet lacks": [("A", "bad id"), ("T", "bad:id")],
    "a rewritten id's own name already there": [("A", "bad id"), ("T", "bad_id")],
    "a user message between": [("A", "bad id"), ("U",), ("T", "bad id")],
    "a blank user message between": [("A", "bad id"), ("BLANK",), ("T", "bad id")],
    "a system message between": [("A", "bad id"), ("S",), ("T", "bad id")],
    "a system message between two results": [("A", "bad id", "b"), ("T", "bad id"), ("S",), ("T", "b")],
    "a system and an assistant message between": [("A", "bad id"), ("S",), ("SAYS",), ("T", "bad id")],
    "an empty assistant message between two calls": [("A", "bad id"), ("SAYS",), ("U",), ("T", "bad id")],
    "a result before its call": [("T", "bad id"), ("A", "bad id")],
    "a user message between two results": [("A", "bad id", "b"), ("T", "bad id"), ("U",), ("T", "b")],
}
TEXT = {"U": ("user", "x"), "S": ("system", "x"), "BLANK": ("user", " "), "SAYS": ("assistant", "")}


def message(kind, *ids):
    """One flat message of the table above."""
    if kind == "A":
        return {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {"name": "look"} if each is None else {"tool_call_id": each, "name": "look"} for each in ids
            ],
        }
    if kind == "T":
        return (
            {"role": "tool", "content": "r"}
            if ids == (None,)
            else {"role": "tool", "content": "r", "tool_call_id": ids[0]}
        )
    return dict(zip(("role", "content"), TEXT[kind], strict=True))


@pytest.mark.parametrize("target", TARGETS, ids=str)
@pytest.mark.parametrize("history", BROKEN.values(), ids=BROKEN)
def test_a_broken_pairing_stays_broken(history, target):
    """For every way to break a pairing, the shaped history is as broken as it came."""
    entries = flat.entries([{"role": "user", "content": "hi"}, *(message(*each) for each in history)])
    shaped = shape(entries, target).entries
    assert (whole(entries), whole(shaped)) == (False, False)
    assert pairing(shaped) == pairing(entries)


@pytest.mark.parametrize("target", TARGETS, ids=str)
@settings(max_examples=50)
@given(messages=HISTORIES)
def test_shape_never_repairs(messages, target):
    """Calls and results keep their order, links and faults; a whole history stays whole, a broken one broken."""
    entries = flat.entries(messages)
    shaped = shape(entries, target).entries
    assert pairing(shaped) == pairing(entries)
    assert whole(shaped) == whole(entries)


@pytest.mark.parametrize("target", TARGETS, ids=str)
@settings(max_examples=50)
@given(messages=HISTORIES)
def test_a_missing_empty_or_unpaired_id_is_never_touched(messages, target):
    """Only the two sides of a whole pair get a new id, one that the API takes and nothing else has."""
    entries = flat.entries(messages)
    before = [item.get("call_id", "absent") for entry in entries for item in entry.items]
    held = {each for each in before if isinstance(each, str)}
    links = [item for entry in shape(entries, target, DUTIES - {"ids"}).entries for item in entry.items]
    for old, item in zip(before, links, strict=True):
        if (new := item.get("call_id", "absent")) != old:
            assert (before.count(old), [each.get("call_id") for each in links].count(new), new in held) == (2, 2, False)
            assert not FITS[target.api].fullmatch(old)
            assert FITS[target.api].fullmatch(new)


@pytest.mark.parametrize("target", TARGETS, ids=str)
@settings(max_examples=50)
@given(messages=HISTORIES)
def test_shape_is_idempotent_and_deterministic(messages, target):
    """Shaping twice is shaping once, and the same history is always shaped the same."""
    entries = flat.entries(messages)
    first = shape(entries, target)
    again = shape(first.entries, target)
    assert (json.dumps(flat.messages(again.entries)), again.warnings) == (json.dumps(flat.messages(first.entries)), ())
    assert repr(shape(entries, target)) == repr(first)


@pytest.mark.parametrize(("target", "duty"), ONE_BY_ONE, ids=str)
@settings(max_examples=40)
@given(messages=HISTORIES)
def test_what_is_changed_is_reported_and_nothing_else(messages, duty, target):
    """Duty by duty: a warning or a count if and only if something changed, naming positions of the history as given."""
    entries = flat.entries(messages)
    shaped = shape(entries, target, DUTIES - {duty})
    assert (repr(shaped.entries) != repr(tuple(entries))) == bool(shaped.warnings or shaped.counters)
    assert all(each.step == "shape" and each.items for each in shaped.warnings)
    touched = {item.position for each in shaped.warnings for item in each.items}
    assert touched <= set(range(len(entries)))
    if len(shaped.entries) == len(entries) and duty != "system" and not shaped.counters:
        differing = {
            at for at, (old, new) in enumerate(zip(entries, shaped.entries, strict=True)) if repr(old) != repr(new)
        }
        assert touched == differing


@pytest.mark.parametrize("target", TARGETS, ids=str)
@settings(max_examples=50)
@given(messages=HISTORIES)
def test_input_is_untouched_and_shares_nothing(messages, target):
    """The history is the same after shaping, and wrecking the answer does not reach it."""
    entries = flat.entries(messages)
    kept = copy.deepcopy(entries)
    for entry in shape(entries, target).entries:
        for item in entry.items:
            for value in item.values():
                if isinstance(value, (dict, list)):
                    value.clear()
            item.clear()
    assert repr(entries) == repr(kept)


@pytest.mark.parametrize("target", TARGETS, ids=str)
@settings(max_examples=50)
@given(messages=HISTORIES)
def test_every_duty_left_out_changes_nothing(messages, target):
    """Without its duties shape passes the history on."""
    entries = flat.entries(messages)
    shaped = shape(entries, target, DUTIES)
    assert (repr(shaped.entries), shaped.tools, shaped.warnings) == (repr(tuple(entries)), (), ())
    assert shaped.counters == {}


RECORDED = {
    "openai-chat": ("gpt-5.4", 1500),
    "openai-responses": ("gpt-5.4", 1500),
    "anthropic-messages": ("claude-opus-5-5", 1500),
    "gemini": ("gemini-3.8-flash", 1500),
    "mistral": ("mistral-large-latest", 600),
    "bedrock-converse": ("anthropic.claude-opus-5-5", 600),
}


@pytest.mark.parametrize("api", RECORDED)
def test_recorded_bodies_keep_their_pairing(shared, api):
    """No accepted recorded history loses its pairing, and shaping it twice is shaping it once."""
    from sendable.recordings import read

    model, least = RECORDED[api]
    target = Target(api=api, model=model)
    seen = 0
    for row in read(shared / "recordings" / "round-trips.jsonl.gz"):
        if row.api != api or not row.accepted:
            continue
        entries = from_body(api, row.request)
        first = shape(entries, target)
        assert pairing(first.entries) == pairing(entries)
        assert shape(first.entries, target).warnings == ()
        to_body(first.entries, target, first.tools)
        seen += 1
    assert seen > least


def test_shape_is_linear():
    """Ten times the messages take at most twenty times the time."""
    one = [message(*each) for each in [("U",), ("A", "bad id"), ("T", "bad id"), ("S",)]]

    def seconds(rounds):
        entries = flat.entries(
            [
                {
                    **each,
                    **({"tool_call_id": f"bad {n}"} if each["role"] == "tool" else {}),
                    **(
                        {"tool_calls": [{"tool_call_id": f"bad {n}", "name": f"f.{n}"}]} if "tool_calls" in each else {}
                    ),
                }
                for n in range(rounds)
                for each in one
            ]
        )
        best = float("inf")
        gc.collect()
        gc.disable()  # the collector walks all that lives, other tests' objects included
        try:
            for _ in range(5):
                start = time.process_time()  # other processes' time is not ours
                shape(entries, TARGETS[3])
                best = min(best, time.process_time() - start)
        finally:
            gc.enable()
        return best

    assert seconds(2000) < 20 * seconds(200)


@pytest.mark.parametrize("api", ["duty", "ids", "nothing-known", "", "a.b"])
def test_an_unknown_api_is_a_usage_error(api):
    """A name without duties is told, whether a helper file of that name exists or not."""
    with pytest.raises(BadUsage, match="no duties of shape"):
        shape([], Target(api=api, model="m"))
