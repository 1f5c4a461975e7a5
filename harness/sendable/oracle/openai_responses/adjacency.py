"""Reasoning and what it led to: judged by ids that the service stored.

Only the service knows which reasoning item an id was made with; a minted id says it. Of other ids what the body alone
shows is judged: the order around a reasoning item, and a turn of a model that always reasons with ids but no reasoning.
Turns of other models are taken for granted, as recordings demand, and the verdict says so. Nothing here holds without
stored items (``store`` false).
"""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.minted import MARK, MintedId, open_id
from sendable.oracle.openai_responses.facts import Facts
from sendable.oracle.openai_responses.items import MODEL_OUTPUT, kind_of, text
from sendable.oracle.rule import PAIRING, Fault, rule
from sendable.oracle.scan import Scan

_KNOWN = "the service stored the item ids of this history together with the reasoning they were made with"
_NONE_NEEDED = "the stored item ids of turns without reasoning were made without any"
_ONE_RESPONSE = "reasoning items that stand in a row came from one response in this order"


@rule("resp-reasoning-without-following-item", on="reasoning", phase=PAIRING)
def follower_missing(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a reasoning item that nothing follows which it may have led to."""
    dangling = _dangling(item, path, scan) and not _after_its_message(path, scan)
    return Fault(path, {"rs_id": item["id"]}) if dangling else None


@rule("resp-message-before-its-reasoning", on="reasoning", phase=PAIRING)
def message_first(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a reasoning item that stands behind the message it led to."""
    dangling = _dangling(item, path, scan) and _after_its_message(path, scan)
    return Fault(path, {"rs_id": item["id"]}) if dangling else None


@rule("resp-message-without-reasoning", on=("assistant", "item_reference"), phase=PAIRING)
def message_alone(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a stored message without the reasoning it was made with."""
    return without_reasoning(item, path, scan, "msg")


@rule("resp-function-call-without-reasoning", on="function_call", phase=PAIRING)
def function_call_alone(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a stored function call without the reasoning it was made with."""
    return without_reasoning(item, path, scan, "fc")


@rule(
    "resp-web-search-call-without-reasoning",
    on=("web_search_call", "computer_call", "image_generation_call"),
    phase=PAIRING,
)
def hosted_call_alone(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a stored hosted call without the reasoning it was made with."""
    return without_reasoning(item, path, scan, "")


@rule("compact-output-not-replayable", on="assistant", phase=PAIRING)
def kept_beside_compaction(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse the id of a message that a compaction kept without its reasoning."""
    facts: Facts = scan.facts
    item_id = text(item, "id")
    compacted = isinstance(path[1], int) and path[1] < facts.last_compaction
    if not compacted or not item_id.startswith("msg") or open_id(item_id) is not None:
        return None
    return None if _turn(facts, path) in facts.reasoned else _alone(item, item_id, path, scan)


def without_reasoning(item: JsonObject, path: Path, scan: Scan, prefix: str) -> Fault | None:
    """Return the fault of a stored item whose reasoning is missing.

    A minted id says which that is. Of another id, a turn without any reasoning shows it where the model always reasons.
    """
    facts: Facts = scan.facts
    item_id = item.get("id")
    if not item_id or item_id.__class__ is not str or not item_id.startswith(prefix):
        return None
    if MARK in item_id and (minted := open_id(item_id)) is not None:
        return _parted(item, minted, path, facts)
    if _turn(facts, path) in facts.reasoned:
        return None
    if "reasons" not in scan.settings.flags:
        scan.assume(_NONE_NEEDED)
        return None
    return _alone(item, item_id, path, scan)


def _parted(item: JsonObject, minted: MintedId, path: Path, facts: Facts) -> Fault | None:
    if not minted.after or minted.after in facts.thoughts:
        return None
    return Fault(path, {"id": item["id"], "kind": _named(item), "rs_id": minted.after})


def _alone(item: JsonObject, item_id: str, path: Path, scan: Scan) -> Fault:
    scan.assume(_KNOWN)
    return Fault(path, {"id": item_id, "kind": _named(item), "rs_id": "rs_" + item_id.partition("_")[2]})


def _named(item: JsonObject) -> str:
    return "message" if kind_of(item) == "item_reference" else kind_of(item)


def _turn(facts: Facts, path: Path) -> int:
    position = path[1]
    return facts.turn[position] if isinstance(position, int) else -1


def _dangling(item: JsonObject, path: Path, scan: Scan) -> bool:
    item_id = text(item, "id")
    return bool(item_id) and not _may_follow(_neighbour(scan, path, 1), item_id, scan)


def _may_follow(item: Any, item_id: str, scan: Scan) -> bool:
    if not isinstance(item, dict):
        return False
    kind = kind_of(item)
    if kind == "message":
        return item.get("role") == "assistant" and bool(item.get("id"))
    if kind == "reasoning":
        return _of_one_response(item_id, scan)
    return kind in MODEL_OUTPUT or kind in ("item_reference", "compaction")


def _of_one_response(item_id: str, scan: Scan) -> bool:
    """Tell whether reasoning may follow reasoning: not when the item it led to stands elsewhere."""
    facts: Facts = scan.facts
    if item_id in facts.led:
        return False
    scan.assume(_ONE_RESPONSE)
    return True


def _after_its_message(path: Path, scan: Scan) -> bool:
    before = _neighbour(scan, path, -1)
    return isinstance(before, dict) and before.get("role") == "assistant" and bool(before.get("id"))


def _neighbour(scan: Scan, path: Path, step: int) -> Any:
    items = scan.body["input"]
    position = path[1] + step if isinstance(path[1], int) else -1
    return items[position] if 0 <= position < len(items) else None
