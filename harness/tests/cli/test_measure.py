"""``sendable measure``, run as a user runs it."""

import json
import re

import pytest
from tasks.field_provider import FieldProvider, serving

FIELD = "openai-responses:function_call.caller"
MODEL = "gpt-6.1-terra"


@pytest.fixture(autouse=True)
def _keys(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")


def steady(text: str) -> str:
    return re.sub(r"[0-9a-f]{32}-[0-9a-f]{32}", "DIGESTS", text)


def test_two_fields(sendable, tmp_path) -> None:
    """What it costs, then what was found of each, with the provider's words, both recordings and the ledger's file."""
    fields = [FIELD, "openai-responses:shell_call.status"]
    with serving(FieldProvider(unknown={"caller"}, broken={"shell_call"})) as provider:
        words = ["--model", MODEL, "--base-url", provider.base_url, "--gateway", "--ledger", "own"]
        done = sendable("measure", *fields, *words, "--yes")
    assert (done.returncode, done.stderr) == (3, "")
    assert steady(done.stdout).splitlines()[-8:] == [
        "rejected           openai-responses:function_call.caller  (was pending)",
        "  said     400 Unknown parameter: 'input[1].caller'.",
        "  without  cassettes/openai/openai-responses/DIGESTS.yaml",
        "  with     cassettes/openai/openai-responses/DIGESTS.yaml",
        "could-not-measure  openai-responses:shell_call.status",
        "  said     the request without the field is refused: 400 The item input[1] cannot be used here.",
        "written  own/openai_responses.toml",
        "written  own/index.msgpack.z",
    ]
    assert sorted(file.name for file in (tmp_path / "own").iterdir()) == ["index.msgpack.z", "openai_responses.toml"]


def test_nothing_is_pending(sendable) -> None:
    """With the installed SDKs drift reports no field, so that nothing is sent."""
    done = sendable("measure", "--pending", "--yes")
    told = "nothing new is pending since the dated set; sendable ledger show lists the set\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", told)


def test_what_an_answer_added_is_pending_until_it_is_measured(sendable, tmp_path) -> None:
    """A new field of an answer fails drift; measured with a value, it is decided, and drift passes."""
    (tmp_path / "one.jsonl").write_text(json.dumps({"model": MODEL, "input": [{"role": "user", "content": "Hi."}]}))
    with serving(FieldProvider(adds={"mood": "good"}, unknown={"mood"})) as provider:
        where = ["--base-url", provider.base_url, "--gateway", "--ledger", "own", "--yes", "--json"]
        recorded = sendable("record", "one.jsonl", "--api", "openai-responses", *where)
        failing = sendable("drift", "--ledger", "own")
        measured = sendable("measure", "--pending", "--model", MODEL, "--value", '"good"', *where)
        passing = sendable("drift", "--ledger", "own")
    assert json.loads(recorded.stdout)["fields"] == ["openai-responses:message.mood"]
    (line,) = [each for each in failing.stdout.splitlines() if "sendable measure" in each]
    assert (failing.returncode, line.strip()) == (1, "sendable measure openai-responses:message.mood")
    found = json.loads(measured.stdout)["measured"]
    assert [(each["field"], each["found"]) for each in found] == [("openai-responses:message.mood", "rejected")]
    assert (measured.returncode, passing.returncode) == (0, 0)


def test_the_semantic_probe(sendable) -> None:
    """Whether another model reads a compaction, with both models' words."""
    targets = ["--target", "openai-responses:gpt-6-sol", "--target", f"openai-responses:{MODEL}"]
    with serving(FieldProvider(readers={"gpt-6-sol"})) as provider:
        words = ["measure", "--semantic", "compaction", "--base-url", provider.base_url, "--yes"]
        done, alone = sendable(*words, *targets), sendable(*words, *targets[:2])
    text = re.sub("heliotrope-[0-9a-f]{8}", "WORD", done.stdout)
    assert (done.returncode, text) == (
        0,
        f"""\
maker    openai-responses:gpt-6-sol: knows
reader   openai-responses:{MODEL}: does-not-know
said     openai-responses:gpt-6-sol: WORD
said     openai-responses:{MODEL}: ok
""",
    )
    assert (alone.returncode, "--semantic needs --target twice" in alone.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "name fields, or say --pending: one of both"),
        ([FIELD, "--pending"], 2, "name fields, or say --pending: one of both"),
        (["nothing"], 2, "not a field: 'nothing'"),
        ([FIELD], 2, "nothing was sent: this costs money"),
        (["openai-respon:x.y"], 2, "unknown API: openai-respon"),
        ([FIELD, "--budget-usd", "nan"], 2, "no amount of dollars"),
        ([FIELD, "--value", "{"], 2, "not JSON"),
        (["openai-responses:no_such.field"], 3, "the installed SDK declares no 'no_such'"),
        (["gemini:content.x", "--model", "m"], 3, "no SDK declares gemini"),
        (["--semantic", "compaction", "--target", "a:b", "--target", "a:c"], 2, "say --yes"),
    ],
)
def test_bad_usage(sendable, words: list[str], code: int, said: str) -> None:
    """Each says what is wrong and what to do, without a traceback."""
    done = sendable("measure", *words)
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (code, True, False)


def test_help_has_an_example(sendable) -> None:
    """As every command's does, with the note that the semantic probe was not measured."""
    told = sendable("measure", "--help").stdout
    assert "sendable measure openai-responses:function_call.caller" in told
    assert "not measured by us" in " ".join(told.split())
