"""Roles and entries: system messages out of place, roles that nobody knows, entries that are no messages."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import Line, append, changed, front, is_given, kind, put, swap
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT, after_system, calls_of, inserted, is_result, replaced, role_of, without
from sendable.model.json import Json, JsonObject

_NOTES: tuple[JsonObject, ...] = (
    {"role": "system", "content": "From now on answer in French."},
    {"role": "developer", "content": "From now on answer in French."},
    {"role": "system", "content": ""},
)
_ROLES = ("operator", "function", "model", "human", "User")
_NO_ROLES: tuple[Json, ...] = (ABSENT, None, "", " ", 7, ["user"])
_ENTRIES: tuple[Json, ...] = (None, "Hello.", 7, True, [], ["user", "Hello."], {})


def _in_the_middle(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put a system or developer message at every place that is not in front and not inside a pair."""
    for place in range(after_system(messages) + 1, len(messages) + 1):
        inside = place < len(messages) and is_result(messages[place])
        for note in () if inside or calls_of(messages[place - 1]) else _NOTES:
            yield inserted(messages, place, note)


def _items_in_the_middle(line: Line) -> Iterator[Bent]:
    """Put one before each message of the client that is not in front, and at the end."""
    start = front(line)
    for note in _NOTES:
        message = {"type": "message", **note}
        for place in range(start + 1, len(line)):
            if kind(line[place].item) == "message" and is_given(line[place].item):
                yield Bent(put(line, place, message))
        if len(line) > start:
            yield Bent(append(line, message))


def _unknown(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Give each message of the user a role that no API, or only another one, knows."""
    for at, message in enumerate(messages):
        for role in _ROLES if role_of(message) == "user" else ():
            yield replaced(messages, at, {**message, "role": role})


def _unknown_items(line: Line) -> Iterator[Bent]:
    """Do the same to items."""
    for at, (item, _) in enumerate(line):
        for role in _ROLES if item.get("role") == "user" else ():
            yield Bent(swap(line, at, changed(item, role=role)))


def _without_role(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Take the role from each message that has no part in a pair, or put something there that is no role."""
    for at, message in enumerate(messages):
        if role_of(message) in ("user", "assistant") and not calls_of(message):
            for role in _NO_ROLES:
                broken = without(message, "role") if role is ABSENT else {**message, "role": role}
                yield replaced(messages, at, broken)


def _no_messages(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put something that is no message at the front, in the middle and at the end."""
    for place in dict.fromkeys([0, len(messages) // 2, len(messages)]):
        for entry in _ENTRIES:
            yield inserted(messages, place, entry)


SYSTEM_IN_THE_MIDDLE = Mutator(
    name="system-in-the-middle",
    family="system-placement",
    why="Instructions changed during the conversation, and the change was stored where it happened.",
    evidence=standing("system-in-the-middle"),
    breaks=_in_the_middle,
    bends=_items_in_the_middle,
)
UNKNOWN_ROLE = Mutator(
    name="unknown-role",
    family="unknown-role",
    why="The history comes from another framework or an older API, which named its speakers otherwise.",
    evidence=standing("unknown-role"),
    breaks=_unknown,
    bends=_unknown_items,
)
NO_ROLE = Mutator(
    name="no-role",
    family="no-message",
    why="Notes of the store (usage, a title, an error) lie among the messages, or a column was empty.",
    evidence=standing("no-role"),
    breaks=_without_role,
)
NO_MESSAGE = Mutator(
    name="no-message",
    family="no-message",
    why="A message could not be read back and null was stored, or lists were joined one level too deep.",
    evidence=standing("no-message"),
    breaks=_no_messages,
)
