"""The pytest plugin, run as a user runs it: in a suite of his own."""

import json
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Callable

import pytest

Suite = Callable[..., subprocess.CompletedProcess[str]]
IDENTITY = "python:sendable.normalizers.examples:identity"
CHAT = "openai-chat:gpt-5.4"
CASE = {
    "id": "flat-result-orphan",
    "title": "Dropped",
    "contract": "flat",
    "family": "orphan-result",
    "history": {"messages": [{"role": "user", "content": "u"}, {"role": "tool", "content": "", "tool_call_id": "x"}]},
}
# An agent loop on the plain SDK. Its planted fault: an answer with two calls gets the result of the first alone.
LOOP = """
def run(client, api):
    messages = [{"role": "user", "content": "Weather in Paris and Rome?"}]
    tools = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}]
    while True:
        answer = client.chat.completions.create(model="gpt-5.4", messages=messages, tools=tools).choices[0].message
        messages.append(answer.model_dump(exclude_none=True))
        if not answer.tool_calls:
            return answer.content
        for call in answer.tool_calls[:HOW_MANY]:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": "mild"})
"""


@pytest.fixture
def suite(tmp_path) -> Suite:
    """Write files and run pytest there, with this plugin and xdist alone."""

    def run(*words: str, **files: str) -> subprocess.CompletedProcess[str]:
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        command = [sys.executable, "-m", "pytest", "-p", "sendable.plugin", "-p", "xdist.plugin", *words]
        command += ["-p", "no:cacheprovider", "-W", "error"]
        environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
        environment.pop("OPENAI_API_KEY", None)
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False, env=environment
        )

    return run


def _counts(done: subprocess.CompletedProcess[str]) -> dict[str, int]:
    last = done.stdout.strip().splitlines()[-1]
    return {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|xfailed|error)", last)}


def test_every_case_is_an_item(suite) -> None:
    """The reference passes them all; -k and -m choose among them; two workers find the same."""
    words = ("--sendable", "reference", "--sendable-target", CHAT, "--sendable-broken", "40")
    alone = suite(*words)
    assert (alone.returncode, alone.stderr) == (0, "")
    both = suite(*words, "-n", "2")
    assert _counts(alone) == _counts(both)
    assert _counts(alone)["passed"] > 100
    assert _counts(suite(*words, "-k", "flat-result-orphan and not between"))["passed"] >= 1
    assert suite(*words, "-m", "not sendable").returncode == 5


def test_a_failing_case_shows_what_an_engineer_needs(suite) -> None:
    """The provider's words, the rule with its evidence, the command; no traceback of ours."""
    done = suite(
        "--sendable", IDENTITY, "--sendable-target", CHAT, "--sendable-broken", "0", "-k", "flat-result-orphan"
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stdout
    assert "sendable/plugin.py" not in done.stdout
    assert (
        "FAILED accepted  openai-chat:gpt-5.4  1 x  for example flat-result-orphan\n"
        "  provider   400 Invalid parameter: messages with role 'tool' must be a response to a preceeding message"
    ) in done.stdout
    assert f"sendable run --normalizer {IDENTITY} --target {CHAT} --broken 0 --case flat-result-orphan" in done.stdout
    assert f"FAILED sendable::flat-result-orphan[{CHAT}]" in done.stdout


def test_a_baseline_makes_an_expected_failure(suite, tmp_path) -> None:
    """It is xfailed; where it passes now, the item fails."""
    entry = (
        '[[expected]]\ncase = "flat-result-orphan"\ntarget = "openai-chat:*"\ncheck = "accepted"\n'
        'fingerprint = "rule:chat-tool-without-call"\nreason = "issue 12"\n'
    )
    (tmp_path / "b.toml").write_text(entry)
    (tmp_path / "cases.json").write_text(json.dumps(CASE))
    words = ("--sendable-target", CHAT, "--sendable-cases", "cases.json", "--sendable-baseline", "b.toml")
    known = suite("--sendable", IDENTITY, *words)
    assert _counts(known) == {"xfailed": 1}
    mended = suite("--sendable", "reference", *words)
    assert (mended.returncode, _counts(mended)) == (1, {"failed": 1})
    assert "baseline unexpected-pass: passes now: flat-result-orphan for openai-chat:gpt-5.4" in mended.stdout


def test_a_wrong_address_is_a_usage_error(suite) -> None:
    """No traceback."""
    done = suite("--sendable", "nonsense")
    assert done.returncode == 4
    assert "ERROR: not an address of a normalizer: 'nonsense'" in done.stderr


@pytest.mark.parametrize(("how_many", "code"), [("None", 0), ("1", 1)])
def test_a_planted_fault_in_a_plain_loop_is_caught(suite, how_many, code) -> None:
    """The loop makes its own client; the provider answers with the real error, and the verdict is shown."""
    test = (
        "import openai\nfrom loop import run\n"
        "def test_it(provider):\n"
        "    ids = provider.call_all(('weather', {'city': 'Paris'}), ('weather', {'city': 'Rome'}))\n"
        "    provider.say('Mild in both.')\n"
        "    assert run(openai.OpenAI(), 'chat') == 'Mild in both.'\n"
        "    assert [each.api for each in provider.requests] == ['openai-chat', 'openai-chat']\n"
    )
    done = suite(loop=LOOP.replace("HOW_MANY", how_many), test_it=test)
    assert done.returncode == code, done.stdout + done.stderr
    if code:
        assert "openai.BadRequestError: Error code: 400" in done.stdout
        assert "refused  400  openai-chat:gpt-5.4  (basis: modelled, as of" in done.stdout
        assert "did not have response messages" in done.stdout


ORPHAN = "[{'role': 'tool', 'tool_call_id': 'x', 'content': 'r'}]"


def test_a_swallowed_refusal_fails_the_test(suite) -> None:
    """Unless the test says that it is about the refusal."""
    test = (
        "import openai\n"
        "def ask():\n"
        "    try:\n"
        f"        openai.OpenAI().chat.completions.create(model='gpt-5.4', messages={ORPHAN})\n"
        "    except openai.BadRequestError:\n"
        "        pass\n"
        "def test_swallows(provider):\n    ask()\n"
        "def test_is_about_it(provider):\n    provider.allow_refusals()\n    ask()\n"
        "    assert [each.verdict.rule for each in provider.refused] == ['chat-tool-without-call']\n"
    )
    done = suite(test_it=test)
    assert _counts(done) == {"failed": 1, "passed": 1}
    assert "a request was refused, and nobody said so" in done.stdout


def test_both_sdks_get_calls_texts_and_streams(suite) -> None:
    """Sync and async, whole and streamed, for every API; nothing reaches a socket."""
    test = """
import asyncio, socket
import anthropic, openai, pytest

ASK = {"model": "gpt-5.4", "input": "hi"}
SAY = {"model": "claude-opus-5-5", "max_tokens": 99, "messages": [{"role": "user", "content": "hi"}]}

@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*_): raise AssertionError("the network")
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)

def test_responses(provider):
    assert openai.OpenAI().responses.create(**ASK).id != openai.OpenAI().responses.create(**ASK).id
    call_id = provider.call("f", {"a": 1})
    (item,) = openai.OpenAI().responses.create(**ASK).output
    assert (item.type, item.call_id, item.arguments) == ("function_call", call_id, '{"a":1}')
    provider.say("one two")
    with openai.OpenAI().responses.stream(**ASK) as stream:
        assert stream.get_final_response().output_text == "one two"
    provider.call("f", {"a": 2})
    with openai.OpenAI().responses.stream(**ASK) as stream:
        assert stream.get_final_response().output[0].arguments == '{"a":2}'

def test_messages(provider):
    provider.call("f", {"a": 1}, call_id="toolu_1")
    (block,) = anthropic.Anthropic().messages.create(**SAY).content
    assert (block.type, block.id, block.input) == ("tool_use", "toolu_1", {"a": 1})
    provider.say("one two")
    with anthropic.Anthropic().messages.stream(**SAY) as stream:
        assert stream.get_final_text() == "one two"
    provider.call("f", {"a": 2})
    with anthropic.Anthropic().messages.stream(**SAY) as stream:
        assert stream.get_final_message().content[0].input == {"a": 2}

def test_chat(provider):
    ask = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "hi"}]}
    provider.say("one two")
    parts = openai.OpenAI().chat.completions.create(**ask, stream=True)
    assert "".join(part.choices[0].delta.content or "" for part in parts) == "one two"
    provider.reply({"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": []})
    assert openai.OpenAI().chat.completions.create(**ask).id == "x"
    assert openai.OpenAI().chat.completions.create(**ask).choices[0].message.content == "ok"

def test_async(provider):
    async def ask():
        async with openai.AsyncOpenAI() as one, anthropic.AsyncAnthropic() as other:
            return (await one.responses.create(**ASK)).output_text, (await other.messages.create(**SAY)).content[0].text
    assert asyncio.run(ask()) == ("ok", "ok")

def test_what_it_has_not(provider):
    with pytest.raises(openai.NotFoundError, match="the offline provider has no POST /v1/embeddings"):
        openai.OpenAI().embeddings.create(model="m", input="x")

@pytest.mark.sendable(as_of="2026-01-01")
def test_the_date(provider):
    openai.OpenAI().responses.create(**ASK)
    assert provider.requests[0].verdict.as_of == "2026-01-01"
"""
    done = suite(test_it=test)
    assert _counts(done) == {"passed": 6}, done.stdout


def test_assert_sendable_says_the_verdict(suite) -> None:
    """A body that would be refused fails with the provider's words; a bare list will do."""
    test = (
        "GOOD = [{'role': 'user', 'content': 'hi'}]\n"
        "def test_good(assert_sendable):\n    assert_sendable(GOOD, api='openai-chat', model='gpt-5.4')\n"
        f"def test_bad(assert_sendable):\n    assert_sendable({ORPHAN}, api='openai-chat', model='gpt-5.4')\n"
    )
    done = suite(test_it=test)
    assert _counts(done) == {"failed": 1, "passed": 1}
    assert "NotSendable: refused  400  openai-chat:gpt-5.4" in done.stdout
    assert "E         rule       chat-tool-without-call" in done.stdout


def test_history_runs_a_marked_test_with_each_case(suite) -> None:
    """Without the marker the name is the user's own."""
    test = (
        "import pytest\n"
        "@pytest.mark.sendable(cases='flat-result-*')\n"
        "def test_theirs(history):\n    assert isinstance(history['messages'], list)\n"
        "@pytest.fixture\ndef history():\n    return 'mine'\n"
        "def test_mine(history):\n    assert history == 'mine'\n"
    )
    done = suite("-v", "--strict-markers", test_it=test)
    assert "test_it.py::test_theirs[flat-result-orphan] PASSED" in done.stdout
    assert "test_it.py::test_mine PASSED" in done.stdout
    assert done.returncode == 0


def test_unused_it_brings_no_module_but_its_own() -> None:
    """Neither the cases nor the oracle are imported before they are asked for."""
    assert all(run.split()[1:] == ["sendable", "sendable.plugin"] for run in _started(1))


@pytest.mark.speed
def test_unused_it_costs_next_to_nothing() -> None:
    """Under 20 ms of processor time at start-up: the median of five."""
    assert statistics.median(float(run.split()[0]) for run in _started(5)) < 20


def _started(times: int) -> list[str]:
    """Import the plugin in fresh processes; return of each the milliseconds and the project's modules."""
    program = (
        "import sys, time, pytest, importlib.metadata\nbefore = set(sys.modules)\nstart = time.process_time()\n"
        "import sendable.plugin\n"
        "print((time.process_time() - start) * 1000, *sorted(n for n in set(sys.modules) - before if 'sendable' in n))"
    )
    return [subprocess.check_output([sys.executable, "-c", program], text=True) for _ in range(times)]


def test_the_strategy_draws_histories() -> None:
    """Flat ones, with as many faults as asked for."""
    from hypothesis import HealthCheck, given, settings

    from sendable.corpus import shipped_bases
    from sendable.strategies import histories

    well_formed = [list(base.messages) for base in shipped_bases()]

    @settings(max_examples=15, database=None, suppress_health_check=list(HealthCheck))
    @given(sound=histories(most_faults=0), broken=histories(least_faults=1, most_faults=1))
    def law(sound, broken):
        assert sound["messages"] in well_formed
        assert broken["messages"] not in well_formed

    law()
