"""Arguments of calls: JSON text on OpenAI, a JSON object on Anthropic."""

from sendable.model.arguments import as_object, as_text, parsed
from sendable.model.item import CUSTOM_CALL
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Notes, Placed, each_item
from sendable.wire.items import CALL, kind

_WRITTEN = "Arguments that were no text are sent as JSON text."
_MISSING = "A call without arguments is sent with an empty object."


def as_texts(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write arguments as text (rule chat-arguments-object); text that is no JSON may stay (resp-arguments-not-json).

    So is the input of a custom call (rule resp-call-field-type), where nothing is the empty text.
    """

    def change(item: JsonObject, at: int) -> JsonObject:
        if kind(item) == CUSTOM_CALL and not isinstance(item.get("input"), str):
            notes.note("arguments-written", _WRITTEN, at, item)
            return {**item, "input": "" if item.get("input") is None else as_text(item["input"])}
        if kind(item) != CALL or isinstance(item.get("arguments"), str):
            return item
        if item.get("arguments") is None:
            return _empty(item, at, notes)
        notes.note("arguments-written", _WRITTEN, at, item)
        return {**item, "arguments": as_text(item["arguments"])}

    return each_item(placed, change)


def as_objects(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Wrap what is no object as ``{"arguments": …}`` (rule anthropic-tool-use-input-not-object)."""

    def change(item: JsonObject, at: int) -> JsonObject:
        given = item.get("arguments")
        if kind(item) != CALL or as_object(given) is not None:
            return item
        if given is None or (isinstance(given, str) and given.strip() in ("", "null")):
            return _empty(item, at, notes)
        notes.note("arguments-wrapped", 'Arguments that are no object are sent as {"arguments": …}.', at, item)
        read = parsed(given if isinstance(given, str) else as_text(given))
        return {**item, "arguments": as_text({"arguments": given if read is None else read})}

    return each_item(placed, change)


def as_object_texts(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write arguments as the text of a JSON object.

    Rules llamacpp-arguments-not-json, vllm-chat-arguments-not-json (older releases).
    """
    return as_texts(as_objects(placed, notes), notes)


def _empty(item: JsonObject, at: int, notes: Notes) -> JsonObject:
    notes.note("arguments-missing", _MISSING, at, item)
    return {**item, "arguments": "{}"}
