"""Writing one recording: scrubbed, in vcrpy's format, and whole or not at all.

Record mode exists nowhere else: whatever replays a recording does so with ``record_mode=none``. Once a file stands
under its name the question is answered, so the folder itself says what is left to ask after an interruption.
"""

import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from vcr.request import Request  # type: ignore[import-untyped]  # it ships no types
from vcr.serialize import serialize as vcr_serialize  # type: ignore[import-untyped]  # it ships no types

from sendable.model.errors import BadUsage
from sendable.model.json import Json, encode_json
from sendable.replay import cassettes, scrub
from sendable.replay.exchange import Exchange
from sendable.replay.skeleton import Skeletons

_PART: Final = ".part"
_WRITER: Final = re.compile(rf"\.(\d+)-\d+{re.escape(_PART)}$")
# How fast the machine was: llama.cpp tells it with every answer.
_OF_MACHINE: Final = frozenset({"timings"})


class Writer(msgspec.Struct, frozen=True, kw_only=True):
    """How recordings are written.

    verbatim: bodies of the project's own corpus are stored as they are; anybody else's as skeletons. secrets: values
    that must not be in a file, whatever they look like.
    """

    verbatim: bool = False
    secrets: frozenset[str] = frozenset()

    def write(self, file: Path, exchanges: tuple[Exchange, ...], restore: Callable[[Json], Json] | None = None) -> None:
        """Write exchanges as one cassette, in one step; a file of that name is replaced.

        Args:
            file: whose folder is made when it is missing.
            exchanges: as they went over the wire.
            restore: puts back what was exchanged in a body before it was sent (`minting.Minted.unminted`).

        Raises:
            BadUsage: the file cannot be written.
        """
        text = self.text_of(exchanges, restore)
        part = _part_of(file)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(file)
        except OSError as error:
            raise _cannot_write(error, file) from error

    def text_of(self, exchanges: tuple[Exchange, ...], restore: Callable[[Json], Json] | None = None) -> str:
        """Return the text of a cassette."""
        scrubbed = [self._scrubbed(each, restore or _same) for each in exchanges]
        interactions = {"requests": [one for one, _ in scrubbed], "responses": [other for _, other in scrubbed]}
        text: str = vcr_serialize(interactions, cassettes)
        return text

    def _scrubbed(self, exchange: Exchange, restore: Callable[[Json], Json]) -> tuple[Request, dict[str, Any]]:
        sent, answered = restore(_parsed(exchange.sent)), restore(_parsed(exchange.content))
        sent, answered = scrub.without_account(sent), _without_machine(scrub.without_account(answered))
        if not self.verbatim:
            skeletons = Skeletons()
            sent = skeletons.of_request(sent)
            answered = skeletons.of_response(answered, exchange.status)
        request = Request(
            exchange.method,
            scrub.address(exchange.url),
            self._written(sent),
            self._clean(scrub.request_headers(exchange.request_headers)),
        )
        headers = self._clean(scrub.response_headers(exchange.headers))
        response = {
            "status": {"code": exchange.status, "message": _REASONS.get(exchange.status, "")},
            "headers": {name: [value] for name, value in headers.items()},
            "body": {"string": self._written(answered)},
        }
        return request, response

    def _written(self, body: Json) -> bytes:
        clean = self._clean(body)
        return clean.encode("utf-8", "backslashreplace") if isinstance(clean, str) else encode_json(clean)

    def _clean(self, value: Json) -> Json:
        return scrub.without_secrets(value, self.secrets)


@contextmanager
def ready(folders: Iterable[Path]) -> Iterator[None]:
    """Make folders and write into each, so that no answer comes that cannot be kept; what stays empty goes again.

    Raises:
        BadUsage: one of them cannot be made or written to.
    """
    made: list[Path] = []
    try:
        for folder in folders:
            _make_ready(folder, made)
        yield
    finally:
        for folder in reversed(made):
            with suppress(OSError):  # it is empty only when nothing was written
                folder.rmdir()


def _make_ready(folder: Path, made: list[Path]) -> None:
    made += [each for each in (*reversed(folder.parents), folder) if not each.exists()]
    part = _part_of(folder / "trial")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.touch()
        part.unlink()
    except OSError as error:
        raise _cannot_write(error, folder) from error


def _part_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}{_PART}")


def _cannot_write(error: OSError, where: Path) -> BadUsage:
    return BadUsage(f"cannot write: {error.strerror}", where=str(where), hint="choose a folder with --out")


def remove_parts(folder: Path) -> None:
    """Remove what runs left half written when they were killed; what a live one is writing stays."""
    for part in folder.rglob(f"*{_PART}") if folder.is_dir() else ():
        if not _is_alive(_WRITER.search(part.name)):
            part.unlink(missing_ok=True)


def _is_alive(writer: re.Match[str] | None) -> bool:
    if sys.platform == "win32":
        return True  # signal 0 is Ctrl-C there: nobody is asked
    try:
        os.kill(int(writer[1]) if writer else 0, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return writer is not None


def _same(value: Json) -> Json:
    return value


def _parsed(content: bytes) -> Json:
    """Return a body as JSON, as text when it is none."""
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return content.decode("utf-8", "backslashreplace")


def _without_machine(body: Json) -> Json:
    if not isinstance(body, dict):
        return body
    return {key: value for key, value in body.items() if key not in _OF_MACHINE}


_REASONS: Final = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    413: "Payload Too Large",
    422: "Unprocessable Entity",
}
_REASONS[500] = "Internal Server Error"
