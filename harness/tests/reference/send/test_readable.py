"""The step `read`, the pairs of Claude's own tools, and thinking of which a part cannot go back."""

from sendable.model.claude_block import read_block
from sendable.model.target import Target
from sendable.oracle.seals import seal
from sendable.reference.send import assemble

OPENAI = Target("openai-responses", "gpt-5.4")
CLAUDE = Target("anthropic-messages", "claude-opus-5-5")
GO = {"type": "message", "role": "user", "content": "Go."}
DONE = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]}
CALL = {"type": "function_call", "call_id": "c1", "name": "search", "arguments": "{}"}
RESULT = {"type": "function_call_output", "call_id": "c1", "output": "Found."}
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


def sent(items, target=OPENAI):
    """Assemble items: what stands behind the first message, and the warnings' codes."""
    request = assemble({"items": items}, target)
    body = request.body["input" if target is OPENAI else "messages"]
    return body[1:-1], [(each.step, each.code) for each in request.warnings]


def of_claude(*blocks):
    """Make items of Claude."""
    return [{**read_block(each), "model": "claude-opus-5-5"} for each in blocks]


def thought(text, signature=None, place=(0, 1)):
    """Make a thinking block."""
    made = seal("anthropic", "claude-opus-5-5", content=text, place=place)
    return {"type": "thinking", "thinking": text, "signature": made if signature is None else signature}


def test_a_role_that_nobody_knows_is_the_users():
    """It is said in the user's role, and a warning tells it."""
    body, codes = sent([GO, {"type": "message", "role": "operator", "content": "Look."}, DONE])
    assert (body[0]["role"], body[0]["content"]) == ("user", "Look.")
    assert codes == [("read", "role-unknown")]


def test_an_output_that_is_data_is_its_json_text():
    """Maps, numbers and lists of no parts are written as JSON; a list of parts stays."""
    for output, text in (({"a": [1]}, '{"a":[1]}'), (7, "7"), (["x"], '["x"]'), (False, "false")):
        body, codes = sent([GO, CALL, {**RESULT, "output": output}, DONE])
        assert (body[1]["output"], codes) == (text, [("read", "output-no-text")])
    parts = [{"type": "input_text", "text": "Found."}]
    body, codes = sent([GO, CALL, {**RESULT, "output": parts}, DONE])
    assert (body[1]["output"], codes) == (parts, [])


def test_a_result_of_another_family_becomes_one_of_its_calls():
    """The type of the call decides, in both directions."""
    body, codes = sent([GO, CALL, {**RESULT, "type": "custom_tool_call_output"}, DONE])
    assert (body[1], codes) == (RESULT, [("read", "result-of-another-family")])
    custom = {"type": "custom_tool_call", "call_id": "c1", "name": "search", "input": "x"}
    body, codes = sent([GO, custom, RESULT, DONE])
    assert (body[1]["type"], codes) == ("custom_tool_call_output", [("read", "result-of-another-family")])


def test_halves_of_pairs_of_the_servers_tools_go():
    """A result without its call goes, and so does a call without its result once the conversation has gone on."""
    for half in (SEARCH, FOUND):
        body, codes = sent([GO, *of_claude(half), DONE], CLAUDE)
        assert body == [{"role": "assistant", "content": [{"type": "text", "text": "Done."}]}]
        assert codes == [("shape", "item-left-out")]
    body, codes = sent([GO, *of_claude(SEARCH, FOUND), DONE], CLAUDE)
    assert (body[0]["content"][:2], codes) == ([SEARCH, FOUND], [])


def test_a_call_of_the_servers_that_still_runs_stays():
    """Beside a call of the client's in the last answer it has no result yet (anthropic-server-call-in-flight)."""
    used = {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}
    body, codes = sent([GO, *of_claude(SEARCH, used), {**RESULT, "call_id": "toolu_1"}], CLAUDE)
    assert (body[0]["content"], codes) == ([SEARCH, used], [])


def test_of_the_thoughts_of_one_answer_all_go_back_or_none():
    """A thought without a signature takes the others of its answer with it; one that comes twice goes back once."""
    whole, bare = thought("One.", place=(0, 2)), thought("Two.", signature="")
    body, codes = sent([GO, *of_claude(whole, bare), DONE], CLAUDE)
    assert body[0]["content"] == [{"type": "text", "text": "Done."}]
    assert codes == [("shape", "reasoning-left-out")]
    body, codes = sent([GO, *of_claude(thought("One."), thought("One.")), DONE], CLAUDE)
    assert ([each["type"] for each in body[0]["content"]], codes) == (["thinking", "text"], [])
