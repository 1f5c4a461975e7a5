"""What vendors, servers and models ask for beyond their API's own duties, and the oracle's word on all of it."""

import json
from collections import Counter
from itertools import islice

import msgspec
import pytest

from sendable.model.entry import Entry
from sendable.model.target import parse_target
from sendable.oracle import judge
from sendable.reference.send.shape import shape
from sendable.wire import from_body, to_body

RS = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"}
PICTURE = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}


def user(text="x"):
    return Entry("user", ({"type": "message", "role": "user", "content": text},))


def said(text="y", **more):
    return {"type": "message", "role": "assistant", "content": text, **more}


def call(call_id="c1", **more):
    return {"type": "function_call", "call_id": call_id, "name": "look", "arguments": "{}", **more}


def answer(call_id="c1", output="r"):
    return Entry("tool", ({"type": "function_call_output", "call_id": call_id, "output": output},))


def made(*items):
    return Entry("assistant", items, provider="openai")


def sent(entries, target):
    """Return the body, the codes, the counters, and the oracle's answers with and without the duties."""
    target = parse_target(target)
    shaped = shape(entries, target)
    body = to_body(shaped.entries, target, shaped.tools)
    raw = to_body(entries, target, shaped.tools)
    verdicts = [judge(target.api, each, model=target.model, vendor=target.vendor) for each in (body, raw)]
    assert verdicts[0].accepted, verdicts[0]
    return body, [each.code for each in shaped.warnings], shaped.counters, verdicts[1].rule


def test_azure_is_sent_no_ids_of_a_response_without_its_reasoning():
    """Rule compaction-request-ids-without-reasoning: with any store."""
    entries = [user(), made(call(id="fc_1")), answer(), user(), made(RS, said(id="msg_2")), user()]
    body, _, counters, raw = sent(entries, "openai-responses@azure:gpt-6-sol")
    assert [item.get("id") for item in body["input"]] == [None, None, None, None, "rs_1", "msg_2", None]
    assert (counters, raw) == ({"vendor_ids_removed": 1}, "compaction-request-ids-without-reasoning")


def test_azure_is_sent_the_encrypted_reasoning_of_one_response():
    """Rule azure-conflicting-continuation, for its GPT-6 models: the last stays, the others are told of."""
    entries = [
        user(),
        made(RS, call()),
        answer(),
        made({**RS, "id": "rs_2", "encrypted_content": "gAAB"}, said()),
        user(),
    ]
    body, codes, _, raw = sent(entries, "openai-responses@azure:gpt-6-sol")
    assert [item["id"] for item in body["input"] if item["type"] == "reasoning"] == ["rs_2"]
    assert (codes, raw) == (["reasoning-left-out"], "azure-conflicting-continuation")


def test_copilot_is_sent_no_ids():
    """Rule copilot-item-id-connection."""
    entries = [user(), made(RS, call(id="fc_1")), answer(), user()]
    body, _, _, raw = sent(entries, "openai-responses@copilot:gpt-5.4")
    assert all("id" not in item for item in body["input"])
    assert raw == "copilot-item-id-connection"


THOUGHTFUL = {"role": "assistant", "content": None, "reasoning_content": "hm"}
CALLING = {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}]}


@pytest.mark.parametrize("vendor", ["groq", "cerebras"])
def test_vendors_that_refuse_reasoning_content_get_none(vendor):
    """Rules groq- and cerebras-reasoning-content-unsupported."""
    messages = [{"role": "user", "content": "x"}, {**THOUGHTFUL, **CALLING}]
    body, codes, _, raw = sent(
        [*from_body("openai-chat", {"messages": messages}), answer(), user()], f"openai-chat@{vendor}:m"
    )
    assert ("reasoning_content" in json.dumps(body), codes) == (False, [])
    assert raw == f"{vendor}-reasoning-content-unsupported"


@pytest.mark.parametrize(("vendor", "model"), [("deepseek", "deepseek-v4"), ("moonshot", "kimi-k2.6")])
def test_vendors_that_ask_for_reasoning_content_get_one(vendor, model):
    """The kept one goes back; a turn that another model made gets an empty one."""
    kept = from_body("openai-chat", {"messages": [{"role": "user", "content": "x"}, {**THOUGHTFUL, **CALLING}]})
    entries = [*kept, answer(), made(call("c2")), answer("c2"), user()]
    body, _, counters, raw = sent(entries, f"openai-chat@{vendor}:{model}")
    assert [each["reasoning_content"] for each in body["messages"] if each["role"] == "assistant"] == ["hm", ""]
    assert (counters, raw) == ({"reasoning_content_filled": 1}, f"{vendor}-reasoning-content-missing")


def test_xai_gets_no_empty_list():
    """Rule xai-empty-content."""
    body, codes, _, raw = sent([user([]), user()], "openai-chat@xai:grok")
    assert (body["messages"][0]["content"], codes, raw) == ("", ["content-filled"], "xai-empty-content")


def test_ollama_gets_no_address_of_a_picture():
    """Rule ollama-image-address; the picture itself goes."""
    web = {"type": "image_url", "image_url": {"url": "https://example.test/plan.png"}}
    body, codes, _, raw = sent([user([PICTURE, web])], "openai-chat@ollama:m")
    assert body["messages"][0]["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "text", "text": "[image: plan.png]"},
    ]
    assert (codes, raw) == (["media-as-note"], "ollama-image-address")


def test_gpt_4o_gets_pictures_from_users_alone():
    """Rule chat-image-in-tool: the one in the result is a note; newer models get both."""
    entries = [user([PICTURE]), made(call()), answer(output=[PICTURE]), user()]
    body, codes, _, raw = sent(entries, "openai-chat:gpt-4o")
    assert (json.dumps(body).count("base64"), body["messages"][2]["content"]) == (
        1,
        [{"type": "text", "text": "[image]"}],
    )
    assert (codes, raw) == (["media-as-note"], "chat-image-in-tool")
    body, codes, _, _ = sent(entries, "openai-chat:gpt-5.4")
    assert (json.dumps(body).count("base64"), codes) == (2, [])


def test_llama_on_bedrock_gets_text_and_tools_in_messages_of_their_own():
    """Rule bedrock-mixed-tool-and-text; calls stay next to their results, for Claude nothing is cut."""
    entries = [user(), made(said(), call()), answer(), user()]
    body, _, counters, raw = sent(entries, "bedrock-converse:meta.llama3")
    assert [[next(iter(block)) for block in each["content"]] for each in body["messages"]] == [
        ["text"],
        ["text"],
        ["toolUse"],
        ["toolResult"],
        ["text"],
    ]
    assert (counters, raw) == ({"messages_cut": 1}, "bedrock-mixed-tool-and-text")
    assert "messages_cut" not in sent(entries, "bedrock-converse:anthropic.claude-opus-5-5")[2]


def test_results_of_parallel_calls_are_one_message_on_bedrock_and_gemini():
    """Rules bedrock-toolresult-missing and gemini-function-response-count; the user's words stay apart.

    Gemini was recorded to count split results together, and reported to refuse them.
    """
    entries = [user(), made(call("a"), call("b")), answer("a"), answer("b"), user()]
    body, codes, counters, raw = sent(entries, "bedrock-converse:anthropic.claude-opus-5-5")
    assert [len(each["content"]) for each in body["messages"]] == [1, 2, 2, 1]
    assert (codes, counters, raw) == ([], {"results_joined": 1}, "bedrock-toolresult-missing")
    body, _, counters, _ = sent(entries, "gemini:gemini-3.8-flash")
    assert [len(each["parts"]) for each in body["contents"]] == [1, 2, 2, 1]
    assert counters["results_joined"] == 1


MISTRAL = [
    "vllm-chat:my-mistral-v3",
    "vllm-responses:my-mistral-v3",
    "vllm-messages:my-mistral-v3",
    "vllm-chat:my-mistral-v13",
    "mistral:mistral-large-latest",
]


@pytest.mark.parametrize("target", MISTRAL)
def test_mistrals_validator_gets_nine_characters_and_its_system_in_front(target):
    """Ids of nine letters or digits on both sides of the pair, system messages first, text and calls apart."""
    system = Entry("system", ({"type": "message", "role": "system", "content": "s"},))
    entries = [user(), made(said(), call("toolu_1")), answer("toolu_1"), made(said()), system, user()]
    body, codes, _, raw = sent(entries, target)
    assert ("toolu_1" in json.dumps(body), "call-id-rewritten" in codes, raw is not None) == (False, True, True)


def test_gpt_oss_on_vllm_gets_results_as_plain_text():
    """Rule vllm-responses-harmony-output-list."""
    parts = [{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}]
    body, codes, counters, raw = sent(
        [user(), made(call()), answer(output=parts), user()], "vllm-responses:gpt-oss-20b"
    )
    assert (body["input"][2]["output"], codes, counters["texts_joined"]) == ("a\nb", [], 1)
    assert raw == "vllm-responses-harmony-output-list"


BROKEN_ARGUMENTS = {
    "llamacpp-responses:tiny": "llamacpp-responses-arguments-not-json",
    "llamacpp-chat:tiny": "llamacpp-arguments-not-json",
}


@pytest.mark.parametrize(("target", "rule"), BROKEN_ARGUMENTS.items())
def test_llamacpp_gets_the_text_of_a_json_object(target, rule):
    """Its templates read arguments as an object; what is none is wrapped."""
    body, codes, _, raw = sent([user(), made(call(arguments='{"a')), answer(), user()], target)
    assert json.dumps('{"arguments":"{\\"a"}') in json.dumps(body)
    assert (codes, raw) == (["arguments-wrapped"], rule)


ALL = [
    "openai-chat:gpt-5.4",
    "openai-responses:gpt-5.4",
    "openai-responses@azure:gpt-6-sol",
    "anthropic-messages:claude-opus-5-5",
    "anthropic-messages@bedrock:claude-haiku-4-5",
    "gemini:gemini-3.8-flash",
    "mistral:mistral-large-latest",
    "bedrock-converse:anthropic.claude-opus-5-5",
    "bedrock-converse:meta.llama3",
    "vllm-chat:qwen3",
    "vllm-chat:gpt-oss-20b",
    "vllm-chat:my-mistral-v3",
    "vllm-responses:qwen3",
    "vllm-responses:gpt-oss-20b",
    "vllm-responses:my-mistral-v13",
    "vllm-messages:qwen3",
    "vllm-messages:gpt-oss-20b",
    "llamacpp-chat:tiny",
    "llamacpp-responses:tiny",
    "llamacpp-messages:tiny",
]
MAKERS = {
    "openai-chat": None,
    "openai-responses": "openai",
    "anthropic-messages": "anthropic",
    "gemini": "google",
    "mistral": "mistral",
    "bedrock-converse": "anthropic",
}


@pytest.fixture(scope="module")
def recorded(shared):
    """Every twentieth accepted history of each API, its makers noted, a user message at the end: 730 of them."""
    from sendable.recordings import read

    rows = {api: [] for api in MAKERS}
    for row in read(shared / "recordings" / "round-trips.jsonl.gz"):
        if row.api in MAKERS and row.accepted:
            rows[row.api].append(row)
    return [
        [
            *(
                msgspec.structs.replace(entry, provider=MAKERS[api]) if entry.role == "assistant" else entry
                for entry in from_body(api, row.request)
            ),
            user("Continue."),
        ]
        for api in MAKERS
        for row in islice(rows[api], 0, None, 20)
    ]


@pytest.mark.parametrize("target", ALL)
def test_what_one_provider_accepted_every_other_accepts_too(recorded, target):
    """Shaped for any target, 99 of 100 recorded histories pass its oracle; the rest need order repair or are no messages."""
    target = parse_target(target)
    refused = Counter()
    for entries in recorded:
        shaped = shape(entries, target)
        body = to_body(shaped.entries, target, shaped.tools)
        refused[judge(target.api, body, model=target.model, vendor=target.vendor).rule] += 1
    accepted = refused.pop(None)
    assert accepted + refused.total() > 700
    assert accepted >= 0.99 * (accepted + refused.total()), refused


def test_openrouter_gets_no_item_twice():
    """Rule openrouter-duplicate-item: the message goes without its id, the reasoning once."""
    entries = [user(), made(RS, said(id="msg_1")), user(), made(RS, said(id="msg_1")), user()]
    body, codes, counters, raw = sent(entries, "openai-responses@openrouter:openai/gpt-5.4")
    assert [item.get("id") for item in body["input"]] == [None, "rs_1", "msg_1", None, None, None]
    assert (codes, counters, raw) == (["reasoning-repeated"], {"vendor_ids_removed": 1}, "openrouter-duplicate-item")


def test_xai_gets_a_text_in_the_place_of_an_empty_output():
    """Rule xai-empty-content."""
    body, codes, _, raw = sent([user(), made(call()), answer(output=[]), user()], "openai-chat@xai:grok-4")
    assert (body["messages"][2]["content"], codes, raw) == ("", ["content-filled"], "xai-empty-content")
