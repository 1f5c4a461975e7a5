"""The GitHub Action: its script, run as GitHub runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ACTION = yaml.safe_load((Path(__file__).resolve().parents[3] / "action.yml").read_text("utf-8"))
STEPS = {each.get("id", each["name"]): each for each in ACTION["runs"]["steps"]}
IDENTITY = "python:sendable.normalizers.examples:identity"


def _run(folder: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], str, str]:
    """Run the action's script; return it, its outputs and its summary."""
    given = {f"SENDABLE_{name.upper()}": text for name, text in inputs.items()}
    defaults = dict.fromkeys(STEPS["run"]["env"], "") | {"SENDABLE_BROKEN": "0", "SENDABLE_PYTHON": sys.executable}
    files = {"GITHUB_OUTPUT": str(folder / "output"), "GITHUB_STEP_SUMMARY": str(folder / "summary")}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS["run"]["run"]],
        cwd=folder,
        env=os.environ | defaults | given | files,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    summary = folder / "summary"
    return done, (folder / "output").read_text(), summary.read_text() if summary.exists() else ""


def test_no_input_stands_in_a_script() -> None:
    """Whatever an input holds, the shell does not run it."""
    assert all("${{" not in each.get("run", "") for each in STEPS.values())
    used = {each["env"][name] for each in STEPS.values() for name in each.get("env", {})}
    assert {f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"] if name != "artifact"} <= used


def test_a_failing_run_annotates_and_fails(tmp_path) -> None:
    """Annotations on stdout, the report as summary and files, the exit code as output."""
    arguments = "--case flat-result-orphan --case flat-result-before-*"
    done, output, summary = _run(tmp_path, normalizer=IDENTITY, targets="openai-chat:gpt-5.4", arguments=arguments)
    assert (done.returncode, output) == (1, "exit-code=1\n")
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("::error title=accepted chat-tool-without-call on openai-chat%3Agpt-5.4%3A ")
    assert "%0Areproduce: sendable run --normalizer" in first
    assert last.startswith("::notice title=Sendable::normalizer  python:sendable.normalizers.examples:identity%0A")
    assert summary.startswith(f"# Sendable: {IDENTITY}\n")
    assert (tmp_path / "sendable-report" / "report.json").is_file()


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"normalizer": "reference", "arguments": "--case flat-result-orphan"}, 0),
        ({"normalizer": "nonsense; touch hacked"}, 2),
        ({"normalizer": "python:no_such_module:f"}, 3),
    ],
)
def test_the_exit_code_is_the_run_s(tmp_path, inputs, code) -> None:
    """Also where nothing could be run."""
    done, output, _ = _run(tmp_path, **inputs)
    assert (done.returncode, output) == (code, f"exit-code={code}\n")
    assert not (tmp_path / "hacked").exists()
