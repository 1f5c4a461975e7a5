"""The recorded basis: what real servers answered is played back to the official SDKs, and nothing else is said."""

from pathlib import Path

import pytest
import yaml

from sendable.model.errors import UnreadableInput
from sendable.model.evidence import Evidence
from sendable.model.outcome import Crashed, NotOnFile, ProviderError, Verdict
from sendable.model.roundtrip import RoundTrip, Source
from sendable.model.target import parse_target
from sendable.oracle.seals import seal
from sendable.recordings import index, read
from sendable.replay import Modelled, cassettes
from sendable.replay.costs import Cost
from sendable.replay.outgoing import Outbox
from sendable.replay.recorded_basis import Recorded
from sendable.replay.skeleton import skeleton

COMMITTED = Path(__file__).resolve().parents[3] / "cassettes"
CHAT = parse_target("openai-chat:gpt-5.4")
RESPONSES = parse_target("openai-responses:gpt-5.4")
GOOD = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "Hello"}]}
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
OPEN = {
    "model": "gpt-5.4",
    "messages": [GOOD["messages"][0], {"role": "assistant", "content": None, "tool_calls": [CALL]}],
}
ANSWER = {"id": "c", "object": "chat.completion", "created": 1, "model": "gpt-5.4", "choices": []}
UNANSWERED = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: call_1"
)
REFUSAL = {"error": {"message": UNANSWERED, "type": "invalid_request_error", "param": "messages", "code": None}}


def _interaction(body, status, answer, day="2026-11-02"):
    return {
        "recorded_at": day,
        "request": {
            "method": "POST",
            "uri": "https://api.openai.com/v1/chat/completions",
            "headers": {"content-type": ["application/json"]},
            "parsed_body": body,
        },
        "response": {
            "status": {"code": status, "message": ""},
            "headers": {"content-type": ["application/json"]},
            "parsed_body": answer,
        },
    }


def _shelve(root: Path, target, *interactions, name: str = "") -> Path:
    """Put a cassette on the shelf: under the digests of its first request, or as a conversation."""
    folder = root / cassettes.folder_of(target)
    out = Outbox().out(interactions[0]["request"]["parsed_body"], target)
    named = f"conversations/{name}.yaml" if name else cassettes.name_of(out.history, out.settings)
    file = folder / named
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(yaml.safe_dump({"interactions": list(interactions), "version": 1}, sort_keys=False))
    return file


def _on_shelf(file: Path, number: int = 1) -> str:
    return f"cassettes/{file.as_posix().partition('cassettes/')[2]}#{number}"


@pytest.fixture
def root(tmp_path) -> Path:
    """An empty folder of recordings."""
    folder = tmp_path / "cassettes"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def no_index(monkeypatch):
    """Nothing is on file but what a test puts there."""
    put = {"index": index.Index()}
    monkeypatch.setattr(index, "shipped", lambda: put["index"])
    return put


def test_an_acceptance_is_played_back(root):
    """The verdict has the day, the evidence and the place of its recording; the bytes are those of the other bases."""
    file = _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER))
    asked = Recorded(root).ask(GOOD, CHAT)
    where = _on_shelf(file)
    evidence = Evidence(kind="cassette", where=where, date="2026-11-02", model="gpt-5.4")
    assert asked.outcome == Verdict(True, 200, "recorded", "gpt-5.4", "2026-11-02", evidence=(evidence,))
    assert (asked.recording, asked.sent) == (where, Modelled().ask(GOOD, CHAT).sent)


def test_a_refusal_is_the_recorded_one(root):
    """Its words are the provider's; where the oracle says the same, its rule is named."""
    _shelve(root, CHAT, _interaction(OPEN, 400, REFUSAL))
    outcome = Recorded(root).ask(OPEN, CHAT).outcome
    assert (outcome.accepted, outcome.status, outcome.basis) == (False, 400, "recorded")
    assert outcome.error == ProviderError(message=UNANSWERED, type="invalid_request_error", param="messages")
    assert outcome.message_basis == "quoted"


def test_other_words_are_the_same_question(root):
    """A digest leaves the words out, and so the recording answers; another model or shape it does not."""
    _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER))
    basis = Recorded(root)
    other = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "Something else"}]}
    assert basis.ask(other, CHAT).outcome.basis == "recorded"
    for body in (other | {"model": "gpt-5"}, other | {"messages": [*other["messages"] * 2]}, OPEN):
        assert isinstance(basis.ask(body, parse_target(f"openai-chat:{body['model']}")).outcome, NotOnFile)


def test_what_is_missing_names_the_nearest_and_what_it_costs(root):
    """Where the request differs from the nearest recording, and the price of one of its own."""
    file = _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER))
    system = {"model": "gpt-5.4", "messages": [{"role": "system", "content": "Hello"}]}
    asked = Recorded(root, costs=lambda _body, _target: Cost(tokens=90, dollars=0.00125)).ask(system, CHAT)
    out = Outbox().out(system, CHAT)
    assert asked.outcome == NotOnFile(
        f"no recording; the nearest ({_on_shelf(file)}) differs at $.messages[0].role: sent 'system', recorded 'user'; "
        "recording it costs 1 request, at most 90 tokens, 0.0013 dollars",
        missing=f"{out.history}-{out.settings}",
        tokens=90,
        dollars=0.00125,
    )
    assert asked.sent == out.content


def test_nothing_on_file_says_so():
    """Without a folder, without a price."""
    outcome = Recorded(None).ask(GOOD, CHAT).outcome
    assert outcome.why == "no recording for openai-chat"


def test_a_question_that_was_answered_both_ways_is_no_verdict(root, no_index):
    """In two cassettes, in a cassette and the index, or in the index alone."""
    both = "this history was answered both ways with these settings"
    _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER))
    _shelve(root, CHAT, _interaction(GOOD, 400, REFUSAL), name="once")
    assert Recorded(root).ask(GOOD, CHAT).outcome.why == both
    (root / "openai/openai-chat/conversations/once.yaml").unlink()
    assert Recorded(root).ask(GOOD, CHAT).outcome.basis == "recorded"
    no_index["index"] = index.merged(index.Index(), [_trip(GOOD, 400)])
    assert Recorded(root).ask(GOOD, CHAT).outcome.why == both
    no_index["index"] = index.merged(index.Index(), [_trip(GOOD, 400), _trip(GOOD, 200)])
    assert Recorded(None).ask(GOOD, CHAT).outcome.why == both


def test_the_index_answers_where_no_cassette_does(no_index):
    """Its source is the recording; what the oracle now says otherwise is told and no verdict."""
    no_index["index"] = index.merged(index.Index(), [_trip(GOOD, 200), _trip(OPEN, 200)])
    asked = Recorded(None).ask(GOOD, CHAT)
    assert (asked.outcome.basis, asked.outcome.accepted, asked.recording) == ("recorded", True, "me/mine a.yaml#200")
    assert Recorded(None).ask(OPEN, CHAT).outcome.why == (
        "a request of this shape was accepted, 2026-07-02 (me/mine a.yaml#200), and the oracle says otherwise of this one"
    )


def test_what_a_digest_leaves_out_may_decide(root):
    """A recording of a blob in its own item does not speak for one in another, although the digests are the same."""

    def body(item_id: str) -> dict:
        item = {
            "type": "reasoning",
            "id": item_id,
            "summary": [],
            "encrypted_content": seal("openai", "gpt-5.4", "rs_1"),
        }
        said = {"type": "message", "role": "assistant", "content": "Far."}
        return {"model": "gpt-5.4", "store": False, "input": [{"role": "user", "content": "Hi"}, item, said]}

    file = _shelve(root, RESPONSES, _interaction(body("rs_1"), 200, {"output": []}))
    assert Recorded(root).ask(body("rs_1"), RESPONSES).outcome.accepted
    assert Recorded(root).ask(body("rs_2"), RESPONSES).outcome.why == (
        f"a recording ({_on_shelf(file)}) differs in what a digest leaves out: "
        "resp-encrypted-content-item-id-mismatch holds for one of them"
    )


def test_a_blob_counts_by_what_it_is(root):
    """A genuine seal finds the recording of a real blob; a tampered one is another question."""
    said = {"type": "message", "role": "assistant", "content": "Far."}
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": []}

    def body(blob: str) -> dict:
        item = reasoning | {"encrypted_content": blob}
        return {"model": "gpt-5.4", "store": False, "input": [{"role": "user", "content": "Hi"}, item, said]}

    ours = seal("openai", "gpt-5.4", "rs_1")
    _shelve(root, RESPONSES, _interaction(body("YWJjZGVmZ2hpamtsbW5vcA=="), 200, {"output": []}))
    assert Recorded(root).ask(body(ours), RESPONSES).outcome.basis == "recorded"
    assert isinstance(Recorded(root).ask(body(ours[:-8] + "AAAAAAAA"), RESPONSES).outcome, NotOnFile)


def test_a_recording_younger_than_the_date_is_not_known(root):
    """As of the day before, nothing is on file."""
    _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER))
    assert isinstance(Recorded(root, as_of="2026-11-01").ask(GOOD, CHAT).outcome, NotOnFile)
    assert Recorded(root, as_of="2026-11-02").ask(GOOD, CHAT).outcome.basis == "recorded"


@pytest.mark.parametrize(
    ("status", "path", "basis"),
    [
        (500, "chat/completions", "recorded"),
        (429, "chat/completions", None),
        (200, "chat/completions/count_tokens", None),
    ],
)
def test_what_is_no_verdict_is_not_played(status, path, basis, root):
    """Neither an answer of a counting endpoint nor a rate limit; a 500 on file is one."""
    interaction = _interaction(GOOD, status, {"error": {"message": "No."}} if status > 200 else ANSWER)
    interaction["request"]["uri"] = f"https://api.openai.com/v1/{path}"
    _shelve(root, CHAT, interaction)
    outcome = Recorded(root).ask(GOOD, CHAT).outcome
    assert (getattr(outcome, "basis", None), getattr(outcome, "status", status)) == (basis, status)


def test_a_file_under_the_wrong_name_is_told(root):
    """The strict matcher refuses to play it, and the case is told where it differs; the run goes on."""
    file = _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER))
    spoilt = _interaction({"model": "gpt-5.4", "messages": [{"role": "developer", "content": "Hello"}]}, 200, ANSWER)
    file.write_text(yaml.safe_dump({"interactions": [spoilt], "version": 1}))
    assert Recorded(root).ask(GOOD, CHAT).outcome.why == (
        f"the recording {_on_shelf(file)} does not answer the request that its name stands for: "
        "$.messages[0].role: sent 'user', recorded 'developer'"
    )


@pytest.mark.parametrize("odd", [{"a": "é/"}, ["é", 1], {"text": {"b": ["é é"]}}])
def test_the_skeleton_of_a_malformed_body_answers_for_it(odd, root):
    """Texts in places that no API declares are gone from the file, and its name says that it is this question."""
    body = {"model": "gpt-5.4", "messages": ["not an object", {"role": "user", "content": odd, "é": "a b"}]}
    file = _shelve(root, CHAT, _interaction(body, 400, REFUSAL))
    file.write_text(
        yaml.safe_dump({"interactions": [_interaction(skeleton(body), 400, REFUSAL)], "version": 1}, sort_keys=False)
    )
    assert "é é" not in file.read_text()
    outcome = Recorded(root).ask(body, CHAT).outcome
    assert (outcome.basis, outcome.status) == ("recorded", 400)


def test_a_nameless_servers_answer_is_told_and_does_not_count(root):
    """What lies under local/ is named with the flag that would have made it one; no vendor of its own is told of it."""
    _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER)).rename(root / "one.yaml")
    out = Outbox().out(GOOD, CHAT)
    file = root / "local" / "openai-chat" / cassettes.name_of(out.history, out.settings)
    file.parent.mkdir(parents=True)
    (root / "one.yaml").rename(file)
    assert Recorded(root).ask(GOOD, CHAT).outcome.why == (
        f"no recording for openai-chat: what is on file was answered by a server that nobody named ({file}) and does "
        "not count; if it only passes on to the provider, record with --gateway"
    )
    azure = Recorded(root).ask(GOOD, parse_target("openai-chat@azure:gpt-5.4")).outcome
    assert azure.why == "no recording for openai-chat@azure"


def test_a_file_that_is_no_cassette_is_told(root):
    """It is named, and no traceback is shown."""
    file = _shelve(root, CHAT, _interaction(GOOD, 200, ANSWER))
    file.write_text("interactions: 7")
    with pytest.raises(UnreadableInput):
        Recorded(root).ask(GOOD, CHAT)


def test_a_body_that_the_sdk_does_not_send_is_a_crash(root):
    """As on the other bases."""
    assert isinstance(Recorded(root).ask({"messages": []}, CHAT).outcome, Crashed)


@pytest.mark.parametrize("api", ["llamacpp-chat", "llamacpp-responses", "llamacpp-messages"])
def test_every_committed_conversation_replays(api):
    """Each recorded request, sent again through the SDK, gets the recorded status from vcrpy."""
    basis = Recorded(COMMITTED)
    files = sorted((COMMITTED / "llamacpp" / api / "conversations").glob("*.yaml"))[:8]
    for trip in (trip for file in files for trip in read(file)):
        target = parse_target(f"{api}:{trip.request['model']}")
        asked = basis.ask(trip.request, target, trip.headers)
        assert isinstance(asked.outcome, Verdict), asked.outcome
        assert (asked.outcome.basis, asked.outcome.status) == ("recorded", trip.status)
        assert asked.recording.startswith(f"cassettes/llamacpp/{api}/conversations/")


def test_a_cassette_is_written_and_read_as_the_same(tmp_path):
    """Texts of several lines, odd characters and bodies that are no JSON survive."""
    body = '{"text":"one\\ntwo  \\n\\u0000 \\u2028 grün"}'
    interaction = {
        "request": {"method": "POST", "uri": "https://h/v1/responses", "headers": {"a": ["b"]}, "body": body},
        "response": {
            "status": {"code": 200, "message": "OK"},
            "headers": {"c": ["d"]},
            "body": {"string": b"event: x\n\n"},
        },
    }
    text = cassettes.serialize({"interactions": [interaction], "version": 1})
    (back,) = cassettes.deserialize(text)["interactions"]
    assert yaml.safe_load(text)["interactions"][0]["request"]["parsed_body"] == {"text": "one\ntwo  \n\x00 \u2028 grün"}
    assert back["response"]["body"] == {"string": b"event: x\n\n"}
    assert back["request"]["uri"] == "https://h/v1/responses"


def _trip(body, status):
    error = None if status == 200 else ProviderError(message="Invalid 'messages[0]'.", param="messages[0]")
    return RoundTrip(
        api="openai-chat",
        provider="openai",
        status=status,
        request=body,
        error=error,
        date="2026-07-02",
        source=Source(path="a.yaml", repo="me/mine", n=status),
    )
