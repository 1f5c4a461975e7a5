"""Skeletons: the words go, the digests stay."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.corpus import case_files, load_cases
from sendable.model.target import parse_target
from sendable.normalizers import connect
from sendable.oracle.seals import digest_class, seal
from sendable.recordings import read
from sendable.recordings.digest import history_digest, settings_digest
from sendable.replay.echo import without_echo
from sendable.replay.skeleton import Skeletons, skeleton
from sendable.tasks.record_bodies import from_cases
from sendable.tasks.selection import Selection

TARGETS = (
    "openai-responses:gpt-5.4",
    "openai-chat:gpt-5.4",
    "anthropic-messages:claude-opus-5-5",
    "gemini:gemini-3.8-flash",
)


def digests(body: dict, api: str, headers: dict[str, str] | None = None) -> tuple[str, str]:
    reader = digest_class(parse_target(f"{api}:m").provider_type)
    return history_digest(body, api, reader), settings_digest(body, api, headers or {})


@pytest.mark.parametrize("target", TARGETS)
def test_of_every_case_the_digests_stay(target: str) -> None:
    """What the reference makes of each shipped case has the digests of its skeleton, and loses its words."""
    seen = 0
    for wanted in from_cases("reference", (target,), Selection()):
        bare = skeleton(wanted.body)
        assert digests(bare, wanted.target.api) == digests(wanted.body, wanted.target.api), wanted.origin
        assert skeleton(bare) == bare, wanted.origin
        seen += 1
    assert seen > 100


def test_of_real_round_trips_the_digests_stay(shared) -> None:
    """Of 15,000 recorded shapes but for a few that hold words under keys that no API declares."""
    trips = [trip for trip in read(shared / "recordings" / "round-trips.jsonl.gz") if isinstance(trip.request, dict)]
    other = [t for t in trips if digests(skeleton(t.request), t.api, t.headers) != digests(t.request, t.api, t.headers)]
    assert (len(trips) > 15_000, len(other) <= 60) == (True, True)


def test_what_becomes_of_each_kind() -> None:
    """Texts keep whether they are blank and have outer white space, arguments what they parse to, media their type."""
    body = {
        "model": "gpt-5.4",
        "instructions": "Be kind to Ada.",
        "input": [
            {"role": "user", "content": " Ada "},
            {"role": "user", "content": [{"type": "input_text", "text": ""}, {"type": "input_text", "text": "\n\n"}]},
            {"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="}]},
            {"role": "user", "content": [{"type": "input_image", "image_url": "https://ada.example/face.png"}]},
            {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": '{"who": "Ada"}'},
            {"type": "function_call", "call_id": "call_2", "name": "f", "arguments": "Ada"},
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAAABoSecretSecretSecret=="},
            {"type": "message", "role": "user", "content": "x", "note": "Ada", "metadata": {"Ada": 1}},
        ],
    }
    assert skeleton(body) == {
        "model": "gpt-5.4",
        "instructions": "t",
        "input": [
            {"role": "user", "content": " t "},
            {"role": "user", "content": [{"type": "input_text", "text": ""}, {"type": "input_text", "text": "\n"}]},
            {"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,AAAA"}]},
            {"role": "user", "content": [{"type": "input_image", "image_url": "https://example.test/f"}]},
            {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"},
            {"type": "function_call", "call_id": "call_2", "name": "f", "arguments": "{"},
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAca5d2b90a18e"},
            {"type": "message", "role": "user", "content": "t", "note": "t", "metadata": {"Ada": 1}},
        ],
    }


def test_a_seal_of_ours_stays() -> None:
    """It says nothing, and whoever asks the same again must find the recording."""
    item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": seal("openai", "gpt-5.4", "rs_1")}
    assert skeleton({"input": [item]}) == {"input": [item]}


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("No tool output found for function call call_1.", "No tool output found for function call call_1."),
        ("Invalid value: 'swordfish'.", "Invalid value: 't'."),
        ("a swordfish is no value", "a swordfish is no value"),
        ("got 'My name is Ada Lovelace and I live in London' there", "got 't' there"),
        ("cut: is Ada Lovelace and I li…", "cut:t…"),
        (
            "1 error\n  str [type=x, input_value={'content': 'Hello Ada'}, input_type=dict]",
            "1 error\n  str [type=x, input_value=t, input_type=dict]",
        ),
    ],
)
def test_a_provider_that_echoes(said: str, left: str) -> None:
    """Words of the request are gone from the provider's, which stay: whole, in part, quoted, as pydantic shows them."""
    assert without_echo(said, ["swordfish", "My name is Ada Lovelace and I live in London"]) == left


def test_a_refusal_keeps_its_words_and_an_answer_does_not() -> None:
    """A validation error shows the place and the reason, never the input."""
    bare = Skeletons()
    bare.of_request({"messages": [{"role": "user", "content": "I am Ada Lovelace, remember that."}]})
    refused = {
        "detail": [
            {
                "loc": ["body", "messages", 0],
                "msg": "Input should be 'a' not I am Ada Lovelace, remember that.",
                "input": {"x": "Ada"},
                "type": "enum",
            }
        ]
    }
    assert bare.of_response(refused, 422) == {
        "detail": [{"loc": ["body", "messages", 0], "msg": "Input should be 'a' not t", "input": {}, "type": "enum"}]
    }
    answered = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": "Hello Ada"}}],
    }
    assert bare.of_response(answered, 200)["choices"] == [
        {"finish_reason": "stop", "message": {"role": "assistant", "content": "t"}}
    ]


WORDS = st.text(min_size=1).filter(lambda text: any(each.isalpha() for each in text))


@given(
    WORDS.map(lambda text: f"<{text}>"),
    st.sampled_from(["content", "output", "arguments", "text", "stranger", "thinking", "url"]),
)
def test_no_word_stays_wherever_it_stands(word: str, key: str) -> None:
    """A text under any key of an item is gone from the skeleton."""
    made = skeleton({"model": "m", "input": [{"type": "message", key: word, "list": [word], "inside": {key: word}}]})
    assert word not in json.dumps(made, ensure_ascii=False)


@given(
    st.recursive(
        st.none() | st.integers(-1, 1) | st.text(max_size=4) | st.sampled_from(["{", "data:,t", "YWJjZA==", " t "]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["role", "content", "arguments", "input", "data", "signature", "url", "é"]), inner
            )
        ),
        max_leaves=8,
    )
)
def test_a_skeleton_has_no_other_skeleton(messages: object) -> None:
    """Whatever it is made of: that is why the skeletons of what was sent and of what is stored may be compared."""
    bare = skeleton({"model": "m", "messages": messages})
    assert skeleton(bare) == bare


def test_the_files_of_cases_are_read() -> None:
    """The law above looks at the shipped cases."""
    assert len(load_cases(case_files())) > 100
    assert connect("reference").info.address == "reference"
