"""What is left to ask, and what that costs at most: settled before the first request goes out."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from sendable.model.errors import NothingJudged
from sendable.model.json import JsonObject
from sendable.model.outcome import Crashed
from sendable.model.target import Target
from sendable.recordings import index, read
from sendable.recordings.endpoint import endpoint_of, is_named
from sendable.replay.cassettes import UNNAMED, Shelf, folder_of, name_of
from sendable.replay.least_output import with_least_output
from sendable.replay.minting import needs_minting
from sendable.replay.outgoing import Outbox
from sendable.replay.prices import FREE, Price, bounded, cost_as_sent, mint_dollars, price_of
from sendable.tasks.record_bodies import Wanted

LOCAL = UNNAMED
"""Who answers at an address of one's own, as long as nobody says so: never evidence about the API's own provider."""
COUNTING = "counting"
"""The folder of what counting endpoints answered."""
_ANY_ENDPOINT = "/chat/completions"


class Server(msgspec.Struct, frozen=True):
    """Where requests go. base_url: an address of one's own, None for the provider's.

    gateway: the address only passes requests on to the API's own provider, whose answers these are.
    """

    base_url: str | None = None
    gateway: bool = False

    def answerer(self, target: Target) -> Target:
        """Return the target under whose name the answers are kept."""
        if self.base_url is None or self.gateway or target.vendor or target.provider_type in ("vllm", "llamacpp"):
            return target
        found = endpoint_of(urlsplit(self.base_url).hostname or "", _ANY_ENDPOINT)
        provider = found[1] if found else ""
        if provider == folder_of(target).partition("/")[0]:
            return target
        return msgspec.structs.replace(target, vendor=provider if is_named(provider) else LOCAL)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One request that is to be sent.

    body: as it goes out, but for seals. file: where its recording will lie. tokens, dollars: at most; dollars is None
    when no price is known. bounded: whether the tokens hold for certain. minted: blobs are obtained for it first;
    minting: what that costs about, unless they are at hand. origins: the cases or lines that ask it.
    """

    body: JsonObject
    target: Target
    headers: dict[str, str]
    file: Path
    tokens: int
    dollars: float | None
    bounded: bool
    verbatim: bool
    minted: bool
    minting: float
    price: Price | None
    origins: tuple[str, ...]


class Questions(msgspec.Struct, frozen=True, kw_only=True):
    """All that a run asks.

    to_send: each question once. on_file: questions that a cassette answers; indexed: that the index of digests does.
    wanted: bodies, repeated ones included. unsendable: bodies that the official SDK does not serialize, with its words.
    files: every file that this run would have, whether it is there or not. file_of: of the first body of an origin.
    """

    to_send: tuple[Question, ...]
    on_file: int
    indexed: int
    wanted: int
    unsendable: tuple[tuple[str, str], ...]
    files: frozenset[Path]
    file_of: dict[str, Path]

    def unnamed(self, out: Path) -> tuple[str, ...]:
        """Return the APIs whose answers are filed as a nameless server's, and so are no recordings of theirs."""
        parts = (file.relative_to(out).parts for file in self.files)
        return tuple(sorted({api for vendor, api, *_ in parts if vendor == LOCAL}))

    @property
    def tokens(self) -> int:
        """How many tokens they are at most."""
        return sum(each.tokens for each in self.to_send)

    @property
    def dollars(self) -> float | None:
        """What they cost at most; None when a price is not known."""
        known = [each.dollars for each in self.to_send if each.dollars is not None]
        return sum(known) if len(known) == len(self.to_send) else None

    @property
    def minting(self) -> float:
        """What genuine blobs cost about, if none of them served twice."""
        return sum(each.minting for each in self.to_send)

    @property
    def unpriced(self) -> dict[str, int]:
        """How many requests go to each target whose price is not known."""
        return dict(Counter(str(each.target) for each in self.to_send if each.dollars is None).most_common())


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """How questions are made.

    out: the folder of recordings. again: ask also what is on file. indexed: a recording of others will do, of which the
    index of digests knows. counting: ask counting endpoints. tokens: output to ask for, the least by default. price: of
    every model, instead of the table's.
    """

    out: Path
    server: Server = Server()
    again: bool = False
    indexed: bool = True
    counting: bool = False
    tokens: int | None = None
    price: Price | None = None


def questions(wanted: Iterable[Wanted], asking: Asking) -> Questions:
    """Reduce bodies to the questions that no recording answers, each once.

    Raises:
        NothingJudged: there is no body at all.
        SendableError: the bodies cannot be made.
    """
    sorting = _Sorting(asking)
    for each in wanted:
        sorting.add(each)
    if not sorting.wanted:
        raise NothingJudged("there is no body to record", hint="see sendable record --help for --cases and --target")
    return sorting.result()


def _is_whole(file: Path) -> bool:
    """Tell whether there is a recording under a name.

    Raises:
        UnreadableInput: there is one that was cut off.
    """
    return file.is_file() and bool(list(read(file)))


class _Sorting:
    """The questions so far."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._shelf = Shelf(asking.out)
        self._outbox = Outbox()
        self._origins: dict[Path, list[str]] = {}
        self._files: dict[str, Path] = {}
        self._found: dict[Path, Question] = {}
        self._on_file: set[Path] = set()
        self._indexed: set[Path] = set()
        self._unsendable: dict[str, str] = {}
        self._reads_others = asking.indexed and not asking.counting
        self.wanted = 0

    def add(self, each: Wanted) -> None:
        """Add one body."""
        self.wanted += 1
        body = with_least_output(each.body, each.target, self._asking.tokens)
        out = self._outbox.out(body, each.target, each.headers)
        if isinstance(out, Crashed):
            self._unsendable.setdefault(each.origin, out.message)
            return
        file = self._file(each.target, out.history, out.settings)
        self._origins.setdefault(file, []).append(each.origin)
        self._files.setdefault(each.origin, file)
        if file in self._found or file in self._on_file or file in self._indexed:
            return
        if not self._asking.again and self._is_known(each.target, out.history, out.settings, file):
            return
        self._found[file] = self._question(each, body, file)

    def result(self) -> Questions:
        """Return what was found."""
        return Questions(
            to_send=tuple(
                msgspec.structs.replace(each, origins=tuple(dict.fromkeys(self._origins[file])))
                for file, each in self._found.items()
            ),
            on_file=len(self._on_file),
            indexed=len(self._indexed),
            wanted=self.wanted,
            unsendable=tuple(self._unsendable.items()),
            files=frozenset(self._origins),
            file_of=self._files,
        )

    def _file(self, target: Target, history: str, settings: str) -> Path:
        folder = self._asking.out / folder_of(self._asking.server.answerer(target))
        return (folder / COUNTING if self._asking.counting else folder) / name_of(history, settings)

    def _is_known(self, target: Target, history: str, settings: str, file: Path) -> bool:
        answerer = self._asking.server.answerer(target)
        if _is_whole(file) or (self._reads_others and self._shelf.holds(answerer, history, settings)):
            self._on_file.add(file)
            return True
        if not self._reads_others or answerer.vendor == LOCAL:
            return False
        found = index.lookup(target.api, answerer.vendor, history, settings)
        if found is None or found.conflicting:
            return False
        self._indexed.add(file)
        return True

    def _question(self, each: Wanted, body: JsonObject, file: Path) -> Question:
        price = self._asking.price or price_of(self._asking.server.answerer(each.target))
        cost = cost_as_sent(body, each.target, price)
        minted = needs_minting(body) and not self._asking.counting
        minting = mint_dollars(body, each.target) if minted else 0.0
        known = cost.dollars if minting is not None else None
        return Question(
            body=body,
            target=each.target,
            headers=each.headers,
            file=file,
            tokens=cost.tokens,
            dollars=0.0 if self._asking.counting else known,
            bounded=bounded(body) or self._asking.counting,
            verbatim=each.verbatim,
            minted=needs_minting(body),
            minting=minting or 0.0,
            price=FREE if self._asking.counting else price,
            origins=(),
        )
