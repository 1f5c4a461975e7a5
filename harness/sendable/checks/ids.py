"""Which call ids link a call to its result, and how they are spelled."""

from typing import Any

from sendable.model.json import Json, JsonObject


def link(call_id: Json) -> str | None:
    """Return the text under which an id is looked up, or None where it has none."""
    if isinstance(call_id, str):
        return call_id
    return str(call_id) if type(call_id) is int else None


def usable(call_id: str | None, contract: str) -> bool:
    """Whether a call of this id must be kept: seed 1 counts ``"0"`` among the unusable ids, seed 2 only empty ones."""
    return bool(call_id and call_id.strip()) and not (contract == "flat" and call_id == "0")


def id_of(owner: JsonObject, *, names: tuple[str, ...]) -> Json:
    """Return the first id of a call or a result that could link anything; else the first that stands there."""
    nested = owner.get("metadata")
    places: list[JsonObject] = [owner, nested] if isinstance(nested, dict) else [owner]
    found: list[Any] = [place[name] for place in places for name in names if name in place]
    return next((each for each in found if (link(each) or "").strip()), found[0] if found else None)


def calls_in(message: JsonObject) -> Json:
    """Return the calls of a message, in either of the stored forms."""
    nested = message.get("metadata")
    return message.get("tool_calls") or (nested.get("tool_calls") if isinstance(nested, dict) else None)
