"""An amount of time or memory that is none is bad usage: exit code 2, one clear line, nothing run."""

import pytest

COMMANDS = (("run",), ("fuzz",), ("normalizers", "check", "exec:cat"))
TIMES = {
    "nan": "'nan' is no number of seconds.",
    "inf": "'inf' is no number of seconds.",
    "-inf": "'-inf' is no number of seconds.",
    "0": "0.0 is not in the range 0<x<=31622400.",
    "-1": "-1.0 is not in the range 0<x<=31622400.",
    "1e300": "1e+300 is not in the range 0<x<=31622400.",
    "soon": "'soon' is not a valid float.",
}
MEMORIES = {"0": "0 is not in the range x>=1.", "-5": "-5 is not in the range x>=1."}
CASES = [
    *((command, "--timeout", value, said) for command in COMMANDS for value, said in TIMES.items()),
    *((command, "--memory", value, said) for command in COMMANDS for value, said in MEMORIES.items()),
    (("fuzz",), "--seconds", "nan", "'nan' is no number of seconds."),
    (("fuzz",), "--seconds", "inf", "'inf' is no number of seconds."),
    (("fuzz",), "--seconds", "0", "0.0 is not in the range 0.1<=x<=31622400."),
]


@pytest.mark.parametrize(("command", "option", "value", "said"), CASES)
def test_an_amount_that_is_none_is_bad_usage(sendable, tmp_path, command, option, value, said) -> None:
    """The option, what was given, and what would do; no report is begun."""
    done = sendable(*command, option, value)
    assert (done.returncode, done.stdout) == (2, "")
    usage, hint, empty, error = done.stderr.splitlines()
    assert usage.startswith(f"Usage: python -m sendable {' '.join(command[:2])} [OPTIONS]")
    assert (hint, empty) == (f"Try 'python -m sendable {' '.join(command[:2])} --help' for help.", "")
    assert error == f"Error: Invalid value for '{option}': {said}"
    assert list(tmp_path.iterdir()) == []


def test_amounts_that_are_some_are_taken(sendable) -> None:
    """The shortest search, a fraction of a second, and one megabyte for who runs in this very process."""
    amounts = ("--seconds", "0.1", "--timeout", "0.5", "--memory", "1")
    done = sendable("fuzz", "--target", "openai-chat:gpt-5.4", "--jobs", "1", *amounts)
    assert (done.returncode, done.stderr) == (0, "")
