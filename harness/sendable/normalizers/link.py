"""What every transport has in common: bytes of a request in, bytes of an answer out, or why there are none."""

from typing import Protocol

_TAIL = 2000


class LinkBroken(Exception):
    """The other side broke: it died, was too slow, too big, or answered no answer.

    detail: the end of its stderr. final: surely the fault of this request; else it may be a leftover of the one before.
    """

    def __init__(self, message: str, detail: str = "", *, final: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail
        self.final = final


class Link(Protocol):
    """A way to a normalizer outside this process."""

    @property
    def fresh(self) -> bool:
        """Whether nothing that was asked before can disturb the next exchange."""
        ...

    def exchange(self, line: bytes) -> bytes:
        """Send one request, and return the line or body that answers it.

        Raises:
            LinkBroken: there is no answer; the next exchange starts afresh.
        """
        ...

    def discard(self, message: str) -> LinkBroken:
        """End whatever is running, because of `message`; return the error to raise, with the end of its stderr."""
        ...

    def close(self) -> bool:
        """Say goodbye and end whatever is running; return whether it ended by itself."""
        ...


def tail(text: bytes) -> str:
    """Return the end of a stderr, in whole lines where there are several."""
    decoded = text[-_TAIL:].decode("utf-8", "replace").strip()
    if len(text) > _TAIL:
        _, _, after = decoded.partition("\n")
        return after or decoded
    return decoded
