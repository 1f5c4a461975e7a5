"""Whatever lies in a stored item, in any field: every API's shape and the whole way bear it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import oracle
from sendable.model.entry import Entry
from sendable.model.json import encode_json
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.reference.send.shape import shape

MODELS = {
    "anthropic-messages": ["claude-opus-5-5", "claude-haiku-4-5"],
    "bedrock-converse": ["anthropic.claude-haiku-4-5-v1:0", "amazon.nova-pro-v1:0"],
    "gemini": ["gemini-3.5-flash", "gemini-2.5-pro"],
    "mistral": ["mistral-large-latest", "mistral-small-2409"],
    "openai-chat": ["gpt-5.4", "gpt-4o", "o1-mini"],
    "openai-responses": ["gpt-5.4", "o3-mini"],
}
SERVED = ["qwen3", "openai/gpt-oss-20b", "mistral-small-v3"]
VENDORS = [
    "openai-chat@deepseek:deepseek-chat",
    "openai-chat@xai:grok-4",
    "openai-chat@ollama:qwen3",
    "openai-responses@azure:gpt-6-astra",
    "openai-responses@copilot:gpt-5.4",
]
TARGETS = [
    parse_target(each)
    for each in [*(f"{api}:{model}" for api in oracle.apis() for model in MODELS.get(api, SERVED)), *VENDORS]
]
KEYS = [
    "type",
    "text",
    "thinking",
    "signature",
    "input",
    "url",
    "image_url",
    "toolUse",
    "functionCall",
    "functionResponse",
]
JUNK = st.recursive(
    st.sampled_from([None, True, 0, 5, 1.5, "", " ", "x", "text", "input_image", "message", "thinking", "tool_use"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=5,
)
TYPES = [
    "message",
    "function_call",
    "function_call_output",
    "reasoning",
    "compaction",
    "web_search_call",
    "custom_tool_call",
    "custom_tool_call_output",
    "server_tool_use",
]
MAKERS = ["openai", "anthropic", "openai-chat", "bedrock-converse", "google", "mistral", "vllm"]
ROLES = ["user", "assistant", "tool", "system", "developer"]
FIELDS = [
    "id",
    "name",
    "arguments",
    "output",
    "content",
    "summary",
    "encrypted_content",
    "status",
    "action",
    "tool_calls",
    "async",
]
ITEMS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(TYPES) | JUNK,
        "role": st.sampled_from(ROLES) | JUNK,
        "call_id": st.sampled_from(["a", "b"]) | JUNK,
        "provider": st.sampled_from(MAKERS) | JUNK,
        "model": JUNK,
        "provider_data": JUNK,
        **dict.fromkeys(FIELDS, JUNK),
    },
)
ENTRIES = st.builds(
    Entry,
    st.sampled_from([*ROLES, "function", None, "x"]),
    st.lists(ITEMS, max_size=3).map(tuple),
    provider=st.sampled_from([None, *MAKERS]),
) | st.builds(Entry, st.none(), raw=JUNK)


@settings(max_examples=150, deadline=None)
@given(st.lists(ENTRIES, max_size=4))
def test_shape_bears_any_entry_and_changes_none(entries):
    """No target's duties raise, whatever stands in an item; what was given stays as it was."""
    before = encode_json(entries)
    for target in TARGETS:
        shape(entries, target)
    assert encode_json(entries) == before


@settings(max_examples=150, deadline=None)
@given(st.lists(ITEMS, max_size=5), st.booleans())
def test_the_whole_way_bears_any_item(items, letter):
    """Every stored item leads to a body that can be written as JSON."""
    for target in TARGETS:
        assert encode_json(assemble({"items": items}, target, letter=letter).body)


def test_an_item_whose_type_is_no_text_is_no_crash_beside_one_that_is_left_out():
    """What found the fault: a pair is looked for by type, which was no text."""
    items = [
        {"type": "strange_call", "call_id": "a"},
        {"type": [], "call_id": "a"},
        {"type": "web_search_call", "action": {"type": {}}},
    ]
    for target in TARGETS:
        assert encode_json(assemble({"items": items}, target).body)
