"""The reference as a normalizer: the implementation that others are held against."""

import msgspec

from sendable import __version__
from sendable.model.errors import BadUsage, SendableError
from sendable.model.outcome import NotExpressible, Refused
from sendable.model.report import NormalizerInfo
from sendable.model.script import read_script
from sendable.model.target import Target
from sendable.normalizers.answer import BodyAnswer, FlatAnswer, Given, NormalizerAnswer, StoredAnswer
from sendable.reference.flat import normalize_flat
from sendable.reference.send.assemble import assemble
from sendable.reference.write.play import play


class ReferenceNormalizer(msgspec.Struct, frozen=True):
    """Our own normalizer. letter: the seeds to the letter, without what goes beyond them."""

    info: NormalizerInfo
    letter: bool
    contracts: tuple[str, ...] = ("flat", "send", "write")
    targets: tuple[str, ...] = ()
    in_process: bool = True

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Answer with the closing repair, the assembled request, or what a loop around the recorder stores."""
        if given.contract == "write":
            return _write(given)
        if given.contract == "send":
            return self._send(given)
        if "messages" not in given.history:
            return NotExpressible("the closing repair takes flat messages, not nodes")
        try:
            result = normalize_flat(given.history["messages"], letter=self.letter)
        except SendableError as error:
            return Refused(type=type(error).__name__, message=str(error))
        return FlatAnswer(result.messages, result.dropped)

    def close(self) -> bool:
        """Nothing runs beside this process."""
        return True

    def _send(self, given: Given) -> NormalizerAnswer:
        try:
            request = assemble(given.history, Target(**given.target), given.next, letter=self.letter)
        except SendableError as error:
            return Refused(type=type(error).__name__, message=str(error))
        return BodyAnswer(request.body, msgspec.to_builtins(request.warnings))


def _write(given: Given) -> NormalizerAnswer:
    try:
        answer = play(read_script(given.history))
    except SendableError as error:
        return Refused(type=type(error).__name__, message=str(error))
    return StoredAnswer(answer["stored"], answer["queued"])


def connect_reference(rest: str) -> ReferenceNormalizer:
    """Return the reference, or with ``letter`` its literal reading.

    Raises:
        BadUsage: another word follows ``reference:``.
    """
    if rest not in {"", "letter"}:
        raise BadUsage(f"not a reading of the reference: {rest!r}", hint="write reference or reference:letter")
    address = f"reference:{rest}" if rest else "reference"
    info = NormalizerInfo(address=address, name=address, version=__version__)
    return ReferenceNormalizer(info=info, letter=rest == "letter")
