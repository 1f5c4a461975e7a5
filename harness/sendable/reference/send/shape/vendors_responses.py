"""What vendors of the Responses API refuse beyond OpenAI's own rules."""

from collections.abc import Container
from typing import Any, Final

from sendable.ledger.declared import declared
from sendable.model.item import CALL, kind
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape.duty import Duties, Notes, Placed, each_item

_AZURE: Final = frozenset({"azure", "azure-foundry"})
_COPILOT: Final = "copilot"
_OPENROUTER: Final = "openrouter"
_WITH_REASONING: Final = frozenset({"message", "reasoning", CALL})
_REPEATED: Final = "Reasoning that stands here a second time is left out: this vendor takes no item twice."
_SUPERSEDED: Final = "Reasoning of an earlier response is left out: this vendor takes that of one response alone."


def vendor_duties(target: Target) -> Duties:
    """Return the duties of the target's vendor.

    Rules: compaction-request-ids-without-reasoning and azure-conflicting-continuation (Azure),
    copilot-item-id-connection, openrouter-duplicate-item.
    """
    if target.vendor in _AZURE:
        one = {"one-reasoning": latest_reasoning} if target.model.startswith("gpt-6") else {}
        return {**one, "lone-ids": ids_with_reasoning}
    if target.vendor == _OPENROUTER:
        return {"twice": once_each}
    return {"all-ids": without_ids} if target.vendor == _COPILOT else {}


def can_do_without_id(item: JsonObject, target: Target) -> bool:
    """Tell whether the vendor takes an item of this type; Copilot takes no stored id, the API some types not without.

    Rule copilot-item-id-connection with resp-web-search-missing-id and program-output-missing-id.
    """
    at = declared("openai-responses").positions.get(str(kind(item))) if target.vendor == _COPILOT else None
    return at is None or "id" not in at.required


def ids_with_reasoning(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Remove the ids of messages and calls from responses that hold no reasoning."""
    return [each if _reasons(each) else _without_ids(each, notes, _WITH_REASONING) for each in placed]


def latest_reasoning(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Leave out all reasoning but the last item: blobs of two responses are refused, and no item tells its own."""
    last = max((at for at, each in enumerate(placed) if _reasons(each)), default=-1)
    return [_unreasoned(each, notes, keep=int(at == last)) if at <= last else each for at, each in enumerate(placed)]


def without_ids(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Remove every item id: one that another connection made is refused. Items that need theirs are left out before."""
    kinds = {kind(item) for each in placed for item in each.entry.items if isinstance(kind(item), str)}
    return [_without_ids(each, notes, kinds) for each in placed]


def once_each(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Send each item id once: the item that comes again goes without it, reasoning that comes again not at all."""
    seen: set[Any] = set()
    return [_first_of_ids(each, seen, notes) for each in placed]


def _first_of_ids(each: Placed, seen: set[Any], notes: Notes) -> Placed:
    items = []
    for item in each.entry.items:
        known = isinstance(item.get("id"), str) and bool(item["id"])
        again = known and item["id"] in seen
        seen |= {item["id"]} if known else set()
        if not again:
            items.append(item)
        elif kind(item) == "reasoning":
            notes.note("reasoning-repeated", _REPEATED, each.at, item)
        else:
            notes.count("vendor_ids_removed")
            items.append({key: value for key, value in item.items() if key != "id"})
    return each.holding(tuple(items))


def _reasons(each: Placed) -> bool:
    return any(kind(item) == "reasoning" for item in each.entry.items)


def _unreasoned(each: Placed, notes: Notes, *, keep: int) -> Placed:
    items = each.entry.items
    thoughts = [nth for nth, item in enumerate(items) if kind(item) == "reasoning"]
    gone = set(thoughts[: len(thoughts) - keep])
    for nth in sorted(gone):
        notes.note("reasoning-left-out", _SUPERSEDED, each.at, items[nth])
    return each.holding(tuple(item for nth, item in enumerate(items) if nth not in gone)) if gone else each


def _without_ids(each: Placed, notes: Notes, kinds: Container[Any]) -> Placed:
    def change(item: JsonObject, _at: int) -> JsonObject:
        if "id" not in item or kind(item) not in kinds:
            return item
        notes.count("vendor_ids_removed")
        return {key: value for key, value in item.items() if key != "id"}

    return each_item([each], change)[0]
