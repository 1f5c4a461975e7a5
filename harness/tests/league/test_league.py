"""The league, from cases to the page."""

import json
import os
import re
import subprocess
import sys

import pytest

from league.control import CLEAN, faults
from league.judge import Row, judge, of_no_machine
from league.markdown import pages
from league.peers import ROOT, Entry, NotListed, entries, scripts
from league.tally import League, Peer, Red, Standing, standing
from sendable.model.case import Case
from sendable.model.target import parse_target
from sendable.normalizers import connect
from sendable.replay import Modelled

CHAT = "openai-chat:gpt-5.4"
IDENTITY = "python:sendable.normalizers.examples:identity"
ENTRY = Entry(
    project="A Peer",
    homepage="https://peer.example",
    package="a-peer",
    version="1.2",
    name="chat",
    title="Peer.run",
    contracts=("send",),
    targets=("openai-chat:*",),
    command=("uv", "run", "--script", "a peer.py", "chat"),
)
WORDS = ("--broken", "0")
PREFIX = f"sendable run --normalizer 'exec:uv run --script '\"'\"'a peer.py'\"'\"' chat' --target {CHAT} --timeout 120"
ORPHAN = [{"role": "user", "content": "u"}, {"role": "tool", "content": "r", "tool_call_id": "x"}]
ROWS = [
    Row("b1", "orphan-result", "refused", "chat-tool-without-call"),
    Row("a-longer-id", "orphan-result", "refused", "chat-tool-without-call"),
    Row("c", "orphan-result", "refused", "chat-empty-array", {"lost": "text $.messages[0]"}),
    Row("d", "orphan-result", "accepted", "", {"invented": "result 'aborted'", "dropped": "result $.messages[1]"}),
    Row("e", "clean", "accepted"),
    Row("f", "unusable-id", "cannot hold", "the id is no text"),
    Row("g", "unusable-id", "declined", "ValueError: no id"),
    Row("h", "orphan-result+repeated-id", "crashed", "KeyError: 'x'"),
]


def _case(id, messages) -> Case:  # noqa: A002
    return Case(id=id, title="T", contract="flat", family="f", history={"messages": messages})


def _standing() -> Standing:
    return standing(ENTRY, CHAT, ROWS, WORDS)


def test_rows_say_what_became_of_each_case() -> None:
    """The provider's rule, and what the body does to the history."""
    pairs = [(_case("clean", ORPHAN[:1]), parse_target(CHAT)), (_case("orphan", ORPHAN), parse_target(CHAT))]
    rows = list(judge(pairs, connect(IDENTITY), Modelled()))
    assert rows == [Row("clean", "f", "accepted"), Row("orphan", "f", "refused", "chat-tool-without-call")]


class _Dropping:
    """Answers without any call and any result."""

    in_process = False
    contracts = ("flat",)
    targets = ("*",)
    info = connect(IDENTITY).info

    def normalize(self, given):
        from sendable.normalizers import FlatAnswer

        return FlatAnswer([each for each in given.history["messages"] if each["role"] == "user"])

    def close(self) -> bool:
        return True


def test_an_open_call_that_is_gone_is_dropped_and_an_answered_one_is_lost() -> None:
    """With the flat contract too, which would have it closed: one library counts alike in every form."""
    user, result = {"role": "user", "content": "hi"}, {"role": "tool", "content": "9", "tool_call_id": "c1"}
    call = {"role": "assistant", "content": "", "tool_calls": [{"tool_call_id": "c1", "name": "f", "arguments": "{}"}]}
    target, open_call, answered = parse_target(CHAT), "call $.messages[1].tool_calls[0]", "result $.messages[2]"
    pairs = [(_case("open", [user, call]), target), (_case("answered", [user, call, result]), target)]
    damages = [row.damages for row in judge(pairs, _Dropping(), Modelled())]
    assert damages == [{"dropped": open_call}, {"lost": f"{open_call}, {answered}"}]


class _Losing:
    """Answers with the last message alone, and with another one each time."""

    in_process = False
    contracts = ("flat",)
    targets = ("*",)
    info = connect(IDENTITY).info

    def __init__(self) -> None:
        self.calls = 0

    def normalize(self, given):
        from sendable.normalizers import FlatAnswer

        self.calls += 1
        return FlatAnswer([{"role": "user", "content": f"made up, {self.calls}"}, *given.history["messages"][-1:]])

    def close(self) -> bool:
        return True


def test_the_control_names_what_an_adapter_does_to_a_clean_history() -> None:
    """A whole answer has no fault; one that loses and invents is named for each."""
    assert list(faults(connect("reference"), (CHAT, "anthropic-messages:claude-opus-5-5"))) == []
    found = [each.partition(", ")[0] for each in faults(_Losing(), (CHAT,))]
    assert found == [
        f"{CHAT}: lost: text $.messages[0].content",
        f"{CHAT}: invented: text 'made up",
        f"{CHAT}: unstable: two runs gave different outputs",
    ]


def test_the_control_has_no_fault() -> None:
    """Its calls are answered, in order, by results of their own ids."""
    messages = CLEAN.history["messages"]
    asked = [call["tool_call_id"] for each in messages for call in each.get("tool_calls", ())]
    assert asked == [each["tool_call_id"] for each in messages if each["role"] == "tool"]


def test_a_standing_counts_both_axes_apart() -> None:
    """What was declined and what cannot be held are no failures; two faults are one family."""
    told = _standing()
    assert (told.cases, told.became, told.damages) == (
        8,
        {"accepted": 2, "refused": 3, "declined": 1, "cannot hold": 1, "crashed": 1, "not judged": 0},
        {"lost": 1, "dropped": 1, "invented": 1, "reordered": 0, "unstable": 0},
    )
    assert told.families == {
        "clean": {"cases": 1, "accepted": 1},
        "orphan-result": {"cases": 4, "accepted": 1, "refused": 3, "lost": 1, "dropped": 1, "invented": 1},
        "unusable-id": {"cases": 2, "declined": 1, "cannot hold": 1},
        "two faults": {"cases": 1, "crashed": 1},
    }


def test_a_red_cell_names_a_case_and_its_command() -> None:
    """The shortest id of the most frequent rule, with the grade of that rule's evidence."""
    orphan = {"family": "orphan-result", "of": 4}
    rule = "chat-tool-without-call"
    assert _standing().red == (
        Red(**orphan, kind="refused", count=3, why=rule, case="b1", command=f"{PREFIX} --broken 0 --case b1", grade="reported"),
        Red(**orphan, kind="lost", count=1, why="text $.messages[0]", case="c", command=f"{PREFIX} --broken 0 --case c"),
        Red(**orphan, kind="invented", count=1, why="result 'aborted'", case="d", command=f"{PREFIX} --broken 0 --case d"),
        Red(family="two faults", kind="crashed", count=1, of=1, why="KeyError: 'x'", case="h", command=f"{PREFIX} --broken 0 --case h"),
    )  # fmt: skip


def _league(*peers: Peer) -> League:
    shared = {"date": "2026-11-30", "as_of": "2026-11-30", "sendable": "0.1.0", "digests": {}, "words": WORDS}
    return League(**shared, peers=peers)


def test_every_link_of_the_page_leads_to_a_case() -> None:
    """And each case is linked from its cell."""
    written = pages(_league(Peer(ENTRY, (_standing(),))))
    assert list(written) == ["league.md", "league/a-peer.chat.md"]
    links = re.findall(r"\]\(league/a-peer.chat.md#([^)]+)\)", written["league.md"])
    anchors = re.findall(r'<a id="([^"]+)">', written["league/a-peer.chat.md"])
    assert sorted(links) == sorted(anchors)
    assert len(anchors) == 4


def test_the_page_shows_the_two_axes() -> None:
    """One row an entry: what became of the cases, then what the bodies do to them."""
    page = pages(_league(Peer(ENTRY, (_standing(),))))["league.md"]
    row = next(line for line in page.splitlines() if "Peer.run (send)" in line)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells == ["a-peer.chat", "Peer.run (send)", "1.2", "8", "2", "3", "1", "1", "1", "1", "1", "1", "0", "0"]


def test_an_entry_whose_control_failed_is_not_judged() -> None:
    """It is named with what is wrong."""
    page = pages(_league(Peer(ENTRY, (), (f"{CHAT}: refused: a-rule",))))["league.md"]
    assert f"- not judged, its control failed: a-peer.chat: {CHAT}: refused: a-rule" in page
    assert "0 entries of 0 projects" in page


def test_a_script_that_lists_nothing_is_told(tmp_path, monkeypatch) -> None:
    """With what it said."""
    script = tmp_path / "broken_entries.mjs"
    script.write_text("console.error('no such package'); process.exit(3)")
    monkeypatch.setattr("league.peers.words", lambda _: (sys.executable, "-c", "raise SystemExit('no such package')"))
    with pytest.raises(NotListed, match="no such package"):
        list(entries(script))


def test_the_adapters_are_found() -> None:
    """Shared help is none of them; each stands in the checkout."""
    names = [each.name for each in scripts()]
    assert "langchain_entries.py" in names
    assert not [each for each in scripts() if each.name.startswith("_") or not (ROOT / each).is_file()]


# A peer without dependencies of its own: what it does is in its name.
SCRIPT = """
import json, sys
if sys.argv[1:] == ["--entries"]:
    about = {"title": "raw", "contracts": ["flat"], "targets": ["openai-chat:*"], "package": "p", "version": "1"}
    names = ["raw", "losing"]
    print(json.dumps({"project": "Peer", "homepage": "", "entries": [about | {"name": name} for name in names]}))
    sys.exit()
with open("asked.txt", "a") as file:
    file.write(sys.argv[1] + "\\n")
for line in sys.stdin:
    told = json.loads(line)
    if told["op"] == "start":
        about = {"name": "Peer", "version": "1", "language": "python", "contracts": ["flat"], "accepts": ["messages"]}
        print(json.dumps(about | {"targets": ["openai-chat:*"]}), flush=True)
    elif told["op"] == "normalize":
        messages = told["history"]["messages"]
        kept = messages if sys.argv[1] == "raw" else messages[-1:]
        print(json.dumps({"seq": told["seq"], "messages": kept}), flush=True)
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the league on that peer alone, in a process of its own, as its users do."""
    script = tmp_path / "peer.py"
    script.write_text(SCRIPT)
    driver = (
        "import sys; from pathlib import Path; import league.peers as peers, league.__main__ as main;"
        f"main.ROOT = peers.ROOT = Path({str(tmp_path)!r}); main.scripts = lambda: [Path('peer.py')];"
        f"peers.words = lambda script: ({sys.executable!r}, str(script));"
        f"sys.exit(main.main(['--broken', '0', '--jobs', '1', '--out', {str(tmp_path)!r}, *sys.argv[1:]]))"
    )

    def league(*words: str) -> tuple[int, dict, list[str]]:
        command = [sys.executable, "-c", driver, *words]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "harness")}
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)
        assert done.returncode in (0, 1), done.stderr
        asked = (tmp_path / "asked.txt").read_text().split() if (tmp_path / "asked.txt").exists() else []
        (tmp_path / "asked.txt").unlink(missing_ok=True)
        return done.returncode, json.loads((tmp_path / "league.json").read_bytes()), asked

    return league


def test_a_run_judges_what_passes_its_control(run, tmp_path) -> None:
    """The other is named as broken, and the run fails; a resumed run asks only what is not on file."""
    code, league, asked = run()
    raw, losing = {peer["entry"]["name"]: peer for peer in league["peers"]}.values()
    if raw["entry"]["name"] != "raw":
        raw, losing = losing, raw
    assert (code, sorted(asked)) == (1, ["losing", "raw"])
    assert (raw["broken"], losing["standings"]) == ([], [])
    assert losing["broken"][0].startswith(f"{CHAT}: lost: text $.messages[0].content")
    (told,) = raw["standings"]
    assert told["cases"] == sum(told["became"].values()) > 50
    assert told["became"]["accepted"]
    assert told["became"]["refused"]
    assert told["damages"] == dict.fromkeys(told["damages"], 0)
    assert "1 entries of 1 projects" in (tmp_path / "league.md").read_text()
    assert run("--resume")[2] == ["losing"]
    assert run("--only", "peer.losing", "--resume")[1]["peers"] == league["peers"]


def test_a_report_says_nothing_of_the_machine():
    """Where a library lies is left out of what a crash says."""
    told = "KeyError: 'id'  File \"/home/me/.cache/uv/x-1/lib/python3.11/site-packages/lib/chat.py\", line 7"
    assert of_no_machine(told) == "KeyError: 'id'  File \"lib/chat.py\", line 7"
