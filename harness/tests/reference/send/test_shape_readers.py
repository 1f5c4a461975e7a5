"""What one reader refuses and the others take: refusals, pictures that the assistant shows, turns, names, ids."""

import pytest

from sendable.model.target import parse_target
from sendable.reference.send.assemble import assemble

PIXEL = "data:image/png;base64,iVBORw0KGgo="
USER = {"type": "message", "role": "user", "content": "Which?"}
CALL = {"type": "function_call", "call_id": "call_a1", "name": "look", "arguments": "{}"}
RESULT = {"type": "function_call_output", "call_id": "call_a1", "output": "x"}
MIXED = "(no content)"


def said(content):
    return {"type": "message", "role": "assistant", "content": content}


def sent(items, target, **options):
    """Return what goes out of the items, without a coming turn, and the codes of the warnings."""
    request = assemble({"items": items}, parse_target(target), [], **options)
    history = next(request.body[key] for key in ("messages", "input", "contents") if key in request.body)
    return history, [each.code for each in request.warnings]


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("anthropic-messages:claude-opus-5-5", {"role": "assistant", "content": [{"type": "text", "text": "No."}]}),
        ("gemini:gemini-3.5-flash", {"role": "model", "parts": [{"text": "No."}]}),
        ("mistral:mistral-large-latest", {"role": "assistant", "content": [{"type": "text", "text": "No."}]}),
        ("bedrock-converse:amazon.nova-pro-v1:0", {"role": "assistant", "content": [{"text": "No."}]}),
        ("vllm-chat:my-mistral-v13", {"role": "assistant", "content": "No."}),
        ("vllm-messages:qwen3", {"role": "assistant", "content": [{"type": "text", "text": "No."}]}),
        ("llamacpp-messages:qwen3", {"role": "assistant", "content": [{"type": "text", "text": "No."}]}),
    ],
)
def test_a_refusal_goes_out_as_the_text_it_is(target, written):
    """No other API than OpenAI's knows the part."""
    assert sent([USER, said([{"type": "refusal", "refusal": "No."}])], target)[0][1] == written


@pytest.mark.parametrize("target", ["openai-responses:gpt-5.4", "llamacpp-responses:qwen3"])
def test_what_the_assistant_shows_is_a_note_on_responses(target):
    """The API takes texts and refusals from the assistant; the user's picture stays."""
    picture = {"type": "input_image", "image_url": PIXEL}
    history, codes = sent([{**USER, "content": [picture]}, said([picture])], target)
    assert [each["content"] for each in history] == [[picture], [{"type": "output_text", "text": "[image]"}]]
    assert codes == ["media-as-note"]


def test_what_is_said_beside_calls_gets_a_turn_between_for_version_three():
    """The server would make one message of the two, which Mistral's version 3 refuses; nothing is lost."""
    history, codes = sent([USER, said("Let me look."), CALL, RESULT], "vllm-responses:my-mistral-v3")
    told = [each.get("content") or each["type"] for each in history]
    assert told == ["Which?", "Let me look.", MIXED, "function_call", "function_call_output"]
    assert "turn-put-between" in codes
    assert "turn-put-between" not in sent([USER, said("Hm."), CALL, RESULT], "vllm-responses:my-mistral-v13")[1]


@pytest.mark.parametrize("api", ["vllm-chat", "vllm-messages", "vllm-responses"])
def test_a_name_has_at_most_64_characters_where_mistral_common_reads(api):
    """A chat template takes 128."""
    name = "n" * 100
    for model, longest in (("my-mistral-v3", 64), ("my-mistral-v13", 64), ("qwen3", 100)):
        request = assemble({"items": [USER, {**CALL, "name": name}, RESULT]}, parse_target(f"{api}:{model}"), [])
        (tool,) = request.body["tools"]
        assert len((tool.get("function") or tool)["name"]) == longest


def test_a_custom_call_is_a_function_call_where_harmony_reads():
    """gpt-oss knows functions alone; a chat template on the same API takes the custom call."""
    custom = [
        {"type": "custom_tool_call", "call_id": "call_a1", "name": "look", "input": "."},
        {"type": "custom_tool_call_output", "call_id": "call_a1", "output": "x"},
    ]
    told = {model: sent([USER, *custom], f"vllm-responses:{model}")[0] for model in ("gpt-oss-20b", "qwen3")}
    assert [each["type"] for each in told["gpt-oss-20b"][1:]] == ["function_call", "function_call_output"]
    assert told["gpt-oss-20b"][1]["arguments"] == '{"input": "."}'
    assert [each["type"] for each in told["qwen3"][1:]] == ["custom_tool_call", "custom_tool_call_output"]


def test_copilot_gets_no_id_and_nothing_that_needs_one():
    """A search without its id is refused by the API, one with it by Copilot: it stays out, with a warning."""
    search = {
        "type": "web_search_call",
        "id": "ws_01",
        "status": "completed",
        "action": {"type": "search", "query": "oldest"},
        "provider": "openai",
    }
    answer = {**said([{"type": "output_text", "text": "x", "annotations": []}]), "id": "msg_01", "provider": "openai"}
    history, codes = sent([USER, search, answer], "openai-responses@copilot:gpt-5.4")
    assert [(each.get("type"), "id" in each) for each in history] == [("message", False), ("message", False)]
    assert codes == ["item-left-out"]
    assert [each["type"] for each in sent([USER, search, answer], "openai-responses:gpt-5.4")[0]][1] == search["type"]


def test_zai_gets_turns_that_alternate():
    """Two messages of one side in a row are one; calls and results stay where they are."""
    history, _ = sent([USER, USER, said("Hm."), said("Let me look."), CALL, RESULT, USER], "openai-chat@zai:glm-5.2")
    assert [each["role"] for each in history] == ["user", "assistant", "tool", "user"]
    assert history[1]["tool_calls"][0]["id"] == "call_a1"


def test_xai_gets_no_null_beside_a_call():
    """It wants a content element or no content at all."""
    history, _ = sent([USER, said(None), CALL, RESULT], "openai-chat@xai:grok-4")
    assert history[1].get("content", "") is not None


def test_path_and_compaction_can_be_left_out():
    """Without the path all nodes go out; without compaction what another maker compacted is not expanded."""
    first = {"id": "a", "parent": None, "sent": [USER], "received": [said("One.")]}
    branch = {"id": "b", "parent": "a", "sent": [{**USER, "content": "And?"}], "received": [said("Two.")]}
    compacted = {"type": "compaction", "content": "s", "provider": "anthropic"}
    root = {"id": "c", "parent": None, "kind": "compaction", "pointer": "a", "received": [compacted]}
    to = parse_target("openai-chat:gpt-5.4")

    def texts(nodes, leaf, *without):
        body = assemble({"nodes": nodes, "leaf": leaf}, to, [], without=frozenset(without)).body
        return [each["content"] for each in body["messages"]]

    assert texts([first, branch], "a") == ["Which?", "One."]
    assert texts([first, branch], "a", "path") == ["Which?", "One.", "And?", "Two."]
    assert texts([first, root], "c") == ["Which?", "One."]
    assert texts([first, root], "c", "compaction") == []
