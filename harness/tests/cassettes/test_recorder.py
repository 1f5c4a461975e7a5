"""The recorder scrubs, replays, and refuses to write what it did not see."""

from pathlib import Path

import pytest

from servers import tiny_model
from servers.cassette import BASE_URL, deserialize, difference, recorder, serialize
from servers.conversations import CONVERSATIONS
from servers.hold import NotRecorded, hold, record
from servers.script import Answer, Call, Conversation, Turn
from servers.talks import TALKS, Heard

CASSETTES = Path(__file__).resolve().parents[3] / "cassettes" / "llamacpp"
SLUGS = {conversation.slug: conversation for conversation in CONVERSATIONS}
WEATHER = Answer("I look.", (Call("get_weather", {"city": "Graz"}, "13 degrees"),))
SHORT = Conversation("short", (Turn("Graz?", (WEATHER,)),))


class Parrot:
    """Answers from memory, without any request."""

    def __init__(self, base_url: str, conversation: Conversation) -> None:
        self.answers = iter(conversation.turns[0].answers)
        self.given: list[tuple[str, Call]] = []

    def say(self, text: str) -> None:
        pass

    def ask(self) -> Heard:
        answer = next(self.answers)
        return Heard(answer.text, "", tuple((f"id{n}", c.name, c.arguments) for n, c in enumerate(answer.calls)))

    def give(self, results: list[tuple[str, Call]]) -> None:
        self.given += results


@pytest.mark.parametrize("api", TALKS)
@pytest.mark.parametrize("slug", ["thoughts", "one-of-two-fails", "result-in-parts", "several-turns", "system-prompt"])
def test_a_cassette_replays_through_the_official_sdk(api: str, slug: str) -> None:
    """Offline, the SDK sends byte for byte the recorded JSON again and the conversation comes to its scripted end."""
    path = CASSETTES / api / "conversations" / f"{slug}.yaml"
    with recorder("none", ("method", "uri", "body")).use_cassette(str(path)) as cassette:
        hold(TALKS[api](BASE_URL, SLUGS[slug]), SLUGS[slug])
        assert cassette.all_played


@pytest.mark.parametrize("api", TALKS)
def test_writing_is_the_inverse_of_reading(api: str) -> None:
    """A cassette that is read and written again says the same."""
    for path in sorted((CASSETTES / api / "conversations").glob("*.yaml")):
        text = path.read_text("utf-8")
        assert difference(serialize(deserialize(text)), text) == []


def test_only_ids_and_times_are_overlooked() -> None:
    """Two recordings differ when a text does or when an id stands elsewhere, not when ids and times are other ones."""
    one, other = "a" * 31 + "1", "b" * 31 + "2"
    text = f"recorded_at: '2026-11-30'\nid: fc_{one}\ncall_id: {other}\nagain: {one}\ncreated: 17\ntext: x\n"
    renamed = f"recorded_at: '2027-01-02'\nid: fc_{other}\ncall_id: {one}\nagain: {other}\ncreated: 99\ntext: x\n"
    assert difference(text, renamed) == []
    assert difference(text, text.replace(f"again: {one}", f"again: {other}")) == ["-again: <id 0>", "+again: <id 1>"]
    assert difference(text, text.replace("text: x", "text: y")) == ["-text: x", "+text: y"]


def test_headers_speed_and_port_are_left_out() -> None:
    """A request loses its key and its port, a response its server name and its timings."""
    made = recorder("all")
    with made.use_cassette("unused.yaml", record_mode="none") as cassette:
        request = cassette._before_record_request(
            _request({"Authorization": "Bearer x", "Content-Type": "application/json"})
        )
        response = cassette._before_record_response(
            {
                "status": {"code": 200, "message": "OK"},
                "headers": {"Server": ["llama.cpp"], "Content-Type": ["application/json"]},
                "body": {"string": b'{"id": "x", "timings": {"prompt_ms": 60.7}}'},
            }
        )
    assert (request.uri, dict(request.headers)) == (f"{BASE_URL}/v1/messages", {"content-type": "application/json"})
    assert response == {
        "status": {"code": 200, "message": "OK"},
        "headers": {"content-type": ["application/json"]},
        "body": {"string": b'{"id":"x"}'},
    }


def test_a_cassette_that_saw_no_request_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the SDK's transport passes by vcrpy, nothing is written."""
    monkeypatch.setitem(TALKS, "llamacpp-chat", Parrot)
    with pytest.raises(NotRecorded, match="llamacpp-chat short: 1 requests, 0 recorded"):
        record(tmp_path / "short.yaml", BASE_URL, "llamacpp-chat", SHORT)
    assert list(tmp_path.iterdir()) == []


def test_an_answer_off_the_script_is_an_error() -> None:
    """A server that parses another call than the model made is told with both."""
    other = Conversation("short", (Turn("Graz?", (Answer("I look.", (Call("get_weather", {"city": "Linz"}),)),)),))
    with pytest.raises(NotRecorded, match=r"short: the script says .*Linz.* the server parsed .*Graz"):
        hold(Parrot("", SHORT), other)


def test_results_go_to_the_calls_by_id() -> None:
    """Each scripted result is given with the id that the server made for its call."""
    talk = Parrot("", SHORT)
    hold(talk, SHORT)
    assert talk.given == [("id0", WEATHER.calls[0])]


def test_the_model_speaks_each_answer_and_stops() -> None:
    """From every cue the chain of tokens gives the scripted answer, then the end of the turn."""
    chain = tiny_model.successors()
    cues = [token for token in tiny_model.spoken_tokens() if token.startswith("<|cue_")]
    assert [chain[cue] for cue in cues] == [cue.answer.spoken for cue in tiny_model.cues()]
    assert {chain[chain[cue]] for cue in cues} == {tiny_model.STOP}


def test_a_spoken_answer_is_thought_text_and_calls() -> None:
    """The characters of an answer are those of the Hermes format."""
    answer = Answer("Both.", (Call("get_time"), Call("get_weather", {"city": "Graz"})), "Two.")
    assert answer.spoken == (
        "<think>\nTwo.\n</think>\n\nBoth.\n"
        '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>\n'
        '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Graz"}}\n</tool_call>'
    )


def _request(headers: dict[str, str]) -> object:
    from vcr.request import Request

    return Request("POST", "http://127.0.0.1:43589/v1/messages", b"{}", headers)
