"""Every format of recording is read into the same records."""

import gzip
import shutil
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from sendable.model.errors import UnreadableInput
from sendable.model.outcome import ProviderError
from sendable.model.roundtrip import RoundTrip, Source
from sendable.recordings import passed_over, read

FIXTURES = Path(__file__).parent / "fixtures"


def test_vcrpy():
    """A cassette of vcrpy yields its model requests, from text, parsed and gzipped bodies."""
    path = FIXTURES / "vcrpy.yaml"
    assert list(read(path)) == [
        RoundTrip(
            api="openai-responses",
            provider="openai",
            status=200,
            request={"model": "gpt-5.4", "input": [{"role": "user", "content": "Hello"}]},
            response={"id": "resp_1", "output": []},
            date="2026-11-02",
            host="api.openai.com",
            url_path="/v1/responses",
            source=Source(path=path.as_posix(), n=1),
        ),
        RoundTrip(
            api="anthropic-messages",
            provider="anthropic",
            status=400,
            request={
                "model": "claude-haiku-4-5",
                "max_tokens": 16,
                "messages": [{"role": "user", "content": "Hello"}],
            },
            response={
                "type": "error",
                "error": {
                    "type": "invalid_request_error",
                    "message": "messages.0: all messages must have non-empty content",
                },
            },
            error=ProviderError(
                message="messages.0: all messages must have non-empty content", type="invalid_request_error"
            ),
            headers={"anthropic-version": "2023-06-01", "anthropic-beta": "first-beta, second-beta"},
            host="api.anthropic.com",
            url_path="/v1/messages",
            source=Source(path=path.as_posix(), n=3),
        ),
        RoundTrip(
            api="openai-chat",
            provider="azure",
            status=200,
            request={"model": "gpt-4", "messages": [{"role": "user", "content": "Hello"}]},
            response='data: {"choices":[]}',
            host="my-resource.openai.azure.com",
            url_path="/openai/deployments/gpt-4/chat/completions",
            source=Source(path=path.as_posix(), n=4),
        ),
    ]


def test_ruby_vcr():
    """A cassette of Ruby's VCR yields its model requests, from binary and base64 bodies."""
    path = FIXTURES / "rubyvcr.yml"
    answer = {"error": {"code": 400, "message": 'Unknown name "x"', "status": "INVALID_ARGUMENT"}}
    assert list(read(path)) == [
        RoundTrip(
            api="gemini",
            provider="gemini",
            status=400,
            request={"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]},
            response=answer,
            error=ProviderError(message='Unknown name "x"', type="INVALID_ARGUMENT", code=400),
            date="2026-11-03",
            host="generativelanguage.googleapis.com",
            url_path="/v1beta/models/gemini-2.5-flash:generateContent",
            source=Source(path=path.as_posix(), n=1),
        ),
        RoundTrip(
            api="openai-chat",
            provider="local",
            status=200,
            request={"model": "gpt-5.4", "messages": []},
            date="2026-11-04",
            host="127.0.0.1",
            url_path="/v1/chat/completions",
            source=Source(path=path.as_posix(), n=2),
        ),
    ]


def test_har():
    """An HTTP archive yields its model requests; Mistral's list of details becomes one message."""
    path = FIXTURES / "archive.har"
    assert list(read(path)) == [
        RoundTrip(
            api="mistral",
            provider="mistral",
            status=422,
            request={"model": "mistral-small-latest", "messages": []},
            response={"detail": [{"loc": ["body", "messages"], "msg": "Field required", "type": "missing"}]},
            error=ProviderError(message="body.messages: Field required"),
            date="2026-11-05",
            host="api.mistral.ai",
            url_path="/v1/chat/completions",
            source=Source(path=path.as_posix(), n=1),
        )
    ]


@pytest.mark.parametrize("zipped", [False, True])
def test_lines(tmp_path, zipped):
    """Lines of JSON are read plain and gzipped; a line without a source is named by its file and number."""
    path = FIXTURES / "rows.jsonl"
    if zipped:
        path = tmp_path / "rows.jsonl.gz"
        path.write_bytes(gzip.compress((FIXTURES / "rows.jsonl").read_bytes()))
    assert list(read(path)) == [
        RoundTrip(
            api="openai-chat",
            provider="openai",
            status=200,
            request={"model": "gpt-5.4", "messages": []},
            count=2,
            host="api.openai.com",
            url_path="/v1/chat/completions",
            source=Source(path="not/a/recording.yaml", n=1, repo="nobody/hand-written-fixture"),
        ),
        RoundTrip(
            api="bedrock-converse",
            provider="bedrock",
            status=400,
            request={"messages": []},
            error=ProviderError(message="extraneous key [x] is not permitted"),
            source=Source(path=path.as_posix(), n=3),
        ),
    ]


def test_passed_over():
    """What is no request to a model API is counted by its reason."""
    assert passed_over(FIXTURES / "vcrpy.yaml") == Counter({"no model endpoint: GET api.openai.com/v1/models": 1})
    assert passed_over(FIXTURES / "archive.har") == Counter({"request body is no JSON object": 1})
    assert passed_over(FIXTURES / "rows.jsonl") == Counter()


def test_a_local_address_is_named_by_its_folder(tmp_path):
    """A server on this machine is who the cassette's folder says, and speaks the API that it says."""
    path = tmp_path / "cassettes" / "vllm" / "vllm-chat" / "conversations" / "two-calls.yaml"
    path.parent.mkdir(parents=True)
    shutil.copy(FIXTURES / "rubyvcr.yml", path)
    assert [(each.api, each.provider) for each in read(path)] == [("gemini", "gemini"), ("vllm-chat", "vllm")]


UNREADABLE = {
    "empty": (b"", "this is no recording that we can read", ""),
    "other-yaml": (b"a: 1\n", "this is no recording that we can read", ""),
    "other-json": (b'{"a": 1}', "this is no recording that we can read", ""),
    "broken-yaml": (
        b"interactions:\n- [\n",
        "not YAML that we can read: did not find expected node content",
        ", line 3",
    ),
    "python-object": (
        b"interactions:\n- !!python/object:os.system {}\n",
        "not YAML that we can read: could not determine a constructor for the tag 'tag:yaml.org,2002:python/object:os.system'",
        ", line 2",
    ),
    "no-list": (b"interactions: 3\n", "this must be a list of interactions", ": `interactions`"),
    "broken-json": (b'{"log": \n', "not JSON: Input data was truncated", ""),
    "not-utf-8": (
        b"interactions: \xff\n",
        "not YAML that we can read: unacceptable character #x00ff: invalid leading UTF-8 octet",
        "",
    ),
    "no-object": (b"interactions: [3]\n", "an interaction must be an object", ": `interactions`, number 1"),
    "no-request": (
        b"interactions:\n- response: {}\n",
        "`request` is missing or no object",
        ", interaction 1",
    ),
    "no-status": (
        b"http_interactions:\n- request: {}\n  response: {status: {code: OK}}\n",
        "`status.code` must be a whole number, not 'OK'",
        ", interaction 1",
    ),
    "broken-har": (b'{"log": {"entries": [{}]}}', "`request` is missing or no object", ", entry 1"),
    "broken-line": (
        b'{"api":"gemini","provider":"gemini","status":200,"request":{}}\n{"api":\n',
        "not a recorded round trip: Input data was truncated",
        ", line 2",
    ),
    "line-without-status": (
        b'{"api":"gemini","provider":"gemini","request":{}}\n',
        "not a recorded round trip: Object missing required field `status`",
        ", line 1",
    ),
    "cut-gzip": (
        gzip.compress(b'{"a": 1}')[:-9],
        "this file cannot be read: Compressed file ended before the end-of-stream marker was reached",
        "",
    ),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable(tmp_path, name):
    """A file that cannot be read says what is wrong and where."""
    content, what, place = UNREADABLE[name]
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UnreadableInput) as raised:
        list(read(path))
    assert (raised.value.what, raised.value.where) == (what, path.as_posix() + place)


def test_a_refused_address_names_no_status(tmp_path):
    """An exchange that never got an answer is passed over, and counted."""
    text = (FIXTURES / "archive.har").read_text().replace('"status": 422', '"status": 0')
    path = tmp_path / "archive.har"
    path.write_text(text)
    assert passed_over(path) == Counter({"no HTTP status: 0": 1, "request body is no JSON object": 1})


def test_no_such_file(tmp_path):
    """A missing file is an error of the reader's kind."""
    with pytest.raises(UnreadableInput, match="this file cannot be read"):
        list(read(tmp_path / "none"))


def test_lines_take_constant_memory(tmp_path):
    """Ten thousand lines are read in the memory of a few."""
    path = tmp_path / "rows.jsonl"
    line = b'{"api":"gemini","provider":"gemini","status":200,"request":{"contents":[{"parts":[{"text":"%b"}]}]}}\n'
    path.write_bytes(line % (b"t" * 1000) * 10_000)
    tracemalloc.start()
    assert sum(1 for _ in read(path)) == 10_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_shared_recordings(shared):
    """The team's file of recordings is read whole."""
    found = Counter(each.first_party for each in read(shared / "recordings" / "round-trips.jsonl.gz"))
    assert found == Counter({True: 10382, False: 4792})
