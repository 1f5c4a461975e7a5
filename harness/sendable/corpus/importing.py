"""Turn recorded round trips into base histories."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sendable import wire
from sendable.corpus.base import Base
from sendable.corpus.pairs import calls_of
from sendable.corpus.plain import plain
from sendable.corpus.wellformed import fault_in
from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject
from sendable.model.roundtrip import RoundTrip, Source
from sendable.recordings import read
from sendable.recordings.digest import messages_digest
from sendable.wire import flat

_SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", ".har", ".gz")
_DIGITS = 12


class LeftOut(msgspec.Struct, frozen=True):
    """A round trip that became no base. why: one of a few fixed sentences, so that they can be counted."""

    source: Source
    why: str


class Importing(Iterator[Base]):
    """The base histories of recordings, read as they are asked for.

    seen: how many round trips were read so far. left_out: how many became no base, by reason; ``seen`` is the number
    of bases plus their sum. examples: the first few of each reason, to look at. passed_over: what stands in the files
    and is no round trip with a model, by reason.
    """

    _KEPT_OF_EACH = 5

    def __init__(self, paths: Iterable[Path]) -> None:
        self.seen = 0
        self.left_out: Counter[str] = Counter()
        self.passed_over: Counter[str] = Counter()
        self.examples: list[LeftOut] = []
        self._digests: set[str] = set()
        self._bases = self._import(_files(paths))

    def __next__(self) -> Base:
        return next(self._bases)

    def _import(self, files: Iterator[Path]) -> Iterator[Base]:
        for file in files:
            for trip in read(file, skipped=self.passed_over):
                self.seen += 1
                found = self._base(trip)
                if isinstance(found, Base):
                    yield found
                else:
                    self._leave_out(LeftOut(trip.source, found))

    def _base(self, trip: RoundTrip) -> Base | str:
        """Return the base of a round trip, or why it has none."""
        if not trip.accepted:
            return "the provider refused it"
        if not wire.speaks(trip.api):
            return "of another API"
        if not isinstance(trip.request, dict):
            return "no request body"
        messages = [plain(each) for each in flat.messages(wire.from_body(trip.api, trip.request))]
        fault = None if any(map(calls_of, messages)) else "no tool call"
        return fault or fault_in(messages) or self._new(trip, messages)

    def _new(self, trip: RoundTrip, messages: list[JsonObject]) -> Base | str:
        digest = messages_digest(messages)
        if digest in self._digests:
            return "the same history as another"
        self._digests.add(digest)
        return Base(
            id=f"{trip.api}-{digest[:_DIGITS]}",
            messages=tuple(messages),
            source=trip.source,
            api=trip.api,
            vendor=trip.provider,
            date=trip.date,
        )

    def _leave_out(self, one: LeftOut) -> None:
        self.left_out[one.why] += 1
        if self.left_out[one.why] <= self._KEPT_OF_EACH:
            self.examples.append(one)


def import_histories(paths: Iterable[Path]) -> Importing:
    """Import the recorded histories of files and folders.

    Taken are requests that the provider answered with a 2xx, with at least one tool call, every call answered right
    after its turn. What is not taken is counted in the returned iterator's `left_out`, by reason.

    Returns:
        An iterator of bases, distinct by `messages_digest`, in the order of the sorted files.

    Raises:
        UnreadableInput: a file or folder is missing, or is no recording.
    """
    return Importing(paths)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.exists():
            raise UnreadableInput("no such file or folder", where=str(path))
        yield from sorted(each for each in path.rglob("*") if each.suffix in _SUFFIXES) if path.is_dir() else [path]
