"""One history, a body for each API, each exact; what has no place goes out for the provider to judge."""

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
    "gemini:gemini-3.8-flash": {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {
                "role": "user",
                "parts": [{"text": "What is this?"}, {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}],
            },
            {
                "role": "model",
                "parts": [
                    {"text": "Two looks."},
                    {"functionCall": {"id": "c1", "name": "look", "args": {"x": 1}}},
                    {"functionCall": {"id": "c2", "name": "look", "args": {}}},
                ],
            },
            {
                "role": "user",
                "parts": [{"functionResponse": {"id": "c1", "name": "look", "response": {"output": "r1"}}}],
            },
            {
                "role": "user",
                "parts": [{"functionResponse": {"id": "c2", "name": "look", "response": {"output": "r2"}}}],
            },
            {"role": "user", "parts": [{"text": "Continue."}]},
        ],
        "tools": [{"functionDeclarations": [TOOL]}],
    },
    "bedrock-converse:anthropic.claude-opus-5-5": {
        "messages": [
            {
                "role": "user",
                "content": [{"text": "What is this?"}, {"image": {"format": "png", "source": {"bytes": "AAAA"}}}],
            },
            {
                "role": "assistant",
                "content": [
                    {"text": "Two looks."},
                    {"toolUse": {"toolUseId": "c1", "name": "look", "input": {"x": 1}}},
                    {"toolUse": {"toolUseId": "c2", "name": "look", "input": {}}},
                ],
            },
            {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "r1"}]}}]},
            {"role": "user", "content": [{"toolResult": {"toolUseId": "c2", "content": [{"text": "r2"}]}}]},
            {"role": "user", "content": [{"text": "Continue."}]},
        ],
        "system": [{"text": "Be brief."}],
        "toolConfig": {
            "tools": [{"toolSpec": {"name": "look", "description": "d", "inputSchema": {"json": {"type": "object"}}}}]
        },
    },
}
SAME_FORMAT = {
    "mistral": "openai-chat",
    "vllm-chat": "openai-chat",
    "vllm-responses": "openai-responses",
    "vllm-messages": "anthropic-messages",
    "llamacpp-chat": "openai-chat",
    "llamacpp-responses": "openai-responses",
    "llamacpp-messages": "anthropic-messages",
}


@pytest.mark.parametrize("target", BODIES)
def test_a_history_becomes_exactly_this_body(target):
    """The body is exact to the byte, key order included, and merges, reorders and drops nothing."""
    body = to_body(flat.entries(HISTORY), parse_target(target), [TOOL])
    assert json.dumps(body) == json.dumps(BODIES[target])


@pytest.mark.parametrize("source", BODIES)
@pytest.mark.parametrize("target", BODIES)
def test_a_body_read_back_says_the_same_to_every_api(source, target):
    """Read from any of the bodies, the conversation is written to any API with the same calls and results."""
    body = to_body(from_body(source.partition(":")[0], BODIES[source]), parse_target(target), [TOOL])
    again = flat.messages(from_body(target.partition(":")[0], body))
    calls = [
        (call["tool_call_id"], json.loads(call["arguments"])) for each in again for call in each.get("tool_calls", [])
    ]
    results = [(each["tool_call_id"], each["content"]) for each in again if each["role"] == "tool"]
    assert calls == [("c1", {"x": 1}), ("c2", {})]
    assert results == [("c1", "r1"), ("c2", "r2")]
    assert ("Two looks." in json.dumps(again), IMAGE in json.dumps(again)) == (True, True)


@pytest.mark.parametrize(("server", "api"), SAME_FORMAT.items())
def test_other_servers_speak_the_same_format(server, api):
    """A body for Mistral, vLLM or llama.cpp has the bytes of the format's own, and is read like it."""
    entries = flat.entries(HISTORY)
    body = to_body(entries, Target(api=server, model="m"), [TOOL])
    assert json.dumps(body) == json.dumps(to_body(entries, Target(api=api, model="m"), [TOOL]))
    both = [to_body(from_body(each, body), Target(api="openai-chat", model="m")) for each in (server, api)]
    assert both[0] == both[1]


@pytest.mark.parametrize(("server", "maker"), [("vllm-messages", "vllm"), ("llamacpp-messages", "llamacpp")])
def test_another_server_is_the_maker_of_its_blocks(server, maker):
    """A thought that vLLM or llama.cpp returned as a block is kept as theirs, and written back by their format alone."""
    block = {"type": "thinking", "thinking": "hm", "signature": "s"}
    body = {"messages": [{"role": "assistant", "content": [block]}]}
    entries = from_body(server, body)
    assert entries[0].items[0]["provider"] == maker
    assert to_body(entries, Target(api=server, model="m"))["messages"] == body["messages"]
    [elsewhere] = to_body(entries, Target(api="anthropic-messages", model="m"))["messages"]
    assert elsewhere["content"] != [block]


def test_gemini_pairs_calls_without_ids_by_name_then_by_place():
    """Results without ids get the ids that the reader gave to the calls; back on Gemini there are none again."""

    def response(name):
        return {"functionResponse": {"name": name, "response": {"output": name}}}

    contents = [
        {"role": "model", "parts": [{"functionCall": {"name": name, "args": {}}} for name in ("a", "b", "a")]},
        {"role": "user", "parts": [response("b"), response("a"), response("unheard of")]},
    ]
    entries = from_body("gemini", {"contents": contents})
    assert [item["call_id"] for item in entries[0].items] == ["gemini_1", "gemini_2", "gemini_3"]
    assert [item["call_id"] for item in entries[1].items] == ["gemini_2", "gemini_1", "gemini_3"]
    assert to_body(entries, Target(api="gemini", model="m"))["contents"] == contents


def test_older_ways_of_gemini_come_back_in_todays():
    """Role function and no role are user, a single part is a list of one."""
    part = {"functionResponse": {"name": "f", "response": {}}}
    older = [
        {"role": "function", "parts": [part]},
        {"parts": [{"text": "x"}]},
        {"role": "user", "parts": {"text": "y"}},
    ]
    entries = from_body("gemini", {"contents": older})
    assert to_body(entries, Target(api="gemini", model="m"))["contents"] == [
        {"role": "user", "parts": [part]},
        {"role": "user", "parts": [{"text": "x"}]},
        {"role": "user", "parts": [{"text": "y"}]},
    ]


def test_thoughts_of_mistral_keep_their_place():
    """Parts of type thinking become reasoning items, and go back between the texts they stood between."""
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    message = {
        "role": "assistant",
        "content": [{"type": "text", "text": "a"}, thinking, {"type": "text", "text": "b"}],
        "prefix": False,
    }
    [entry] = from_body("mistral", {"messages": [message]})
    assert [item["type"] for item in entry.items] == ["message", "reasoning", "message"]
    assert entry.items[1] == {
        "type": "reasoning",
        "id": "",
        "summary": [{"type": "summary_text", "text": "hm"}],
        "provider": "mistral",
        "provider_data": thinking,
    }
    assert to_body([entry], Target(api="mistral", model="m"))["messages"] == [message]


def test_claudes_thoughts_go_from_bedrock_to_anthropic_and_back():
    """One provider type, two formats: the same signed text, as a thinking block and as reasoningContent."""
    converse = [{"reasoningContent": {"reasoningText": {"text": "hm", "signature": "s"}}}]
    messages = [{"type": "thinking", "thinking": "hm", "signature": "s"}]
    entries = from_body("bedrock-converse", {"messages": [{"role": "assistant", "content": converse}]})
    [on_anthropic] = to_body(entries, Target(api="anthropic-messages", model="m"))["messages"]
    assert on_anthropic["content"] == messages
    again = from_body("anthropic-messages", {"messages": [on_anthropic]})
    assert to_body(again, Target(api="bedrock-converse", model="m"))["messages"][0]["content"] == converse


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
        "parts",
        "functionCall",
        "functionResponse",
        "toolUse",
        "toolResult",
        "reasoningContent",
        "thought",
        "thinking",
    ]
)
ANY_JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
HISTORY_KEYS = {
    "openai-chat": "messages",
    "openai-responses": "input",
    "anthropic-messages": "messages",
    "gemini": "contents",
    "mistral": "messages",
    "bedrock-converse": "messages",
}


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
