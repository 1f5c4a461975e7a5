"""The conversations of an agent in one SQLite file: the only place of the reference with input and output.

The file is in WAL mode with foreign keys, each change is one transaction, and a closed node is never changed again. A
worker holds a conversation through a lock of the operating system, which a killed worker loses with its life.
"""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias

import msgspec

from sendable.model.errors import BadUsage, UnreadableInput
from sendable.model.json import Json, JsonObject, encode_json, parse_json
from sendable.model.node import Node
from sendable.reference.write.row import plain_node, read_node
from sendable.reference.write.schema import APPLICATION_ID, COLUMNS, INSERT, ONE, PATH, STEPS, VERSION
from sendable.reference.write.trouble import damaged, held_by_another, told

CallState: TypeAlias = Literal["waiting", "running", "done"]

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100
_BUSY_SECONDS = 5.0
_CACHE_KIB = 16_384  # a path of 10,000 rounds fits
_IN_MEMORY = ":memory:"


class OpenCall(msgspec.Struct, frozen=True):
    """A call whose result stands in no node yet. position: in the received items of `node`. result: once it is done."""

    node: str
    position: int
    state: CallState
    result: JsonObject | None = None


class Store:
    """An open store. Every reading and writing method may raise what `open_store` raises."""

    def __init__(self, place: str, connection: sqlite3.Connection) -> None:
        self._place = place
        self._connection = connection
        self._held: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was committed is in it."""
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all changes inside one: all of them or none are in the file."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.rollback()

    @contextmanager
    def hold(self, conversation: str) -> Iterator[None]:
        """Hold a conversation as its only worker; a dead worker's hold is gone.

        Raises:
            StoreBusy: at once, when another worker holds it, in this process or another.
        """
        if conversation in self._held:
            raise held_by_another(conversation)
        lock = None if self._place == _IN_MEMORY else _lock(Path(self._place), self._begin(conversation), conversation)
        self._held.add(conversation)
        try:
            yield
        finally:
            self._held.discard(conversation)
            if lock is not None:
                _unlock(*lock)

    def _begin(self, conversation: str) -> int:
        """Return the conversation's number, of a new one if there is none of this id."""
        found = self._number(conversation)
        if found is None:
            self._run("INSERT OR IGNORE INTO conversation (id) VALUES (?)", conversation)
            found = self._number(conversation)
        assert found is not None
        return found

    def conversations(self) -> list[str]:
        """Return the ids of all conversations, oldest first."""
        return [each for (each,) in self._run("SELECT id FROM conversation ORDER BY number")]

    def leaf(self, conversation: str) -> str | None:
        """Return the node that the next one goes under; None for an empty or unknown conversation."""
        rows = self._run(
            "SELECT node.id FROM conversation JOIN node ON node.number = leaf WHERE conversation.id = ?", conversation
        )
        return rows[0][0] if rows else None

    def path(self, leaf: str | None) -> Iterator[Node]:
        """Yield the nodes above a leaf and the leaf, oldest first, with all that compactions on the way stand for."""
        number = self._row_of(leaf)
        with told(self._place):
            for row in self._connection.execute(PATH.format(columns=COLUMNS), (number,)):
                yield read_node(row, self._place)

    def node(self, node: str) -> Node:
        """Return one node.

        Raises:
            UnreadableInput: there is none of this id.
        """
        (found,) = self._nodes("node.number = ?", node)
        return found

    def above(self, node: str) -> Iterator[Node]:
        """Yield a node, its parent, and so on up to the root."""
        at: str | None = node
        while at is not None:
            found = self.node(at)
            yield found
            at = found.parent

    def children(self, node: str) -> list[Node]:
        """Return the nodes directly under one, oldest first."""
        return self._nodes("node.parent = ?", node)

    def history(self, conversation: str, leaf: str | None = None) -> JsonObject:
        """Return ``{"nodes": […], "leaf": id}`` of the path to a node, by default to the conversation's leaf."""
        at = leaf or self.leaf(conversation)
        return {"nodes": [plain_node(each) for each in self.path(at)], "leaf": at}

    def append(self, conversation: str, node: Node) -> None:
        """Write a new node and make it the leaf."""
        self._run(
            INSERT,
            node.id,
            self._begin(conversation),
            self._row_of(node.parent),
            self._row_of(node.pointer),
            node.turn,
            node.kind,
            node.provider,
            node.model,
            encode_json(node.sent),
            encode_json(node.received),
            node.status,
            node.prefix_digest,
            None if node.usage is None else encode_json(node.usage),
        )
        self.move(conversation, node.id)

    def complete(self, node: Node) -> None:
        """Write what came back to an open node."""
        usage = None if node.usage is None else encode_json(node.usage)
        self._run(
            "UPDATE node SET received = ?, status = ?, prefix_digest = ?, usage = ? WHERE id = ?",
            encode_json(node.received),
            node.status,
            node.prefix_digest,
            usage,
            node.id,
        )

    def move(self, conversation: str, leaf: str | None) -> None:
        """Make another node of the conversation the leaf; None empties the path, not the tree."""
        self._run("UPDATE conversation SET leaf = ? WHERE id = ?", self._row_of(leaf), conversation)

    def open_calls(self, node: str) -> list[OpenCall]:
        """Return the calls of a node whose results stand in no node yet, in order."""
        rows = self._run(
            "SELECT position, state, result FROM call WHERE node = ? ORDER BY position", self._row_of(node)
        )
        return [OpenCall(node, position, state, self._json(result)) for position, state, result in rows]

    def put_call(self, call: OpenCall) -> None:
        """Note a call, or what has become of it."""
        result = None if call.result is None else encode_json(call.result)
        self._run(
            "INSERT OR REPLACE INTO call VALUES (?, ?, ?, ?)",
            self._row_of(call.node),
            call.position,
            call.state,
            result,
        )

    def drop_call(self, call: OpenCall) -> None:
        """Forget a call: its result stands in a node now, or nobody will ever know it."""
        self._run("DELETE FROM call WHERE node = ? AND position = ?", self._row_of(call.node), call.position)

    def inbox(self, conversation: str) -> list[tuple[int, JsonObject]]:
        """Return the messages that wait for the next model call, oldest first, each with its number."""
        rows = self._run(
            "SELECT number, item FROM inbox WHERE conversation = ? ORDER BY number", self._number(conversation)
        )
        return [(number, self._json(item)) for number, item in rows]

    def put_message(self, conversation: str, item: JsonObject) -> None:
        """Add a message to those that wait; whoever holds the conversation need not be asked."""
        number = self._begin(conversation)
        self._run("INSERT INTO inbox (conversation, item) VALUES (?, ?)", number, encode_json(item))

    def drop_message(self, number: int) -> None:
        """Take a message out of the inbox: it stands in a node now."""
        self._run("DELETE FROM inbox WHERE number = ?", number)

    def _number(self, conversation: str) -> int | None:
        rows = self._run("SELECT number FROM conversation WHERE id = ?", conversation)
        return rows[0][0] if rows else None

    def _row_of(self, node: str | None) -> int | None:
        if node is None:
            return None
        rows = self._run("SELECT number FROM node WHERE id = ?", node)
        if not rows:
            raise UnreadableInput(f"no node {node!r} in the store", where=self._place)
        found: int = rows[0][0]
        return found

    def _nodes(self, where: str, node: str) -> list[Node]:
        rows = self._run(ONE.format(columns=COLUMNS, where=where), self._row_of(node))
        return [read_node(row, self._place) for row in rows]

    def _json(self, text: bytes | None) -> Json:
        return None if text is None else parse_json(text, self._place)

    def _run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with told(self._place):
            return self._connection.execute(statement, values).fetchall()


def open_store(path: Path, *, check: bool = True) -> Store:
    """Open a store, make one where no file is, and bring an older one to today's tables.

    Args:
        path: the file; while it is open, its log lies beside it.
        check: read the whole file for damage first, which takes a second for each few hundred megabytes. Damage that
            is not looked for is told when it is met.

    Raises:
        UnreadableInput: the file is damaged, something else, or of a newer version; it is left as it is.
        StoreBusy: another program keeps the whole file locked.
    """
    if path.exists() and path.stat().st_size:
        _inspect(path, check=check)
    with told(str(path)):
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
    return _ready(Store(str(path), connection))


def store_in_memory() -> Store:
    """Make a store that is gone when it is closed."""
    return _ready(Store(_IN_MEMORY, sqlite3.connect(_IN_MEMORY, isolation_level=None)))


def _ready(store: Store) -> Store:
    try:
        store._run("PRAGMA foreign_keys = ON")  # noqa: SLF001 - of this very file
        store._run("PRAGMA synchronous = FULL")  # noqa: SLF001
        store._run(f"PRAGMA cache_size = -{_CACHE_KIB}")  # noqa: SLF001
        _migrate(store)
    except BaseException:
        store.close()
        raise
    return store


def _migrate(store: Store) -> None:
    """Take the steps that the file lacks, all in one transaction; another worker may have been faster."""
    if _version(store) == VERSION:
        return
    with store.transaction():
        for statement in _statements(_version(store)):
            store._run(statement)  # noqa: SLF001 - of this very file


def _version(store: Store) -> int:
    version: int = store._run("PRAGMA user_version")[0][0]  # noqa: SLF001 - of this very file
    return version


def _statements(version: int) -> Iterator[str]:
    for step in STEPS[version:]:
        statement = ""
        for line in step.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""
    if version < VERSION:
        yield f"PRAGMA application_id = {APPLICATION_ID}"
        yield f"PRAGMA user_version = {VERSION}"


def _inspect(path: Path, *, check: bool) -> None:
    """Refuse what is no store of ours; nothing is written, not even a log is folded in."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except OSError as error:
        raise UnreadableInput(f"cannot read the store: {error.strerror}", where=str(path)) from error
    if not header.startswith(_MAGIC) or len(header) < _HEADER_BYTES:
        raise damaged(str(path), "it is no SQLite file")
    found = _examine(path, "ro", check=check) or _examine(path, "rw", check=check)
    if found != "ok":
        raise damaged(str(path), found or "it cannot be read")


def _examine(path: Path, mode: Literal["ro", "rw"], *, check: bool) -> str | None:
    """Return what is wrong, or ``ok``; None where a worker was killed in a way that only a writer can roll back."""
    with told(str(path)):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=_BUSY_SECONDS)
    try:
        with told(str(path)):
            _refuse_others(connection, str(path))
            return str(connection.execute("PRAGMA quick_check(1)").fetchone()[0]) if check else "ok"
    except UnreadableInput as error:
        if mode == "ro" and "readonly" in error.what:
            return None
        raise
    finally:
        connection.close()


def _refuse_others(connection: sqlite3.Connection, place: str) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and tables:
        raise UnreadableInput("an SQLite file, but no store of conversations", where=place, hint="name another file")
    if version > VERSION:
        hint = "upgrade sendable; the file was left as it is"
        raise UnreadableInput(f"a store of version {version}, newer than {VERSION}", where=place, hint=hint)


def _lock(store: Path, number: int, conversation: str) -> tuple[int, Path]:
    """Lock a file of the conversation's own; it is made for that, and removed by who held it last."""
    if sys.platform == "win32":
        raise BadUsage("a store in a file needs the locks of Unix", where=str(store), hint="use store_in_memory()")
    import fcntl  # noqa: PLC0415 - not on Windows, where everything else still has to be importable

    path = store.with_name(f"{store.name}-lock-{number}")
    while True:
        opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(opened)
            raise held_by_another(conversation) from error
        with suppress(FileNotFoundError):
            if os.fstat(opened).st_ino == path.stat().st_ino:
                return opened, path
        os.close(opened)  # its last holder removed it just now


def _unlock(opened: int, path: Path) -> None:
    path.unlink(missing_ok=True)
    os.close(opened)
