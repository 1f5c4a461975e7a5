"""The bodies of the oracle's rules: for each rule one that it refuses alone, and the nearest one that it does not.

They stand in ``cases/oracle/<api>.<topic>.json``: a list of ``{"rule", "trips": {"body", "headers"?, "vendor"?,
"as_of"?, "message"?, "param"?}, "neighbour": {…}}`` for refusals, and of ``{"rule", "accepted": {…}}`` for known
acceptances (records with a 2xx status). Long things are recipes: ``{"$text": "x", "times": 5}`` is a text, and
``{"$each": item, "times": 3}`` in a list is three items, in whose texts ``{n}`` is 0, 1 and 2.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from sendable.corpus.places import body_files
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json
from sendable.model.outcome import Verdict
from sendable.oracle.judge import EVIDENCE_DATE, judge


class BodyAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body with what else its verdict turns on.

    body: with recipes, as it stands in the file; `written` carries them out. message, param: of the provider's error,
    where the file says them.
    """

    body: Json
    headers: dict[str, str] = {}
    vendor: str | None = None
    as_of: str = EVIDENCE_DATE
    message: str | UnsetType = UNSET
    param: str | UnsetType | None = UNSET

    def written(self) -> Json:
        """Return the body with every recipe carried out, as a fresh object."""
        return _written(self.body)

    def judged(self, api: str, without: frozenset[str] = frozenset()) -> Verdict:
        """Ask the oracle about it, with rules left out."""
        return judge(api, self.written(), vendor=self.vendor, headers=self.headers, as_of=self.as_of, without=without)


class RuleBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry: a refusal has `trips` and `neighbour`, a known acceptance `accepted`. api: from the file's name."""

    rule: str
    trips: BodyAsked | None = None
    neighbour: BodyAsked | None = None
    accepted: BodyAsked | None = None
    api: str = ""


def rule_bodies(files: Iterable[Path] | None = None) -> list[RuleBody]:
    """Read the shipped bodies, or those of the given files, in order.

    Raises:
        UnreadableInput: a file is not what it should be.
    """
    return [each for file in (body_files() if files is None else files) for each in _read(file)]


def _read(file: Path) -> Iterator[RuleBody]:
    api = file.stem.partition(".")[0]
    try:
        found = msgspec.json.decode(file.read_bytes(), type=list[RuleBody])
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableInput(f"not bodies of rules: {error}", where=str(file)) from error
    return (msgspec.structs.replace(each, api=api) for each in found)


def _written(value: Json) -> Json:
    if isinstance(value, dict):
        if value.keys() == {"$text", "times"}:
            return value["$text"] * value["times"]
        return {key: _written(each) for key, each in value.items()}
    if isinstance(value, list):
        return [written for each in value for written in _elements(each)]
    return value


def _elements(value: Json) -> list[Json]:
    if not isinstance(value, dict) or value.keys() != {"$each", "times"}:
        return [_written(value)]
    text = json.dumps(value["$each"])
    return [_written(json.loads(text.replace("{n}", str(n)))) for n in range(value["times"])]
