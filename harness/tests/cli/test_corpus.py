"""``sendable corpus``: build, lint, coverage; and ``sendable run --profile``."""

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256

import pytest

from sendable.corpus.build import build
from sendable.corpus.profile import as_lines, load_profile

NAME = "2026-12"
CASE = {
    "id": "hello",
    "title": "Sendable: hello",
    "contract": "flat",
    "family": "greeting",
    "history": {"messages": [{"role": "user", "content": "Hello."}]},
    "evidence": [{"kind": "report", "where": "https://example.com/1", "date": "2026-01-01"}],
}


def lines(*cases) -> str:
    """Write cases a line each."""
    return "".join(json.dumps(each) + "\n" for each in cases)


def test_build_writes_the_cases_of_a_seed(sendable, tmp_path) -> None:
    """To stdout as they are; into a file, in a new folder, with a count."""
    wanted = as_lines(list(build(7, 30))).decode()
    done = sendable("corpus", "build", "--seed", "7", "--size", "30")
    assert (done.returncode, done.stdout, done.stderr) == (0, wanted, "")
    done = sendable("corpus", "build", "--seed", "7", "--size", "30", "--out", "new/cases.jsonl")
    assert (done.returncode, done.stdout) == (0, "30 cases written to new/cases.jsonl\n")
    assert (tmp_path / "new" / "cases.jsonl").read_text("utf-8") == wanted


def test_build_counts_as_json(sendable) -> None:
    """With ``--json`` and a file."""
    done = sendable("corpus", "build", "--size", "3", "--out", "three.jsonl", "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"cases": 3, "out": "three.jsonl"})


def test_build_writes_a_frozen_profile_for_any_language(sendable) -> None:
    """The 10,000 cases as plain JSON Lines, byte for byte those of the profile."""
    done = sendable("corpus", "build", "--profile", NAME)
    written = done.stdout.encode()
    assert (done.returncode, written.count(b"\n")) == (0, 10_000)
    assert sha256(written).digest() == sha256(as_lines(load_profile(NAME))).digest()


def test_an_unknown_profile_is_bad_usage(sendable) -> None:
    """Build, coverage and run say which are known, and end with 2."""
    for words in (["corpus", "build"], ["corpus", "coverage"], ["run"]):
        done = sendable(*words, "--profile", "2020-01")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "error: no profile is named '2020-01'\n  hint: known are 2026-12, smoke\n"


def test_a_size_below_one_is_bad_usage(sendable) -> None:
    """A corpus of nothing would judge nothing."""
    done = sendable("corpus", "build", "--size", "0")
    assert done.returncode == 2
    assert "0 is not in the range x>=1" in done.stderr


def test_lint_finds_nothing_in_what_is_shipped(sendable) -> None:
    """The hand-written cases and all frozen profiles."""
    done = sendable("corpus", "lint", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["findings"]) == (0, [])
    assert told["cases"] > 10_000


def test_lint_says_what_is_wrong_and_what_to_do(sendable, tmp_path) -> None:
    """A finding has the case's id, what is wrong, and a hint; exit code 1."""
    again = {**CASE, "id": "again", "expect": {"outcome": "refused"}}
    (tmp_path / "cases.jsonl").write_text(lines(CASE, {**again, "evidence": []}))
    done = sendable("corpus", "lint", "cases.jsonl")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (
        "again: no evidence with a place and a date\n"
        "    hint: cite a recording, a report or a document\n"
        "again: a refusal is expected, and no rule named\n"
        "    hint: name the oracle's rule in expect.rule\n"
        "again: contradicts hello\n"
        "    hint: one history has one outcome; see the evidence of both\n"
        "3 findings in 2 cases\n"
    )


def test_lint_tells_the_first_fifty_findings(sendable, tmp_path) -> None:
    """The others are counted; ``--json`` has them all."""
    bare = {key: value for key, value in CASE.items() if key != "evidence"}
    many = [{**bare, "id": f"c{at}", "next": [{"role": "user", "content": str(at)}]} for at in range(60)]
    (tmp_path / "cases.jsonl").write_text(lines(*many))
    told = sendable("corpus", "lint", "cases.jsonl").stdout.splitlines()
    assert (len(told), told[-2:]) == (102, ["… and 10 more (--json)", "60 findings in 60 cases"])
    assert len(json.loads(sendable("corpus", "lint", "cases.jsonl", "--json").stdout)["findings"]) == 60


def test_lint_takes_what_build_writes(sendable) -> None:
    """A generated corpus has no finding; nor has one case by hand."""
    sendable("corpus", "build", "--seed", "9", "--size", "150", "--out", "cases.jsonl")
    done = sendable("corpus", "lint", "cases.jsonl")
    assert (done.returncode, done.stdout) == (0, "nothing found in 150 cases\n")


def test_lint_of_a_file_that_is_no_case_file_is_unreadable(sendable, tmp_path) -> None:
    """It ends with 2 and says where."""
    (tmp_path / "cases.jsonl").write_text('{"id": "x"}\n')
    done = sendable("corpus", "lint", "cases.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: Object missing required field `title` (at cases.jsonl:1 $)")
    assert sendable("corpus", "lint", "nowhere.jsonl").returncode == 2


def test_coverage_of_the_frozen_profile_is_whole(sendable) -> None:
    """A row for each mutator and shape, a column for each API, and the verdict; exit code 0."""
    done = sendable("corpus", "coverage")
    told = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert told[0].split()[:5] == ["mutator", "shape", "openai-chat", "openai-responses", "anthropic-messages"]
    assert told[-1] == "every pair of mutator, shape and API meets"


def test_coverage_of_a_few_cases_tells_what_never_meets(sendable, tmp_path) -> None:
    """Exit code 1, and each pair on a line of its own."""
    case = {**CASE, "id": "messages--missing-name--000000000000", "targets": ["gemini:*"]}
    (tmp_path / "one.jsonl").write_text(lines(case))
    done = sendable("corpus", "coverage", "one.jsonl")
    told = done.stdout.splitlines()
    assert (done.returncode, told[0].split()) == (1, ["mutator", "shape", "gemini"])
    assert told[2].split() == ["missing-name", "messages", "1"]
    assert "missing     missing-name x items" in told
    assert "missing     missing-name x messages" not in told
    as_json = json.loads(sendable("corpus", "coverage", "one.jsonl", "--json").stdout)
    assert as_json["counts"] == [["missing-name", "messages", "gemini:gemini-3-pro", 1]]
    assert [f"missing     {pair}" for pair in as_json["missing"]] == told[4:]


def test_run_on_the_smoke_profile_ends_as_its_cases_expect(sendable) -> None:
    """500 cases for one target: none unexpected, each verdict modelled or recorded."""
    done = sendable("run", "--profile", "smoke", "--target", "openai-chat:gpt-5.4")
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_case_nested_deeply_never_ends_in_a_traceback(sendable, tmp_path) -> None:
    """What lint passes a run carries out; what is deeper is refused by both, with its place; exit code 2."""
    for depth in (100, 316, 317, 500, 700, 900, 5000):
        text = json.dumps({**CASE, "history": {"messages": [{"role": "user", "content": "MARK"}]}})
        (tmp_path / "deep.json").write_text(text.replace('"MARK"', "[" * depth + "]" * depth))
        linted = sendable("corpus", "lint", "deep.json")
        ran = sendable("run", "--cases", "deep.json", "--target", "openai-chat:gpt-5.4")
        if depth <= 316:
            assert (linted.returncode, linted.stderr, ran.returncode, ran.stderr) == (0, "", 0, ""), depth
            continue
        path = "" if depth == 5000 else ".history.messages[0].content"
        told = f"error: nested too deeply (at deep.json:1 ${path})\n  hint: a case may have 320 levels"
        for done in (linted, ran):
            assert (done.returncode, done.stdout, done.stderr.startswith(told)) == (2, "", True), done.stderr


def test_a_key_twice_is_unreadable(sendable, tmp_path) -> None:
    """Lint and run say which key, and where; they judge nothing."""
    (tmp_path / "twice.json").write_text(lines(CASE).replace('"role": "user"', '"role": "user", "role": "tool"'))
    told = (
        "error: the key 'role' stands twice in one object (at twice.json:1 $.history.messages[0])\n"
        "  hint: readers differ in which of the two they take: leave one out\n"
    )
    for words in (["corpus", "lint", "twice.json"], ["run", "--cases", "twice.json"]):
        done = sendable(*words)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


@pytest.fixture
def unprivileged(tmp_path):
    """Run ``sendable`` as one who may not read what is locked: root gives up that power first."""
    drop = []
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root reads everything, and there is no setpriv to give that up")
        drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", "--"]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [*drop, sys.executable, "-m", "sendable", *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)

    if drop and subprocess.run([*drop, "true"], check=False, capture_output=True).returncode:
        pytest.skip("root reads everything, and may not give that up here")
    return run


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_locked_folder_is_never_passed_over(unprivileged, tmp_path, mode) -> None:
    """Neither one that cannot be listed nor one whose files cannot be looked at; the folder is named, exit code 2."""
    locked = tmp_path / "cases" / "locked"
    locked.mkdir(parents=True)
    (tmp_path / "cases" / "open.jsonl").write_text(lines(CASE))
    (locked / "more.jsonl").write_text(lines({**CASE, "id": "more"}))
    locked.chmod(mode)
    told = (
        "error: cannot read the folder: Permission denied (at cases/locked)\n"
        "  hint: make it readable, or name the files and folders to read\n"
    )
    try:
        named = unprivileged("corpus", "lint", "cases/locked/more.jsonl")
        whole = [unprivileged("corpus", "lint", "cases"), unprivileged("run", "--cases", "cases")]
    finally:
        locked.chmod(0o755)
    assert [(each.returncode, each.stdout, each.stderr) for each in whole] == [(2, "", told)] * 2
    assert (named.returncode, "Permission denied (at cases/locked" in named.stderr) == (2, True)


def test_build_says_where_it_cannot_write(sendable, tmp_path) -> None:
    """A place that takes no file is named, and another asked for."""
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.jsonl").mkdir()
    for out, why, where in (
        ("/dev/null/x.jsonl", "Not a directory|there is a file where a folder is needed", "/dev/null"),
        ("file/x.jsonl", "there is a file where a folder is needed", "file"),
        ("folder.jsonl", "Is a directory", "folder.jsonl"),
    ):
        done = sendable("corpus", "build", "--size", "3", "--out", out)
        told = [f"error: cannot write: {each} (at {where})\n  hint: choose another --out\n" for each in why.split("|")]
        assert (done.returncode, done.stdout, done.stderr in told) == (2, "", True), done.stderr


def test_build_into_a_locked_folder_names_it(unprivileged, tmp_path) -> None:
    """One that nobody may write into."""
    (tmp_path / "locked").mkdir(mode=0o555)
    done = unprivileged("corpus", "build", "--size", "3", "--out", "locked/x.jsonl")
    told = "error: cannot write: Permission denied (at locked/x.jsonl)\n  hint: choose another --out\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
