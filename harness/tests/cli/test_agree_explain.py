"""The real commands `agree`, `explain`, `ledger show` and `ingest`."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
USER = {"role": "user", "content": "hi"}
ORPHAN = {"model": "gpt-5.4", "messages": [USER, {"role": "tool", "tool_call_id": "call_1", "content": "r"}]}


def _row(body, status):
    return json.dumps({"api": "openai-chat", "provider": "openai", "status": status, "request": body, "date": None})


def test_agree_ends_with_1_when_a_taken_request_is_refused(sendable, tmp_path) -> None:
    """The line names the rule; JSON has the same figures."""
    file = tmp_path / "rows.jsonl"
    file.write_text(_row(ORPHAN, 200) + "\n" + _row({"model": "gpt-5.4", "messages": [USER]}, 200) + "\n")
    done = sendable("agree", str(file))
    assert (done.returncode, done.stderr) == (1, "")
    assert "falsely-refused  openai-chat" in done.stdout
    found = json.loads(sendable("agree", "--json", str(file)).stdout)
    assert (found["compared"], len(found["disagreements"])) == (2, 1)


def test_agree_ends_with_0_on_our_own_cassettes(sendable) -> None:
    """A folder is read whole; what turns on the inside of a file or on words alone is counted apart."""
    done = sendable("agree", str(ROOT / "cassettes"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith("0 other words, 0 falsely refused, 0 missed, 6 not judgeable")


def test_agree_without_anything_to_compare_ends_with_3(sendable, tmp_path) -> None:
    """Nothing was judged: never green. A missing file is 2."""
    file = tmp_path / "rows.jsonl"
    file.write_text(_row(ORPHAN, 429))
    assert sendable("agree", str(file)).returncode == 3
    missing = sendable("agree", str(tmp_path / "no"))
    assert (missing.returncode, "Traceback" in missing.stderr) == (2, False)


def test_explain_ends_with_1_and_tells_the_change(sendable) -> None:
    """A refused body: the rule, the evidence and the smallest change; an accepted one ends with 0."""
    done = sendable("explain", "--api", "openai-chat", stdin=json.dumps(ORPHAN))
    assert (done.returncode, done.stderr) == (1, "")
    for words in ("Why providers have it", "Evidence", "Smallest change that is accepted", "remove   $.messages[1]"):
        assert words in done.stdout
    found = json.loads(sendable("explain", "--api", "openai-chat", "--json", stdin=json.dumps(ORPHAN)).stdout)
    assert found["smallest"]["body"] == {"model": "gpt-5.4", "messages": [USER]}
    fine = json.dumps({"model": "gpt-5.4", "messages": [USER]})
    assert sendable("explain", "--api", "openai-chat", stdin=fine).returncode == 0


def test_explain_bears_what_is_no_body(sendable) -> None:
    """A clear error, never a traceback."""
    for stdin in ("", "{", "[1", "\x00"):
        done = sendable("explain", "--api", "openai-chat", stdin=stdin)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_check_says_recorded_with_the_source(sendable) -> None:
    """A plain request of a shape that many have recorded."""
    body = {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Tell me something new."}]}
    done = sendable("check", "--api", "openai-chat", "--json", stdin=json.dumps(body))
    verdict = json.loads(done.stdout)
    assert (done.returncode, verdict["basis"], verdict["accepted"]) == (0, "recorded", True)
    assert verdict["recording"] == verdict["evidence"][0]["where"]


def test_ledger_show_prints_a_table_or_json(sendable) -> None:
    """Both name the fields; an unknown API ends with 2."""
    done = sendable("ledger", "show", "openai-chat:assistant")
    assert done.returncode == 0
    assert done.stdout.startswith("field ")
    rows = json.loads(sendable("ledger", "show", "openai-chat:assistant", "--json").stdout)["rows"]
    assert {row["path"].partition(".")[0] for row in rows} == {"assistant"}
    assert sendable("ledger", "show", "nothing").returncode == 2


def test_ingest_says_what_it_wrote(sendable, tmp_path) -> None:
    """Into a folder of one's own."""
    row = json.loads(_row({"model": "gpt-5.4", "messages": [{**USER, "brand_new": 1}]}, 200))
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(row | {"date": "2026-11-29", "source": {"path": "x.yaml", "n": 1}}))
    done = sendable("ingest", str(file), "--out", "grown")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1:3] == [
        "openai-chat: 1 field changed",
        "  user.brand_new: unknown -> tolerated",
    ]
    assert (tmp_path / "grown" / "openai_chat.toml").is_file()
