"""Write an imported message in the plain flat shape, so that the only fault of a broken history is the mutator's."""

from sendable.model.json import Json, JsonObject

_TEXTS = frozenset({"text", "input_text", "output_text", "refusal"})
_UNSPOKEN = frozenset({"reasoning", "thinking", "redacted_thinking"})
_KEPT = ("tool_calls", "tool_call_id")


def plain(message: Json) -> Json:
    """Return a message with text content and the flat shape's keys only; what is no object stays as it is.

    Text parts are joined; reasoning, which the flat shape cannot carry, is left out; any other part becomes a note that
    names its type, as ``[input_image]``. Content that is absent or null is the empty text.
    """
    if not isinstance(message, dict):
        return message
    kept = {key: message[key] for key in _KEPT if key in message}
    return {"role": message.get("role"), "content": _text(message.get("content")), **kept}


def _text(content: Json) -> str:
    if not isinstance(content, list):
        return content if isinstance(content, str) else ""
    texts = (_part(each) for each in content if isinstance(each, dict) and _type(each) not in _UNSPOKEN)
    return "\n".join(texts)


def _part(part: JsonObject) -> str:
    if _type(part) not in _TEXTS:
        return f"[{_type(part)}]"
    text = part.get("text", part.get("refusal"))
    return text if isinstance(text, str) else ""


def _type(part: JsonObject) -> str:
    """Name a part's type; what is no text names none."""
    kind = part.get("type")
    return kind if isinstance(kind, str) else "part"
