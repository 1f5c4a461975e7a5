"""Content that vLLM's Responses endpoint takes unread, and the oracle's word on it before and after."""

import pytest

from sendable.model.entry import Entry
from sendable.model.target import parse_target
from sendable.oracle import judge
from sendable.reference.send.shape import shape
from sendable.wire import to_body

HERMES, HARMONY, MISTRAL = (f"vllm-responses:{model}" for model in ("qwen3", "gpt-oss-20b", "my-mistral-v13"))
PICTURE = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
USER = Entry("user", ({"type": "message", "role": "user", "content": "x"},))


def own(**more):
    """What the server itself returned: its ids are its own, and stay."""
    item = {"type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": "y", **more}
    return Entry("assistant", (item,), provider="vllm")


def called(kind, output):
    key = "arguments" if kind == "function_call" else "input"
    call = {"type": kind, "call_id": "c1", "name": "look", key: "{}"}
    answer = {"type": f"{kind}_output", "call_id": "c1", "output": output}
    return Entry("assistant", (call,), provider="vllm"), Entry("tool", (answer,))


def sent(entries, target):
    """Return the items, the counters, and the rule that refuses the same entries as they are."""
    target = parse_target(target)
    shaped = shape(entries, target)
    body, raw = (to_body(each, target, shaped.tools) for each in (shaped.entries, entries))
    verdict = judge(target.api, body, model=target.model)
    assert verdict.accepted, verdict
    return body["input"], shaped.counters, judge(target.api, raw, model=target.model).rule


@pytest.mark.parametrize(
    ("target", "rule"),
    [
        (HERMES, "vllm-responses-answered-text"),
        (MISTRAL, "vllm-responses-answered-text"),
        (HARMONY, "vllm-responses-harmony-answered-text"),
    ],
)
def test_a_text_beside_id_and_status_is_a_part(target, rule):
    """The message keeps its id and its status."""
    items, counters, raw = sent([USER, own(), USER], target)
    assert items[1] == {
        "type": "message",
        "id": "msg_1",
        "status": "completed",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "y", "annotations": []}],
    }
    assert (counters, raw) == ({"texts_as_parts": 1}, rule)


@pytest.mark.parametrize("lacking", [{"id": None}, {"status": None}, {"content": ""}])
def test_without_one_of_them_the_text_stays(lacking):
    """The server takes it so."""
    items, counters, _ = sent([USER, own(**lacking), USER], HERMES)
    assert items[1]["content"] in ("y", "")
    assert "texts_as_parts" not in counters


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("function_call", "vllm-responses-output-image-detail"),
        ("custom_tool_call", "vllm-responses-custom-output-part"),
    ],
)
@pytest.mark.parametrize("detail", [{}, {"detail": None}])
def test_an_image_in_an_output_gets_its_detail(kind, rule, detail):
    """A missing one and null are sent as auto; the picture itself stays."""
    items, counters, raw = sent([USER, *called(kind, [PICTURE | detail]), USER], HERMES)
    assert items[2]["output"] == [PICTURE | {"detail": "auto"}]
    assert (counters, raw) == ({"image_details_added": 1}, rule)


def test_a_known_detail_stays():
    """Nothing is changed where nothing is refused."""
    items, counters, raw = sent([USER, *called("function_call", [PICTURE | {"detail": "low"}]), USER], HERMES)
    assert (items[2]["output"], counters, raw) == ([PICTURE | {"detail": "low"}], {}, None)


def test_in_a_message_only_null_is_refused():
    """Rule vllm-responses-user-output-text: the key may be missing there."""
    asked = [
        Entry("user", ({"type": "message", "role": "user", "content": [PICTURE | more]},))
        for more in ({}, {"detail": None})
    ]
    assert sent([asked[0]], HERMES)[0][0]["content"] == [PICTURE]
    items, _, raw = sent([asked[1]], HERMES)
    assert items[0]["content"] in ([PICTURE], [PICTURE | {"detail": "auto"}])
    assert raw == "vllm-responses-user-output-text"


def test_a_model_without_eyes_gets_a_note_in_a_custom_output_too():
    """As in the output of a function."""
    items, _, _ = sent([USER, *called("custom_tool_call", [PICTURE]), USER], "vllm-responses:tiny-scripted")
    assert items[2]["output"] == [{"type": "input_text", "text": "[image]"}]


def test_an_empty_output_is_the_empty_text_for_gpt_oss():
    """Rule vllm-responses-harmony-output-list: any list is taken for one content there."""
    items, _, raw = sent([USER, *called("function_call", []), USER], HARMONY)
    assert (items[2]["output"], raw) == ("", "vllm-responses-harmony-output-list")
