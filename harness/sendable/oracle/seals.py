"""Opaque blobs of generated histories: issued and opened here, so that one that is not what it should be can be told.

Providers hand out blobs that only they can read: encrypted reasoning, signatures of thinking, compactions. A history
that a machine made up needs such blobs too. A seal says who made a blob, for what and behind what, under an HMAC whose
key is fixed and public: it proves nothing to a real provider, which refuses it. What is not one of our seals, as in a
real recording, cannot be opened: it counts as genuine, and the verdict says so (design, section 4, Seals).
"""

import hmac
import json
import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

import msgspec

from sendable.model.json import Json

BlobClass: TypeAlias = Literal["genuine", "unknown", "foreign", "tampered", "displaced", "stale", "malformed"]

READABLE: Final = frozenset({"genuine", "unknown"})
"""The classes of blobs that their maker takes back."""

SKELETON: Final = "blob"
"""How what stands for a blob in a recording's skeleton begins: of the blob it says nothing."""

_KEY: Final = b"fixed and public: a seal proves nothing to a provider"
# Twenty characters of either base64 alphabet, so they stand in every seal as they are.
_MARK: Final = "SendableSealVersion1"
_MARK_WITHIN: Final = 64
_HEAD_BYTES: Final = 9
_BODY_AT: Final = _HEAD_BYTES + 15
_MAC_BYTES: Final = 16
# How real blobs of these makers begin.
_HEADS: Final = {
    "openai": bytes.fromhex("80000000006b0c0000"),
    "anthropic": bytes.fromhex("12b5010a4608011803"),
    "google": bytes.fromhex("0a9e010a9b01021800"),
}
_OTHER_HEAD: Final = bytes(_HEAD_BYTES)
_TO_URL: Final = str.maketrans("+/", "-_")
_FROM_URL: Final = str.maketrans("-_", "+/")
# Beginnings that a provider was seen to refuse: reports of 2026-09-15 (OpenAI) and 2026-05-26 (xAI). OpenAI's own
# blobs begin with gAAA.
_FOREIGN_HEADS: Final = {"openai": ("rsn_", "eJxf")}
_OPENAI_HEAD: Final = ("gAAA",)
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]+={0,2}").fullmatch
_LOOKED_AT: Final = 32
_REDACTED: Final = "redacted"
_DIGITS: Final = 16


class Prefix(msgspec.Struct, frozen=True, array_like=True):
    """What stood before a blob when it was made, each part as a short digest.

    thought: the reasoning block before it, ``""`` when it was the first.
    """

    system: str = ""
    tools: str = ""
    messages: str = ""
    thought: str = ""


class Seal(msgspec.Struct, frozen=True, array_like=True):
    """What a blob of ours says of itself.

    provider: the type of its maker (design, section 2), or a vendor whose blobs only it can read. model: that made it.
    item_id: of the item it belongs to, ``""`` where the maker has no ids. kind: ``reasoning``, ``redacted`` or
    ``compaction``. prefix: what stood before it, where the maker binds that. content, changes: digests of the text and
    of the tool changes under it, ``""`` where they are not bound. organization: ``""`` is the account that asks now.
    place: number of the block among the reasoning blocks of its response, and how many these are; zeros when not told.
    intact: nothing was changed since it was issued; of one that cannot be read at all, only this is known.
    """

    provider: str
    model: str
    item_id: str = ""
    kind: str = "reasoning"
    prefix: Prefix | None = None
    content: str = ""
    changes: str = ""
    organization: str = ""
    place: tuple[int, int] = (0, 0)
    intact: bool = True


_UNREADABLE: Final = Seal(provider="", model="", intact=False)


def seal(
    provider: str,
    model: str,
    item_id: str = "",
    *,
    prefix: Prefix | None = None,
    kind: str = "reasoning",
    content: Json = None,
    organization: str = "",
    place: tuple[int, int] = (0, 0),
) -> str:
    """Issue a blob; the same arguments give the same blob.

    Args:
        provider: type of its maker.
        model: that is said to have made it.
        item_id: of its item, where the maker binds the blob to one (OpenAI).
        prefix: what stands before it, where the maker binds it (newer Claude models).
        kind: ``reasoning``, ``redacted`` or ``compaction``.
        content: the text that it signs; None when it signs none.
        organization: the account that it was made for, when that is another than the one that asks.
        place: its number among the reasoning blocks of its response, from 0, and their count.
    """
    under = "" if content is None else short_digest(content)
    return issue(Seal(provider, model, item_id, kind, prefix, content=under, organization=organization, place=place))


def issue(said: Seal) -> str:
    """Write a seal as a blob: base64 that begins as its maker's blobs do."""
    raw = _HEADS.get(said.provider, _OTHER_HEAD) + b64decode(_MARK) + msgspec.json.encode(said)
    return _written(raw + _mac(raw), said.provider)


def is_sealed(blob: Any) -> bool:
    """Tell whether a value is a blob of ours, changed or not."""
    return blob.__class__ is str and _MARK in blob[:_MARK_WITHIN]


def open_seal(blob: Any) -> Seal | None:
    """Read a blob of ours, changed or not; None for anything else."""
    return _opened(blob) if is_sealed(blob) else None


def remains(blob: str) -> Seal | None:
    """Read what a blob of ours still says that was changed behind its words; None when these are gone, too."""
    digits = blob.translate(_FROM_URL).rstrip("=")
    try:
        raw = b64decode(digits[: len(digits) // 4 * 4])
        said, _ = json.JSONDecoder().raw_decode(raw[_BODY_AT:].decode("latin-1"))
        return msgspec.convert(said, Seal)
    except (NotBase64, ValueError, msgspec.ValidationError):
        return None


def blob_class(
    blob: Any, provider: str, *, item_id: str = "", kind: str = "", prefix: Prefix | None = None
) -> BlobClass:
    """Class a blob as the provider that reads it would.

    Args:
        blob: any JSON value.
        provider: type of the reader.
        item_id: of the item it stands in; ``""`` when the item has none or the reader does not compare it.
        kind: what it stands for; ``""`` when that is not to be compared.
        prefix: what stands before it; None when the reader does not compare it.

    Returns:
        ``genuine``; ``unknown`` (not ours, counts as genuine); ``foreign`` (another maker's); ``tampered`` (ours,
        changed); ``displaced`` (of another item, kind or account); ``stale`` (what stood before it has changed);
        ``malformed`` (empty, no text, or not base64).
    """
    found = open_seal(blob)
    if found is None:
        return _class_of_other(blob, provider)
    if not found.intact:
        return "tampered"
    if found.provider != provider:
        return "foreign"
    if _displaced(found, item_id, kind):
        return "displaced"
    return "stale" if prefix is not None and found.prefix is not None and found.prefix != prefix else "genuine"


def digest_class(provider: str) -> Callable[[str], str]:
    """Return the function that `recordings.digest` takes: what it calls genuine matches real recordings.

    Where a blob stands is not its business: displaced and stale ones are told by the rules alone.
    """

    def class_of(blob: str) -> str:
        found = blob_class(blob, provider)
        return "genuine" if found in READABLE else found

    return class_of


def short_digest(value: Json) -> str:
    """Return 16 hexadecimal digits of the sha256 of a JSON value, whatever the order of its keys."""
    return sha256(canonical(value)).hexdigest()[:_DIGITS]


def canonical(value: Json) -> bytes:
    """Write a JSON value with sorted keys; what cannot be written is its kind alone."""
    try:
        return msgspec.json.encode(value, order="deterministic")
    except UnicodeEncodeError:
        return json.dumps(value, sort_keys=True).encode("ascii")
    except (RecursionError, TypeError, ValueError):
        return type(value).__name__.encode()


def _displaced(found: Seal, item_id: str, kind: str) -> bool:
    moved = bool(item_id) and bool(found.item_id) and item_id != found.item_id
    return moved or bool(found.organization) or (bool(kind) and kind != found.kind)


def _class_of_other(blob: Any, provider: str) -> BlobClass:
    if not isinstance(blob, str) or not blob:
        return "malformed"
    if blob.startswith(SKELETON):
        return "unknown"
    if blob.startswith(_FOREIGN_HEADS.get(provider, _OPENAI_HEAD)):
        return "foreign"
    head = blob[:_LOOKED_AT]
    whole = len(blob) == len(head)
    if not _BASE64(head) or (whole and len(blob.rstrip("=")) % 4 == 1):
        # What a recorder put in place of a blob says nothing of the blob.
        return "unknown" if _REDACTED in blob.lower() else "malformed"
    return "unknown"


@lru_cache(maxsize=4096)
def _opened(blob: str) -> Seal:
    try:
        raw = b64decode(blob.translate(_FROM_URL), validate=True)
        found = msgspec.json.decode(raw[_BODY_AT:-_MAC_BYTES], type=Seal)
    except (NotBase64, ValueError, msgspec.DecodeError):
        return _UNREADABLE
    signed, mac = raw[:-_MAC_BYTES], raw[-_MAC_BYTES:]
    # The last digit of base64 has spare bits: only the very text that was issued is intact.
    intact = hmac.compare_digest(mac, _mac(signed)) and _written(raw, found.provider) == blob
    return found if intact else msgspec.structs.replace(found, intact=False)


def _mac(signed: bytes) -> bytes:
    return hmac.digest(_KEY, signed, "sha256")[:_MAC_BYTES]


def _written(raw: bytes, provider: str) -> str:
    text = b64encode(raw).decode("ascii")
    return text.translate(_TO_URL) if provider == "openai" else text
