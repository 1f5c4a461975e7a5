"""``oneshot:COMMAND``: a program that is run once a request: one request on its stdin, one answer on its stdout."""

import time

from sendable.normalizers.child import Child, split_command
from sendable.normalizers.limits import Limits
from sendable.normalizers.link import LinkBroken
from sendable.normalizers.remote import RemoteNormalizer, connect_remote


def connect_oneshot(rest: str, limits: Limits) -> RemoteNormalizer:
    """Run the command once with ``start``.

    Raises:
        BadUsage: there is no command. NormalizerDidNotStart: it does not run, or does not answer ``start``.
    """
    return connect_remote(f"oneshot:{rest}", OneshotLink(split_command(rest, "oneshot"), limits))


class OneshotLink:
    """One process a request."""

    def __init__(self, words: list[str], limits: Limits) -> None:
        self._words = words
        self._limits = limits
        self._errors = ""

    @property
    def fresh(self) -> bool:
        """Whether nothing is left of the request before: always."""
        return True

    def exchange(self, line: bytes) -> bytes:
        """Run the program on one request; its exit code must be 0."""
        child = Child(self._words, self._limits)
        try:
            child.send(line)
            said = child.rest(time.monotonic() + self._limits.seconds)
        except LinkBroken as broken:
            raise LinkBroken(broken.message, child.errors()) from broken
        finally:
            self._errors = child.errors()
            child.end()
        return self._only_line(said)

    def discard(self, message: str) -> LinkBroken:
        """Nothing is running any more."""
        return LinkBroken(message, self._errors)

    def close(self) -> bool:
        """Nothing is running."""
        return True

    def _only_line(self, said: bytes) -> bytes:
        lines = [each for each in said.splitlines() if each.strip()]
        if len(lines) != 1:
            raise self.discard("answered nothing" if not lines else "answered more than once")
        return lines[0]
