"""The tools that a request offers: given, stored with the history, or made up for what the history names."""

import pytest
from reference.send.makers import TOOLS, answered
from reference.send.talk import call, codes, node, result, said, tree, user

from sendable.model.errors import UnreadableInput
from sendable.model.node import read_conversation, to_plain
from sendable.model.target import parse_target
from sendable.normalizers import Given
from sendable.normalizers.projection import project
from sendable.reference.send import assemble
from sendable.reference.send.prefix import prefix_digest

OPENAI = parse_target("openai-responses:gpt-5.4")
CLAUDE = parse_target("anthropic-messages:claude-opus-5-5")
CALLING = [user(), call(), result(), said()]
MADE_UP = [{"name": "look", "description": "A tool of this conversation.", "parameters": {"type": "object"}}]


def offered(history, target=CLAUDE, **options):
    """The neutral form of the tools that a request to Claude offers."""
    names = {"input_schema": "parameters"}
    body = assemble(history, target, **options).body
    return [{names.get(key, key): value for key, value in tool.items()} for tool in body.get("tools", [])]


def test_who_says_what_is_offered():
    """The argument first, then the history; with neither, one for each tool that the history names."""
    stored = {"items": CALLING, "tools": TOOLS}
    assert offered({"items": CALLING}) == MADE_UP
    assert offered(stored) == TOOLS
    assert offered(stored, tools=TOOLS[:1]) == TOOLS[:1]
    assert offered({"messages": [{"role": "user", "content": "hi"}], "tools": TOOLS}) == TOOLS
    assert offered({**tree(node("n1", sent=CALLING)), "tools": TOOLS}) == TOOLS


def test_no_tools_are_none_given():
    """Some APIs refuse a history with calls and no tools (rule bedrock-toolconfig-missing)."""
    assert offered({"items": CALLING, "tools": TOOLS}, tools=()) == MADE_UP


def test_the_given_ones_are_not_changed():
    """The body shares nothing with them."""
    tools = [{"name": "look", "parameters": {"type": "object"}}]
    body = assemble({"items": CALLING}, OPENAI, tools=tools).body
    body["tools"][0]["parameters"]["type"] = "changed"
    assert tools == [{"name": "look", "parameters": {"type": "object"}}]


def test_a_tools_name_is_rewritten_as_its_calls_are():
    """One alphabet for both; two names that would become one stay two, also when shape runs twice."""
    named = [{"name": name, "description": "", "parameters": {"type": "object"}} for name in ("a.b", "a_b")]
    late = [user(), call("x", name="a.b"), user("stop"), result("x")]
    body = assemble({"items": late, "tools": named}, OPENAI).body
    called = next(item["name"] for item in body["input"] if item.get("type") == "function_call")
    assert [tool["name"] for tool in body["tools"]] == [called, "a_b"]
    assert called.startswith("a_b_")


FAULTS = {
    "no list": ({"look": {}}, "$.tools", "not a list of tools: found dict"),
    "no name": ([TOOLS[0], {"description": "x"}], "$.tools[1]", "not a tool: it has no name"),
    "blank": ([{"name": " "}], "$.tools[0]", "not a tool: it has no name"),
    "no object": (["look"], "$.tools[0]", "not a tool: it has no name"),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("shape", [{"items": []}, {"messages": []}, {"nodes": [], "leaf": None}])
def test_what_is_no_tool_is_told(name, shape):
    """With what it is, and where."""
    tools, where, what = FAULTS[name]
    with pytest.raises(UnreadableInput) as told:
        assemble({**shape, "tools": tools}, OPENAI)
    assert (told.value.what, told.value.where) == (what, where)


def test_tools_travel_with_a_conversation():
    """Read and written again, and in every shape that a normalizer may ask for."""
    history = {"nodes": [{"id": "n1", "sent": [user()]}], "leaf": "n1", "tools": TOOLS}
    assert to_plain(read_conversation(history))["tools"] == TOOLS
    given = Given(contract="send", target={}, history=history, next=[])
    for accepted in ("items", "messages"):
        assert project(given, [accepted]).history["tools"] == TOOLS


def test_bound_thinking_outlives_a_tool_that_is_named_for_the_first_time():
    """With tools the prefix stays what it was; made-up definitions change with the name, and the thinking goes."""
    for tools, kept in (({"tools": TOOLS}, True), ({}, False)):
        history = {"nodes": [], "leaf": None, **tools}
        said = {"thought": "hm", "text": "ok", "calls": []}
        history, _ = answered(history, "anthropic", [user()], said)
        history, _ = answered(history, "openai", [user("more")], {**said, "calls": [("c1", "find", "{}")]})
        request = assemble(history, CLAUDE, next=[result("c1")])
        blocks = [block for each in request.body["messages"] for block in each["content"] if isinstance(block, dict)]
        assert any(block["type"] == "thinking" for block in blocks) is kept
        assert codes(request) == ([] if kept else [("prefix", "prefix-changed")])


def test_the_digest_of_a_store_takes_the_tools_that_were_sent():
    """Other tools, another digest."""
    assert prefix_digest([user()], TOOLS) != prefix_digest([user()]) == prefix_digest([user()], [])
