"""``sendable check`` as scripts rely on it."""

import json

import pytest

OPEN = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "s", "arguments": "{}"}}],
    },
    {"role": "user", "content": "never mind"},
]
CLOSED = [*OPEN[:2], {"role": "tool", "tool_call_id": "c1", "content": "r"}]
UNANSWERED = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: c1"
)


def _body(messages: list) -> str:
    return json.dumps({"model": "gpt-5.4", "messages": messages})


def test_an_accepted_body_ends_with_0(sendable) -> None:
    """One line that says what was judged and on which basis."""
    done = sendable("check", "--api", "openai-chat", stdin=_body(CLOSED))
    assert done.stdout == "accepted  200  openai-chat:gpt-5.4  (basis: modelled, as of 2026-11-30)\n"
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_refused_body_ends_with_1_and_the_provider_s_words(sendable) -> None:
    """The answer, the provider's words, the place, the rule; then the evidence."""
    done = sendable("check", "--api", "openai-chat", stdin=_body(OPEN))
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "refused  400  openai-chat:gpt-5.4  (basis: modelled, as of 2026-11-30)",
        f"  provider   {UNANSWERED}",
        "  at         $.messages[1]",
        "  rule       chat-tool-calls-unanswered",
    ]
    assert all(line.startswith("  evidence   ") for line in lines[4:])
    assert len(lines) > 4
    assert done.returncode == 1


def test_json_is_the_verdict(sendable) -> None:
    """Every field of a verdict that the design names is there."""
    verdict = json.loads(sendable("check", "--api", "openai-chat", "--json", stdin=_body(OPEN)).stdout)
    design = {"accepted", "status", "error", "rule", "basis", "model", "as_of", "warnings", "assumptions", "evidence"}
    assert design <= set(verdict)
    assert verdict["error"]["message"] == UNANSWERED


def test_a_bare_list_is_wrapped_with_a_note(sendable) -> None:
    """The list is judged as the history, and the verdict says so."""
    done = sendable("check", "--api", "openai-chat", "--model", "gpt-5.4", "--json", stdin=json.dumps(CLOSED))
    verdict = json.loads(done.stdout)
    assert (verdict["accepted"], verdict["note"]) == (True, "a bare list was judged as {'messages': …}")


def test_jsonl_answers_every_line(sendable) -> None:
    """A verdict a line, an error row for what cannot be read, and then exit code 2."""
    lines = [
        json.dumps({"api": "openai-chat", "body": {"model": "gpt-5.4", "messages": CLOSED}}),
        "{",
        json.dumps({"api": "openai-chat", "provider": "openai", "request": {"model": "gpt-5.4", "messages": OPEN}}),
        json.dumps({"api": "no-such-api", "body": {}}),
        json.dumps({"api": "openai-chat"}),
    ]
    done = sendable("check", "--jsonl", stdin="\n".join(lines))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row.get("accepted", row.get("error")) for row in rows] == [
        True,
        "not JSON: Expecting property name enclosed in double quotes",
        False,
        "the oracle has no API named 'no-such-api'",
        'no "body" and no "request"',
    ]
    assert (done.stderr, done.returncode) == ("", 2)


@pytest.mark.parametrize(
    ("words", "stdin", "says"),
    [
        (["--api", "openai-chat"], "{", "error: not JSON: "),
        (["--api", "no-such-api"], "{}", "error: the oracle has no API named 'no-such-api'"),
        (["--api", "openai-chat@nobody"], "{}", "error: no overlay 'nobody' of openai-chat"),
        (["--api", "openai-chat", "--as-of", "soon"], "{}", "error: not a date: 'soon'"),
        (["--api", "openai-chat", "--header", "x"], "{}", "error: not a header: 'x'"),
        ([], "{}", "Error: --api is needed"),
    ],
)
def test_what_cannot_be_judged_ends_with_2(sendable, words, stdin, says) -> None:
    """A clear error, never a traceback."""
    done = sendable("check", *words, stdin=stdin)
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


@pytest.mark.parametrize("body", ["[]", "7", "null", '"x"', '{"messages": {}}', '{"model": 7, "messages": [[[]]]}'])
def test_any_json_gets_a_verdict(sendable, body) -> None:
    """Wrong types anywhere are a refusal, not a crash."""
    done = sendable("check", "--api", "openai-chat", stdin=body)
    assert (done.stderr, done.returncode) == ("", 1)


def test_a_recorded_row_takes_its_model_from_the_address(sendable) -> None:
    """Gemini and Bedrock name the model there; a model in the body or on the line goes first."""
    row = {"api": "bedrock-converse", "provider": "bedrock", "url_path": "/model/amazon.nova-lite-v1%3A0/converse"}
    rows = [row | {"request": {"messages": []}}, row | {"request": {"messages": []}, "model": "other"}]
    done = sendable("check", "--jsonl", stdin="".join(json.dumps(each) + "\n" for each in rows))
    assert [json.loads(line)["model"] for line in done.stdout.splitlines()] == ["amazon.nova-lite-v1:0", "other"]
