"""Signatures and opaque data of Claude: whose they are, what they were made for, and whether anything was changed.

A block of another model or account is dropped by the API, not refused, and so nothing here refuses one.
"""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import THINKING, Facts, Turn, kind_of, text_of
from sendable.oracle.anthropic_messages.models import family_name
from sendable.oracle.anthropic_messages.prefixes import difference, prefixes
from sendable.oracle.rule import SEALS, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.seals import READABLE, Seal, blob_class, open_seal, short_digest

_MAKER = "anthropic"
_GENUINE = "Thinking blocks and their signatures are taken for genuine, unchanged, and made for this conversation."
_COMPACTION_GENUINE = "Compaction blocks and their signatures are taken for genuine and unchanged."
_UNCHECKED = "With thinking off, nobody has shown that signatures are checked: they were not."
_NEW_ACCOUNT = "The account was made on or after 2026-08-31: older ones are answered with a 200 by this model."
_COMPACTED = "What a compaction stands for counts as unchanged: thinking behind it was not compared with its messages."
_BINDS = frozenset({"binding=always", "binding=newer_accounts"})
_BETA = "thinking-binding-controls-2026-08-01"
_NEEDS_BETA = f" That setting requires the `{_BETA}` value in the `anthropic-beta` header."
_DIFFERENCE = {
    "system": " The `system` prompt differs from the one this block was created with.",
    "tools": " The `tools` list differs from the one this block was created with.",
    "thinking": " The `thinking` block that preceded this one when it was created is missing from this request.",
}


@rule("anthropic-thinking-signature-invalid", on="block:thinking", phase=SEALS)
def signature_invalid(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a signature that Claude did not make for this text; the latest turn has a rule of its own for the text."""
    signature = block.get("signature")
    if not isinstance(signature, str) or not signature:
        return None
    made = open_seal(signature)
    if made is None or not sound(made, "reasoning"):
        return Fault(path) if not_claudes(signature, "reasoning", scan) else None
    edited = text_changed(block, made) and block.get("thinking") != ""
    return Fault(path) if edited and not in_latest_turn(path, scan.facts) and checked(scan) else None


@rule("anthropic-thinking-latest-turn-modified", on="thinking-turn", phase=SEALS)
def latest_turn_modified(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse thinking of the latest turn that was edited, reordered, or left out in part."""
    if not _is_latest(turn, scan.facts) or not checked(scan):
        return None
    due, last = 0, turn.at
    place: Path = ("messages", last)
    for path, block in turn.blocks:
        made = _sealed(block)
        if made is None:
            continue
        number, count = made.place
        if text_changed(block, made) or (count and number != due):
            return Fault(path)
        due, place = ((number + 1) % count if count else due), path
    return Fault(place) if due else None


@rule("anthropic-thinking-prefix-binding-2026-11", on="end", phase=SEALS)
def bound_elsewhere(facts: Facts, _path: Path, scan: Scan) -> Fault | None:
    """Refuse thinking behind another prefix than it was made behind, on models that bind it."""
    if _BINDS.isdisjoint(scan.settings.flags) or _drops(scan.body):
        return None
    bound = [found for found in _bound(facts) if family_name(found[1].model) == family_name(scan.settings.model)]
    if not bound:
        return None
    compacted = any("compaction" in turn.kinds for turn in facts.turns)
    if compacted:
        scan.assume(_COMPACTED)
    now = prefixes(scan.body)
    for path, made in bound:
        changed = difference(made.prefix, now[path]) if made.prefix is not None else ""
        if changed and not (compacted and changed in ("messages", "thinking")):
            return _unbound(path, changed, scan)
    return None


@rule("anthropic-compaction-signature-invalid", on="block:compaction", phase=SEALS)
def compaction_signature_invalid(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse the signature of a compaction that Claude did not make."""
    signature = block.get("signature")
    if not isinstance(signature, str):
        return None
    found = blob_class(signature, _MAKER, kind="compaction")
    if found == "unknown":
        scan.assume(_COMPACTION_GENUINE)
    return None if found in READABLE else Fault(path)


@rule("anthropic-compaction-content-mismatch", on="block:compaction", phase=SEALS)
def summary_changed(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a summary other than the signed one."""
    made = _compaction(block)
    return Fault(path) if made is not None and _differs(made.content, block.get("content")) else None


@rule("anthropic-compaction-tool-changes-mismatch", on="block:compaction", phase=SEALS)
def tool_changes_changed(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse tool changes other than the signed ones."""
    made = _compaction(block)
    return Fault(path) if made is not None and _differs(made.changes, block.get("tool_changes")) else None


def not_claudes(blob: str, kind: str, scan: Scan) -> bool:
    """Tell whether Claude would refuse a blob for itself; one that is not ours counts as genuine, and that is said.

    Args:
        blob: a signature, or the data of redacted thinking; not empty.
        kind: what it stands for: ``reasoning`` or ``redacted``.
        scan: takes the assumption.
    """
    made = open_seal(blob)
    found = blob_class(blob, _MAKER)
    if made is None and found in READABLE:
        scan.assume(_GENUINE)
        return False
    return not (made is not None and sound(made, kind)) and checked(scan)


def sound(made: Seal, kind: str) -> bool:
    """Tell whether a seal is Claude's, unchanged, and of this kind."""
    return made.intact and made.provider == _MAKER and made.kind == kind


def text_changed(block: JsonObject, made: Seal) -> bool:
    """Tell whether a thinking block's text is another than the one its seal was made over."""
    return _differs(made.content, block.get("thinking"))


def in_latest_turn(path: Path, facts: Facts) -> bool:
    """Tell whether a place lies in the last turn of the assistant."""
    latest = next((turn for turn in reversed(facts.turns) if turn.role == "assistant"), None)
    return latest is not None and isinstance(path[1], int) and path[1] >= latest.at


def checked(scan: Scan) -> bool:
    """Tell whether thinking is on, so that signatures are checked; where it is off, that is assumed."""
    mode, flags = scan.settings.thinking, scan.settings.flags
    on = mode != "disabled" and (mode is not None or "manual-thinking=yes" not in flags)
    if not on:
        scan.assume(_UNCHECKED)
    return on


def _is_latest(turn: Turn, facts: Facts) -> bool:
    after = facts.after(turn)
    return after is None or facts.after(after) is None


def _sealed(block: JsonObject) -> Seal | None:
    """Return the seal of a thinking block when it is Claude's own and unchanged."""
    kind = kind_of(block)
    if kind not in THINKING:
        return None
    redacted = kind == "redacted_thinking"
    made = open_seal(block.get("data" if redacted else "signature"))
    return made if made is not None and sound(made, "redacted" if redacted else "reasoning") else None


def _compaction(block: JsonObject) -> Seal | None:
    made = open_seal(block.get("signature"))
    return made if made is not None and sound(made, "compaction") else None


def _bound(facts: Facts) -> list[tuple[Path, Seal]]:
    return [
        (path, made)
        for turn in facts.turns
        if not turn.kinds.isdisjoint(THINKING)
        for path, block in turn.blocks
        if (made := _sealed(block)) is not None and made.prefix is not None and not made.organization
    ]


def _drops(body: JsonObject) -> bool:
    config: Any = body.get("thinking")
    for key in ("block_binding", "prefix_mismatch_behavior"):
        config = config.get(key) if isinstance(config, dict) else None
    return text_of(config) == "drop_block"


def _unbound(path: Path, changed: str, scan: Scan) -> Fault:
    if "binding=newer_accounts" in scan.settings.flags:
        scan.assume(_NEW_ACCOUNT)
    needs = "" if _BETA in scan.settings.betas else _NEEDS_BETA
    return Fault(path, values={"needs": needs, "difference": _DIFFERENCE.get(changed, "")})


def _differs(signed: str, value: Any) -> bool:
    """Compare with a digest; one that is empty signs nothing."""
    return bool(signed) and signed != short_digest(value)
