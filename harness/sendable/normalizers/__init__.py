"""How an implementation plugs in: an address in, a normalizer out. None of them ever sees an expectation."""

from sendable.normalizers.address import connect
from sendable.normalizers.answer import BodyAnswer, FlatAnswer, Given, NormalizerAnswer, StoredAnswer
from sendable.normalizers.connected import Connected
from sendable.normalizers.limits import DEFAULT_LIMITS, Limits

__all__ = [
    "DEFAULT_LIMITS",
    "BodyAnswer",
    "Connected",
    "FlatAnswer",
    "Given",
    "Limits",
    "NormalizerAnswer",
    "StoredAnswer",
    "connect",
]
