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
                "error: not a message list: found int (at <stdin>)\n"
                '  hint: pass a list, or an object like {"messages": […]}\n'
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
