"""The minimal pair: with and without one field, and what the ledger learns."""

import itertools
from pathlib import Path

import pytest
from tasks.asked_bodies import MODEL
from tasks.field_provider import FieldProvider, serving
from tasks.newer_sdk import keep, surface_with
from tasks.test_record import HURRIED

from sendable import ledger, oracle
from sendable.ledger import parse
from sendable.ledger.park import overlaid
from sendable.model.errors import BadUsage
from sendable.model.target import Target
from sendable.recordings import read
from sendable.replay.live import Live
from sendable.tasks.dated import dated_reading
from sendable.tasks.drift import Plan as DriftPlan
from sendable.tasks.drift import drift
from sendable.tasks.measure import Measured, bodies, judge, wishes
from sendable.tasks.measure_pair import pair_in, pair_of
from sendable.tasks.record import How, record
from sendable.tasks.record_plan import Asking, Server, questions
from sendable.tasks.semantic import probe_compaction

CALLER = "openai-responses:function_call.caller:program.caller_id"
STATUS = "openai-responses:shell_call.status"
TARGETS = {
    "openai-responses": Target("openai-responses", "gpt-5.4"),
    "openai-chat": Target("openai-chat", "gpt-5.4"),
    "anthropic-messages": Target("anthropic-messages", "claude-opus-5-5"),
}


def measure(words: list[str], provider: FieldProvider, folder: Path, *, gateway: bool = True, **more) -> list[Measured]:
    """Do what the command does."""
    wished = wishes(words, MODEL, **more)
    failed: dict[str, str] = {}
    wanted = list(bodies(wished, failed))
    asking = Asking(out=folder / "cassettes", server=Server(provider.base_url, gateway), indexed=False)
    found = questions(wanted, asking) if wanted else None
    env = {"OPENAI_API_KEY": "sk-none"}
    how = How(
        open_live=lambda: Live(provider.base_url, env=env, patience=HURRIED),
        out=folder / "cassettes",
        ledger=folder / "own",
    )
    done = record(found, how, lambda *_: None)
    return judge(wished, found, done.not_asked, failed, folder / "own")[0]


def rows(folder: Path) -> dict[str, object]:
    own = parse((folder / "own" / "openai_responses.toml").read_text(), "own")
    return {row.path: row for row in overlaid(ledger.load("openai-responses"), own).row}


def test_a_field_that_is_taken(tmp_path) -> None:
    """Two requests that differ in the field alone; the row is accepted and names both recordings."""
    with serving(FieldProvider()) as provider:
        (found,) = measure([CALLER], provider, tmp_path)
        without, with_ = (next(iter(read(Path(file)))).request for file in (found.without, found.with_))
        again = measure([CALLER], provider, tmp_path)
        asked = len(provider.bodies)
    assert (found.field, found.before, found.found, found.said) == (CALLER, "pending", "accepted", "200")
    call = with_["input"][1]
    assert call.pop("caller") == {"type": "program", "caller_id": "x"}
    assert with_ == without
    row = rows(tmp_path)["function_call.caller:program.caller_id"]
    assert (row.verdict, row.counts.accepted, row.models) == ("accepted", 1, (MODEL,))
    assert [(each.kind, each.says, each.where, each.note) for each in row.sources] == [
        ("recording", "accepted", _where(found.with_) + "#1", ""),
        ("cassette", "", _where(found.without), "the same request without the field: 200"),
    ]
    assert (again[0].found, again[0].before, asked) == ("accepted", "accepted", 2)
    assert rows(tmp_path)["function_call.caller:program.caller_id"] == row


def _where(file: str) -> str:
    return file[file.index("cassettes/") :]


def test_a_field_that_is_refused_as_unknown(tmp_path) -> None:
    """An unknown-field error that names it rejects it, and what stands inside it."""
    with serving(FieldProvider(unknown={"caller"})) as provider:
        inside, whole = measure([CALLER, "openai-responses:function_call.caller"], provider, tmp_path)
    assert (whole.found, whole.said) == ("rejected", "400 Unknown parameter: 'input[1].caller'.")
    assert (inside.found, inside.said) == ("pending", "400 Unknown parameter: 'input[1].caller'.")
    row = rows(tmp_path)["function_call.caller"]
    assert (row.verdict, row.counts.rejected, row.counts.accepted) == ("rejected", 2, 0)


def test_a_value_that_is_refused_marks_nothing(tmp_path) -> None:
    """A 400 about the value says nothing of the field."""
    with serving(FieldProvider(wrong={"status"})) as provider:
        (found,) = measure([STATUS], provider, tmp_path)
    assert (found.found, found.said) == ("marks-nothing", "400 Invalid value: 'completed'.")
    assert not (tmp_path / "own").exists()


def test_a_field_whose_base_is_refused_could_not_be_measured(tmp_path) -> None:
    """Where the request fails without the field as well, nothing is known of it."""
    with serving(FieldProvider(broken={"shell_call"})) as provider:
        (found,) = measure([STATUS], provider, tmp_path)
    assert (found.found, found.said) == (
        "could-not-measure",
        "the request without the field is refused: 400 The item input[1] cannot be used here.",
    )
    assert not (tmp_path / "own").exists()


def test_an_item_is_measured_as_a_whole(tmp_path) -> None:
    """What an item cannot be without is measured with the item; two such fields of it are one pair."""
    words = ["openai-responses:program.type", "openai-responses:program.code"]
    with serving(FieldProvider()) as provider:
        found = measure(words, provider, tmp_path)
        assert len(provider.bodies) == 2
        base, with_ = sorted(provider.bodies, key=lambda body: len(body["input"]))
    assert [each.found for each in found] == ["accepted", "accepted"]
    assert "program" not in {item.get("type") for item in base["input"]}
    assert "program" in {item.get("type") for item in with_["input"]}


def test_another_server_says_nothing_of_openai(tmp_path) -> None:
    """A 200 of somebody else is no evidence about the API's own provider, and writes no row."""
    with serving(FieldProvider()) as provider:
        (found,) = measure([STATUS], provider, tmp_path, gateway=False)
    assert (found.found, found.said) == (
        "marks-nothing",
        "200; local answered, which is no evidence about the API's own provider",
    )
    assert not (tmp_path / "own").exists()


def test_a_field_of_nobody_needs_a_value(tmp_path) -> None:
    """Of a field that no SDK declares no value is known; with one it is measured like any other."""
    word = "openai-responses:message.mood"
    with serving(FieldProvider()) as provider:
        failing, _ = measure([word, STATUS], provider, tmp_path)
        (given,) = measure([word], provider, tmp_path, value={"level": 3})
        sent = [item for body in provider.bodies for item in body["input"] if "mood" in item]
    assert (failing.found, failing.said) == (
        "could-not-measure",
        "no SDK declares message.mood, so that no value is known; give one with --value JSON",
    )
    assert (given.found, sent[0]["mood"]) == ("accepted", {"level": 3})


def test_a_request_of_ones_own(tmp_path) -> None:
    """The field goes into the first item of its kind of a given request."""
    body = {
        "model": MODEL,
        "input": [{"role": "user", "content": "Secret words."}, {"role": "user", "content": "Two."}],
    }
    with serving(FieldProvider()) as provider:
        (found,) = measure(["openai-responses:message.mood"], provider, tmp_path, value="good", body=body)
        assert [item.get("mood") for item in provider.bodies[1]["input"]] == ["good", None]
    assert (found.found, "Secret words" in Path(found.with_).read_text()) == ("accepted", False)


@pytest.mark.parametrize(
    ("api", "body", "path", "said"),
    [
        ("gemini", {"contents": []}, "content.mood", "the request has no item 'content'"),
        ("mistral", {"messages": [{"role": "user"}]}, "user.a.b", "the request has no object for user.a.b"),
    ],
)
def test_a_request_that_has_no_place_for_the_field(api: str, body: dict, path: str, said: str) -> None:
    """It is told which item or object is missing."""
    with pytest.raises(BadUsage, match=said):
        pair_in(body, api, path, 1)


@pytest.mark.parametrize(
    "word", ["openai-responses", "function_call.caller", "openai-responses:caller", "mistral:user.x"]
)
def test_words_that_are_no_field(word: str) -> None:
    """A word of another form is bad usage, and so is an API of which no model is known."""
    with pytest.raises(BadUsage):
        wishes([word], None)


def test_a_field_of_a_beta_needs_its_name() -> None:
    """Without the beta's header the API would refuse the field as unknown, which says nothing of the beta."""
    word = "anthropic-messages:compaction.signature"
    bare, named = {}, {}
    assert list(bodies(wishes([word], None), bare)) == []
    assert bare == {
        word: "compaction.signature stands in the beta form alone; name the beta with --header 'anthropic-beta: …'"
    }
    both = list(bodies(wishes([word], None, headers={"anthropic-beta": "compact"}), named))
    assert (named, [each.headers for each in both]) == ({}, [{"anthropic-beta": "compact"}] * 2)


@pytest.mark.parametrize("api", TARGETS)
def test_a_pair_is_built_for_what_the_sdks_declare(api: str) -> None:
    """Of nearly every declared field there is a request that the oracle takes without it, and both are never the same."""
    surface = next(
        each for sdk in ("openai", "anthropic") for each in dated_reading(sdk).surface.apis if each.api == api
    )
    pairs = {path: pair_of(surface, path, TARGETS[api]) for path in surface.request.paths()}
    taken = [path for path, pair in pairs.items() if oracle.judge(api, pair.base).accepted]
    assert [path for path, pair in pairs.items() if pair.base == pair.field] == []
    assert len(taken) / len(pairs) > 0.88
    assert all(_differing(pair.base, pair.field) == 1 for pair in itertools.islice(pairs.values(), 40))


def _differing(base: object, field: object) -> int:
    """Count the places at which two bodies differ; a list that has one element more differs in one."""
    if isinstance(base, dict) and isinstance(field, dict):
        return sum(_differing(base.get(key, ...), field.get(key, ...)) for key in {*base, *field})
    if isinstance(base, list) and isinstance(field, list) and len(base) == len(field):
        return sum(map(_differing, base, field))
    return base != field


def test_all_that_drift_prints_can_be_measured(tmp_path) -> None:
    """The commands of a newer release's new item, object and field are understood, and a pair is built for each."""
    grown = {"shell_call": ("new_field",), "new_item": ("type", "id"), "function_call.caller:other": ("type",)}
    surface = surface_with("openai", "99.0.0", "openai-responses", request=grown)
    keep(tmp_path, surface)
    found = drift(DriftPlan(sdks=("openai==99.0.0",), cache=tmp_path))
    words = [each.measure.split()[-1] for sdk in found.sdks for each in sdk.undecided]
    assert [str(each.name) for each in wishes(words, None)] == words
    assert sorted(words) == sorted(
        f"openai-responses:{place}.{name}" for place, names in grown.items() for name in names
    )
    own = surface.of("openai-responses")
    pairs = [pair_of(own, each.path, each.target, "x") for each in wishes(words, None)]
    assert all(_differing(pair.base, pair.field) == 1 for pair in pairs)


@pytest.mark.parametrize(
    ("readers", "control", "answer", "told"),
    [
        ({"gpt-6-sol", "gpt-6.1-terra"}, "knows", "knows", True),
        ({"gpt-6-sol"}, "knows", "does-not-know", True),
        (set(), "does-not-know", "does-not-know", False),
    ],
)
def test_the_semantic_probe(readers: set[str], control: str, answer: str, *, told: bool) -> None:
    """It tells whether another model knows what a compaction held, and says nothing when not even its maker does."""
    maker, reader = Target("openai-responses", "gpt-6-sol"), Target("openai-responses", "gpt-6.1-terra")
    with serving(FieldProvider(readers=readers)) as provider:
        live = Live(provider.base_url, env={"OPENAI_API_KEY": "sk-none"}, patience=HURRIED)
        found = probe_compaction(live, maker, reader)
        live.close()
        sent = provider.bodies
    assert (found.control, found.answer, found.told, found.requests) == (control, answer, told, 3)
    word = sent[0]["input"][0]["content"].rpartition(" ")[2]
    assert [word in str(each["input"]) for each in sent] == [True, False, False]
    assert [each["model"] for each in sent] == ["gpt-6-sol", "gpt-6-sol", "gpt-6.1-terra"]


def test_only_compactions_that_hide_something_are_probed() -> None:
    """Claude's compactions are plain text."""
    live = Live("http://127.0.0.1:1", env={})
    with pytest.raises(BadUsage, match="only compactions of openai-responses are probed"):
        probe_compaction(live, TARGETS["anthropic-messages"], TARGETS["anthropic-messages"])
