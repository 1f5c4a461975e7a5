"""What a provider returned is restored identical, and a change of the item is not lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.model import claude_block, converse_block, gemini_part

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.text(max_size=4), VALUES, max_size=3)


def block(required, optional=None):
    return st.tuples(st.fixed_dictionaries(required, optional=optional or {}), OBJECTS).map(
        lambda both: {**both[1], **both[0]}
    )


TEXT = st.text(max_size=5)
ANY_BLOCK = st.one_of(
    block({"type": st.just("tool_use"), "id": TEXT, "name": TEXT}, {"input": VALUES, "caller": VALUES}),
    block({"type": st.just("tool_result"), "tool_use_id": TEXT}, {"content": VALUES, "is_error": st.booleans()}),
    block({"type": st.just("thinking"), "thinking": TEXT}, {"signature": TEXT}),
    block({"type": st.just("redacted_thinking")}, {"data": TEXT}),
    block({"type": st.just("compaction")}, {"content": VALUES}),
    block({"type": st.sampled_from(["server_tool_use", "web_search_tool_result", "new_thing"])}, {"content": VALUES}),
)
ANY_CLAUDE_PART = st.one_of(
    block({"type": st.just("text"), "text": TEXT}, {"citations": VALUES, "cache_control": VALUES}),
    block({"type": st.just("image"), "source": VALUES}),
    block({"type": st.sampled_from(["document", "search_result"])}, {"source": VALUES}),
)
SIGNED = {"thoughtSignature": TEXT, "thought_signature": TEXT}
ANY_GEMINI_ITEM = st.one_of(
    block({"functionCall": block({"name": TEXT}, {"id": TEXT, "args": OBJECTS})}, SIGNED),
    block({"function_call": block({"name": TEXT}, {"args": OBJECTS})}, SIGNED),
    block({"functionResponse": block({"name": TEXT}, {"id": TEXT, "response": VALUES, "parts": VALUES})}),
    block({"thought": st.just(True)}, {"text": TEXT, **SIGNED}),
    block({"executableCode": VALUES}, SIGNED),
)
ANY_GEMINI_PART = st.one_of(
    block({"text": TEXT}, {"thought": st.just(False), **SIGNED}),
    block({"inlineData": block({"mimeType": st.sampled_from(["image/png", "audio/wav"]), "data": TEXT})}),
    block({"fileData": VALUES}, {"videoMetadata": VALUES}),
)
ANY_CONVERSE_BLOCK = st.one_of(
    st.fixed_dictionaries({"toolUse": block({"toolUseId": TEXT, "name": TEXT}, {"input": VALUES, "type": TEXT})}),
    st.fixed_dictionaries(
        {"toolResult": block({"toolUseId": TEXT}, {"status": TEXT, "content": st.lists(OBJECTS, max_size=3)})}
    ),
    st.fixed_dictionaries({"reasoningContent": block({}, {"reasoningText": OBJECTS})}),
    st.fixed_dictionaries({"reasoningContent": st.fixed_dictionaries({"redactedContent": TEXT})}),
    st.fixed_dictionaries(
        {
            "reasoningContent": st.fixed_dictionaries(
                {"reasoningText": st.fixed_dictionaries({"text": TEXT, "signature": TEXT})}
            )
        }
    ),
)
ANY_CONVERSE_PART = block({}, {"text": TEXT, "document": VALUES, "image": VALUES, "cachePoint": VALUES})


@given(ANY_BLOCK, st.sampled_from(["anthropic", "vllm"]))
def test_a_block_of_claude_is_restored_identical(block, maker):
    """Any block, any further key, to the byte and in order."""
    item = claude_block.read_block(block, maker)
    assert json.dumps(claude_block.write_block(item, maker)) == json.dumps(block)


@given(ANY_CLAUDE_PART, st.sampled_from(["user", "assistant"]))
def test_a_content_block_of_claude_is_restored_identical(block, role):
    """Citations, cache breakpoints, sources of any kind."""
    assert claude_block.write_part(claude_block.read_part(block, role)) == block


@given(ANY_GEMINI_ITEM)
def test_a_part_of_gemini_is_restored_identical(part):
    """Calls and responses with and without ids, in both spellings, thoughts, signatures, code."""
    assert gemini_part.is_part(part) is False or "text" in part or set(part) & {"inlineData", "fileData"}
    item = gemini_part.read_item(part)
    assert gemini_part.write_items(item) == [part]


@given(ANY_GEMINI_PART, st.sampled_from(["user", "model"]))
def test_a_content_part_of_gemini_is_restored_identical(part, role):
    """Texts with signatures, inline data, files."""
    assert gemini_part.write_part(gemini_part.read_part(part, role)) == part


@given(ANY_CONVERSE_BLOCK)
def test_a_block_of_converse_is_restored_identical(block):
    """Tool blocks with any key, Claude's reasoning and reasoning of others."""
    item = converse_block.read_block(block)
    assert converse_block.write_block(item) == block


@given(ANY_CONVERSE_PART)
def test_a_content_block_of_converse_is_restored_identical(block):
    """Texts, documents, cache points and what may come."""
    assert converse_block.write_part(converse_block.read_part(block, "user")) == block


CHANGED = {
    "claude": (
        claude_block.read_block({"type": "tool_use", "id": "a", "name": "f", "input": {}, "caller": 1}),
        claude_block.write_block,
        {"type": "tool_use", "id": "n", "name": "g", "input": {"x": 1}, "caller": 1},
    ),
    "gemini": (
        gemini_part.read_item({"functionCall": {"id": "a", "name": "f", "args": {}}, "thoughtSignature": "s"}),
        lambda item: gemini_part.write_items(item)[0],
        {"functionCall": {"id": "n", "name": "g", "args": {"x": 1}}, "thoughtSignature": "s"},
    ),
    "converse": (
        converse_block.read_block({"toolUse": {"toolUseId": "a", "name": "f", "input": {}, "kept": 1}}),
        converse_block.write_block,
        {"toolUse": {"toolUseId": "n", "name": "g", "input": {"x": 1}, "kept": 1}},
    ),
}


@pytest.mark.parametrize(("item", "write", "written"), CHANGED.values(), ids=CHANGED)
def test_what_the_item_says_is_written_over_what_was_kept(item, write, written):
    """A rewritten id, name or argument is sent, the rest of the original beside it."""
    assert write({**item, "call_id": "n", "name": "g", "arguments": '{"x":1}'}) == written


def test_every_recorded_block_is_restored_identical(shared):
    """All blocks and parts of the recorded histories of Claude, Gemini and Bedrock: more than 30,000."""
    import gzip

    seen = 0
    with gzip.open(shared / "recordings" / "round-trips.jsonl.gz", "rt") as rows:
        for row in map(json.loads, rows):
            for held in _blocks(row):
                seen += 1
                assert _restored(row["api"], held) == held
    assert seen > 30_000


def _blocks(row):
    key, inside = ("contents", "parts") if row["api"] == "gemini" else ("messages", "content")
    if row["api"] not in ("gemini", "anthropic-messages", "bedrock-converse") or not isinstance(row["request"], dict):
        return
    for message in row["request"].get(key) or []:
        held = message.get(inside) if isinstance(message, dict) else None
        yield from (each for each in held if isinstance(each, dict)) if isinstance(held, list) else ()


def _restored(api, held):
    if api == "gemini":
        if gemini_part.is_part(held):
            return gemini_part.write_part(gemini_part.read_part(held, "user"))
        return gemini_part.write_items(gemini_part.read_item(held))[0]
    table = claude_block if api == "anthropic-messages" else converse_block
    if table.is_part(held):
        return table.write_part(table.read_part(held, "user"))
    return table.write_block(table.read_block(held))
