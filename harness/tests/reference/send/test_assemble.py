"""The whole way from a stored history to a body: what holds for every one of them."""

import copy
import gc
import time

import pytest
from hypothesis import given, settings
from reference.send.talk import (
    RECEIVED,
    SENT,
    call,
    claudes_thought,
    clean_items,
    codes,
    node,
    result,
    said,
    touched,
    tree,
    trees,
    turn,
    user,
)

from sendable import oracle
from sendable.model.json import encode_json
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.wire import flat, from_body

TARGETS = [
    parse_target(each)
    for each in (
        "openai-responses:gpt-5.4",
        "openai-chat:gpt-5.4",
        "anthropic-messages:claude-opus-5-5",
        "anthropic-messages:claude-haiku-4-5",
    )
]
OPENAI, CHAT, CLAUDE, _ = TARGETS
OTHERS = [
    parse_target(each)
    for each in (
        "vllm-responses:qwen3",
        "vllm-chat:qwen3",
        "vllm-messages:qwen3",
        "llamacpp-responses:qwen3",
        "llamacpp-chat:qwen3",
        "llamacpp-messages:qwen3",
        "mistral:mistral-large-latest",
        "bedrock-converse:anthropic.claude-haiku-4-5-v1:0",
        "gemini:gemini-3.5-flash",
    )
]


def refused_by(request, target):
    verdict = oracle.judge(target.api, request.body, model=target.model)
    return None if verdict.accepted else (verdict.rule, verdict.error.message)


@settings(deadline=None)
@given(trees())
def test_a_stored_node_is_never_changed(history):
    """The stored bytes are the same before and after, whatever the target and the reading (2.8, 2.35)."""
    before = encode_json(history)
    for target in TARGETS:
        for letter in (False, True):
            assemble(history, target, letter=letter)
    assert encode_json(history) == before


@settings(deadline=None)
@given(trees())
def test_the_body_shares_nothing_with_what_is_stored(history):
    """Whoever changes the body changes nothing in the store."""
    stored = {id(each) for each in objects(history)}
    for target in TARGETS:
        assert stored.isdisjoint(id(each) for each in objects(assemble(history, target).body))


def objects(value):
    if isinstance(value, (dict, list)):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from objects(each)


@settings(deadline=None)
@given(trees())
def test_assembling_is_deterministic(history):
    """The same history gives the same bytes."""
    for target in TARGETS:
        first, second = assemble(history, target), assemble(copy.deepcopy(history), target)
        assert encode_json(first.body) == encode_json(second.body)


@settings(max_examples=150, deadline=None)
@given(trees(SENT, RECEIVED))
def test_whatever_is_stored_is_sendable(history):
    """Messages, calls and results in any disorder come out as a body that the provider takes."""
    for target in TARGETS + OTHERS:
        assert refused_by(assemble(history, target), target) is None


@settings(deadline=None)
@given(clean_items())
def test_a_clean_context_is_sent_whole_and_without_a_warning(items):
    """Nothing is lost, moved or said, with and without the steps beyond the letter (2.68)."""
    for target in TARGETS:
        request = assemble({"items": items}, target)
        assert codes(request) == []
        assert request.body == assemble({"items": items}, target, letter=True).body
        sent = [item for entry in from_body(target.api, request.body) for item in entry.items]
        assert [item["call_id"] for item in sent if "call_id" in item] == [
            item["call_id"] for item in items if "call_id" in item
        ]


@settings(deadline=None)
@given(clean_items())
def test_flat_and_items_give_the_same_body(items):
    """A flat history goes through the same steps (design, History)."""
    messages = flat.messages(from_body("openai-responses", {"input": items}))
    for target in TARGETS:
        assert assemble({"messages": messages}, target).body == assemble({"items": items}, target).body


def test_the_400_that_sticks_is_gone():
    """A turn that left one call open is sendable with two different questions after it; as stored it is not (2.4)."""
    items = [user(), call("a"), call("b"), result("a")]
    stuck = frozenset({"order", "cleanup", "renaming"})
    for target in TARGETS:
        for question in ("why", "never mind"):
            raw = assemble({"items": items}, target, next=[user(question)], without=stuck)
            assert refused_by(raw, target) is not None
            sent = assemble({"items": items}, target, next=[user(question)])
            assert refused_by(sent, target) is None
            assert codes(sent) == [("cleanup", "calls-without-result")]


LETTER = {
    "a message between call and result": ([user(), call(), user("stop"), result(), said()], CHAT),
    "a result before its call": ([result(), user(), call(), said()], CHAT),
    "a second result": ([user(), call(), result(), result(), said()], CLAUDE),
    "an id twice in a turn": ([user(), call(), call(), result(), result()], CLAUDE),
    "a result with an empty id left behind": ([user(), call(""), result("")], OPENAI),
    "a result of no call": ([user(), result("x"), said()], OPENAI),
    "reasoning stored without a follower": ([user(), claudes_thought(), user("go on")], CLAUDE),
}


@pytest.mark.parametrize("name", LETTER)
def test_where_the_letter_is_refused_the_steps_beyond_it_are_what_helps(name):
    """Each step that the letter lacks is needed by someone: without it the provider refuses."""
    items, target = LETTER[name]
    assert refused_by(assemble({"items": items}, target, letter=True), target) is not None
    assert refused_by(assemble({"items": items}, target), target) is None


STEPS = {
    "cleanup": ([user(), call(), said()], CHAT),
    "order": ([user(), call(), user("stop"), result(), said()], CHAT),
    "renaming": ([user(), call(), call(), result(), result()], CLAUDE),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_is_left_out_is_missed(step):
    """The switch for tests works, and the oracle notices."""
    items, target = STEPS[step]
    assert refused_by(assemble({"items": items}, target, without=frozenset({step})), target) is not None


def test_the_budget_can_be_left_out():
    """Then nothing is dropped, however long it is."""
    long = {"items": [user("x" * 1_200_000), said(), user("y")]}
    assert codes(assemble(long, CLAUDE)) == [("budget", "turns-dropped")]
    assert codes(assemble(long, CLAUDE, without=frozenset({"budget"}))) == []


def test_warnings_come_in_the_order_of_the_steps():
    """Renaming, order repair and cleanup each tell their own, never one sum."""
    items = [user(), call("a"), call("a"), result("a"), result("a"), result("x"), call("b"), said()]
    request = assemble({"items": items}, OPENAI)
    assert [(step, touched(w)) for w in request.warnings if (step := w.step) != "shape"] == [
        ("renaming", [("function_call", "a", 2), ("function_call_output", "a", 4)]),
        ("order", [("function_call_output", "x", 5)]),
        ("cleanup", [("function_call", "b", 5)]),
    ]
    assert (request.counters["order_dropped"], request.counters["cleanup_removed"]) == (1, 1)


def test_an_emptied_conversation_is_still_sent():
    """When nothing is left there is the coming turn."""
    assert assemble({"items": [call(""), result("")]}, OPENAI).body["input"] == [user("Continue.")]


def test_the_id_zero_is_an_id():
    """The closing repair calls it unusable, sending does not: the pair stays (2.63, part D (e))."""
    request = assemble({"items": [user(), call("0"), result("0")]}, OPENAI)
    assert [item.get("call_id") for item in request.body["input"]] == [None, "0", "0", None]


def test_assembling_is_linear():
    """Ten times the conversation takes at most about ten times as long."""
    long = {size: tree(*rounds(size)) for size in (600, 6000)}
    for target in (OPENAI, CLAUDE):
        assert seconds(long[6000], target) <= 16 * seconds(long[600], target)


def rounds(count):
    nodes = []
    for number in range(count):
        parent = nodes[-1]["id"] if nodes else None
        late = [user("stop"), result(f"call_{number}")] if number % 3 else []
        nodes.append(node(f"n{number}", parent, sent=[*late, *turn(number)[:1]], received=[call(f"call_{number + 1}")]))
    return nodes


def seconds(history, target):
    times = []
    gc.disable()
    for _ in range(3):
        start = time.process_time()
        assemble(history, target, without=frozenset({"budget"}))
        times.append(time.process_time() - start)
    gc.enable()
    return min(times)
