"""``sendable normalize`` as scripts rely on it."""

import json
import subprocess
import sys

import pytest

CALL = {"role": "assistant", "content": "", "tool_calls": [{"tool_call_id": "c1", "name": "search"}]}
EARLY = {"role": "tool", "content": "out of order", "tool_call_id": "c1"}
CLOSED = {"role": "tool", "content": "Tool call was interrupted; no result.", "tool_call_id": "c1"}
FALSY = [
    {"role": "assistant", "content": "", "tool_calls": [{"tool_call_id": "0", "name": "search"}]},
    {"role": "tool", "content": "result", "tool_call_id": "0"},
]
RESULT_OF_EARLY = {
    "messages": [CALL, CLOSED],
    "dropped": 1,
    "by_rule": {"coerce": 0, "leading": 1, "call": 0, "turn": 0, "result": 0},
    "synthesized": 1,
    "moved": 0,
}
RESULT_OF_FALSY = {
    "messages": [],
    "dropped": 3,
    "by_rule": {"coerce": 0, "leading": 0, "call": 1, "turn": 1, "result": 1},
    "synthesized": 0,
    "moved": 0,
}


@pytest.mark.parametrize(
    ("given", "result"),
    [([EARLY, CALL], RESULT_OF_EARLY), ({"messages": [EARLY, CALL]}, RESULT_OF_EARLY), (FALSY, RESULT_OF_FALSY)],
    ids=["early result", "as an object", "falsy id"],
)
def test_the_seed_s_examples(sendable, given, result) -> None:
    """The two worked examples of the seed come out exactly, from a bare list and from an object."""
    done = sendable("normalize", stdin=json.dumps(given))
    assert (json.loads(done.stdout), done.stderr, done.returncode) == (result, "", 0)


def test_jsonl_keeps_the_order(sendable) -> None:
    """One input and one output a line; blank lines are nothing."""
    done = sendable("normalize", "--jsonl", stdin=f"{json.dumps(FALSY)}\n\n{json.dumps([EARLY, CALL])}\n")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [RESULT_OF_FALSY, RESULT_OF_EARLY]


@pytest.mark.parametrize(
    ("words", "stdin", "stdout", "stderr"),
    [
        (
            ["normalize"],
            '[{"role":\n"user",]',
            "",
            "error: not JSON: Expecting property name enclosed in double quotes (at <stdin>, line 2, column 8)\n",
        ),
        (
            ["normalize"],
            "7",
            "",
            (
                "error: not a message list: found a number (at <stdin>)\n"
                '  hint: pass a list of messages, or an object like {"messages": […]}\n'
            ),
        ),
        (
            ["normalize", "--jsonl"],
            "[]\n[NaN]\n[]\n",
            (
                '{"messages":[],"dropped":0,"by_rule":{"coerce":0,"leading":0,"call":0,"turn":0,"result":0},'
                '"synthesized":0,"moved":0}\n'
            ),
            "error: not JSON: NaN is not a JSON value (at <stdin>, line 2)\n",
        ),
        (["normalize", "gone.json"], "", "", "error: cannot read: No such file or directory (at gone.json)\n"),
    ],
    ids=["malformed", "no list", "second line", "no file"],
)
def test_bad_input_ends_with_2_and_says_where(sendable, words, stdin, stdout, stderr) -> None:
    """The line, what was wrong, never a partial line, never a traceback."""
    done = sendable(*words, stdin=stdin)
    assert (done.stdout, done.stderr, done.returncode) == (stdout, stderr, 2)


def test_jsonl_needs_constant_memory(tmp_path) -> None:
    """Twenty times the input takes hardly more memory."""

    def peak(lines: int) -> int:
        file = tmp_path / f"{lines}.jsonl"
        file.write_text((json.dumps([EARLY, CALL] * 20) + "\n") * lines)
        program = (
            "import resource, sys; from sendable.cli import main; sys.argv = ['sendable', 'normalize', '--jsonl',"
            f" {str(file)!r}]\ntry: main()\nexcept SystemExit: pass\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert len(done.stdout.splitlines()) == lines
        return int(done.stderr)

    assert peak(4000) < 1.1 * peak(200)


HISTORY = {
    "messages": [{"role": "user", "content": "hi"}, CALL],
    "next": [{"role": "user", "content": "go on"}],
}


def test_a_target_gets_a_request_body(sendable) -> None:
    """The removing cleanup, not the closing repair: the open call, which also lacks arguments, goes with its warning."""
    done = sendable("normalize", "--target", "openai-chat:gpt-5.4", stdin=json.dumps(HISTORY))
    answer = json.loads(done.stdout)
    assert answer["body"] == {
        "model": "gpt-5.4",
        "messages": [{"role": "user", "content": "hi"}, {"role": "user", "content": "go on"}],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "search",
                    "description": "A tool of this conversation.",
                    "parameters": {"type": "object"},
                },
            }
        ],
    }
    assert [(each["step"], each["items"][0]["call_id"]) for each in answer["warnings"]] == [
        ("shape", "c1"),
        ("cleanup", "c1"),
    ]
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_costly_switch_is_told(sendable) -> None:
    """On stderr, and only when the model changes."""
    long = {"messages": [{"role": "user", "content": "x" * 120_000}]}
    words = ["normalize", "--target", "openai-chat:gpt-5.4", "--from"]
    assert sendable(*words, "openai-chat:gpt-5.4", stdin=json.dumps(long)).stderr == ""
    assert sendable(*words, "openai-chat:gpt-5.5", stdin=json.dumps(long)).stderr == (
        "warning: the switch from openai-chat:gpt-5.5 to openai-chat:gpt-5.4 reads the whole context again: "
        "over_100000 (at most 120,030 tokens of earlier context)\n"
    )


@pytest.mark.parametrize(
    ("words", "stdin", "says"),
    [
        (["--target", "nonsense"], "[]", "not a target: 'nonsense'"),
        (["--target", "no-such-api:m"], "[]", "no-such-api"),
        (["--target", "openai-chat:m"], "7", "not a history: found a number (at <stdin>)"),
        (["--target", "openai-chat:m"], '{"messages": 7}', "(at <stdin> $.messages)"),
        (
            ["--target", "openai-chat:m"],
            '{"messages": [], "next": 7}',
            "not a list: found a number (at <stdin> $.next)",
        ),
        (["--from", "openai-chat:m"], "[]", "--from says whom"),
    ],
)
def test_what_cannot_be_assembled_ends_with_2(sendable, words, stdin, says) -> None:
    """A clear error with the place."""
    done = sendable("normalize", *words, stdin=stdin)
    assert says in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)
