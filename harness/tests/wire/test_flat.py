"""Flat messages and entries: nothing raises, nothing is repaired, nothing is lost."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.model.entry import Entry
from sendable.wire import flat

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", " ", "0", "c1", "text", "function"])
ANY_JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
ROLES = st.sampled_from(["system", "developer", "user", "assistant", "tool", "wizard", "", None, 7])
CALL_KEYS = ["tool_call_id", "id", "name", "arguments", "type", "function", "index"]
CALLS = st.dictionaries(st.sampled_from(CALL_KEYS), ANY_JSON, max_size=5)
KEYS = {
    "content": ANY_JSON,
    "tool_call_id": SCALARS,
    "name": SCALARS,
    "reasoning": ANY_JSON,
    "type": SCALARS,
    "provider_data": ANY_JSON,
}
MESSAGES = st.fixed_dictionaries(
    {}, optional={"role": ROLES, "tool_calls": st.lists(CALLS, max_size=3) | ANY_JSON, **KEYS}
)
HISTORIES = st.lists(MESSAGES | ANY_JSON, max_size=5)


def spoken_flat(message):
    """Whether the calls are in the flat form already, the one that is written."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
        return True
    return not any(
        isinstance(call.get("function"), dict) or ("id" in call and "tool_call_id" not in call) for call in calls
    )


@given(st.lists((MESSAGES | ANY_JSON).filter(spoken_flat), max_size=5))
def test_what_is_written_flat_comes_back_as_it_was(messages):
    """Any JSON whatever whose calls are spelled flat survives the way to entries and back."""
    assert flat.messages(flat.entries(messages)) == messages


@given(HISTORIES)
def test_one_message_is_one_entry_and_stays_it(messages):
    """Other spellings of a call become the flat one, and nothing changes after that."""
    entries = flat.entries(messages)
    assert len(entries) == len(messages)
    assert flat.entries(flat.messages(entries)) == entries


READ = {
    "a nested call keeps its id and arguments": (
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
        },
        Entry(
            "assistant",
            (
                {"type": "message", "role": "assistant", "content": None},
                {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
            ),
        ),
    ),
    "an id that is a number stays one, an absent one absent": (
        {"role": "assistant", "tool_calls": [{"tool_call_id": 0, "name": "f"}, {"name": "g"}]},
        Entry(
            "assistant", ({"type": "function_call", "call_id": 0, "name": "f"}, {"type": "function_call", "name": "g"})
        ),
    ),
    "a result without content or id has neither": (
        {"role": "tool"},
        Entry("tool", ({"type": "function_call_output"},)),
    ),
    "an unknown role is kept": (
        {"role": "wizard", "content": 7},
        Entry("wizard", ({"type": "message", "role": "wizard", "content": 7},)),
    ),
    "a message without content has none": ({"role": "user"}, Entry("user", ({"type": "message", "role": "user"},))),
    "calls that are no list stay as they are": (
        {"role": "assistant", "content": "x", "tool_calls": "c1"},
        Entry("assistant", ({"type": "message", "role": "assistant", "content": "x", "tool_calls": "c1"},)),
    ),
    "a key without a place is kept for Chat": (
        {"role": "user", "content": "x", "name": "ann"},
        Entry(
            "user",
            (
                {
                    "type": "message",
                    "role": "user",
                    "content": "x",
                    "provider": "openai-chat",
                    "provider_data": {"name": "ann"},
                },
            ),
        ),
    ),
    "a nested call with names inside and outside is known by the inner one": (
        {
            "role": "assistant",
            "tool_calls": [{"id": "c1", "name": "outer", "function": {"name": "inner", "strict": True}}],
        },
        Entry(
            "assistant",
            (
                {
                    "type": "function_call",
                    "call_id": "c1",
                    "name": "inner",
                    "provider": "openai-chat",
                    "provider_data": {"name": "outer", "function": {"strict": True}},
                },
            ),
        ),
    ),
    "a flat call with two ids is known by tool_call_id": (
        {"role": "assistant", "tool_calls": [{"id": "other", "tool_call_id": "c1", "name": "f"}]},
        Entry(
            "assistant",
            (
                {
                    "type": "function_call",
                    "call_id": "c1",
                    "name": "f",
                    "provider": "openai-chat",
                    "provider_data": {"id": "other"},
                },
            ),
        ),
    ),
    "a text is no message": ("hello", Entry(None, raw="hello")),
    "null is no message": (None, Entry(None, raw=None)),
    "an object without a role is no message": ({"content": "x"}, Entry(None, raw={"content": "x"})),
}


@pytest.mark.parametrize(("message", "entry"), READ.values(), ids=READ)
def test_read(message, entry):
    """A message is read into exactly this entry."""
    assert flat.entries([message]) == [entry]


def test_nothing_is_shared_with_the_messages():
    """Changing a message afterwards does not change its entry."""
    message = {"role": "user", "content": [{"type": "text", "text": "x"}]}
    [entry] = flat.entries([message])
    message["content"][0]["text"] = "changed"
    assert entry.items[0]["content"] == [{"type": "text", "text": "x"}]
    assert entry.raw is msgspec.UNSET


def test_a_call_with_an_outer_and_an_inner_name_keeps_both():
    """Written flat the two would be one key, so such a call stays nested."""
    call = {"id": "c1", "type": "function", "function": {"name": "inner"}, "name": "outer"}
    messages = [{"role": "assistant", "tool_calls": [call]}]
    assert flat.messages(flat.entries(messages)) == messages
