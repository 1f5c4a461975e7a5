"""Recorded round trips become base histories, and what does not is counted."""

import gzip
import json

import pytest
from corpus.conversations import ONE_CALL, base

from sendable.corpus import Base, import_histories, load_bases, read_bases, shipped_bases, write_bases
from sendable.corpus.wellformed import fault_in
from sendable.model.errors import UnreadableInput
from sendable.model.roundtrip import Source


def call(call_id):
    return {"id": call_id, "type": "function", "function": {"name": "search", "arguments": "{}"}}


def asked(*messages, **more):
    row = {"api": "openai-chat", "provider": "openai", "status": 200, "scope": None, "error": None, "headers": {}}
    row |= {"host": "api.openai.com", "url_path": "/v1/chat/completions", "date": "2026-07-06", "count": 1}
    row |= {"source": {"repo": "o/r", "path": "a.yaml", "commit": "c", "n": 2}}
    return {**row, "request": {"model": "gpt-5.4", "messages": list(messages)}, **more}


Q = {"role": "user", "content": "Look it up."}
CALLED = {"role": "assistant", "content": "", "tool_calls": [call("call_1")]}
FOUND = {"role": "tool", "tool_call_id": "call_1", "content": "Found."}
GOOD = asked(Q, CALLED, FOUND)
ROWS = [
    GOOD,
    asked(Q, CALLED, {**FOUND, "content": "Found it."}),
    asked(Q),
    asked(Q, CALLED, FOUND, status=400, error={"message": "no"}, scope="other"),
    asked(Q, CALLED),
    asked(Q, FOUND, CALLED),
    asked(Q, CALLED, FOUND, CALLED, FOUND),
    asked(Q, CALLED, Q, FOUND),
    asked(Q, CALLED, FOUND, FOUND),
    asked(Q, {**CALLED, "tool_calls": [call("")]}, {**FOUND, "tool_call_id": ""}),
    asked(api="groq", provider="groq", request={"messages": []}),
    asked(
        api="anthropic-messages",
        provider="anthropic",
        request={
            "model": "claude-opus-5-5",
            "messages": [
                {"role": "user", "content": "Look it up."},
                {
                    "role": "assistant",
                    "content": [{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}],
                },
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Found."}]},
            ],
        },
    ),
    asked(
        api="openai-responses",
        request={
            "model": "gpt-5.4",
            "input": [
                {"role": "user", "content": "Look it up."},
                {"type": "function_call", "call_id": "call_r1", "name": "search", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "call_r1", "output": "Found."},
            ],
        },
    ),
]


@pytest.fixture
def recordings(tmp_path):
    """Write the rows as a recording file."""
    folder = tmp_path / "recorded"
    folder.mkdir()
    (folder / "rows.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, ROWS)).encode()))
    (folder / "notes.txt").write_text("not a recording")
    return folder


def test_histories_of_three_apis(recordings):
    """The three APIs' requests become flat histories, with where they come from and an id made of their digest."""
    bases = list(import_histories([recordings]))
    assert [(each.api, each.vendor) for each in bases] == [
        ("openai-chat", "openai"),
        ("anthropic-messages", "anthropic"),
        ("openai-responses", "openai"),
    ]
    assert [[message["role"] for message in each.messages] for each in bases] == [["user", "assistant", "tool"]] * 3
    assert [each.messages[1]["tool_calls"][0]["tool_call_id"] for each in bases] == ["call_1", "toolu_1", "call_r1"]
    assert all(fault_in(each.messages) is None for each in bases)
    assert bases[0].source == Source(path="a.yaml", n=2, repo="o/r", commit="c")
    assert bases[0].date == "2026-07-06"
    assert bases[0].id.startswith("openai-chat-")
    assert len({each.id for each in bases}) == 3


def test_the_rest_is_counted(recordings):
    """What becomes no base is counted by its reason, so that bases and rest add up to what was read."""
    importing = import_histories([recordings])
    bases = list(importing)
    assert importing.left_out == {
        "the same history as another": 1,
        "no tool call": 1,
        "the provider refused it": 1,
        "a call that is not answered right after its turn": 2,
        "a result that does not stand after its call": 1,
        "a call id declared twice": 1,
        "a result too many after a turn": 1,
        "a call without a usable id": 1,
        "of another API": 1,
    }
    assert importing.seen == len(ROWS) == len(bases) + sum(importing.left_out.values())
    assert len(importing.examples) == 10
    assert importing.examples[0].source.path == "a.yaml"


def test_a_missing_recording(tmp_path):
    """A path that is not there is named."""
    with pytest.raises(UnreadableInput, match="no such file or folder"):
        list(import_histories([tmp_path / "none"]))


def test_bases_survive_their_files(tmp_path, recordings):
    """Bases are written a vendor and an API a file, sorted by id, and read as they were."""
    bases = list(import_histories([recordings]))
    other = base(ONE_CALL, "z").__class__(
        id="z", messages=(Q,), source=Source(path="x"), api="openai-chat", vendor="host:api.z.ai"
    )
    files = write_bases([other, *bases], tmp_path / "out")
    assert [each.relative_to(tmp_path / "out").as_posix() for each in files] == [
        "anthropic/anthropic-messages.jsonl",
        "host-api.z.ai/openai-chat.jsonl",
        "openai/openai-chat.jsonl",
        "openai/openai-responses.jsonl",
    ]
    assert sorted(read_bases(files), key=lambda each: each.id) == sorted([other, *bases], key=lambda each: each.id)
    assert sorted(load_bases(tmp_path / "out"), key=lambda each: each.id) == sorted(
        [other, *bases], key=lambda each: each.id
    )
    assert load_bases(files[2]) == bases[:1]


def test_bases_are_loaded_from_recordings_too(recordings, tmp_path):
    """What holds no base histories is read as recordings; a recording without a history says why."""
    assert load_bases(recordings / "rows.jsonl.gz") == list(import_histories([recordings]))
    (tmp_path / "none.jsonl").write_text(json.dumps(asked(Q)))
    with pytest.raises(UnreadableInput) as caught:
        load_bases(tmp_path / "none.jsonl")
    assert caught.value.what == "no history to break: 1 round trips: 1 no tool call"


def test_a_faulty_base_names_its_line(tmp_path):
    """A line that is no base is reported with file and line."""
    file = tmp_path / "b.jsonl"
    write_bases([base(ONE_CALL)], tmp_path)
    file.write_bytes((tmp_path / "openai/openai-chat.jsonl").read_bytes() + b'{"id": 1}\n')
    with pytest.raises(UnreadableInput) as caught:
        list(read_bases([file]))
    assert caught.value.where == f"{file}:2"


def test_shipped_bases_are_bases():
    """The shipped histories are well formed and have distinct ids."""
    bases = shipped_bases()
    assert all(isinstance(each, Base) and fault_in(each.messages) is None for each in bases)
    assert len({each.id for each in bases}) == len(bases)
