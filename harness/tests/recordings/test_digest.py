"""One reducer classes live bodies and skeletons alike."""

import json
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sendable.model.errors import UnreadableInput
from sendable.recordings import read
from sendable.recordings.digest import history_digest, messages_digest, settings_digest

PAIRS = {
    "openai-responses": (
        {
            "input": [
                {"role": "user", "content": "What is the weather in Paris?"},
                {"type": "reasoning", "id": "rs_68c4f0", "summary": [], "encrypted_content": "gAAAAABo/x=="},
                {"type": "function_call", "call_id": "call_Ab1", "name": "weather", "arguments": '{"city": "Paris"}'},
                {"type": "function_call_output", "call_id": "call_Ab1", "output": "18 degrees\n"},
                {"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,iVBORw0K"}]},
            ]
        },
        {
            "input": [
                {"content": "t", "role": "user"},
                {"summary": [], "type": "reasoning", "id": "rs_777aaa", "encrypted_content": "blob0123456789ab"},
                {"type": "function_call", "call_id": "call_Zz9", "name": "diceRol", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "call_Zz9", "output": "t "},
                {"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,AAAA"}]},
            ]
        },
    ),
    "openai-chat": (
        {"messages": [{"role": "system", "content": " Be brief."}, {"role": "user", "content": "\n\n"}]},
        {"messages": [{"role": "system", "content": " t"}, {"role": "user", "content": " "}]},
    ),
    "mistral": (
        {
            "messages": [
                {
                    "role": "assistant",
                    "tool_calls": [{"id": "D681PevKs", "function": {"name": "f", "arguments": "[1]"}}],
                },
                {"role": "tool", "tool_call_id": "D681PevKs", "name": "f", "content": ""},
            ]
        },
        {
            "messages": [
                {
                    "role": "assistant",
                    "tool_calls": [{"id": "aaaaaaaaa", "function": {"name": "g", "arguments": "null"}}],
                },
                {"role": "tool", "tool_call_id": "aaaaaaaaa", "name": "g", "content": ""},
            ]
        },
    ),
    "anthropic-messages": (
        {
            "system": "You are terse.",
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": "Look"}]},
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "Hm, let me see.", "signature": "EqQBCkYI"},
                        {"type": "redacted_thinking", "data": "EmwKAhgB"},
                        {"type": "tool_use", "id": "toolu_01A", "name": "look", "input": {"at": "it"}},
                    ],
                },
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "tool_result",
                            "tool_use_id": "toolu_01A",
                            "content": [
                                {
                                    "type": "image",
                                    "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
                                }
                            ],
                        }
                    ],
                },
            ],
        },
        {
            "system": "t",
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": "t"}]},
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "t", "signature": "blobb1e77be753bc"},
                        {"type": "redacted_thinking", "data": "blob27ca4e7ff1be"},
                        {"type": "tool_use", "id": "toolu_99Z", "name": "seek", "input": {}},
                    ],
                },
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "tool_result",
                            "tool_use_id": "toolu_99Z",
                            "content": [
                                {
                                    "type": "image",
                                    "source": {"type": "base64", "media_type": "image/png", "data": "blobff8e11bd6616"},
                                }
                            ],
                        }
                    ],
                },
            ],
        },
    ),
    "gemini": (
        {
            "systemInstruction": {"parts": [{"text": "Be brief."}]},
            "contents": [
                {
                    "role": "model",
                    "parts": [{"functionCall": {"name": "f", "args": {"a": 1}}, "thoughtSignature": "CtwB"}],
                },
                {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"temperature": 20}}}]},
                {"role": "user", "parts": [{"fileData": {"fileUri": "https://youtu.be/x", "mimeType": "video/mp4"}}]},
            ],
        },
        {
            "systemInstruction": {"parts": [{"text": "t"}]},
            "contents": [
                {
                    "role": "model",
                    "parts": [{"functionCall": {"name": "g", "args": {}}, "thoughtSignature": "blob0011"}],
                },
                {"role": "user", "parts": [{"functionResponse": {"name": "g", "response": {"error": "t"}}}]},
                {
                    "role": "user",
                    "parts": [{"fileData": {"fileUri": "https://example.test/f", "mimeType": "video/mp4"}}],
                },
            ],
        },
    ),
    "bedrock-converse": (
        {
            "messages": [
                {
                    "role": "assistant",
                    "content": [{"toolUse": {"toolUseId": "tooluse_a-B", "name": "f", "input": {"a": 1}}}],
                },
                {
                    "role": "user",
                    "content": [{"toolResult": {"toolUseId": "tooluse_a-B", "content": [{"json": {"b": [2]}}]}}],
                },
            ]
        },
        {
            "messages": [
                {"role": "assistant", "content": [{"toolUse": {"toolUseId": "tooluse_9-x", "name": "g", "input": {}}}]},
                {
                    "role": "user",
                    "content": [{"toolResult": {"toolUseId": "tooluse_9-x", "content": [{"json": {}}]}}],
                },
            ]
        },
    ),
    "some-new-api": ({"messages": [{"content": "Hello"}]}, {"messages": [{"content": "t"}]}),
}


@pytest.mark.parametrize("api", PAIRS)
def test_a_live_body_and_its_skeleton_are_one(api):
    """A live body and the skeleton of one like it have the same history digest."""
    live, skeleton = PAIRS[api]
    assert history_digest(live, api) == history_digest(skeleton, api)


def _call(**changes):
    call = {"type": "function_call", "id": "fc_1a", "call_id": "call_1", "name": "weather", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": changes.pop("answers", "call_1"), "output": "t"}
    return {"input": [call | changes, output]}


DIFFERENT = {
    "another prefix": _call(id="msg_1a"),
    "another length of id": _call(id="fc_1ab"),
    "another character in an id": _call(id="fc_1-"),
    "an unanswered call": _call(answers="call_2"),
    "one id for both": _call(id="call_1"),
    "another length of name": _call(name="weathers"),
    "another character in a name": _call(name="weat er"),
    "arguments that are other JSON": _call(arguments="[]"),
    "arguments that are no JSON": _call(arguments="{"),
    "no arguments": _call(arguments=""),
    "arguments that are an object": _call(arguments={}),
    "a status": _call(status="completed"),
    "null": _call(status=None),
    "another type": _call(type="custom_tool_call"),
    "another order": {"input": _call()["input"][::-1]},
    "an item less": {"input": _call()["input"][:1]},
    "a text": {"input": "t"},
    "an empty list": {"input": []},
    "no history": {},
}


def test_structure_counts():
    """Every difference that a provider may judge gives another digest."""
    digests = {name: history_digest(body, "openai-responses") for name, body in DIFFERENT.items()}
    digests["as it was"] = history_digest(_call(), "openai-responses")
    assert len(set(digests.values())) == len(digests)


MEDIA = (
    "data:image/png;base64,AAAA",
    "data:image/jpeg;base64,AAAA",
    "data:image/png;base64,not base64!",
    "data:image/png,AAAA",
    "https://example.test/f",
    "gs://bucket/f",
    "",
    None,
)


def test_media_classes():
    """Media count by MIME type, by how they are given and by whether they are base64."""
    bodies = [{"messages": [{"image_url": {"url": media}}]} for media in MEDIA]
    assert len({history_digest(body, "openai-chat") for body in bodies}) == len(MEDIA)


def test_sealed_data_is_no_media():
    """`data` alone is a blob, beside a media type it is media."""
    kinds = {"redacted_thinking": {}, "base64": {"media_type": "image/png"}}
    bodies = [{"messages": [{"content": [{"type": kind, "data": "AAAA"} | more]}]} for kind, more in kinds.items()]
    seen: list[str] = []
    for body in bodies:
        history_digest(body, "anthropic-messages", lambda blob: seen.append(blob) or "genuine")
    assert seen == ["AAAA"]


def test_blob_class():
    """How a blob is classed comes from outside; equal classes are equal digests."""
    bodies = [
        {"input": [{"type": "reasoning", "id": "rs_1", "encrypted_content": blob}]} for blob in ("a1", "a2", "b1")
    ]
    of_maker = [history_digest(body, "openai-responses", lambda blob: blob[0]) for body in bodies]
    assert (of_maker[0] == of_maker[1], of_maker[0] == of_maker[2]) == (True, False)
    assert len({history_digest(body, "openai-responses") for body in bodies}) == 1


SETTINGS = {
    "another model": ({"model": "gpt-5"}, {}),
    "not stored": ({"model": "gpt-5.4", "store": False}, {}),
    "tools": ({"model": "gpt-5.4", "tools": [{"type": "function", "name": "a"}]}, {}),
    "a tool of the provider": ({"model": "gpt-5.4", "tools": [{"type": "web_search"}]}, {}),
    "thinking": ({"model": "gpt-5.4", "thinking": {"type": "enabled", "budget_tokens": 1024}}, {}),
    "a stored history": ({"model": "gpt-5.4", "previous_response_id": "resp_1"}, {}),
    "a form for the answer": ({"model": "gpt-5.4", "text": {"format": {"type": "json_schema"}}}, {}),
    "in the background": ({"model": "gpt-5.4", "background": True}, {}),
    "an unknown key": ({"model": "gpt-5.4", "charset": "utf-8"}, {}),
    "a tuning key of another kind": ({"model": "gpt-5.4", "temperature": "hot"}, {}),
    "a version": ({"model": "gpt-5.4"}, {"anthropic-version": "2023-06-01"}),
    "a beta": ({"model": "gpt-5.4"}, {"anthropic-beta": "one"}),
    "no model": ({}, {}),
}


def test_settings_count():
    """Every setting on which acceptance may depend gives another digest."""
    digests = {name: settings_digest(body, "openai-responses", headers) for name, (body, headers) in SETTINGS.items()}
    digests["as it was"] = settings_digest({"model": "gpt-5.4"}, "openai-responses", {})
    assert len(set(digests.values())) == len(digests)


@pytest.mark.parametrize(
    ("body", "headers", "same_body", "same_headers"),
    [
        ({"model": "m", "temperature": 0.1, "max_tokens": 5, "stream": True}, {}, {"model": "m"}, {}),
        ({"model": "m", "store": None}, {}, {"model": "m", "store": True}, {}),
        (
            {"model": "m", "tools": [{"type": "function", "name": "a"}]},
            {},
            {"model": "m", "tools": [{"type": "function", "name": "b"}, {"type": "function", "name": "c"}]},
            {},
        ),
        (
            {"model": "m", "thinking": {"type": "enabled", "budget_tokens": 1}},
            {},
            {"model": "m", "thinking": {"type": "enabled", "budget_tokens": 2}},
            {},
        ),
        ({"model": "m"}, {"Anthropic-Beta": "b, a"}, {"model": "m"}, {"anthropic-beta": "a,b"}),
    ],
)
def test_settings_that_decide_nothing(body, headers, same_body, same_headers):
    """What steers only the answer, and the way it is written, leave the settings digest alone."""
    api = "openai-responses"
    assert settings_digest(body, api, headers) == settings_digest(same_body, api, same_headers)


def test_the_model_may_come_from_the_address():
    """A model given beside the body counts as if it stood in the body."""
    assert settings_digest({}, "gemini", {}, model="gemini-3") == settings_digest({"model": "gemini-3"}, "gemini", {})


IDS = ("id", "call_id", "tool_call_id", "tool_use_id")
TEXTS = ("text", "content", "output", "thinking")
LITERALS = ("type", "role", "status", "is_error")
leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
ids = st.from_regex(r"(call_|fc_|)[A-Za-z0-9]{1,4}[.!]?", fullmatch=True)


def _objects(children):
    values = (
        [st.tuples(st.just(key), ids) for key in IDS]
        + [st.tuples(st.just(key), st.text(max_size=5) | children) for key in TEXTS]
        + [st.tuples(st.just(key), leaves) for key in LITERALS]
    )
    return st.lists(st.one_of(values), max_size=5).map(dict)


histories = st.lists(
    st.recursive(_objects(leaves), lambda each: _objects(st.lists(each, max_size=3))), min_size=1, max_size=4
)


def _mapped(value, change, key=""):
    if isinstance(value, dict):
        return {name: _mapped(each, change, name) for name, each in reversed(value.items())}
    if isinstance(value, list):
        return [_mapped(each, change, key) for each in value]
    return change(key, value) if isinstance(value, str) else value


def _rotated(text):
    alphabet = "".join(map(chr, range(ord("a"), ord("z") + 1)))
    rings = (alphabet, alphabet.upper(), "0123456789")
    return "".join(next((ring[ring.index(c) - 1] for ring in rings if c in ring), c) for c in text)


def _renamed(key, value):
    if key not in IDS:
        return value
    prefix = next((each for each in ("call_", "fc_") if value.startswith(each)), "")
    return prefix + _rotated(value[len(prefix) :])


def _reworded(key, value):
    if key not in TEXTS or not value.strip():
        return value
    before, after = value[0].isspace(), value[-1].isspace()
    return "\n" * before + "other words" + "\t" * after


@given(histories)
def test_renaming_ids_changes_nothing(messages):
    """Ids renamed consistently, within prefix, character classes and length, leave the digest alone."""
    assert messages_digest(_mapped(messages, _renamed)) == messages_digest(messages)


@given(histories)
def test_rewording_changes_nothing(messages):
    """Texts changed within their class, and another order of keys, leave the digest alone."""
    assert messages_digest(_mapped(messages, _reworded)) == messages_digest(messages)


@given(histories, st.data())
def test_structure_is_never_lost(messages, data):
    """Removing an entry or adding a field always changes the digest."""
    n = data.draw(st.integers(0, len(messages) - 1))
    key, value = data.draw(st.sampled_from(LITERALS)), data.draw(leaves)
    assume(key not in messages[n])
    added = [*messages[:n], {**messages[n], key: value}, *messages[n + 1 :]]
    removed = messages[:n] + messages[n + 1 :]
    assert len({messages_digest(each) for each in (messages, added, removed)}) == 3


@given(st.recursive(leaves | st.floats(), lambda each: st.lists(each) | st.dictionaries(st.text(), each)))
def test_any_json_has_a_digest(value):
    """No JSON breaks the reducer, wherever it stands."""
    for body in ({"input": value}, {"messages": [value]}, {"tools": value, "tool_choice": value, "thinking": value}):
        assert len(history_digest(body, "openai-responses")) == 32
        assert len(settings_digest(body, "gemini", {})) == 32


def test_what_json_cannot_hold():
    """Bytes, NaN, lone surrogates and keys that are no text have digests too; endless nesting is an error."""
    assert (
        len(messages_digest([{"content": b"x", "n": float("nan"), "text": "\ud800", 1: "\ud800", "role": "\ud800"}]))
        == 64
    )
    endless = []
    endless.append(endless)
    with pytest.raises(UnreadableInput, match="nested too deeply"):
        messages_digest(endless)


def test_the_canonical_form_is_pinned():
    """Digests outlive releases: a change of the canonical form must count the version up."""
    body = PAIRS["openai-responses"][0]
    assert (history_digest(body, "openai-responses"), settings_digest({"model": "m"}, "openai-responses", {})) == (
        "f7269393b0680c9531c94c2be25c5499",
        "9e553c342e3037b188e9861388685502",
    )


@pytest.mark.speed
def test_the_teams_recordings_are_digested_quickly(shared):
    """More than 10,000 bodies a second."""
    rows = list(read(shared / "recordings" / "round-trips.jsonl.gz"))
    start = time.process_time()
    for row in rows:
        history_digest(row.request, row.api)
        settings_digest(row.request, row.api, row.headers)
    assert len(rows) / (time.process_time() - start) > 10_000


def test_skeletons_survive_a_round_trip_through_json(shared):
    """A digest depends on the JSON alone, not on the objects that hold it."""
    for row, _ in zip(read(shared / "recordings" / "round-trips.jsonl.gz"), range(500), strict=False):
        again = json.loads(json.dumps(row.request, sort_keys=True))
        assert history_digest(again, row.api) == history_digest(row.request, row.api)
