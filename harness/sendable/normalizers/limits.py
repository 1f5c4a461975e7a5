"""How much of everything a normalizer in another process may take before its case ends as crashed."""

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """The limits of one request.

    seconds: from the request to the whole answer, and for a start. memory: bytes that the process and all it started
    hold together. answer: bytes of one line.
    """

    seconds: float = 10.0
    memory: int = 2 * 1024**3
    answer: int = 64 * 1024**2


DEFAULT_LIMITS = Limits()
