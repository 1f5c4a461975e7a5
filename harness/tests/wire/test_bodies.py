"""One history, three bodies, each exact; what has no place goes out for the provider to judge."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.model.entry import Entry
from sendable.model.errors import BadUsage
from sendable.model.target import Target, parse_target
from sendable.wire import flat, from_body, to_body

TOOL = {"name": "look", "description": "d", "parameters": {"type": "object"}}
IMAGE = "data:image/png;base64,AAAA"
HISTORY = [
    {"role": "system", "content": "Be brief."},
    {
        "role": "user",
        "content": [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": IMAGE}}],
    },
    {
        "role": "assistant",
        "content": "Two looks.",
        "tool_calls": [
            {"tool_call_id": "c1", "name": "look", "arguments": '{"x":1}'},
            {"tool_call_id": "c2", "name": "look", "arguments": "{}"},
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "r1"},
    {"role": "tool", "tool_call_id": "c2", "content": "r2"},
    {"role": "user", "content": "Continue."},
]
BODIES = {
    "openai-chat:gpt-5.4": {
        "model": "gpt-5.4",
        "messages": [
            *HISTORY[:2],
            {
                "role": "assistant",
                "content": "Two looks.",
                "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"x":1}'}},
                    {"id": "c2", "type": "function", "function": {"name": "look", "arguments": "{}"}},
                ],
            },
            *HISTORY[3:],
        ],
        "tools": [{"type": "function", "function": TOOL}],
    },
    "openai-responses:gpt-5.4": {
        "model": "gpt-5.4",
        "input": [
            {"type": "message", "role": "system", "content": "Be brief."},
            {
                "type": "message",
                "role": "user",
                "content": [
                    {"type": "input_text", "text": "What is this?"},
                    {"type": "input_image", "image_url": IMAGE},
                ],
            },
            {"type": "message", "role": "assistant", "content": "Two looks."},
            {"type": "function_call", "call_id": "c1", "name": "look", "arguments": '{"x":1}'},
            {"type": "function_call", "call_id": "c2", "name": "look", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c1", "output": "r1"},
            {"type": "function_call_output", "call_id": "c2", "output": "r2"},
            {"type": "message", "role": "user", "content": "Continue."},
        ],
        "store": False,
        "tools": [{"type": "function", **TOOL, "strict": False}],
    },
    "anthropic-messages:claude-opus-5-5": {
        "model": "claude-opus-5-5",
        "max_tokens": 1024,
        "system": "Be brief.",
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is this?"},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
                ],
            },
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Two looks."},
                    {"type": "tool_use", "id": "c1", "name": "look", "input": {"x": 1}},
                    {"type": "tool_use", "id": "c2", "name": "look", "input": {}},
                ],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "r1"}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c2", "content": "r2"}]},
            {"role": "user", "content": "Continue."},
        ],
        "tools": [{"name": "look", "description": "d", "input_schema": {"type": "object"}}],
    },
}


@pytest.mark.parametrize("target", BODIES)
def test_a_history_becomes_exactly_this_body(target):
    """The body is exact to the byte, key order included, and merges, reorders and drops nothing."""
    body = to_body(flat.entries(HISTORY), parse_target(target), [TOOL])
    assert json.dumps(body) == json.dumps(BODIES[target])


@pytest.mark.parametrize("source", BODIES)
@pytest.mark.parametrize("target", BODIES)
def test_a_body_read_back_says_the_same_to_every_api(source, target):
    """Read from any of the three bodies, the conversation is written to any API with the same calls and results."""
    body = to_body(from_body(source.partition(":")[0], BODIES[source]), parse_target(target), [TOOL])
    again = flat.messages(from_body(target.partition(":")[0], body))
    calls = [
        (call["tool_call_id"], json.loads(call["arguments"])) for each in again for call in each.get("tool_calls", [])
    ]
    results = [(each["tool_call_id"], each["content"]) for each in again if each["role"] == "tool"]
    assert calls == [("c1", {"x": 1}), ("c2", {})]
    assert results == [("c1", "r1"), ("c2", "r2")]
    assert ("Two looks." in json.dumps(again), IMAGE in json.dumps(again)) == (True, True)


WITHOUT_PLACE = {
    "a value that is no message": ([5], [5], [5]),
    "an unknown role": (
        [{"role": "wizard", "content": "x"}],
        [{"type": "message", "role": "wizard", "content": "x"}],
        [{"role": "wizard", "content": "x"}],
    ),
    "calls that are no list": (
        [{"role": "assistant", "content": "x", "tool_calls": "c1"}],
        [{"type": "message", "role": "assistant", "content": "x", "tool_calls": "c1"}],
        [{"role": "assistant", "content": "x", "tool_calls": "c1"}],
    ),
    "arguments that are no object": (
        [{"role": "assistant", "tool_calls": [{"tool_call_id": "c", "name": "f", "arguments": "{"}]}],
        [{"type": "function_call", "call_id": "c", "name": "f", "arguments": "{"}],
        [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": "{"}]}],
    ),
    "content that is null": (
        [{"role": "user", "content": None}],
        [{"type": "message", "role": "user", "content": None}],
        [{"role": "user", "content": None}],
    ),
    "a result without an id": (
        [{"role": "tool", "content": "r"}],
        [{"type": "function_call_output", "output": "r"}],
        [{"role": "user", "content": [{"type": "tool_result", "content": "r"}]}],
    ),
}


@pytest.mark.parametrize(("messages", "on_responses", "on_anthropic"), WITHOUT_PLACE.values(), ids=WITHOUT_PLACE)
def test_what_has_no_place_goes_out_as_it_is(messages, on_responses, on_anthropic):
    """The wire has no opinion: the provider judges what a normalizer left."""
    entries = flat.entries(messages)
    assert to_body(entries, parse_target("openai-responses:m"))["input"] == on_responses
    assert to_body(entries, parse_target("anthropic-messages:m"))["messages"] == on_anthropic


@pytest.mark.parametrize("target", BODIES)
def test_a_second_spelling_of_an_id_never_wins(target):
    """Every API is sent the id that the entry states, not the one kept beside it."""
    entries = flat.entries(
        [{"role": "assistant", "tool_calls": [{"tool_call_id": "c1", "id": "other", "name": "f", "arguments": "{}"}]}]
    )
    sent = json.dumps(to_body(entries, parse_target(target)))
    assert ('"c1"' in sent, '"other"' in sent) == (True, False)


def test_what_another_provider_made_goes_out_as_it_is():
    """A foreign reasoning item is not silently left out of a Chat or an Anthropic body."""
    item = {"type": "reasoning", "id": "rs_1", "summary": []}
    entries = [Entry("assistant", (item,))]
    assert to_body(entries, parse_target("anthropic-messages:m"))["messages"] == [
        {"role": "assistant", "content": [item]}
    ]
    assert to_body(entries, parse_target("openai-chat:m"))["messages"] == [{"role": "assistant", "content": [item]}]


BLOCKS = [
    {"type": "thinking", "thinking": "", "signature": "s"},
    {"type": "redacted_thinking", "data": "d"},
    {"type": "text", "text": "x", "citations": [{"type": "char_location"}]},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"q": 1.0}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
    {"type": "compaction", "content": "so far"},
    {"type": "tool_use", "id": "t1", "name": "f", "input": {"b": 1, "a": [1.50]}, "caller": {"type": "direct"}},
    {"type": "tool_use", "id": "t2", "name": "f", "input": [1]},
]
ANSWERS = [
    {
        "type": "tool_result",
        "tool_use_id": "t1",
        "content": [{"type": "image", "source": {"type": "file", "file_id": "f"}}],
        "is_error": False,
    },
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}, "title": "t"},
    {
        "type": "image",
        "source": {"type": "url", "url": "https://example.test/f"},
        "cache_control": {"type": "ephemeral"},
    },
]


def test_blocks_of_claude_are_restored_identical():
    """Thinking, citations, callers, server tools and unknown keys come back to the byte."""
    messages = [
        {"role": "user", "content": []},
        {"role": "assistant", "content": BLOCKS},
        {"role": "user", "content": ANSWERS},
        {"role": "system", "content": [], "output_config": {"effort": "low"}},
    ]
    body = {
        "system": [{"type": "text", "text": "a"}, {"type": "text", "text": "b", "cache_control": {}}],
        "messages": messages,
    }
    back = to_body(from_body("anthropic-messages", body), parse_target("anthropic-messages:m"))
    assert json.dumps({"system": back["system"], "messages": back["messages"]}) == json.dumps(body)


def test_claude_made_thinking_has_the_items_form():
    """The projection: empty id, text in summary, signature in encrypted_content, the block whole."""
    block = {"type": "thinking", "thinking": "hm", "signature": "s"}
    [entry] = from_body("anthropic-messages", {"messages": [{"role": "assistant", "content": [block]}]})
    assert entry.items == (
        {
            "type": "reasoning",
            "id": "",
            "summary": [{"type": "summary_text", "text": "hm"}],
            "encrypted_content": "s",
            "provider": "anthropic",
            "provider_data": block,
        },
    )


def test_a_change_of_an_item_is_written_over_its_block():
    """A rewritten id, name or argument is sent; the stale block does not win."""
    [entry] = from_body("anthropic-messages", {"messages": [{"role": "assistant", "content": [BLOCKS[6]]}]})
    changed = Entry("assistant", ({**entry.items[0], "call_id": "n", "name": "g", "arguments": "{}"},))
    [message] = to_body([changed], parse_target("anthropic-messages:m"))["messages"]
    assert message["content"] == [
        {"type": "tool_use", "id": "n", "name": "g", "input": {}, "caller": {"type": "direct"}}
    ]


def test_one_response_is_one_entry():
    """On Responses, what the model made between two inputs stands together."""
    spoken = [
        {"role": "user", "content": "x"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": "r"},
        {"type": "message", "role": "assistant", "content": "y"},
    ]
    entries = from_body("openai-responses", {"input": spoken})
    assert entries == [
        Entry("user", (spoken[0],)),
        Entry("assistant", (spoken[1], spoken[2])),
        Entry("tool", (spoken[3],)),
        Entry("assistant", (spoken[4],)),
    ]


@pytest.mark.parametrize("api", ["openai-chat2", "copying", "anthropic-blocks", "", "openai.chat", "../x"])
def test_an_unknown_api_is_a_usage_error(api):
    """A name without a wire format is told, whether a helper file of that name exists or not."""
    with pytest.raises(BadUsage, match="no wire format"):
        from_body(api, {})
    with pytest.raises(BadUsage, match="no wire format"):
        to_body([], Target(api=api, model="m"))


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from(
        ["", "assistant", "user", "text", "tool_use", "tool_result", "thinking", "function_call", "message", "{}"]
    )
)
KEYS = st.sampled_from(
    [
        "role",
        "content",
        "type",
        "text",
        "id",
        "call_id",
        "tool_calls",
        "function",
        "name",
        "arguments",
        "input",
        "image_url",
        "source",
        "output",
    ]
)
ANY_JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
HISTORY_KEYS = {"openai-chat": "messages", "openai-responses": "input", "anthropic-messages": "messages"}


@pytest.mark.parametrize("api", HISTORY_KEYS)
@given(history=st.lists(ANY_JSON, max_size=4))
def test_any_json_is_read_and_written_everywhere(api, history):
    """No JSON in the place of a message makes the wire raise; Responses items come back as they were."""
    entries = from_body(api, {HISTORY_KEYS[api]: history})
    for other in HISTORY_KEYS:
        body = to_body(entries, Target(api=other, model="m"))
        from_body(other, body)
    if api == "openai-responses":
        neutral = {"provider", "model", "provider_data"}
        assert all(neutral.isdisjoint(each) for each in history if isinstance(each, dict))
        assert len(to_body(entries, Target(api=api, model="m"))["input"]) == len(history)
