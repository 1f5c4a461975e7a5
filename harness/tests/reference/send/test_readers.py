"""Whoever reads what is sent takes it: templates, harmony and mistral-common on vLLM; vendors that read messages."""

import msgspec
import pytest

from sendable import oracle
from sendable.corpus import realize
from sendable.corpus.profile import load_profile
from sendable.model.json import encode_json
from sendable.model.target import Target
from sendable.reference.send.assemble import assemble

MODELS = ("qwen3", "gpt-oss-20b", "my-mistral-v13", "my-mistral-v3")
APIS = ("vllm-chat", "vllm-responses", "vllm-messages")
CASES = [case for case in load_profile("smoke") if case.contract == "send" and not case.targets]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("api", APIS)
def test_what_is_sent_of_the_smoke_profile_is_taken(api, model) -> None:
    """Every history that is sent is accepted by the rules of that reader, or refused by the rule that its case names."""
    target = Target(api=api, model=model)
    wrong = [
        (case.id, verdict.rule)
        for case in CASES
        if (verdict := _judged(case, target)).accepted != (case.expect.at(target).outcome == "accepted")
    ]
    assert (wrong, len(CASES) > 200) == ([], True)


def _judged(case, target):
    body = assemble(realize(case.history), target, case.next).body
    return oracle.judge(target.api, msgspec.json.decode(encode_json(body)), model=target.model)


def _sent(items, model):
    history = {"items": [{"type": "message", "role": "user", "content": "x"}, *items]}
    return assemble(history, Target("vllm-responses", model)).body["input"]


def call(kind="function_call", call_id="c1", name="f"):
    return {"type": kind, "call_id": call_id, "name": name, "arguments" if kind == "function_call" else "input": "{}"}


def result(kind="function_call", call_id="c1"):
    return {"type": f"{kind}_output", "call_id": call_id, "output": "r"}


def said(text):
    return {"type": "message", "role": "assistant", "content": text}


@pytest.mark.parametrize("model", ["my-mistral-v13", "my-mistral-v3"])
def test_an_id_that_comes_again_later_is_made_to_fit(model) -> None:
    """Mistral's validator wants nine letters and digits of every id, of repeated ones too; a pair keeps one id."""
    turn = [call(call_id="call_long_1"), result(call_id="call_long_1"), said("ok")]
    ids = [item["call_id"] for item in _sent([*turn, *turn], model) if "call_id" in item]
    assert [len(each) for each in ids] == [9] * 4
    assert ids[0] == ids[1] != ids[2] == ids[3]


def test_calls_stand_last_in_an_answer_that_speaks_on_both_sides() -> None:
    """Two messages would be made of it, and the results would not follow the calls (rule …-mistral-count)."""
    items = [said("one"), call(), said("two"), result()]
    kinds = [item["type"] for item in _sent(items, "my-mistral-v13")]
    assert kinds == ["message", "message", "message", "function_call", "function_call_output", "message"]
    assert [item["type"] for item in _sent(items, "qwen3")][1:4] == ["message", "function_call", "message"]


def test_a_custom_call_is_a_function_call_where_no_template_reads_it() -> None:
    """Its name then goes by the rules of names (rule …-mistral-function-name)."""
    items = [call("custom_tool_call", name="files.search"), result("custom_tool_call")]
    sent = _sent(items, "my-mistral-v13")
    assert [item["type"] for item in sent[1:3]] == ["function_call", "function_call_output"]
    assert sent[1]["name"] == "files_search"
    assert _sent(items, "qwen3")[1]["type"] == "custom_tool_call"


def test_version_3_gets_a_turn_between_what_is_said_and_the_call_of_the_next_answer() -> None:
    """The server makes one message of both otherwise (rule …-mistral-content-or-calls)."""
    sent = _sent([said("I look."), call(), result()], "my-mistral-v3")
    assert [item.get("role", item["type"]) for item in sent] == [
        "user",
        "assistant",
        "user",
        "function_call",
        "function_call_output",
        "user",
    ]


def test_deepseek_gets_calls_last_and_as_functions() -> None:
    """Its Responses endpoint reads messages, in which results follow their calls (rule deepseek-call-unanswered)."""
    history = {
        "items": [call(), said("two"), call("custom_tool_call", "c2"), result(), result("custom_tool_call", "c2")]
    }
    body = assemble(history, Target("openai-responses", "deepseek-chat", "deepseek")).body
    kinds = [item["type"] for item in body["input"]]
    assert kinds == ["message", *["function_call"] * 2, *["function_call_output"] * 2, "message"]
    assert oracle.judge("openai-responses", body, model="deepseek-chat", vendor="deepseek").accepted


def test_zai_gets_no_id_a_second_time() -> None:
    """Rule zai-messages-illegal, of an id in a later turn too."""
    user = {"type": "message", "role": "user", "content": "x"}
    history = {"items": [user, call(), result(), said("ok"), user, call(), result(), said("ok")]}
    body = assemble(history, Target("openai-chat", "glm-4.6", "zai")).body
    ids = [made["id"] for message in body["messages"] for made in message.get("tool_calls", ())]
    assert ids == ["c1", "c1_2"]
    assert oracle.judge("openai-chat", body, model="glm-4.6", vendor="zai").accepted


def test_a_message_that_says_nothing_is_none_of_its_own_for_version_3() -> None:
    """Where texts and calls are cut apart, nothing stays behind without content (rule vllm-messages-message)."""
    silent = {"type": "message", "role": "assistant"}
    history = {"items": [{"type": "message", "role": "user", "content": "x"}, silent, said("It is ")]}
    body = assemble(history, Target("vllm-messages", "my-mistral-v3")).body
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    assert oracle.judge("vllm-messages", body, model="my-mistral-v3").accepted


def test_claude_gets_a_text_without_what_helpers_add_to_it() -> None:
    """Whoever made the part: rule anthropic-text-parsed-extra; a cache mark is the user's, and stays."""
    mark = {"type": "ephemeral"}
    part = {"type": "text", "text": "Done.", "parsed": "x", "cache_control": mark}
    asked, made = (
        {"type": "message", "role": role, "content": content}
        for role, content in (("user", "x"), ("assistant", [part]))
    )
    body = assemble({"items": [asked, made]}, Target("anthropic-messages", "claude-opus-5-5")).body
    assert body["messages"][1]["content"] == [{"type": "text", "text": "Done.", "cache_control": mark}]
