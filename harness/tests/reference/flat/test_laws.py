"""Laws of closing repair over adversarial random histories.

5,000 histories by default; the long run: ``SENDABLE_FLAT_HISTORIES=100000 pytest harness/tests/reference/flat/test_laws.py``.
"""

import copy
import os
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from reference.flat.histories import any_history, history, json_values

from sendable.reference.flat import RULES, Tally, normalize_flat, repair
from sendable.reference.flat.coerce import coerce
from sendable.reference.flat.ids import is_usable
from sendable.reference.flat.normalize import _four_rules
from sendable.reference.flat.settled import settled_start

HISTORIES = int(os.environ.get("SENDABLE_FLAT_HISTORIES", "5000"))
SYN = "Tool call was interrupted; no result."


def mutables(value):
    """The ids of every mutable object inside a value."""
    found, todo = {}, [value]
    while todo:
        each = todo.pop()
        if isinstance(each, (dict, list, set, bytearray)) and id(each) not in found:
            found[id(each)] = each
            todo.extend(each.values() if isinstance(each, dict) else each)
        elif isinstance(each, tuple):
            todo.extend(each)
    return found


def faults_of_shape(messages):
    """What makes an output unsendable in every chat format: the judge of this file, with no code of the reference."""
    waiting, seen, begun = set(), set(), False
    for message in messages:
        role = message["role"]
        if role == "tool":
            if set(message) != {"role", "content", "tool_call_id"} or message["tool_call_id"] not in waiting:
                yield f"result without its call right before it: {message}"
            waiting.discard(message["tool_call_id"])
            continue
        if waiting:
            yield f"unanswered: {waiting}"
        if role not in {"user", "assistant", "system", "developer"} or type(message["content"]) is not str:
            yield f"not flat: {message}"
        if role == "system" and begun:
            yield "system behind the front"
        begun = begun or role != "system"
        ids = [each["tool_call_id"] for each in message.get("tool_calls", [])]
        if len(set(ids)) < len(ids) or seen & set(ids) or any(not i.strip() or i == "0" for i in ids):
            yield f"ids: {ids}"
        if set(message) - {"role", "content"} != ({"tool_calls"} if ids else set()):
            yield f"keys: {message}"
        waiting, seen = set(ids), seen | set(ids)
    if waiting:
        yield f"unanswered: {waiting}"


def first_real_results(entries):
    """By id, the text of the first result behind the first call of that id: told from the coerced list."""
    flat, _ = coerce(entries, Tally(range(len(entries))))
    declared, found = set(), {}
    ordered = [m for m in flat if m["role"] == "system"] + [m for m in flat if m["role"] != "system"]
    for message in ordered:
        declared |= {c["tool_call_id"] for c in message.get("tool_calls", []) if is_usable(c["tool_call_id"])}
        if message["role"] == "tool" and message["tool_call_id"] in declared:
            found.setdefault(message["tool_call_id"], message["content"])
    return found


def check_laws(entries):
    before = repr(entries)
    result = normalize_flat(entries)
    assert repr(entries) == before
    assert not mutables(entries).keys() & mutables(result.messages).keys()
    assert list(faults_of_shape(result.messages)) == []
    drops = result.by_rule
    gone = drops["coerce"] + drops["leading"] + drops["turn"] + drops["result"]
    assert len(result.messages) == len(entries) - gone + result.synthesized
    assert result.dropped == sum(drops.values())
    assert result.dropped == sum(each.rule not in {"synthesized", "moved"} for each in result.events)
    assert all(0 <= each.index < len(entries) for each in (*result.events, *result.notes))
    real = first_real_results(entries)
    kept = {m["tool_call_id"]: m["content"] for m in result.messages if m["role"] == "tool"}
    assert kept == {call_id: real.get(call_id, SYN) for call_id in kept}
    again = normalize_flat(result.messages)
    assert (again.messages, again.dropped, again.synthesized, again.moved, again.notes) == (
        result.messages,
        0,
        0,
        0,
        (),
    )


def test_laws_hold_on_random_histories():
    """Sendable, idempotent, conserving, sharing nothing, keeping each first real result: on every random history."""
    rng = random.Random(20261103)
    for _ in range(HISTORIES):
        check_laws(history(rng))


@settings(max_examples=300, deadline=None)
@given(any_history)
def test_laws_hold_and_shrink(entries):
    """The same laws under Hypothesis, which looks on its own."""
    check_laws(entries)


@settings(max_examples=300, deadline=None)
@given(any_history)
def test_fast_start_and_rules_agree(entries):
    """With and without the fast start, messages and counts are the same, on the history and on its repaired form."""
    for each in (entries, normalize_flat(entries).messages):
        slow = Tally(range(len(each)))
        flat = _four_rules(each, [], slow, frozenset())
        fast = normalize_flat(each)
        assert (fast.messages, fast.by_rule, fast.synthesized, fast.moved) == (
            flat,
            slow.by_rule,
            slow.synthesized,
            slow.moved,
        )
        assert (fast.notes, fast.events) == (tuple(slow.notes), tuple(slow.events))


@settings(max_examples=300, deadline=None)
@given(any_history, st.integers(0, 11), st.integers(0, 2**32))
def test_fast_start_copies_what_coercion_makes(entries, place, seed):
    """A repaired history with one odd entry put in: the copied start equals what rule (1) makes of those entries."""
    whole = normalize_flat(entries).messages
    whole.insert(place, history(random.Random(seed))[:1])
    copies, settled = settled_start(whole)
    assert not settled
    assert copies == coerce(whole[: len(copies)], Tally(range(len(copies))))[0]


@settings(max_examples=300, deadline=None)
@given(any_history)
def test_closed_history_is_settled_and_comes_back_equal(entries):
    """What normalization made is valid, and comes back deep-equal with nothing done; by the letter too."""
    valid = normalize_flat(entries).messages
    for letter in (False, True):
        result = normalize_flat(copy.deepcopy(valid), letter=letter)
        assert (result.messages, result.events) == (valid, ())


@settings(max_examples=300, deadline=None)
@given(any_history)
def test_letter_is_idempotent_and_conserves(entries):
    """The letter's own output comes back unchanged, and its counts add up."""
    result = normalize_flat(entries, letter=True)
    drops = result.by_rule
    assert (
        len(result.messages)
        == len(entries) - drops["coerce"] - drops["leading"] - drops["turn"] - drops["result"] + result.synthesized
    )
    again = normalize_flat(result.messages, letter=True)
    assert (again.messages, again.dropped, again.synthesized, result.moved) == (result.messages, 0, 0, 0)


@settings(max_examples=300, deadline=None)
@given(any_history)
def test_repair_mid_loop_is_idempotent(entries):
    """Repair of what repair made changes nothing."""
    flat, _ = coerce(entries, Tally(range(len(entries))))
    once = repair(flat)
    twice = repair(once.messages)
    assert (twice.messages, twice.dropped, twice.synthesized, twice.moved) == (once.messages, 0, 0, 0)


@settings(max_examples=200, deadline=None)
@given(any_history, st.sets(st.sampled_from(sorted(RULES))))
def test_any_rules_can_be_left_out(entries, without):
    """A history without any set of rules still comes out as a list, for the net to judge."""
    assert isinstance(normalize_flat(entries, without=frozenset(without)).messages, list)


@settings(max_examples=300, deadline=None)
@given(json_values)
def test_content_of_any_kind_becomes_text_that_utf8_carries(value):
    """Whatever stands as content, the output is text that a request body can carry."""
    (message,) = normalize_flat([{"role": "user", "content": value}]).messages
    assert message["content"].encode().decode() == message["content"]


def test_letter_alone_leaves_histories_that_nobody_accepts():
    """The case for the reading beyond the letter: some of the letter's outputs are not sendable."""
    rng = random.Random(1)
    outputs = [normalize_flat(history(rng), letter=True).messages for _ in range(2000)]
    assert 20 < sum(any(faults_of_shape(each)) for each in outputs) < 1000
