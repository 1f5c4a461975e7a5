"""``sendable drift`` and ``sendable compare``, run as a user runs them."""

import json
from importlib.util import find_spec

import pytest

from sendable.model.drift import Drift
from sendable.tasks.drift import Plan, drift, exit_code


def test_the_installed_sdks(sendable) -> None:
    """The command says what the task says."""
    done = sendable("drift", "--json")
    found = drift(Plan())
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (exit_code(found), found.passed)
    assert [each["sdk"] for each in json.loads(done.stdout)["sdks"]] == ["anthropic", "openai"]


def test_the_schema(sendable) -> None:
    """``--schema`` prints the JSON Schema and does nothing else."""
    schema = json.loads(sendable("drift", "--schema").stdout)
    assert schema["$ref"] == "#/$defs/Drift"
    assert set(schema["$defs"]["Drift"]["properties"]) == set(Drift.__struct_fields__)


def test_an_unknown_sdk_ends_with_2(sendable) -> None:
    """Bad usage is 2, without a traceback."""
    done = sendable("drift", "--sdk", "mistral")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: no SDK named 'mistral' is known")


def test_a_folder_of_ledgers_that_is_not_there(sendable, tmp_path) -> None:
    """A misspelt --ledger must not pass: exit code 2; --park makes the folder."""
    done = sendable("drift", "--ledger", "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: no such folder of ledgers (at nowhere)\n  hint: write --ledger DIR\n"


ROW = """\
api = "openai-responses"

[[row]]
path = "message.mood"
verdict = "pending"
by = "{by}"
since = "999.0.0"
"""


@pytest.mark.parametrize(
    ("by", "code", "word"), [("response", 1, "UNDECIDED"), ("hand", 0, "changed"), ("drift", 0, "changed")]
)
def test_a_pending_row_that_no_sdk_declares(by: str, code: int, word: str, sendable, tmp_path) -> None:
    """What an answer brought fails; what a person wrote down or parked from a later release is listed."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "openai_responses.toml").write_text(ROW.format(by=by))
    done = sendable("drift", "--sdk", "openai", "--ledger", "own")
    lines = done.stdout.splitlines()
    (at,) = [n for n, line in enumerate(lines) if "message.mood" in line and "measure" not in line]
    assert (done.returncode, word in lines[at] or word in lines[at - 1]) == (code, True)


@pytest.mark.long
@pytest.mark.skipif(find_spec("uv") is None, reason="needs uv and the package registry")
def test_another_release_in_an_environment_of_its_own(sendable) -> None:
    """A release that is not installed is read, and what it declares and no ledger holds is told."""
    done = sendable("drift", "--sdk", "openai==2.9.0", "--json")
    paths = [each["path"] for each in json.loads(done.stdout)["sdks"][0]["undecided"]]
    assert (done.returncode, paths) == (
        1,
        [f"web_search_call.action:find.{name}" for name in ("pattern", "type", "url")],
    )


def test_compare(sendable, tmp_path) -> None:
    """A report compared with itself ends with 0 and names nobody; a missing one with 2."""
    ran = sendable("run", "--broken", "0", "--case", "flat-result-orphan", "--out", "out")
    assert ran.returncode == 0
    report = str(tmp_path / "out" / "report.json")
    done = sendable("compare", report, report)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "changed  no version and no digest")
    assert sendable("compare", report, "nothing.json").returncode == 2
