"""Encrypted content of reasoning and compaction items: whose it is, and whether it is as it was made.

The specific reasons stand before the general one: the first that holds is answered.
"""

from hashlib import sha256
from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.items import text
from sendable.oracle.rule import SEALS, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.seals import READABLE, Seal, blob_class, open_seal

_BLOBS = ("blob:reasoning", "blob:compaction")
_UNREADABLE = frozenset({"foreign", "tampered", "malformed"})
_NOT_AS_MADE = _UNREADABLE | {"displaced"}
_STORED_TOO = "encrypted content is verified whether or not the items are stored"
_ENDS = 4


@rule("azure-reasoning-exact-pair", on="sealed:reasoning", phase=SEALS)
def other_item_at_azure(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse encrypted reasoning under another id than its own, at Azure."""
    return _of_another_item(item, path, scan)


@rule("resp-encrypted-content-item-id-mismatch", on="sealed:reasoning", phase=SEALS)
def other_item(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse encrypted reasoning under another id than its own."""
    return _of_another_item(item, path, scan)


@rule("resp-encrypted-content-other-org", on="sealed:reasoning", phase=SEALS)
def other_organization(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse encrypted reasoning that was made for another organization."""
    found = _of_openai(item)
    return _fault(item, path, scan) if found is not None and found.organization else None


@rule("codex-encrypted-code-null", on=_BLOBS, phase=SEALS)
def unreadable_at_codex(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a blob that the ChatGPT backend cannot read."""
    return _unreadable(item, path, scan)


@rule("relay-encrypted-code-number", on="blob:reasoning", phase=SEALS)
def unreadable_behind_relay(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a blob that the provider behind a reseller cannot read."""
    return _unreadable(item, path, scan)


@rule("xai-encrypted-undecryptable", on="blob:reasoning", phase=SEALS)
def unreadable_at_xai(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a blob that xAI did not make."""
    return _fault(item, path, scan) if blob_class(item["encrypted_content"], "xai") in _UNREADABLE else None


@rule("resp-encrypted-undecryptable-2026h2", on=_BLOBS, phase=SEALS)
def unreadable(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a blob that OpenAI cannot read, quoting its ends."""
    return _unreadable(item, path, scan)


@rule("resp-encrypted-content-undecryptable", on=_BLOBS, phase=SEALS)
def unreadable_by_item(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a blob that OpenAI cannot read, naming its item."""
    fault = _unreadable(item, path, scan)
    return Fault(fault.path, fault.values, "without_id") if fault and not text(item, "id") else fault


@rule("resp-encrypted-content-unverifiable", on="blob:reasoning", phase=SEALS)
def unverifiable(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a blob that OpenAI cannot read or did not make for this item, as it did before it gave reasons."""
    return _unreadable(item, path, scan, _NOT_AS_MADE)


def _of_openai(item: JsonObject) -> Seal | None:
    """Return an intact seal of OpenAI's, None for any other blob."""
    found = open_seal(item["encrypted_content"])
    return found if found is not None and found.intact and found.provider == "openai" else None


def _of_another_item(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    found, item_id = _of_openai(item), text(item, "id")
    if found is None or found.organization or not found.item_id or not item_id or found.item_id == item_id:
        return None
    return _fault(item, path, scan)


def _unreadable(item: JsonObject, path: Path, scan: Scan, refused: frozenset[str] = _UNREADABLE) -> Fault | None:
    """Return the fault of a blob that cannot be read.

    Reasoning of another item or organization has rules of its own; a compaction of another account has not.
    """
    reasons = item.get("type") == "reasoning"
    found = blob_class(item["encrypted_content"], "openai", item_id=text(item, "id") if reasons else "")
    return (
        None if found in READABLE or found not in (refused if reasons else _NOT_AS_MADE) else _fault(item, path, scan)
    )


def _fault(item: JsonObject, path: Path, scan: Scan) -> Fault:
    if scan.settings.store:
        scan.assume(_STORED_TOO)
    blob = text(item, "encrypted_content")
    values: dict[str, Any] = {"first4": blob[:_ENDS], "last4": blob[-_ENDS:], "id": text(item, "id")}
    trace = sha256(blob.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return Fault((*path, "encrypted_content"), values | {"trace": trace})
