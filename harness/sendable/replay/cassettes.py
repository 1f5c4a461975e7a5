"""The folder of recordings: ``<vendor>/<api>/conversations/*.yaml``, and ``<vendor>/<api>/<history>-<settings>.yaml``.

This module is a serializer of vcrpy too: its files hold parsed JSON (``parsed_body``), so that they can be read and
compared by people. They are only played here, never recorded.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
import vcr  # type: ignore[import-untyped]  # it ships no types
import yaml

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, encode_json
from sendable.model.roundtrip import RoundTrip
from sendable.model.target import Target
from sendable.oracle.seals import digest_class
from sendable.recordings import read
from sendable.recordings.digest import history_digest, settings_digest
from sendable.recordings.document import parse_yaml
from sendable.recordings.scope import model_of
from sendable.replay.outgoing import Outgoing

UNNAMED: Final = "local"
"""The vendor of answers whose server nobody named: they say nothing of the API's own provider."""
_CONVERSATIONS: Final = "conversations"
_SERIALIZER: Final = "sendable"
_DIGITS: Final = 32


class OnFile(msgspec.Struct, frozen=True):
    """One recorded round trip. file: where it lies; n: which of that file, from 1."""

    file: Path
    n: int
    trip: RoundTrip

    @property
    def where(self) -> str:
        """The file and the interaction, as they are named in reports."""
        return f"{self.trip.source.path}#{self.n}"


class Shelf:
    """A folder of recordings, read as far as it is asked for."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._all: dict[str, tuple[OnFile, ...]] = {}
        self._conversations: dict[str, dict[tuple[str, str], list[OnFile]]] = {}

    def find(self, target: Target, wanted: Outgoing) -> tuple[OnFile, ...]:
        """Return every recording with the digests of a request: the one under their name, and those in conversations.

        Raises:
            UnreadableInput: a file is no recording.
        """
        named = self._root / folder_of(target) / name_of(wanted.history, wanted.settings)
        alone = _read(named) if named.is_file() else ()
        return (*alone, *self._in_conversations(target).get((wanted.history, wanted.settings), ()))

    def holds(self, target: Target, history: str, settings: str) -> bool:
        """Tell whether there is a recording with these digests."""
        named = self._root / folder_of(target) / name_of(history, settings)
        return named.is_file() or (history, settings) in self._in_conversations(target)

    def unnamed(self, target: Target, wanted: Outgoing) -> Path | None:
        """Return the file with a nameless server's answer to a request, which is no recording of the target."""
        if target.vendor:
            return None
        folder = folder_of(msgspec.structs.replace(target, vendor=UNNAMED))
        file = self._root / folder / name_of(wanted.history, wanted.settings)
        return file if file.is_file() else None

    def all(self, target: Target) -> tuple[OnFile, ...]:
        """Return every recording of a target's API and vendor, whatever its model; read once."""
        folder = folder_of(target)
        if folder not in self._all:
            alone = (found for file in _files(self._root / folder) for found in _read(file))
            told = (found for each in self._in_conversations(target).values() for found in each)
            self._all[folder] = (*alone, *told)
        return self._all[folder]

    def _in_conversations(self, target: Target) -> dict[tuple[str, str], list[OnFile]]:
        folder = folder_of(target)
        if folder not in self._conversations:
            found: dict[tuple[str, str], list[OnFile]] = {}
            for file in _files(self._root / folder / _CONVERSATIONS):
                for each in _read(file):
                    found.setdefault(digests_of(each.trip, target), []).append(each)
            self._conversations[folder] = found
        return self._conversations[folder]


def folder_of(target: Target) -> str:
    """Return where a target's recordings lie, as ``<vendor>/<api>``."""
    return f"{target.vendor or target.api.partition('-')[0]}/{target.api}"


def name_of(history: str, settings: str) -> str:
    """Return the file name of one request's recording."""
    return f"{history}-{settings}.yaml"


def digests_of(trip: RoundTrip, target: Target) -> tuple[str, str]:
    """Return the two digests of a recorded request, its blobs classed as the target would.

    Raises:
        UnreadableInput: it is nested too deeply.
    """
    model = model_of(trip)
    history = history_digest(trip.request, target.api, digest_class(target.provider_type))
    return history, settings_digest(trip.request, target.api, trip.headers, model=model)


def player(file: Path, matcher: Callable[[Any, Any], None]) -> AbstractContextManager[Any]:
    """Return vcrpy with one cassette in it, which answers what it holds and lets nothing out."""
    recorder = vcr.VCR(serializer=_SERIALIZER, record_mode=vcr.mode.NONE, match_on=(matcher.__name__,))
    recorder.register_serializer(_SERIALIZER, _Serializer)
    recorder.register_matcher(matcher.__name__, matcher)
    played: AbstractContextManager[Any] = recorder.use_cassette(str(file), allow_playback_repeats=True)
    return played


def serialize(cassette: dict[str, Any]) -> str:
    """Write a cassette as YAML, keys in their order; an exchange that has no day yet was recorded today."""
    today = datetime.now(UTC).date().isoformat()
    interactions = [
        {
            "recorded_at": each.get("recorded_at", today),
            "request": _request_out(each["request"]),
            "response": _response_out(each["response"]),
        }
        for each in cassette["interactions"]
    ]
    data = {"interactions": interactions, "version": cassette["version"]}
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


def deserialize(text: str) -> dict[str, Any]:
    """Read a cassette into the form that vcrpy plays; bodies may be parsed or not.

    Raises:
        UnreadableInput: it is no cassette.
    """
    data = parse_yaml(text.encode(), "cassette")
    try:
        for each in data["interactions"]:
            request, response = each["request"], each["response"]
            request["body"] = _text(request)
            response["body"] = {"string": _text(response).encode()}
            response["headers"] = {name: _listed(value) for name, value in response["headers"].items()}
    except (KeyError, TypeError, AttributeError) as error:
        raise UnreadableInput(f"this is no cassette of vcrpy: {error}") from error
    return data  # type: ignore[no-any-return]  # the loops above have looked at all of it


class _Serializer:
    serialize = staticmethod(serialize)
    deserialize = staticmethod(deserialize)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such."""


def _represent(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent)


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob("*.yaml"))) if folder.is_dir() else iter(())


def _read(file: Path) -> tuple[OnFile, ...]:
    return tuple(OnFile(file, trip.source.n, trip) for trip in read(file))


def _request_out(request: dict[str, Any]) -> dict[str, Any]:
    kept = {key: request[key] for key in ("method", "uri", "headers")}
    return kept | _body_out(request.get("body") or b"")


def _response_out(response: dict[str, Any]) -> dict[str, Any]:
    kept = {key: response[key] for key in ("status", "headers")}
    return kept | _body_out(response["body"]["string"])


def _body_out(content: bytes | str) -> dict[str, Json]:
    """Return a body parsed; as text when it is no JSON."""
    try:
        return {"parsed_body": msgspec.json.decode(content)}
    except (msgspec.DecodeError, UnicodeDecodeError):
        text = content if isinstance(content, str) else content.decode(errors="backslashreplace")
        return {"body": {"string": text}}


def _text(message: dict[str, Any]) -> str:
    if "parsed_body" in message:
        return encode_json(message.pop("parsed_body")).decode()
    body = message.get("body")
    text = body.get("string", "") if isinstance(body, dict) else body
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text or "")


def _listed(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
