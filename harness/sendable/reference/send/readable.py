"""The step `read`: what no API can read is read as what it says; the duties of shape stand on it.

It goes beyond the letter of the seed. A role that nobody knows is the user's, as the closing repair has it (checklist
1.8); an output that is neither a text nor a list of parts is its JSON text (1.9); a result of another family than its
call is one of the call's (rules resp-function-call-without-output and resp-custom-call-without-output).
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from sendable.model.arguments import as_text
from sendable.model.entry import Entry
from sendable.model.item import CALL, RESULT, kind
from sendable.model.json import JsonObject
from sendable.model.warning import StepWarning, Touched
from sendable.reference.send.calls import Place, pairs
from sendable.reference.send.held import starts, touched

_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool"})
_ANSWERS: Final = {CALL: RESULT, "custom_tool_call": "custom_tool_call_output"}
_MESSAGES: Final = {
    "role-unknown": "A message of a role that no API knows is sent as the user's.",
    "output-no-text": "An output that is data is sent as its JSON text.",
    "result-of-another-family": "A result of another family than its call is sent as one of the call's.",
}


class Readable(msgspec.Struct, frozen=True):
    """The entries, the same object when nothing changed."""

    entries: Sequence[Entry]
    warnings: tuple[StepWarning, ...] = ()


def make_readable(entries: Sequence[Entry]) -> Readable:
    """Read roles, outputs and results as what they say."""
    wanted = _families(entries)
    positions = starts(entries)
    noted: dict[str, list[Touched]] = {}
    made = []
    for at, entry in enumerate(entries):
        items = []
        for nth, item in enumerate(entry.items):
            codes, read = _read(item, entry, wanted.get((at, nth)))
            items.append(read)
            for code in codes:
                noted.setdefault(code, []).append(touched(item, positions[at] + nth))
        role = "user" if _is_strange(entry) else entry.role
        same = all(new is old for new, old in zip(items, entry.items, strict=True))
        made.append(entry if same else msgspec.structs.replace(entry, role=role, items=tuple(items)))
    warnings = [
        StepWarning(step="read", code=code, message=_MESSAGES[code], items=tuple(noted[code])) for code in noted
    ]
    return Readable(made, tuple(warnings)) if noted else Readable(entries)


def _read(item: JsonObject, entry: Entry, family: str | None) -> tuple[list[str], JsonObject]:
    """Return the codes of what was changed, and the item, the same object when nothing was."""
    changes: dict[str, JsonObject] = {}
    if _is_strange(entry) and kind(item) == "message":
        changes["role-unknown"] = {"role": "user"}
    if kind(item) in _ANSWERS.values() and _is_data(item):
        changes["output-no-text"] = {"output": as_text(item["output"])}
    if family is not None and kind(item) != family:
        changes["result-of-another-family"] = {"type": family}
    read = item
    for change in changes.values():
        read = {**read, **change}
    return list(changes), read


def _families(entries: Sequence[Entry]) -> dict[Place, str]:
    """Return the type that each result of a function or a custom tool has to have."""
    found = {}
    for result, (at, nth) in pairs(entries).call_of.items():
        answer = entries[result[0]].items[result[1]]
        call = str(kind(entries[at].items[nth]))
        if call in _ANSWERS and kind(answer) in _ANSWERS.values():
            found[result] = _ANSWERS[call]
    return found


def _is_strange(entry: Entry) -> bool:
    return entry.role not in _ROLES and any(kind(item) == "message" for item in entry.items)


def _is_data(item: JsonObject) -> bool:
    """Whether the output is neither a text nor a list of parts, and no provider's own block says it otherwise."""
    output: Any = item.get("output")
    if output is None or isinstance(output, str) or "provider_data" in item:
        return False
    return not (isinstance(output, list) and all(isinstance(part, dict) and "type" in part for part in output))
