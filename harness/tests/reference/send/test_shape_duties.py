"""What each duty sends in the place of what, exactly."""

import pytest

from sendable.model.target import parse_target
from sendable.model.warning import StepWarning, Touched
from sendable.reference.send.shape import shape
from sendable.reference.send.shape.system import takes_system
from sendable.wire import flat, from_body, to_body

CHAT, RESPONSES = parse_target("openai-chat:gpt-5.4"), parse_target("openai-responses:gpt-5.4")
CLAUDE, OLD_CLAUDE = (
    parse_target("anthropic-messages:claude-opus-5-5"),
    parse_target("anthropic-messages:claude-haiku-4-5"),
)
HASHED = "call_4b2d2ff66c98b2a1e6f08bdcdf4a04a7"


def user(text="x"):
    return {"role": "user", "content": text}


def system(text="s"):
    return {"role": "system", "content": text}


def asked(call_id="c1", name="look", content="", **call):
    return {
        "role": "assistant",
        "content": content,
        "tool_calls": [{"tool_call_id": call_id, "name": name, "arguments": "{}", **call}],
    }


def answer(call_id="c1", content="r"):
    return {"role": "tool", "content": content, "tool_call_id": call_id}


def sent(messages, target):
    """Return the history part of the body and the codes with positions."""
    shaped = shape(flat.entries(messages), target)
    body = to_body(shaped.entries, target, shaped.tools)
    history = body.get("messages", body.get("input"))
    codes = [(each.code, [item.position for item in each.items]) for each in shaped.warnings]
    return body.get("system"), history, codes


def use(call_id="c1", name="look", **given):
    return {"type": "tool_use", "id": call_id, "name": name, "input": given}


def result(call_id="c1", content="r"):
    return {"type": "tool_result", "tool_use_id": call_id, "content": content}


def text(said):
    return {"type": "text", "text": said}


def test_a_whole_history_for_claude():
    """Blank text goes, a strange id is rewritten on both sides, results and the user message become one message."""
    messages = [system(), user(), asked("bad id", "a.b", arguments="[1]"), answer("bad id"), user("Continue.")]
    shaped = shape(flat.entries(messages), CLAUDE)
    assert to_body(shaped.entries, CLAUDE, shaped.tools) == {
        "model": "claude-opus-5-5",
        "max_tokens": 1024,
        "system": "s",
        "messages": [
            user(),
            {"role": "assistant", "content": [use(HASHED, "a_b", arguments=[1])]},
            {"role": "user", "content": [result(HASHED), text("Continue.")]},
        ],
        "tools": [{"name": "a_b", "description": "A tool of this conversation.", "input_schema": {"type": "object"}}],
    }
    assert [(each.code, [item.position for item in each.items]) for each in shaped.warnings] == [
        ("blank-text-left-out", [2]),
        ("name-rewritten", [2]),
        ("arguments-wrapped", [2]),
        ("call-id-rewritten", [2, 3]),
    ]
    assert shaped.counters == {"results_joined": 1}


def test_a_warning_names_what_was_touched_and_never_its_content():
    """One warning a code: type, call_id and position of each item."""
    shaped = shape(flat.entries([asked("bad id", content=None), answer("bad id")]), CLAUDE)
    assert shaped.warnings == (
        StepWarning(
            step="shape",
            code="call-id-rewritten",
            message="An id that the API does not take is rewritten in its pair.",
            items=(
                Touched(type="function_call", call_id="bad id", position=0),
                Touched(type="function_call_output", call_id="bad id", position=1),
            ),
        ),
    )


@pytest.mark.parametrize("target", [CHAT, RESPONSES, CLAUDE], ids=str)
def test_a_clean_history_is_not_reported_on(target):
    """What the API takes as it is passes without a warning."""
    messages = [system(), user(), asked(content=None), answer(), {"role": "assistant", "content": "y"}, user()]
    warnings = shape(flat.entries(messages), target).warnings
    assert [each.code for each in warnings] == (["empty-message-left-out"] if target is RESPONSES else [])


ON_CLAUDE = {
    "an empty user message": ([user("")], [user("(no content)")], [("empty-message-filled", [0])]),
    "a blank assistant message": (
        [user(), {"role": "assistant", "content": "\n "}, user()],
        [user(), {"role": "assistant", "content": "(no content)"}, user()],
        [("empty-message-filled", [1])],
    ),
    "a message without content": ([{"role": "user"}], [user("(no content)")], [("empty-message-filled", [0])]),
    "a list of nothing": ([user([])], [user("(no content)")], [("empty-message-filled", [0])]),
    "blank text beside other text": (
        [user([text(" "), text("x")])],
        [user([text("x")])],
        [("blank-text-left-out", [0])],
    ),
    "an empty result": (
        [asked(content=None), answer(content="")],
        [{"role": "assistant", "content": [use()]}, {"role": "user", "content": [result(content="")]}],
        [],
    ),
    "an unknown role is left alone": ([{"role": "wizard", "content": ""}], [{"role": "wizard", "content": ""}], []),
    "a blank message before a result stays before it": (
        [asked(content=None), user(" "), answer()],
        [{"role": "assistant", "content": [use()]}, user("(no content)"), {"role": "user", "content": [result()]}],
        [("empty-message-filled", [1])],
    ),
    "results after a user message stay after it": (
        [asked(content=None), answer(), user(), answer("c2")],
        [
            {"role": "assistant", "content": [use()]},
            {"role": "user", "content": [result(), text("x")]},
            {"role": "user", "content": [result("c2")]},
        ],
        [],
    ),
    "a call without a name": (
        [asked(content=None, name="")],
        [{"role": "assistant", "content": [use(name="unknown_tool")]}],
        [("name-missing", [0])],
    ),
    "a call without arguments": (
        [{"role": "assistant", "tool_calls": [{"tool_call_id": "c1", "name": "look"}]}],
        [{"role": "assistant", "content": [use()]}],
        [("arguments-missing", [0])],
    ),
    "arguments that are cut off": (
        [asked(content=None, arguments='{"a')],
        [{"role": "assistant", "content": [use(arguments='{"a')]}],
        [("arguments-wrapped", [0])],
    ),
    "an unpaired id is left alone": (
        [asked("bad id", content=None)],
        [{"role": "assistant", "content": [use("bad id")]}],
        [],
    ),
}


@pytest.mark.parametrize(("messages", "history", "codes"), ON_CLAUDE.values(), ids=ON_CLAUDE)
def test_on_claude(messages, history, codes):
    """Exactly this is sent to Anthropic and reported."""
    assert sent(messages, CLAUDE) == (None, history, codes)


def test_a_blank_text_wedged_between_results_does_not_vanish():
    """Leaving it out would put two results together that the API refuses apart (anthropic-tool-result-not-first)."""
    wedged = {"role": "user", "content": [result("c1"), text(" "), result("c2")]}
    shaped = shape(from_body("anthropic-messages", {"messages": [wedged]}), CLAUDE)
    [message] = to_body(shaped.entries, CLAUDE)["messages"]
    assert message["content"] == [result("c1"), text("(no content)"), result("c2")]


SYSTEMS = {
    "leading ones are joined": ([system("a"), system("b"), user()], CLAUDE, [text("a"), text("b")], [user()], []),
    "after a user message, before an assistant": (
        [user(), system(), {"role": "assistant", "content": "y"}, user()],
        CLAUDE,
        None,
        [user(), system(), {"role": "assistant", "content": "y"}, user()],
        [],
    ),
    "the same on a model without the role": (
        [user(), system(), {"role": "assistant", "content": "y"}, user()],
        OLD_CLAUDE,
        "s",
        [user(), {"role": "assistant", "content": "y"}, user()],
        [("system-moved", [1])],
    ),
    "before a user message": (
        [system("a"), user(), system(), user()],
        CLAUDE,
        [text("a"), text("s")],
        [user(), user()],
        [("system-moved", [2])],
    ),
    "after an assistant message": (
        [user(), {"role": "assistant", "content": "y"}, system(), user()],
        CLAUDE,
        "s",
        [user(), {"role": "assistant", "content": "y"}, user()],
        [("system-moved", [2])],
    ),
    "at the end": ([user(), system()], CLAUDE, None, [user(), system()], []),
    "a developer message": (
        [{"role": "developer", "content": "d"}, user()],
        CLAUDE,
        "d",
        [user()],
        [("role-renamed", [0])],
    ),
    "between a call and its result it stays, to be refused": (
        [asked(content=None), system(), answer()],
        OLD_CLAUDE,
        None,
        [{"role": "assistant", "content": [use()]}, system(), {"role": "user", "content": [result()]}],
        [],
    ),
}


@pytest.mark.parametrize(("messages", "target", "top", "history", "codes"), SYSTEMS.values(), ids=SYSTEMS)
def test_system_messages_on_claude(messages, target, top, history, codes):
    """A system message stands where the model and the place allow it, else in front."""
    assert sent(messages, target) == (top, history, codes)


def test_a_message_that_only_sets_the_effort_stays_where_it_is():
    """Content [] with output_config is accepted at any position (anthropic-system-message-effort-only)."""
    messages = [
        user(),
        {"role": "assistant", "content": "y"},
        {"role": "system", "content": [], "output_config": {"effort": "low"}},
        user(),
    ]
    shaped = shape(from_body("anthropic-messages", {"messages": messages}), CLAUDE)
    assert (to_body(shaped.entries, CLAUDE)["messages"], shaped.warnings) == (messages, ())


@pytest.mark.parametrize(
    ("model", "takes"),
    [
        ("claude-fable-5-2", True),
        ("claude-mythos-5-1", True),
        ("claude-opus-5", True),
        ("claude-opus-5-5", True),
        ("claude-opus-4-8", True),
        ("claude-sonnet-5-5", True),
        ("claude-haiku-5-5-20261007", True),
        ("claude-sonnet-5", False),
        ("claude-opus-4-7", False),
        ("claude-opus-4-5", False),
        ("claude-haiku-4-5", False),
    ],
)
def test_which_models_take_role_system(model, takes):
    """The models table decides."""
    assert takes_system(model) is takes


def chat_call(call_id="c1", name="look", arguments="{}"):
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}],
    }


ON_CHAT = {
    "null content": ([user(None)], [user("")], [("content-filled", [0])]),
    "null content beside calls": ([asked(content=None)], [chat_call()], []),
    "a result without content": (
        [{"role": "tool", "tool_call_id": "c1"}],
        [{"role": "tool", "tool_call_id": "c1", "content": ""}],
        [("content-filled", [0])],
    ),
    "a refusal stands in for content": (
        [{"role": "assistant", "refusal": "no"}],
        [{"role": "assistant", "refusal": "no"}],
        [],
    ),
    "a dotted name": ([asked(content=None, name="a.b")], [chat_call(name="a_b")], [("name-rewritten", [0])]),
    "a name of 65": (
        [asked(content=None, name="n" * 65)],
        [chat_call(name="n" * 55 + "_1e3fb6d5")],
        [("name-rewritten", [0])],
    ),
    "arguments that are an object": (
        [asked(content=None, arguments={"a": 1})],
        [chat_call(arguments='{"a":1}')],
        [("arguments-written", [0])],
    ),
    "arguments that are no JSON": ([asked(content=None, arguments="{")], [chat_call(arguments="{")], []),
    "an id of 64 of any characters": (
        [asked("é:" * 32, content=None), answer("é:" * 32)],
        [chat_call("é:" * 32), answer("é:" * 32)],
        [],
    ),
    "a system message anywhere": ([user(), system(), user()], [user(), system(), user()], []),
}


@pytest.mark.parametrize(("messages", "history", "codes"), ON_CHAT.values(), ids=ON_CHAT)
def test_on_chat(messages, history, codes):
    """Exactly this is sent to Chat and reported."""
    assert sent(messages, CHAT) == (None, history, codes)


@pytest.mark.parametrize("target", [CHAT, RESPONSES], ids=str)
def test_an_id_of_65_is_rewritten_on_both_sides(target):
    """OpenAI takes 64 characters (chat-tool-call-id-64, resp-call-id-too-long)."""
    shaped = shape(flat.entries([asked("l" * 65, content=None), answer("l" * 65)]), target)
    [call] = [item for item in shaped.entries[0].items if item["type"] == "function_call"]
    [output] = shaped.entries[1].items
    assert call["call_id"] == output["call_id"]
    assert (len(call["call_id"]), call["call_id"][:5]) == (37, "call_")


def test_o1_mini_gets_neither_system_nor_developer():
    """The one Chat model with users alone (chat-o1-mini-system, chat-o1-mini-developer)."""
    assert sent([system(), {"role": "developer", "content": "d"}], parse_target("openai-chat:o1-mini")) == (
        None,
        [user("s"), user("d")],
        [("role-renamed", [0]), ("role-renamed", [1])],
    )


def test_on_responses_a_message_without_content_beside_its_calls_goes():
    """Content null is Chat's way of saying nothing (resp-content-null)."""
    call = {"type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}"}
    assert sent([asked(content=None), {"role": "tool", "tool_call_id": "c1"}, {"role": "assistant"}], RESPONSES) == (
        None,
        [
            call,
            {"type": "function_call_output", "call_id": "c1", "output": ""},
            {"type": "message", "role": "assistant", "content": ""},
        ],
        [("empty-message-left-out", [0]), ("content-filled", [1, 2])],
    )


def test_two_names_never_become_one():
    """Names that differ only in foreign characters stay apart, and apart from a name already there."""
    calls = [asked(f"c{at}", name, None) for at, name in enumerate(["a.b", "a b", "a_c", "a.c"])]
    tools = [each["name"] for each in shape(flat.entries(calls), CHAT).tools]
    assert tools == ["a_b", "a_b_c8687a08", "a_c", "a_c_ad4573f0"]


def test_tools_are_defined_once_in_order_of_first_appearance():
    """A tool that the history names is defined; a history without calls defines none."""
    calls = [asked("c1", "b"), asked("c2", "a"), asked("c3", "b")]
    assert [each["name"] for each in shape(flat.entries(calls), CHAT).tools] == ["b", "a"]
    assert shape(flat.entries([user()]), CHAT).tools == ()
    assert "tools" not in to_body(flat.entries([user()]), CHAT)


def test_a_rewritten_id_never_meets_another_of_the_history():
    """An id that happens to be the one that would be chosen keeps its own pairing, here none."""
    shaped = shape(flat.entries([asked("bad id", content=None), answer("bad id"), asked(HASHED, content=None)]), CLAUDE)
    linked = [item["call_id"] for entry in shaped.entries for item in entry.items if "call_id" in item]
    assert linked[0] == linked[1]
    assert linked[2] == HASHED != linked[0]
