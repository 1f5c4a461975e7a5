"""The strict matcher: two requests match when their digests do, and else it says where they part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vcr.request import Request

from sendable.model.json import encode_json
from sendable.model.roundtrip import RoundTrip, Source
from sendable.oracle.seals import digest_class, seal
from sendable.recordings.digest import history_digest, settings_digest
from sendable.replay.matcher import differences, nearest, settings_differences, strict

CALL = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"a": 1}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "12 km"}
BODY = {
    "model": "claude-opus-5-5",
    "max_tokens": 9,
    "messages": [
        {"role": "user", "content": "How far?"},
        {"role": "assistant", "content": [CALL]},
        {"role": "user", "content": [RESULT]},
    ],
}


def _with(*path, value):
    """Return the body with one value changed; `...` takes it out."""

    def changed(at, steps):
        if not steps:
            return value
        step, rest = steps[0], steps[1:]
        if isinstance(at, list):
            return [changed(each, rest) if n == step else each for n, each in enumerate(at)]
        if value is ... and not rest:
            return {key: each for key, each in at.items() if key != step}
        return {**at, step: changed(at.get(step), rest)}

    return changed(BODY, path)


SAME = {
    "other words": _with("messages", 0, "content", value="How near?"),
    "other ids of that shape": {**BODY, "messages": [BODY["messages"][0], {"role": "assistant", "content": [CALL | {"id": "toolu_7"}]}, {"role": "user", "content": [RESULT | {"tool_use_id": "toolu_7"}]}]},
    "other arguments": _with("messages", 1, "content", 0, "input", value={}),
    "other limit": _with("max_tokens", value=99),
}  # fmt: skip
OTHER = [
    (_with("messages", 2, "content", 0, "type", value="text"), ["$.messages[2].content[0].type: sent 'text', recorded 'tool_result'"]),
    (_with("messages", 2, "content", 0, "tool_use_id", value="x"), ["$.messages[2].content[0].tool_use_id: sent #1 1'', recorded #0 toolu_1''"]),
    (_with("messages", 1, "content", 0, "caller", value={"type": "direct"}), ["$.messages[1].content[0].caller: sent an object, recorded nothing"]),
    (_with("messages", 0, "content", value=""), ["$.messages[0].content: sent empty, recorded text"]),
    (_with("messages", 0, "content", value=["a"]), ["$.messages[0].content: sent a list, recorded text"]),
    (_with("messages", 1, "content", 0, "name", value=...), ["$.messages[1].content[0].name: sent nothing, recorded @0 4''"]),
    ({**BODY, "messages": BODY["messages"][:2]}, ["$.messages[2]: sent nothing, recorded an object"]),
    ({**BODY, "system": "Be short."}, ["$.system: sent text, recorded nothing"]),
]  # fmt: skip


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_what_a_digest_leaves_out_is_no_difference(body):
    """No difference, and the same digests."""
    assert differences(body, BODY, "anthropic-messages", "anthropic") == []
    assert history_digest(body, "anthropic-messages") == history_digest(BODY, "anthropic-messages")


@pytest.mark.parametrize(("body", "told"), OTHER)
def test_a_difference_is_told_with_its_place(body, told):
    """Message, block and field, with what either side has there; the digests differ, too."""
    assert [str(each) for each in differences(body, BODY, "anthropic-messages", "anthropic")] == told
    assert history_digest(body, "anthropic-messages") != history_digest(BODY, "anthropic-messages")


def test_a_blob_is_compared_by_what_it_is():
    """Genuine or foreign: told as the class that the digest sees."""
    bodies = [
        {"messages": [{"role": "assistant", "content": [{"type": "thinking", "thinking": "a", "signature": blob}]}]}
        for blob in (seal("openai", "gpt-5"), seal("anthropic", "m"), "UmVhbCBibG9iIG9mIGEgbWFrZXI=")
    ]
    foreign, ours, real = bodies
    place = "$.messages[0].content[0].signature: sent foreign, recorded genuine"
    assert [str(each) for each in differences(foreign, ours, "anthropic-messages", "anthropic")] == [place]
    assert differences(ours, real, "anthropic-messages", "anthropic") == []


@pytest.mark.parametrize(
    ("body", "headers", "told"),
    [
        ({**BODY, "model": "m"}, {}, ["settings.model: sent 'm', recorded 'claude-opus-5-5'"]),
        (BODY, {"anthropic-beta": "a"}, ["settings.betas[0]: sent 'a', recorded nothing"]),
        ({**BODY, "thinking": {"type": "adaptive"}}, {}, ["settings.thinking: sent an object, recorded None"]),
        ({**BODY, "temperature": 1}, {}, []),
    ],
)
def test_settings_are_compared_too(body, headers, told):
    """Model, betas, modes; not the knobs that steer the answer."""
    found = settings_differences(body, BODY, "anthropic-messages", headers, {})
    assert [str(each) for each in found] == told
    same = settings_digest(body, "anthropic-messages", headers) == settings_digest(BODY, "anthropic-messages", {})
    assert same is (told == [])


_KEYS = ("role", "content", "type", "id", "name", "arguments", "input", "signature", "text", "}", "[")
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 1) | st.sampled_from(["", " ", "a", "b", "{", "call_1", "YWJjZA=="]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=3),
    max_leaves=8,
)
_BODIES = st.fixed_dictionaries({"messages": _VALUES}, optional={"system": _VALUES})


@given(one=_BODIES, other=_BODIES)
def test_a_difference_is_found_exactly_where_digests_differ(one, other):
    """Of any two bodies: no difference when the digests are the same, at least one when they are not."""
    api, reader = "anthropic-messages", "anthropic"
    digests = {history_digest(body, api, digest_class(reader)) for body in (one, other)}
    assert (differences(one, other, api, reader) == []) is (len(digests) == 1)
    assert differences(one, one, api, reader) == []


def test_vcrpy_is_told_where_requests_part():
    """As a matcher: silent for the same question, an assertion with the place for another."""

    def request(body, headers=None):
        return Request("POST", "https://h/v1/messages", encode_json(body), headers or {})

    match = strict("anthropic-messages", "anthropic")
    match(request(SAME["other words"], {"X-Api-Key": "a"}), request(BODY))
    with pytest.raises(AssertionError, match=r"^\$\.system: sent text, recorded nothing$"):
        match(request({**BODY, "system": "Be short."}), request(BODY))
    with pytest.raises(AssertionError, match=r"^settings\.betas\[0\]: sent 'a', recorded nothing$"):
        match(request(BODY, {"Anthropic-Beta": "a"}), request(BODY))


def test_the_nearest_recording_differs_least():
    """Of several, the one with the fewest differences; of none, none."""
    bodies = [
        {**BODY, "messages": BODY["messages"][:1]},
        _with("messages", 0, "content", value=""),
        {**BODY, "messages": []},
    ]
    trips = [
        RoundTrip(api="anthropic-messages", provider="anthropic", status=200, request=body, source=Source("a.yaml", n))
        for n, body in enumerate(bodies, 1)
    ]
    near = nearest(BODY, trips, "anthropic-messages", "anthropic")
    assert near is not None
    assert (near.where, [str(each) for each in near.differences]) == (
        "a.yaml#2",
        ["$.messages[0].content: sent text, recorded empty"],
    )
    assert nearest(BODY, [], "anthropic-messages", "anthropic") is None
