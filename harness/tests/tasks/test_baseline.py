"""Baselines: expected failures, and everything that makes one stale."""

import json
from datetime import date
from pathlib import Path

import pytest

from sendable.model.baseline import BaselineProblem, Expected
from sendable.model.errors import UnreadableInput
from sendable.model.outcome import CouldNotAsk, Crashed, Refused, Verdict
from sendable.model.report import CheckResult, Result
from sendable.report.fingerprint import fingerprint
from sendable.tasks.baseline import WIDEST, Compared, Scope, baseline_text, compare, read_baseline
from sendable.tasks.versions import holds

CHAT = "openai-chat:gpt-5.4"
IDENTITY = "python:sendable.normalizers.examples:identity"
RULE = "rule:chat-tool-without-call"
REFUSAL = Verdict(False, 400, "modelled", "gpt-5.4", "2026-11-30", rule="chat-tool-without-call")
SCOPE = Scope(versions={"openai": "3.57.0", "normalizer": "1.4"}, today=date(2026, 11, 30))


def _failed(case: str, target: str = CHAT, detail: str = "400", outcome: object = REFUSAL) -> Result:
    checks = (CheckResult("accepted", False, detail), CheckResult("nothing-lost", True))
    return Result(case=case, family="f", case_digest=case, target=target, outcome=outcome, checks=checks)


def _passed(case: str, target: str = CHAT) -> Result:
    accepted = Verdict(True, 200, "modelled", "gpt-5.4", "2026-11-30")
    checks = (CheckResult("accepted", True),)
    return Result(case=case, family="f", case_digest=case, target=target, outcome=accepted, checks=checks)


def _entry(case: str = "a", **more: object) -> Expected:
    fields = {"target": CHAT, "check": "accepted", "fingerprint": RULE, "reason": "issue 12"}
    return Expected(**({"case": case} | fields | more))


def _kinds(compared: Compared) -> list[str]:
    return [each.kind for _, each in compared.problems]


def test_an_expected_failure_is_known() -> None:
    """With the entry's reason on the check that fails; another failure of the run stays one."""
    compared = compare([_failed("a"), _failed("b")], [_entry()], SCOPE)
    assert compared.problems == []
    assert [each.ok for each in compared.results] == [True, False]
    assert compared.results[0].checks[0].known == "issue 12"
    assert compared.results[0].checks[1].known == ""


@pytest.mark.parametrize(
    ("results", "entry", "kind"),
    [
        ([_passed("a")], _entry(), "unexpected-pass"),
        ([_failed("b")], _entry(), "vanished"),
        ([_failed("a", outcome=Crashed("boom"))], _entry(), "different-failure"),
        ([_failed("a")], _entry(expires=date(2026, 11, 29)), "expired"),
        ([_failed(f"a{n}") for n in range(WIDEST + 1)], _entry("a*"), "too-wide"),
        ([_failed("a1"), _passed("a2")], _entry("a*"), "unexpected-pass"),
        ([_failed("a1"), _passed("a2")], _entry("a*", flaky_min=2), "too-few-passes"),
        (
            [Result(case="a", family="f", case_digest="a", target=CHAT, outcome=Refused("T", "m"))],
            _entry(),
            "vanished",
        ),
    ],
)
def test_what_makes_a_baseline_stale(results, entry, kind) -> None:
    """An unexpected pass, a vanished or unjudged case, another failure, an old date, too wide a glob, a flaky floor."""
    assert _kinds(compare(results, [entry], SCOPE)) == [kind]


@pytest.mark.parametrize(
    ("results", "entry"),
    [
        ([_failed("a")], _entry(expires=date(2026, 11, 30))),
        ([_failed(f"a{n}") for n in range(WIDEST)], _entry("a*")),
        ([_failed("a1"), _passed("a2")], _entry("a*", flaky_min=1)),
        ([_failed("a")], _entry(when="openai >= 3, normalizer < 2")),
        ([_passed("a")], _entry(when="openai < 3")),
        ([_failed("a", target="openai-chat:gpt-4o")], _entry(target="openai-chat:*")),
    ],
)
def test_what_does_not(results, entry) -> None:
    """The last day counts, twenty cases are allowed, an entry for other versions is passed over."""
    assert compare(results, [entry], SCOPE).problems == []


def test_what_was_not_looked_at_has_not_vanished() -> None:
    """Cases left out, targets not named, a provider that could not be asked."""
    partial = Scope(versions={}, today=SCOPE.today, partial=True)
    elsewhere = Scope(versions={}, today=SCOPE.today, targets=("gemini:g",))
    unasked = Result(case="a", family="f", case_digest="a", target=CHAT, outcome=CouldNotAsk("429"))
    assert compare([_passed("b")], [_entry()], partial).problems == []
    assert compare([_passed("b")], [_entry()], elsewhere).problems == []
    assert compare([unasked], [_entry()], SCOPE).problems == []


def test_a_second_entry_explains_a_different_failure() -> None:
    """Two targets may fail in two ways under one glob and one exact entry."""
    entries = [
        _entry("a*", target="*"),
        _entry("a2", fingerprint=fingerprint(_failed("a2", outcome=Crashed("x")), "accepted")),
    ]
    compared = compare([_failed("a1"), _failed("a2", outcome=Crashed("x"))], entries, SCOPE)
    assert compared.problems == []
    assert all(each.ok for each in compared.results)


def test_a_fingerprint_does_not_see_what_varies() -> None:
    """Ids, numbers, paths and quoted pieces; another sentence is another failure."""
    one = fingerprint(
        _failed("a", detail="lost 'abc' at $.messages[3] (call_1)", outcome=_passed("a").outcome), "accepted"
    )
    two = fingerprint(
        _failed("b", detail="lost 'xy' at $.messages[14] (call_22)", outcome=_passed("a").outcome), "accepted"
    )
    other = fingerprint(
        _failed("b", detail="two runs gave different outputs", outcome=_passed("a").outcome), "accepted"
    )
    assert one == two != other
    assert fingerprint(_failed("a"), "accepted") == RULE


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[expected]", "not TOML"),
        ('[[expected]]\ncase = "a"', "missing required field `target`"),
        ('[[expect]]\ncase = "a"', "unknown field `expect`"),
        ('[[expected]]\ncase="a"\ntarget="t"\ncheck="c"\nfingerprint="f"\nreason=""', "`$.expected[0].reason"),
    ],
)
def test_what_is_no_baseline_is_said(tmp_path, text, says) -> None:
    """With the file, and where in it; a reason is required."""
    file = tmp_path / "b.toml"
    file.write_text(text)
    with pytest.raises(UnreadableInput) as caught:
        read_baseline(file)
    assert says.strip("`") in str(caught.value)
    assert str(file) in caught.value.where


def test_two_entries_for_one_thing_are_refused(tmp_path) -> None:
    """They could only contradict each other."""
    file = tmp_path / "b.toml"
    compared = Compared([_failed("a")], [])
    file.write_text(baseline_text(compared, [], "why") * 2)
    with pytest.raises(UnreadableInput, match="two entries for a"):
        read_baseline(file)


def test_a_written_baseline_is_read_and_holds(tmp_path) -> None:
    """Whole text: sorted, one entry a failure; then nothing is left to complain about."""
    results = [_failed("b"), _failed("a"), _passed("c")]
    text = baseline_text(compare(results, [], SCOPE), [], 'said "no"')
    assert text == (
        f'[[expected]]\ncase = "a"\ntarget = "{CHAT}"\ncheck = "accepted"\nfingerprint = "{RULE}"\n'
        'reason = "said \\"no\\""\n\n'
        f'[[expected]]\ncase = "b"\ntarget = "{CHAT}"\ncheck = "accepted"\nfingerprint = "{RULE}"\n'
        'reason = "said \\"no\\""\n'
    )
    file = tmp_path / "b.toml"
    file.write_text(text)
    compared = compare(results, read_baseline(file), SCOPE)
    assert (compared.problems, all(each.ok for each in compared.results)) == ([], True)


def test_renewing_keeps_what_still_holds() -> None:
    """Reasons, links, globs and dates stay; what passes now goes; what is new gets the new reason."""
    old = [
        _entry("a*", link="https://example.test/1", expires=date(2027, 1, 2)),
        _entry("gone"),
        _entry("c*", reason="wide", link="https://example.test/2"),
    ]
    results = [_failed("a1"), _failed("a2"), _failed("new"), _failed("c1"), _passed("c2")]
    text = baseline_text(compare(results, old, SCOPE), old, "not looked into yet")
    assert [line for line in text.splitlines() if line.startswith(("case", "reason", "link", "expires"))] == [
        'case = "a*"',
        'reason = "issue 12"',
        'link = "https://example.test/1"',
        "expires = 2027-01-02",
        'case = "c1"',
        'reason = "wide"',
        'link = "https://example.test/2"',
        'case = "new"',
        'reason = "not looked into yet"',
    ]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("openai >= 3.57", True),
        ("openai == 3.57.0", True),
        ("openai > 3.57", False),
        ("openai < 3.6", False),
        ("normalizer != 1.4", False),
        ("openai>=3,normalizer<=1.4", True),
    ],
)
def test_versions_are_compared_by_their_numbers(condition, expected) -> None:
    """Every term must hold."""
    assert holds(condition, SCOPE.versions) is expected


@pytest.mark.parametrize("condition", ["", "openai", "openai ~= 3", "nobody >= 1"])
def test_what_is_no_condition_is_refused(condition) -> None:
    """With the names that have a version."""
    with pytest.raises(UnreadableInput) as caught:
        holds(condition, SCOPE.versions)
    assert caught.value.hint == "write NAME >= VERSION; names are normalizer, openai"


@pytest.fixture
def cases(tmp_path) -> Path:
    """Two cases that the identity normalizer fails, in one file."""
    messages = [{"role": "user", "content": "u"}, {"role": "tool", "content": "r", "tool_call_id": "x"}]
    base = {"title": "Dropped", "contract": "flat", "family": "f", "history": {"messages": messages}}
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([base | {"id": "flat-one"}, base | {"id": "flat-two"}]))
    return file


def test_the_command_adopts_step_by_step(sendable, cases, tmp_path) -> None:
    """Write it, pass with it, mend the normalizer, be told, renew it."""
    words = ("run", "--cases", "cases.json", "--target", CHAT)
    written = sendable(*words, "--normalizer", IDENTITY, "--write-baseline", "b.toml", "--reason", "issue 7")
    assert (written.returncode, written.stderr) == (0, "baseline    2 expected failures written to b.toml\n")
    passed = sendable(*words, "--normalizer", IDENTITY, "--baseline", "b.toml")
    assert passed.returncode == 0
    assert passed.stdout.splitlines()[2].split() == ["f", "0/2", "(2", "known)"]
    assert "0 passed, 0 failed, 2 failed as expected" in passed.stdout
    assert "FAILED" not in passed.stdout
    mended = sendable(*words, "--normalizer", "reference", "--baseline", "b.toml")
    assert mended.returncode == 1
    assert f"baseline    unexpected-pass: flat-one  {CHAT}  accepted: passes now: flat-one for {CHAT}" in mended.stdout
    renewed = sendable(*words, "--normalizer", "reference", "--write-baseline", "b.toml")
    assert renewed.returncode == 0
    assert (tmp_path / "b.toml").read_text() == ""


def test_a_partial_run_writes_no_baseline(sendable, cases, tmp_path) -> None:
    """What it did not see would be lost; exit code 2, nothing written, nothing run."""
    words = ("run", "--cases", "cases.json", "--target", CHAT, "--normalizer", IDENTITY, "--case", "flat-one")
    done = sendable(*words, "--write-baseline", "b.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a baseline is not written after a partial run" in done.stderr
    assert not (tmp_path / "b.toml").exists()


@pytest.mark.parametrize("form", ["junit", "ctrf", "github", "markdown", "json"])
def test_every_format_knows_an_expected_failure(sendable, cases, form) -> None:
    """It is no failure in any of them."""
    words = ("run", "--cases", "cases.json", "--target", CHAT, "--normalizer", IDENTITY)
    sendable(*words, "--write-baseline", "b.toml", "--reason", "issue 7")
    done = sendable(*words, "--baseline", "b.toml", "--format", form)
    assert done.returncode == 0
    told = {
        "junit": '<skipped message="expected to fail: issue 7" />',
        "ctrf": '"summary":{"tests":2,"passed":0,"failed":0,"skipped":0,"pending":0,"other":2',
        "github": "::notice title=Sendable::normalizer  python:sendable.normalizers.examples:identity",
        "markdown": "| 0/2 (2 known)",
        "json": '"passed":false,"detail":',
    }
    assert told[form] in done.stdout
    assert "::error" not in done.stdout
    if form in {"ctrf", "json"}:
        json.loads(done.stdout)


def test_problems_are_records() -> None:
    """As they stand in report.json."""
    (problem,) = compare([_passed("a")], [_entry()], SCOPE).problems
    assert problem == (
        0,
        BaselineProblem("unexpected-pass", f"a  {CHAT}  accepted", f"passes now: a for {CHAT}"),
    )
