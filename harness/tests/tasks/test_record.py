"""Planning and recording: each question once, money first, answers kept as they come."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from replay.fake_provider import FakeProvider, serving
from tasks.asked_bodies import MODEL, bodies
from tasks.field_provider import FieldProvider
from tasks.field_provider import serving as serving_fields

from sendable.ledger import parse
from sendable.model.errors import BadUsage, NothingJudged, UnreadableInput
from sendable.model.roundtrip import RoundTrip
from sendable.model.target import Target, parse_target
from sendable.recordings import read
from sendable.replay.backoff import Patience
from sendable.replay.live import Live
from sendable.replay.prices import Price
from sendable.replay.sdk import api_client
from sendable.report.drift import drift_text
from sendable.tasks.drift import Plan as DriftPlan
from sendable.tasks.drift import drift
from sendable.tasks.drift import exit_code as drift_exit_code
from sendable.tasks.record import How, exit_code, record
from sendable.tasks.record_bodies import Wanted, from_cases, from_lines
from sendable.tasks.record_ledger import unknown_fields
from sendable.tasks.record_plan import Asking, Server, questions
from sendable.tasks.selection import Selection

CHAT = Target("openai-chat", MODEL)
RESPONSES = Target("openai-responses", MODEL)
HURRIED = Patience(sleep=lambda _: None)
ITEMS = [{"role": "user", "content": "Hi."}]


def wanted(count: int, target: Target = CHAT) -> list[Wanted]:
    return [Wanted(body=each, target=target, origin=f"body {n}") for n, each in enumerate(bodies(count))]


def asking(folder: Path, provider, **more) -> Asking:
    return Asking(out=folder / "cassettes", server=Server(provider.base_url, gateway=True), **more)


def how(folder: Path, provider, **more) -> How:
    env = {"OPENAI_API_KEY": "sk-none"}
    live = lambda: Live(provider.base_url, env=env, patience=HURRIED)  # noqa: E731
    return How(open_live=live, out=folder / "cassettes", ledger=folder / "own", **more)


def quiet(*_arguments) -> None:
    """Take steps and say nothing."""


@pytest.fixture
def fake() -> Iterator[FakeProvider]:
    with serving(FakeProvider()) as provider:
        yield provider


def test_a_body_that_comes_twice_is_one_question(fake, tmp_path) -> None:
    """Bodies of the same digests are sent once, with the first one's words, and are named together."""
    one, other = bodies(1)[0], json.loads(json.dumps(bodies(1)[0]).replace("And?", "Or?"))
    twice = [Wanted(body=one, target=CHAT, origin="a"), Wanted(body=other, target=CHAT, origin="b")]
    found = questions(twice, asking(tmp_path, fake))
    (question,) = found.to_send
    assert (question.body["messages"], question.origins, found.wanted) == (one["messages"], ("a", "b"), 2)
    assert (question.body["max_completion_tokens"], question.price.input) == (1, 1.0)


def test_other_settings_are_another_question(fake, tmp_path) -> None:
    """A model, a tool or an effort of storing makes one; a temperature does not."""
    base = bodies(1)[0]
    variants = [base, {**base, "temperature": 1}, {**base, "store": True}, {**base, "tool_choice": "none"}]
    found = questions([Wanted(body=each, target=CHAT, origin="x") for each in variants], asking(tmp_path, fake))
    assert len(found.to_send) == 3


def test_each_answer_is_written_and_found_again(fake, tmp_path) -> None:
    """After a run all questions are on file, with the provider's verdicts, and nothing is left to send."""
    found = questions(wanted(8), asking(tmp_path, fake))
    done = record(found, how(tmp_path, fake, jobs=3), quiet)
    assert (done.verdicts, done.files, done.left, done.stopped) == (
        {str(CHAT): {"accepted": 4, "refused": 4}},
        8,
        0,
        "",
    )
    assert exit_code(found, done) == 0
    assert {each.file for each in found.to_send} == set((tmp_path / "cassettes").rglob("*.yaml"))
    assert sorted(each.origin for each in done.refusals) == ["body 1", "body 3", "body 5", "body 7"]
    again = questions(wanted(8), asking(tmp_path, fake))
    assert (again.to_send, again.on_file) == ((), 8)


def test_what_is_stored_has_the_digests_of_what_was_asked(fake, tmp_path) -> None:
    """A genuine blob was sent in place of the seal, and the file holds the seal and answers for the body as asked."""
    cases = list(from_cases("reference", (f"openai-responses:{MODEL}",), Selection(case_globs=("send-*reason*",))))
    found = questions(cases, asking(tmp_path, fake))
    minted = [each for each in found.to_send if each.minted]
    done = record(found, how(tmp_path, fake), quiet)
    assert minted
    assert done.not_asked == {}
    assert all(each.file.is_file() for each in minted)
    assert questions(cases, asking(tmp_path, fake)).to_send == ()
    stored = [trip for each in minted for trip in read(each.file)]
    sent = "".join(json.dumps(each.body) for each in fake.seen if "/responses" in each.path)
    blobs = [
        item["encrypted_content"] for trip in stored for item in trip.request["input"] if item.get("encrypted_content")
    ]
    assert blobs
    assert not [blob for blob in blobs if blob in sent]


def test_a_budget_is_a_hard_stop(fake, tmp_path) -> None:
    """No request goes out that might not be paid for; the rest is left for the next run."""
    price = Price(1_000.0, 1_000.0)
    found = questions(wanted(8), asking(tmp_path, fake, price=price))
    cheapest = sum(sorted(each.dollars for each in found.to_send)[:2])
    done = record(found, how(tmp_path, fake, budget=cheapest), quiet)
    assert done.dollars <= cheapest
    assert (done.files + done.left, done.left > 0, len(fake.seen)) == (8, True, done.files)
    assert done.stopped == f"the budget of ${cheapest:g} does not allow the next request"
    assert exit_code(found, done) == 3


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_answer_that_cannot_be_written_is_accounted_for(fake, jobs, tmp_path) -> None:
    """A folder that goes bad on the way stops the run, which tells what was kept, what was lost, and what is left."""
    found = questions(wanted(6), asking(tmp_path, fake))
    for each in found.to_send[2:]:
        (each.file / "in the way").mkdir(parents=True)
    done = record(found, how(tmp_path, fake, jobs=jobs), quiet)
    lost = len(fake.seen) - done.files
    assert (done.files, done.requests, done.left, 1 <= lost <= jobs) == (2, len(fake.seen), 4, True)
    told = "1 answer that came is" if lost == 1 else f"{lost} answers that came are"
    assert done.stopped.startswith("cannot write: Is a directory (at ")
    assert done.stopped.endswith(f"\n  {told} lost, for it could not be written: the same request is sent again")
    assert exit_code(found, done) == 3


def test_folders_are_tried_before_the_first_request(fake, tmp_path) -> None:
    """One that cannot be made costs nothing, and leaves nothing behind."""
    (tmp_path / "cassettes").mkdir()
    (tmp_path / "cassettes" / "openai").write_text("in the way")
    with pytest.raises(BadUsage, match=r"cannot write: Not a directory \(at .*cassettes/openai/openai-chat\)"):
        record(questions(wanted(2), asking(tmp_path, fake)), how(tmp_path, fake), quiet)
    (tmp_path / "cassettes" / "openai").unlink()
    (tmp_path / "own").write_text("in the way")
    with pytest.raises(BadUsage, match=r"cannot write: .* \(at .*own\)"):
        record(questions(wanted(2), asking(tmp_path, fake)), how(tmp_path, fake), quiet)
    assert (fake.seen, list((tmp_path / "cassettes").iterdir())) == ([], [])


def test_what_is_not_bounded_is_not_sent_on_a_budget(fake, tmp_path) -> None:
    """Nobody knows how many tokens an image at an address is."""
    image = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    body = {"model": MODEL, "messages": [{"role": "user", "content": [image]}]}
    found = questions([Wanted(body=body, target=CHAT, origin="image")], asking(tmp_path, fake))
    on_budget = record(found, how(tmp_path, fake, budget=100.0), quiet)
    freely = record(found, how(tmp_path, fake), quiet)
    why = "what it costs is not bounded by its bytes, so that no budget can be kept"
    assert on_budget.not_asked == {f"image, {CHAT}": why}
    assert (freely.not_asked, freely.files, len(fake.seen)) == ({}, 1, 1)


def test_a_wrong_key_stops_the_run_at_once(tmp_path) -> None:
    """It is told, the exit code is 3, and the rest is left."""
    with serving(FakeProvider(key="right")) as provider:
        found = questions(wanted(6), asking(tmp_path, provider))
        done = record(found, how(tmp_path, provider, jobs=2), quiet)
        asked = len(provider.seen)
    assert ("key" in done.stopped, done.files, done.left, asked <= 2) == (True, 0, 6, True)
    assert exit_code(found, done) == 3


def test_another_server_is_nobody(fake, tmp_path) -> None:
    """Without being told that a server passes on to OpenAI, its answers are kept apart, and its price is not known."""
    found = questions(wanted(2), Asking(out=tmp_path / "cassettes", server=Server(fake.base_url)))
    assert [each.file.parent.relative_to(tmp_path).as_posix() for each in found.to_send] == [
        "cassettes/local/openai-chat"
    ] * 2
    assert (found.dollars, found.unpriced) == (None, {str(CHAT): 2})
    done = record(found, how(tmp_path, fake), quiet)
    (trip, _) = [each for question in found.to_send for each in read(question.file)]
    assert (done.dollars, trip.provider, trip.first_party) == (None, "local", False)


@pytest.mark.parametrize(
    ("target", "base_url", "gateway", "kept_as"),
    [
        ("openai-chat:m", None, False, "openai-chat:m"),
        ("openai-chat:m", "https://api.openai.com/v1", False, "openai-chat:m"),
        ("openai-chat:m", "https://api.deepseek.com", False, "openai-chat@deepseek:m"),
        ("openai-chat:m", "https://mine.openai.azure.com/openai/v1", False, "openai-chat@azure:m"),
        ("openai-chat:m", "http://127.0.0.1:4000", False, "openai-chat@local:m"),
        ("openai-chat:m", "https://llm.corp.example", False, "openai-chat@local:m"),
        ("openai-chat:m", "https://llm.corp.example", True, "openai-chat:m"),
        ("openai-chat@deepseek:m", "https://llm.corp.example", False, "openai-chat@deepseek:m"),
        ("vllm-chat:m", "http://127.0.0.1:8000", False, "vllm-chat:m"),
        ("gemini:m", "https://generativelanguage.googleapis.com/v1beta", False, "gemini:m"),
    ],
)
def test_who_answers(target: str, base_url: str | None, *, gateway: bool, kept_as: str) -> None:
    """By the address where it is a known provider's; at one of one's own nobody, unless the command says so."""
    assert str(Server(base_url, gateway).answerer(parse_target(target))) == kept_as


def test_a_counting_endpoint_gives_no_verdict(tmp_path) -> None:
    """Its answers lie in a folder of their own, are listed apart, and cost nothing."""
    one = Wanted(body={"model": MODEL, "input": ITEMS}, target=RESPONSES, origin="one")
    with serving_fields(FieldProvider()) as provider:
        found = questions([one], asking(tmp_path, provider, counting=True))
        done = record(found, how(tmp_path, provider, counting=True), quiet)
    (file,) = (tmp_path / "cassettes").rglob("*.yaml")
    (trip,) = read(file)
    assert (done.verdicts, done.counted, done.dollars) == ({}, {str(RESPONSES): {"counted": 1}}, 0.0)
    assert (file.parent.name, trip.counting, trip.response) == (
        "counting",
        True,
        {"object": "response.input_tokens", "input_tokens": 7},
    )
    assert questions([one], asking(tmp_path, provider, counting=True)).to_send == ()
    assert len(questions([one], asking(tmp_path, provider)).to_send) == 1


def test_asked_again_a_changed_answer_is_told_and_the_ledger_has_both_days(tmp_path) -> None:
    """A provider that has learnt to refuse a field: the change with both dates, and a disputed row."""
    item = {"type": "message", "role": "assistant", "content": "Hi.", "phase": "commentary"}
    one = Wanted(body={"model": MODEL, "input": [*ITEMS, item, *ITEMS]}, target=RESPONSES, origin="one")
    with serving_fields(FieldProvider()) as provider:
        record(questions([one], asking(tmp_path, provider)), how(tmp_path, provider), quiet)
        (file,) = (tmp_path / "cassettes").rglob("*.yaml")
        today = next(iter(read(file))).date
        same = record(
            questions([one], asking(tmp_path, provider, again=True)), how(tmp_path, provider, again=True), quiet
        )
        file.write_text(file.read_text().replace(today, "2026-08-01"))
        provider.unknown = {"phase"}
        found = questions([one], asking(tmp_path, provider, again=True))
        done = record(found, how(tmp_path, provider, again=True), quiet)
    assert same.changed == ()
    assert done.changed == (f"one, {RESPONSES}: accepted 200 (2026-08-01) -> refused 400 ({today})",)
    assert exit_code(found, done) == 1
    ledger = parse((tmp_path / "own" / "openai_responses.toml").read_text(), "own")
    row = next(each for each in ledger.row if each.path == "message.phase")
    mine = [(each.says, each.date) for each in row.sources if each.model == MODEL]
    assert (row.verdict, sorted(mine)) == ("disputed", [("accepted", "2026-08-01"), ("rejected", today)])


def test_a_field_that_nobody_knows_is_pending_and_fails_the_gate(tmp_path) -> None:
    """A provider can add a field without a release of the SDK: it is listed, added, and drift fails until decided."""
    one = Wanted(body={"model": MODEL, "input": ITEMS}, target=RESPONSES, origin="one")
    (tmp_path / "own").mkdir()
    before = drift(DriftPlan(sdks=("openai",), folder=tmp_path / "own"))
    with serving_fields(FieldProvider(adds={"mood": {"level": 3}, "phase": None})) as provider:
        done = record(questions([one], asking(tmp_path, provider)), how(tmp_path, provider), quiet)
        again = record(
            questions([one], asking(tmp_path, provider, again=True)), how(tmp_path, provider, again=True), quiet
        )
    assert (done.fields, again.fields) == (("openai-responses:message.mood",), ())
    (row,) = parse((tmp_path / "own" / "openai_responses.toml").read_text(), "own").row
    assert (row.path, row.verdict, row.by) == ("message.mood", "pending", "response")
    after = drift(DriftPlan(sdks=("openai",), folder=tmp_path / "own"))
    new = [each for sdk in after.sdks for each in sdk.undecided]
    assert (drift_exit_code(before), drift_exit_code(after)) == (0, 1)
    assert [(each.path, each.measure, each.sent) for each in new] == [
        ("message.mood", "sendable measure openai-responses:message.mood", False)
    ]


@pytest.mark.parametrize("api", ["openai-responses", "openai-chat", "anthropic-messages"])
def test_what_every_answer_has_is_known(api: str) -> None:
    """The smallest valid answers, and what the SDK's types declare for answers, bring no new field."""
    answer = api_client(api).ok({"model": MODEL})
    at, block = {
        "openai-responses": (
            "output",
            {
                "type": "web_search_call",
                "id": "ws_1",
                "status": "completed",
                "action": {"type": "search", "query": "x"},
            },
        ),
        "openai-chat": (
            "choices",
            {"message": {"role": "assistant", "annotations": [{"type": "url_citation", "url_citation": {"url": "x"}}]}},
        ),
        "anthropic-messages": (
            "content",
            {"type": "text", "text": "x", "citations": [{"type": "char_location", "cited_text": "x"}]},
        ),
    }[api]
    answer[at] = [*answer[at], block]
    trip = RoundTrip(api=api, provider=api.partition("-")[0], status=200, request={}, response=answer)
    assert unknown_fields(trip) == ()
    new = msgspec.structs.replace(
        trip,
        response={
            **answer,
            at: [block | {"mood": {"level": 1}} if at != "choices" else {"message": block["message"] | {"mood": 1}}],
        },
    )
    assert [path.rpartition(".")[2] for path in unknown_fields(new)] == ["mood"]
    assert unknown_fields(msgspec.structs.replace(new, provider="local")) == ()


def test_a_new_field_of_an_api_without_an_sdk_fails_the_gate_too(fake, tmp_path) -> None:
    """Mistral's answers are held against the ledger alone; the whole gate tells them, that of one SDK does not."""
    target = Target("mistral", "mistral-large-4")
    one = Wanted(body={"model": target.model, "messages": ITEMS}, target=target, origin="one")
    env = {"MISTRAL_API_KEY": "none"}
    live = lambda: Live(fake.base_url, env=env, patience=HURRIED)  # noqa: E731
    mine = How(open_live=live, out=tmp_path / "cassettes", ledger=tmp_path / "own")
    done = record(questions([one], asking(tmp_path, fake)), mine, quiet)
    whole, of_one = (drift(DriftPlan(sdks=sdks, folder=tmp_path / "own")) for sdks in ((), ("openai",)))
    assert done.fields == ("mistral:assistant.refusal",)
    assert (drift_exit_code(whole), drift_exit_code(of_one)) == (1, 0)
    day = next(iter(read(next((tmp_path / "cassettes").rglob("*.yaml"))))).date
    assert drift_text(whole).splitlines()[-8:-4] == [
        "APIs without an SDK",
        f"  UNDECIDED  mistral: new field refusal of an answer (since a recording of {day}, parked)",
        "             assistant.refusal",
        "             declared in an answer; not sent meanwhile",
    ]


def test_an_answer_that_the_cap_cut_short_is_no_verdict(tmp_path) -> None:
    """A reasoning model that does not get to its answer says so with a 400, which is not about the history."""

    class Capped(FieldProvider):
        def answer(self, path: str, body: dict) -> tuple[int, dict]:
            message = "Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens."
            return 400, {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}

    with serving_fields(Capped()) as provider:
        found = questions(wanted(1), asking(tmp_path, provider))
        done = record(found, how(tmp_path, provider), quiet)
    why = "the model did not get to its answer with so little output, which says nothing of the history"
    assert (done.not_asked, done.files, exit_code(found, done)) == (
        {f"body 0, {CHAT}": f"{why}; see --max-output"},
        0,
        3,
    )


def test_lines_of_a_file() -> None:
    """A bare body, a wrapped one with headers, and a recorded row."""
    lines = [
        b'{"model": "gpt-5.4", "messages": []}',
        b'{"api": "anthropic-messages", "body": {"model": "claude-opus-5-5", "messages": []}, "headers": {"Anthropic-Beta": "x"}}',
        b'{"api": "openai-chat@deepseek", "request": {"messages": []}, "model": "deepseek-v4-pro"}',
    ]
    found = list(from_lines(enumerate(lines, 1), "f.jsonl", "openai-chat", None))
    assert [str(each.target) for each in found] == [
        "openai-chat:gpt-5.4",
        "anthropic-messages:claude-opus-5-5",
        "openai-chat@deepseek:deepseek-v4-pro",
    ]
    assert [(each.headers, each.verbatim, each.origin) for each in found][1:] == [
        ({"anthropic-beta": "x"}, False, "f.jsonl, line 2"),
        ({}, False, "f.jsonl, line 3"),
    ]


@pytest.mark.parametrize(
    ("line", "api", "said"),
    [
        (b"[]", "openai-chat", "not an object (at f, line 1)"),
        (b'{"body": []}', "openai-chat", "the body is no object (at f, line 1, $.body)"),
        (b'{"messages": []}', None, "no API named (at f, line 1)"),
        (b'{"messages": []}', "openai-chat", "no model named (at f, line 1)"),
        (b'{"body": {}, "headers": 3, "model": "m"}', "openai-chat", "not an object (at f, line 1, $.headers)"),
        (b"{", "openai-chat", "not JSON"),
    ],
)
def test_lines_that_cannot_be_used(line: bytes, api: str | None, said: str) -> None:
    """Each says what is wrong, and in which line."""
    with pytest.raises((UnreadableInput, BadUsage)) as error:
        list(from_lines([(1, line)], "f", api, None))
    assert str(error.value).startswith(said)


def test_no_body_is_an_error(tmp_path) -> None:
    """An empty file is told as such."""
    with pytest.raises(NothingJudged, match="there is no body to record"):
        questions([], Asking(out=tmp_path))


def test_only_the_shipped_cases_are_stored_with_their_words(tmp_path) -> None:
    """What the reference makes of them holds the project's own words; anything else may hold a user's."""
    case = tmp_path / "case.json"
    shipped = next(from_cases("reference", (str(CHAT),), Selection(case_globs=("flat-result-orphan",))))
    case.write_text(
        '[{"id": "mine", "title": "taken: x", "contract": "flat", "family": "none", "history": {"messages": []}}]'
    )
    mine = next(from_cases("reference", (str(CHAT),), Selection(cases=(case,))))
    other = "python:sendable.normalizers.examples:identity"
    theirs = next(from_cases(other, (str(CHAT),), Selection(case_globs=("flat-result-orphan",))), None)
    assert (shipped.verbatim, mine.verbatim, theirs is None or theirs.verbatim) == (True, False, False)


def test_what_the_sdk_cannot_send_is_told(fake, tmp_path) -> None:
    """A body that the official SDK does not serialize is no question."""
    broken = Wanted(body={"model": MODEL}, target=CHAT, origin="broken")
    found = questions([broken], asking(tmp_path, fake))
    ((origin, why),) = found.unsendable
    assert (origin, found.to_send, exit_code(found, None)) == ("broken", (), 3)
    assert why.startswith("the openai SDK did not send this body")


def test_records_are_plain_data(fake, tmp_path) -> None:
    """What a run recorded goes out as JSON."""
    found = questions(wanted(2), asking(tmp_path, fake))
    done = msgspec.json.decode(msgspec.json.encode(record(found, how(tmp_path, fake), quiet)))
    assert (done["files"], done["counted"], done["changed"]) == (2, {}, [])
    assert parse_target(next(iter(done["verdicts"]))) == CHAT
