"""Read case files: JSON (one case, or a list of cases) and JSONL (a case a line)."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from sendable.corpus.places import case_files, is_folder
from sendable.corpus.recipe import check_recipes
from sendable.corpus.strict import check_keys, check_levels, check_utf8, deepest_place, not_json, too_deep
from sendable.corpus.tagged import check_tags
from sendable.model.case import Case
from sendable.model.errors import SendableError, UnreadableInput
from sendable.model.evidence import Evidence
from sendable.model.json import Json, JsonObject, dotted, parse_json, without_mark
from sendable.model.node import read_tools

_SHAPES = ({"messages"}, {"items"}, {"nodes", "leaf"})
_TOOLS = {"tools"}
_SCRIPT = {"script"}
_EVIDENCE_KEYS = set(Evidence.__struct_fields__)
_MOST_FAULTS = 20


class _Element(msgspec.Struct, frozen=True):
    """One case as it stands in a file. path: of the case within the file, as ``$[3]``."""

    file: Path
    line: int
    path: str
    raw: bytes

    def place(self, inside: str = "$") -> str:
        return f"{self.file}:{self.line} {self.path}{inside.removeprefix('$')}"


def load_cases(paths: Iterable[Path]) -> list[Case]:
    """Read the cases of files, and of folders with all files below them, in order.

    Raises:
        UnreadableInput: a file or a folder cannot be read, a file is not JSON in UTF-8, a case has another shape than
            `Case` (an unknown key counts), a key twice in one object or too many levels, or an id is used twice. Every
            faulty case is named with file, line and path.
    """
    cases: dict[str, tuple[Case, _Element]] = {}
    faults: list[UnreadableInput] = []
    for element in _elements(paths):
        try:
            case = _case(element)
            _refuse_second(case, element, cases)
        except UnreadableInput as fault:
            faults.append(fault)
        else:
            cases[case.id] = (case, element)
    if faults:
        raise _together(faults)
    return [case for case, _ in cases.values()]


def _elements(paths: Iterable[Path]) -> Iterator[_Element]:
    for path in paths:
        for file in case_files(path) if is_folder(path) else [path]:
            yield from _elements_of(file, _read(file))


def _read(file: Path) -> bytes:
    try:
        text = without_mark(file.read_bytes())
    except OSError as error:
        raise UnreadableInput(f"cannot read the file: {error.strerror}", where=str(file)) from error
    check_utf8(text, str(file))
    return text


def _elements_of(file: Path, text: bytes) -> Iterator[_Element]:
    if file.suffix == ".jsonl":
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                yield _Element(file, number, "$", line)
        return
    raw = _parsed(file, text)
    if not isinstance(raw, list):
        yield _Element(file, 1, "$", text)
        return
    end = 0
    for index, part in enumerate(raw):
        start = text.index(part, end)
        end = start + len(part)
        yield _Element(file, text.count(b"\n", 0, start) + 1, f"$[{index}]", part)


def _parsed(file: Path, text: bytes) -> list[bytes] | None:
    """Return the raw elements of a list, or None for anything else that is JSON."""
    kind: Any = list[msgspec.Raw] if text.lstrip()[:1] == b"[" else msgspec.Raw
    try:
        value = msgspec.json.decode(text, type=kind)
    except RecursionError as error:
        line, path = deepest_place(text)
        raise too_deep(f"{file}:{line} {path}") from error
    except (msgspec.DecodeError, UnicodeError) as error:
        parse_json(text, str(file))
        raise not_json(error, text, str(file)) from error
    return [bytes(each) for each in value] if isinstance(value, list) else None


def _case(element: _Element) -> Case:
    try:
        case = msgspec.json.decode(element.raw, type=Case)
        whole = msgspec.json.decode(element.raw)
        check_levels(whole)
        check_keys(element.raw)
        _check_history(case)
        _check_evidence(whole)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        raise UnreadableInput(what, where=element.place(path.rstrip("`") or "$")) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise not_json(error, element.raw, element.place()) from error
    except UnreadableInput as fault:
        raise UnreadableInput(fault.what, where=element.place(fault.where), hint=fault.hint) from fault
    return case


def _check_history(case: Case) -> None:
    keys = set(case.history) - (_TOOLS if case.contract == "send" else set())
    if keys not in ([_SCRIPT] if case.contract == "write" else _SHAPES):
        wanted = (
            '{"script": …}' if case.contract == "write" else '{"messages": …}, {"items": …} or {"nodes": …, "leaf": …}'
        )
        raise UnreadableInput(
            f"not a history for the contract {case.contract}: {sorted(keys)}", where="$.history", hint=f"write {wanted}"
        )
    if case.contract == "send" and "tools" in case.history:
        _check_tools(case)
    check_recipes(case.history, ("history",))
    check_tags(case.history, ("history",))


def _check_tools(case: Case) -> None:
    try:
        read_tools(case.history)
    except UnreadableInput as fault:
        raise UnreadableInput(fault.what, where="$.history" + fault.where.removeprefix("$"), hint=fault.hint) from fault


def _check_evidence(case: JsonObject) -> None:
    sources: list[Json] = case.get("evidence", [])
    for index, source in enumerate(sources):
        unknown = set(source) - _EVIDENCE_KEYS
        if unknown:
            raise UnreadableInput(f"unknown field {min(unknown)!r}", where=dotted(("evidence", index)))


def _refuse_second(case: Case, element: _Element, cases: dict[str, tuple[Case, _Element]]) -> None:
    if case.id in cases:
        first = cases[case.id][1].place()
        raise UnreadableInput(f"the id {case.id!r} is used twice", where=element.place(".id"), hint=f"first at {first}")


def _together(faults: list[UnreadableInput]) -> UnreadableInput:
    if len(faults) == 1:
        return faults[0]
    lines = "".join(f"\n  {SendableError.__str__(each)}" for each in faults[:_MOST_FAULTS])
    return UnreadableInput(f"{len(faults)} cases cannot be read:{lines}", hint=faults[0].hint)
