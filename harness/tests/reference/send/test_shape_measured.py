"""What an API returned goes back as far as the ledger knows it to pass, and no further (design, section 6.3)."""

import pytest

from sendable.ledger.surface import ApiSurface
from sendable.model.claude_block import read_block, read_part
from sendable.model.target import parse_target
from sendable.reference.send.assemble import assemble
from sendable.tasks.dated import dated_reading
from sendable.tasks.drift import Plan, _Gated

CLAUDE = parse_target("anthropic-messages:claude-sonnet-4-5")
CHAT = parse_target("openai-chat:gpt-5.4")
RESPONSES = parse_target("openai-responses:gpt-5.4")
USER = {"type": "message", "role": "user", "content": "Hi"}
# The API requires them, and round trips show them accepted beside the reports that dispute them.
REQUIRED = {"apply_patch_call_output.status", "code_interpreter_call.status", "file_search_call.status"}
SURFACES = [api for sdk in ("openai", "anthropic") for api in dated_reading(sdk).surface.apis if not api.beta]


def _messages(*items):
    return assemble({"items": [USER, *items]}, CLAUDE)


def _codes(assembled):
    return [(each.code, [item.type for item in each.items]) for each in assembled.warnings]


@pytest.mark.parametrize("surface", SURFACES, ids=lambda each: each.name)
def test_no_undecided_field_is_sent(surface: ApiSurface):
    """Of all fields that requests declare, none goes out that the ledger holds as pending, rejected or disputed."""
    gated = _Gated(surface, dated_reading("openai").surface.version, Plan())
    verdicts = {row.path: row.verdict for row in gated._ledger.row}
    open_ones = [path for path in surface.request.paths() if verdicts.get(path) not in ("accepted", "tolerated")]
    assert {path for path in open_ones if gated._sent(path)} - REQUIRED == set()
    assert len(open_ones) > 30


def test_the_dispute_about_the_caller_keeps_it_in():
    """The ``caller`` of a call is disputed and optional: it is stored, and not sent."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}, "caller": {"type": "direct"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}
    stored = [read_block(call), read_block(result)]
    sent = _messages(*stored).body["messages"]
    assert sent[1]["content"] == [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}]
    assert stored[0]["provider_data"] == call


def test_a_required_field_nobody_measured_keeps_its_block_in_and_the_pair_with_it():
    """A server's tool result of a kind without a round trip on file is left out with its call, with warnings."""
    use = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "text_editor_code_execution", "input": {}}
    result = {"type": "text_editor_code_execution_tool_result", "tool_use_id": "srvtoolu_1", "content": {}}
    said = {"type": "message", "role": "assistant", "content": "Done."}
    made = _messages(read_block(use), read_block(result), said)
    assert [each["content"] for each in made.body["messages"]] == ["Hi", "Done.", "Continue."]
    assert _codes(made) == [
        ("pair-left-out", ["server_tool_use"]),
        ("item-left-out", ["text_editor_code_execution_tool_result"]),
    ]


def test_a_citation_of_an_unmeasured_kind_goes_and_its_text_stays():
    """An element that cannot be sent leaves its list; a list that is left empty goes where the API needs none."""
    cited = {"type": "char_location", "cited_text": "a", "document_index": 0, "document_title": None}
    text = {"type": "text", "text": "Done.", "citations": [{**cited, "start_char_index": 0, "end_char_index": 1}]}
    made = _messages({"type": "message", "role": "assistant", "content": [read_part(text, "assistant")]})
    assert made.body["messages"][1]["content"] == [{"type": "text", "text": "Done."}]
    assert _codes(made) == []


def test_what_the_user_said_is_not_cut():
    """A user's own block goes out whole: no API made its fields up."""
    block = {"type": "search_result", "source": "s", "title": "t", "content": [{"type": "text", "text": "x"}]}
    asked = {"type": "message", "role": "user", "content": [read_part(block, "user")]}
    assert assemble({"items": [asked]}, CLAUDE).body["messages"][0]["content"][0] == block


def test_a_custom_call_of_chat_stays_in_with_its_result():
    """No round trip shows a custom call given back on Chat: it is left out with its result; other calls stay."""
    custom = {"id": "c1", "type": "custom", "custom": {"name": "f", "input": "x"}}
    function = {"id": "c2", "type": "function", "index": 0, "function": {"name": "g", "arguments": "{}"}}
    history = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": None, "annotations": [], "tool_calls": [custom, function]},
        {"role": "tool", "tool_call_id": "c1", "content": "a"},
        {"role": "tool", "tool_call_id": "c2", "content": "b"},
    ]
    made = assemble({"messages": history}, CHAT)
    del function["index"]
    assert made.body["messages"][1:3] == [
        {"role": "assistant", "content": None, "tool_calls": [function]},
        {"role": "tool", "tool_call_id": "c2", "content": "b"},
    ]
    assert _codes(made) == [("item-left-out", ["function_call"]), ("pair-left-out", ["function_call_output"])]


def test_the_parts_of_a_custom_result_go_out_as_one_text():
    """Parts of a custom call's output were never measured, its text was: nothing that was said is lost."""
    parts = [{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}]
    call = {"type": "custom_tool_call", "call_id": "c1", "name": "f", "input": "x", "provider": "openai"}
    result = {"type": "custom_tool_call_output", "call_id": "c1", "output": parts, "provider": "openai"}
    sent = assemble({"items": [USER, call, result]}, RESPONSES).body["input"]
    assert sent[2] == {"type": "custom_tool_call_output", "call_id": "c1", "output": "a\nb"}
