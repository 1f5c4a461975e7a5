"""Item ids of generated histories that say with which reasoning they were made.

A service that stores items knows which reasoning item led to a message or a call, and wants both back. Of an id of its
own only the service knows; an id that was minted here says it, under an HMAC whose key is fixed and public.
"""

import hmac
from hashlib import sha256
from typing import Any, Final

import msgspec

_KEY: Final = b"fixed and public: a minted id is known to no service"
MARK: Final = "_5ea1ab1e"
"""Stands in every minted id: what lacks it need not be opened."""

_OWN: Final = 12
_MAC: Final = 18
_NONE: Final = "0" * _OWN
_LENGTH: Final = len(MARK) + _OWN + _OWN + _MAC


class MintedId(msgspec.Struct, frozen=True):
    """What an id says.

    prefix: ``msg``, ``fc``, ``rs``, …. after: id of the reasoning item it was made with, ``""`` for none.
    """

    prefix: str
    after: str


def mint_id(prefix: str, name: str, *, after_reasoning: str = "") -> str:
    """Return an item id of the length that OpenAI's have; the same arguments give the same id.

    Args:
        prefix: of the item's type: ``msg``, ``fc``, ``rs``, ``ws``, ``ctc``, ….
        name: whatever tells this item from others of its prefix.
        after_reasoning: the minted id of the reasoning item that led to it.

    Raises:
        ValueError: `after_reasoning` is no minted id of a reasoning item.
    """
    own = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_OWN]
    if not after_reasoning:
        return _written(prefix, own, _NONE)
    led = open_id(after_reasoning)
    if led is None or led.prefix != "rs":
        raise ValueError(f"no minted id of a reasoning item: {after_reasoning!r}")
    return _written(prefix, own, _own_of(after_reasoning))


def open_id(item_id: Any) -> MintedId | None:
    """Read an id that was minted here; None for anything else."""
    if item_id.__class__ is not str or MARK not in item_id:
        return None
    prefix, own, led = item_id[:-_LENGTH], _own_of(item_id), item_id[-_OWN - _MAC : -_MAC]
    if not hmac.compare_digest(_written(prefix, own, led).encode(), item_id.encode("utf-8", "surrogatepass")):
        return None
    return MintedId(prefix, "" if led == _NONE else _written("rs", led, _NONE))


def _own_of(item_id: str) -> str:
    return item_id[-_OWN - _OWN - _MAC : -_OWN - _MAC]


def _written(prefix: str, own: str, led: str) -> str:
    said = f"{prefix}{MARK}{own}{led}"
    return said + hmac.digest(_KEY, said.encode("utf-8", "surrogatepass"), "sha256").hex()[:_MAC]
