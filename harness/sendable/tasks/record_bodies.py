"""The bodies that a recording is wanted of: a normalizer's outputs on the cases, or the lines of a file."""

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

import msgspec

from sendable.corpus.profile import load_profile
from sendable.model.case import Case
from sendable.model.errors import BadUsage, UnreadableInput
from sendable.model.json import Json, JsonObject, parse_json
from sendable.model.outcome import NotOnFile
from sendable.model.target import Target, parse_target
from sendable.normalizers import DEFAULT_LIMITS, Connected, Limits, connect
from sendable.replay.asking import Asked
from sendable.replay.scrub import is_credential
from sendable.tasks.asked_as import asked_as
from sendable.tasks.evaluate import evaluate
from sendable.tasks.run import DEFAULT_TARGETS, Plan, pairs_of
from sendable.tasks.selection import Selection

# Only what the reference makes of the project's own cases is known to hold nobody's words.
_OWN_NORMALIZER = "reference"


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """One body that somebody wants to have a recording of.

    origin: the case or the line that it is from. verbatim: it holds the project's own words alone, and may be stored as
    it is. headers: of the request, beside what the SDK sends.
    """

    body: JsonObject
    target: Target
    origin: str
    verbatim: bool = False
    headers: dict[str, str] = {}


def from_cases(
    address: str, targets: tuple[str, ...], selection: Selection, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Wanted]:
    """Yield every body that a normalizer makes of the selected cases, for every target; repeated ones as well.

    Raises:
        SendableError: the cases, the normalizer or a target cannot be used.
    """
    normalizer = connect(address, limits)
    own = address.partition(":")[0] == _OWN_NORMALIZER and not selection.cases and not selection.bases
    try:
        for case, target in pairs_of(Plan(address=address, targets=targets), selection, normalizer):
            yield from _bodies(case, target, normalizer, own=own)
    finally:
        normalizer.close()


def from_profile(
    address: str, targets: tuple[str, ...], name: str, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Wanted]:
    """Do the same for the cases of a frozen profile, which hold the project's own words.

    Raises:
        SendableError: the profile, the normalizer or a target cannot be used.
    """
    cases = load_profile(name)
    normalizer = connect(address, limits)
    named = [parse_target(text) for text in targets or DEFAULT_TARGETS]
    try:
        for case in filter(None, (asked_as(each, normalizer.contracts) for each in cases)):
            fitting = (each for each in named if not case.targets or _fits(each, case.targets))
            for target in fitting:
                yield from _bodies(case, target, normalizer, own=address.partition(":")[0] == _OWN_NORMALIZER)
    finally:
        normalizer.close()


def from_lines(lines: Iterable[tuple[int, bytes]], name: str, api: str | None, model: str | None) -> Iterator[Wanted]:
    """Yield the bodies of a JSONL file.

    Args:
        lines: with their numbers. Each is a body, or ``{"api"?, "body", "headers"?, "model"?}``, or a recorded row with
            ``request`` in place of ``body``.
        name: of the file, for errors.
        api: ``API[@vendor]`` of the lines that do not name theirs.
        model: of the bodies that do not name theirs.

    Raises:
        UnreadableInput: a line is no such object; says where. BadUsage: no API or no model is named.
    """
    for number, line in lines:
        where = f"{name}, line {number}"
        row = parse_json(line, where)
        if not isinstance(row, dict):
            raise UnreadableInput("not an object", where=where, hint='write a body, or {"api", "body"}, on each line')
        wrapped = "request" if "request" in row else "body" if "body" in row else ""
        body = row[wrapped] if wrapped else row
        if not isinstance(body, dict):
            raise UnreadableInput("the body is no object", where=f"{where}, $.{wrapped}")
        around: JsonObject = row if wrapped else {}
        yield Wanted(
            body=body, target=_target(around, body, api, model, where), headers=_headers(around, where), origin=where
        )


def _bodies(case: Case, target: Target, normalizer: Connected, *, own: bool) -> Iterator[Wanted]:
    noted = _Noting()
    evaluate(case, target, normalizer, noted)
    for body, headers in noted.bodies:
        yield Wanted(body=body, target=target, headers=headers, verbatim=own, origin=case.id)


def _fits(target: Target, globs: tuple[str, ...]) -> bool:
    return any(fnmatchcase(str(target), glob) for glob in globs)


class _Noting:
    """Takes the place of a provider and notes what it is asked."""

    def __init__(self) -> None:
        self.bodies: list[tuple[JsonObject, dict[str, str]]] = []

    def ask(self, body: JsonObject, _target: Target, headers: Mapping[str, str] | None = None) -> Asked:
        self.bodies.append((body, dict(headers or {})))
        return Asked(NotOnFile("only noted"))


def _target(around: JsonObject, body: JsonObject, api: str | None, model: str | None, where: str) -> Target:
    named = around.get("api") or api
    of_model = body.get("model") or around.get("model") or model
    if not isinstance(named, str):
        raise BadUsage("no API named", where=where, hint='write "api" on the line, or pass --api')
    if not isinstance(of_model, str):
        raise BadUsage("no model named", where=where, hint='write "model" on the line, or pass --model')
    return parse_target(f"{named}:{of_model}")


def _headers(around: JsonObject, where: str) -> dict[str, str]:
    headers: Json = around.get("headers") or {}
    if not isinstance(headers, dict):
        raise UnreadableInput("not an object", where=f"{where}, $.headers")
    for name in filter(is_credential, headers):
        raise BadUsage(
            f"a line's header may not carry a credential: {name}",
            where=f"{where}, $.headers",
            hint="leave it out: the key is read from the environment",
        )
    return {str(name).lower(): str(value) for name, value in headers.items()}
