"""A normalizer outside this process, whatever the way to it."""

import msgspec

from sendable.model.errors import NormalizerDidNotStart, UnreadableInput
from sendable.model.json import Json, parse_json
from sendable.model.outcome import Crashed
from sendable.model.report import NormalizerInfo
from sendable.normalizers.answer import Given, NormalizerAnswer, read_answer
from sendable.normalizers.held import held_to
from sendable.normalizers.link import Link, LinkBroken
from sendable.normalizers.projection import project
from sendable.normalizers.protocol import Started, read_started, request_line, start_line

_SHOWN = 200


class RemoteNormalizer:
    """Asks over a link; what breaks there is a `Crashed`, and the next request starts afresh."""

    in_process = False

    def __init__(self, address: str, started: Started, link: Link) -> None:
        self.started = started
        self.info = NormalizerInfo(
            address=address, name=started.name, version=started.version, language=started.language
        )
        self.contracts: tuple[str, ...] = started.contracts
        self.targets = started.targets
        self._link = link
        self._seq = 0

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Bring the history to an accepted shape, ask, and read the answer."""
        brought = project(given, self.started.accepts)
        if not isinstance(brought, Given):
            return brought
        asked_before = not self._link.fresh
        try:
            return self._ask(brought)
        except LinkBroken as broken:
            if broken.final or not asked_before:
                return Crashed(broken.message, broken.detail)
        # It may be a leftover of the request before, and each case answers for itself alone.
        try:
            return self._ask(brought)
        except LinkBroken as broken:
            return Crashed(broken.message, broken.detail)

    def close(self) -> bool:
        """End what runs; it starts again when it is asked again. Return whether it ended by itself."""
        return self._link.close()

    def _ask(self, given: Given) -> NormalizerAnswer:
        self._seq += 1
        try:
            line = self._link.exchange(request_line(given, self._seq))
        except NormalizerDidNotStart as error:
            raise LinkBroken(f"it did not start again: {error.what}", final=True) from error
        return held_to(given.contract, read_answer(self._read(line)))

    def _read(self, line: bytes) -> Json:
        """Read one answer to the request that was just sent."""
        try:
            answer = parse_json(line, "stdout")
        except UnreadableInput as error:
            raise self._link.discard(f"said what is not JSON: {shown(line)}") from error
        seq = answer.get("seq") if isinstance(answer, dict) else None
        if isinstance(answer, dict) and (isinstance(seq, bool) or seq != self._seq):
            raise self._link.discard(f"answered seq {seq!r}; {self._seq} was asked")
        return answer


def connect_remote(address: str, link: Link) -> RemoteNormalizer:
    """Ask who is there.

    Raises:
        NormalizerDidNotStart: nobody, or not in the protocol's words; with the end of its stderr.
    """
    try:
        line = link.exchange(start_line())
        started = read_started(parse_json(line, "the answer to start"))
    except LinkBroken as broken:
        raise _not_started(address, broken.message, broken.detail) from broken
    except UnreadableInput as error:
        gone = link.discard(f"the answer to start is not JSON: {shown(line)}")
        raise _not_started(address, gone.message, gone.detail) from error
    except msgspec.ValidationError as error:
        gone = link.discard(f"the answer to start: {error}")
        raise _not_started(address, gone.message, gone.detail) from error
    return RemoteNormalizer(address, started, link)


def seq_of(line: bytes) -> int | None:
    """Return the seq of a line; None when it has none."""
    try:
        found = msgspec.json.decode(line, type=_Numbered).seq
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found


def shown(line: bytes) -> str:
    """Return a line for an error, cut."""
    text = line.decode("utf-8", "replace")
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


class _Numbered(msgspec.Struct):
    seq: int | None = None


def _not_started(address: str, what: str, stderr: str) -> NormalizerDidNotStart:
    said = "\n  stderr: " + stderr.replace("\n", "\n  ") if stderr else ""
    return NormalizerDidNotStart(
        f"the normalizer did not start: {what}{said}", where=address, hint="see sendable normalizers check --help"
    )
