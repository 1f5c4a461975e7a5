"""One entry of whatever shape, written as one flat message (rule 1)."""

from typing import Final

from sendable.model.json import Json, JsonObject
from sendable.reference.flat.ids import SPELLINGS, as_text, is_usable, mend
from sendable.reference.flat.plain import NotSerializable, compact, fresh, key, scalar_text
from sendable.reference.flat.result import Change, Tally

KNOWN_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool"})
LISTS: Final = (list, tuple)
CONTAINERS: Final = (dict, list, tuple)


class Desk:
    """What the coercion of one entry writes to: the tally, the rules left out, and the index of the entry."""

    __slots__ = ("index", "tally", "without")

    def __init__(self, tally: Tally, without: frozenset[str]) -> None:
        self.tally = tally
        self.without = without
        self.index = 0

    def note(self, code: Change) -> None:
        """Note a change inside the entry at hand."""
        self.tally.note(code, self.index)


def flat(entry: Json, desk: Desk) -> JsonObject | None:
    """Write an entry as a flat message that shares nothing mutable with it; None when it is no map or has no role."""
    if type(entry) is not dict:
        if not isinstance(entry, dict):
            return None
        entry = dict(entry)  # a subclass may answer for keys that it does not have
    role, content = entry.get("role"), entry.get("content")
    if type(role) is not str or role not in KNOWN_ROLES:
        role = _role(role, desk)
        if role is None:
            return None
    if type(content) is not str or not content.isascii():
        content = _content(content, desk)
    message = {"role": role, "content": content}
    if role == "assistant":
        calls = entry.get("tool_calls") or ("metadata" in entry and _stored(entry, "tool_calls", desk))
        if calls:
            message["tool_calls"] = _calls(calls, desk)
    elif role == "tool":
        call_id = entry.get("tool_call_id")
        plain = type(call_id) is str and call_id.isascii() and "metadata" not in entry
        message["tool_call_id"] = call_id if plain else _result_id(entry, desk)
    return message


def _role(role: Json, desk: Desk) -> str | None:
    if not isinstance(role, str) or not role.strip():
        return "" if "drop-roleless" in desk.without else None
    if role in KNOWN_ROLES or "known-role" in desk.without:
        return str.__str__(role)
    desk.note("unknown-role")
    return "user"


def _content(content: Json, desk: Desk) -> Json:
    if isinstance(content, str):
        return _text(content, desk)
    try:
        if "content-to-text" in desk.without:
            return fresh(content)
        if content is None:
            return ""
        return compact(content) if isinstance(content, CONTAINERS) else scalar_text(content)
    except NotSerializable:
        desk.note("not-serializable")
        return ""


def _text(value: str, desk: Desk) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        if "mend-surrogates" not in desk.without:
            desk.note("lone-surrogate")
            return mend(value)
    return str.__str__(value)


def _calls(calls: Json, desk: Desk) -> list[JsonObject]:
    if not isinstance(calls, LISTS):
        return [{"tool_call_id": ""}]
    copies = []
    for call in calls:
        if type(call) is dict and "tool_call_id" in call and "id" not in call:
            try:
                if "".join([*call, *call.values()]).isascii():
                    copies.append(call.copy())
                    continue
            except TypeError:  # one of them is no text
                pass
        copies.append(_call(call, desk))
    return copies


def _call(call: Json, desk: Desk) -> JsonObject:
    if not isinstance(call, dict):
        return {"tool_call_id": ""}
    copy: JsonObject = {"tool_call_id": _call_id(call, desk)}
    for name, value in call.items():
        if name not in SPELLINGS:
            _put(copy, name, value, desk)
    return copy


def _put(copy: JsonObject, name: Json, value: Json, desk: Desk) -> None:
    """Keep one value of a call; what JSON cannot hold becomes the empty text, like such content."""
    try:
        name = key(name)
    except NotSerializable:
        desk.note("not-serializable")
        return
    try:
        copy[name] = _text(value, desk) if isinstance(value, str) else fresh(value)
    except NotSerializable:
        desk.note("not-serializable")
        copy[name] = ""


def _call_id(call: JsonObject, desk: Desk) -> str:
    written = _id(call.get("tool_call_id"), desk)
    if is_usable(written) or "read-stored-ids" in desk.without:
        return written
    second = _id(call.get("id"), desk)
    return second if is_usable(second) else written or second


def _result_id(entry: JsonObject, desk: Desk) -> str:
    """Read the id of a result. A message's own ``id`` is not a call id: only calls have that second spelling."""
    written = _id(entry.get("tool_call_id"), desk)
    if is_usable(written):
        return written
    stored = _id(_stored(entry, "tool_call_id", desk), desk)
    return stored if is_usable(stored) else written or stored


def _id(value: Json, desk: Desk) -> str:
    if type(value) is str and value.isascii():
        return value
    written = as_text(value, desk.without)
    if isinstance(value, str) and written != value:
        desk.note("lone-surrogate")
    return written


def _stored(entry: JsonObject, key: str, desk: Desk) -> Json:
    """Read what the nested stored form keeps under ``metadata``."""
    nested = entry.get("metadata")
    return nested.get(key) if isinstance(nested, dict) and "read-stored-ids" not in desk.without else None
