"""The store's file: whole, damaged, newer, older, of something else, or in use."""

import os
import sqlite3
import subprocess
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from reference.write.sending import assert_sendable, call, outputs, said, texts, user

from sendable.model.errors import OutOfTurn, StoreBusy, UnreadableInput
from sendable.model.node import Node
from sendable.reference.write import Recorder, TurnRules, open_store, say, waiting
from sendable.reference.write.schema import APPLICATION_ID, STEPS, VERSION

HOLDER = """
import sys
from pathlib import Path
from sendable.reference.write import Recorder, open_store
with open_store(Path(sys.argv[1])) as store, Recorder(store, "c") as recorder:
    recorder.say("mine")
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "conversations.db"


def fill(path, conversation="c"):
    """One turn with a call that is run and one that is not."""
    ids = (f"{conversation}{number}" for number in count(1))
    with open_store(path) as store, Recorder(store, conversation, ids=ids.__next__) as recorder:
        recorder.say("q")
        with recorder.turn(TurnRules(calls=1)) as turn, turn.round("openai", "gpt-5.4") as request:
            first, second = request.close([call("a"), call("b")])
            turn.start(first)
            turn.finish(first, "r")
            turn.start(second)
        return recorder.history()


def digest(path):
    return sha256(path.read_bytes()).hexdigest()


def test_what_is_written_is_read_back(path):
    """A closed and reopened store gives the same history, exactly; between its uses it is one file."""
    history = fill(path)
    with open_store(path) as store:
        assert store.history("c") == history
        assert store.conversations() == ["c"]
        assert store._run("PRAGMA journal_mode") == [("wal",)]
        assert store._run("PRAGMA foreign_keys") == [(1,)]
    assert list(path.parent.iterdir()) == [path]
    assert_sendable(history)


def test_items_are_kept_exactly(path):
    """Key order, unknown keys, escapes and lone surrogates come back as they were."""
    item = {"z": 1, "a": [None, 1.5, "\u00e9\ud800"], "type": "reasoning", "new_key": {"deep": [[]]}}
    with open_store(path) as store, store.transaction():
        store.append("c", Node(id="n", received=(item,)))
    with open_store(path) as store:
        (node,) = store.history("c")["nodes"]
    assert node["received"] == [item]
    assert list(node["received"][0]) == ["z", "a", "type", "new_key"]


def test_a_closed_node_is_never_changed(path):
    """The file itself refuses it, whoever asks."""
    fill(path)
    with open_store(path) as store, pytest.raises(OutOfTurn, match="a closed node is never changed"):
        store.complete(Node(id="c1", received=(user(),)))


def test_a_node_has_its_parent_in_its_own_conversation(path):
    """A node under one of another conversation, or under none that exists, is refused, and nothing of it is stored."""
    fill(path)
    with open_store(path) as store:
        with pytest.raises(OutOfTurn, match="FOREIGN KEY"), store.transaction():
            store.append("other", Node(id="n", parent="c1"))
        with pytest.raises(UnreadableInput, match="no node 'gone'"), store.transaction():
            store.append("c", Node(id="n", parent="gone"))
        with pytest.raises(OutOfTurn, match="UNIQUE"), store.transaction():
            store.append("c", Node(id="c1"))
        assert store.conversations() == ["c"]


def test_a_worker_in_another_process_is_told_at_once(path):
    """While one process holds the conversation, another is refused; when it is gone, or killed, the next goes on."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    with holder, open_store(path) as store:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreBusy) as caught, Recorder(store, "c"):
            pass
        assert caught.value.what == "another worker holds the conversation 'c'"
        say(store, "c", "for whoever works on it")
        with Recorder(store, "d") as other:
            other.say("another conversation is free")
        holder.kill()
        holder.wait()
        with Recorder(store, "c"):
            assert [item["content"] for item in waiting(store, "c")] == ["mine", "for whoever works on it"]


def test_a_locked_file_is_told(path, monkeypatch):
    """A program that keeps the whole file locked is not waited for without end."""
    fill(path)
    monkeypatch.setattr("sendable.reference.write.store._BUSY_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    with open_store(path) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="the store is locked"):
            say(store, "c", "hi")
        other.execute("ROLLBACK")
        say(store, "c", "hi")
    other.close()


def break_header(path):
    path.write_bytes(b"SQLite format 4\x00" + path.read_bytes()[16:])


def break_page(path):
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:6000])


def cut_short(path):
    path.write_bytes(path.read_bytes()[:50])


def write_text(path):
    path.write_text("not a store at all, but long enough to be looked at " * 40)


def change(statement):
    def changed(path):
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.commit()
        connection.close()

    return changed


def another_program(path):
    path.unlink()
    change("CREATE TABLE photos (name TEXT)")(path)


BROKEN = {
    "header": (break_header, "a damaged store: it is no SQLite file"),
    "page": (break_page, "a damaged store: "),
    "cut": (cut, "a damaged store: "),
    "cut short": (cut_short, "a damaged store: it is no SQLite file"),
    "text": (write_text, "a damaged store: it is no SQLite file"),
    "newer": (
        change(f"PRAGMA user_version = {VERSION + 1}"),
        f"a store of version {VERSION + 1}, newer than {VERSION}",
    ),
    "another program's": (another_program, "an SQLite file, but no store of conversations"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_no_store_is_told_and_left_alone(path, name):
    """Damage and newer versions are told with the file's name; not a byte of it is changed."""
    fill(path)
    damage, message = BROKEN[name]
    damage(path)
    before = digest(path)
    with pytest.raises(UnreadableInput) as caught:
        open_store(path)
    assert caught.value.what.startswith(message)
    assert caught.value.where == str(path)
    assert digest(path) == before


@pytest.mark.parametrize("name", [".", "no/such/folder.db"])
def test_a_place_that_cannot_be_a_store_is_told(tmp_path, name):
    """A folder, or a file in a folder that is not there, is named."""
    with pytest.raises(UnreadableInput) as caught:
        open_store(tmp_path / name)
    assert caught.value.where == str(tmp_path / name)


def test_damage_that_was_not_looked_for_is_told_when_met(path):
    """Without the check at opening, reading a broken row says what is wrong."""
    fill(path)
    change("DROP TRIGGER node_is_kept")(path)
    change("UPDATE node SET sent = '[7'")(path)
    with open_store(path, check=False) as store, pytest.raises(UnreadableInput, match="not JSON"):
        store.history("c")
    change("DROP TABLE inbox")(path)
    with open_store(path, check=False) as store, pytest.raises(UnreadableInput, match="a damaged store: no such table"):
        say(store, "c", "hi")
    change("UPDATE node SET sent = '[7]'")(path)
    with open_store(path, check=False) as store, pytest.raises(UnreadableInput, match="a damaged store: Expected"):
        store.history("c")


def old_store(path):
    """A store as the first version wrote it: the tree alone, no journal, and calls without results."""
    connection = sqlite3.connect(path)
    connection.executescript(STEPS[0])
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO conversation VALUES (1, 'c', NULL)")
    connection.execute(
        "INSERT INTO node VALUES (1, 'n', 1, NULL, NULL, 't', 'llm', 'openai', 'gpt-5.4', ?, ?, 'succeeded', NULL, NULL)",
        (
            '[{"type":"message","role":"user","content":"q"}]',
            '[{"type":"function_call","call_id":"a","name":"x","arguments":"{}"}]',
        ),
    )
    connection.execute("UPDATE conversation SET leaf = 1")
    connection.commit()
    connection.close()


def test_an_older_store_is_brought_up_to_date(path):
    """It takes the steps that it lacks, keeps what it holds, and its conversations go on."""
    old_store(path)
    with open_store(path) as store:
        assert store._run("PRAGMA user_version") == [(VERSION,)]
        assert_sendable(store.history("c"), lost={"a"})
        with Recorder(store, "c") as recorder:
            recorder.say("again")
            with recorder.turn() as turn, turn.round("openai", "gpt-5.4") as request:
                request.close([said()])
        assert texts(store.history("c")) == ["q", "again"]
        assert outputs(store.history("c")) == []
        assert_sendable(store.history("c"), lost={"a"})


def test_a_migration_that_fails_leaves_the_older_store(path, monkeypatch):
    """All steps are one transaction."""
    old_store(path)
    monkeypatch.setattr("sendable.reference.write.store.STEPS", (STEPS[0], STEPS[1] + "\nCREATE TABLE node (x);"))
    with pytest.raises(UnreadableInput, match="already exists"):
        open_store(path)
    monkeypatch.undo()
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    version = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    assert (sorted(tables), version) == (["conversation", "node"], (1,))


def test_many_workers_may_open_a_new_file_at_once(path):
    """They do not trip over each other's tables."""
    code = "import sys; from pathlib import Path; from sendable.reference.write import open_store, say\n"
    code += "with open_store(Path(sys.argv[1])) as store: say(store, sys.argv[2], 'hi')"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    workers = [
        subprocess.Popen([sys.executable, "-c", code, str(path), f"c{n}"], env=environment, stderr=subprocess.PIPE)
        for n in range(4)
    ]
    errors = [worker.communicate(timeout=60)[1] for worker in workers]
    assert errors == [b""] * 4
    with open_store(path) as store:
        assert sorted(store.conversations()) == ["c0", "c1", "c2", "c3"]
