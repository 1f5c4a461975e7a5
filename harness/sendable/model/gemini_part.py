"""Gemini's parts to items and back, lossless: the mapping table of generateContent.

As with Claude's blocks, the part is kept whole under ``provider_data`` and restored from there (camel or snake case,
signatures, unknown keys); what the item states by itself is written over it when it differs.

============================== ===========================================================================
part                           item
============================== ===========================================================================
text                           content part of a message
text with ``thought``          ``reasoning``: id "", text in ``summary``, signature in ``encrypted_content``
inlineData with an image       content part ``input_image``
functionCall                   ``function_call`` (id, if there is one, as ``call_id``; args as JSON text)
functionResponse               ``function_call_output`` (the text of ``{"output": text}``, else JSON text)
inlineData, fileData           content part of the same type
any other                      an item of the type that its key names, as ``executableCode``
============================== ===========================================================================
"""

from mimetypes import guess_type
from typing import Any, Final

from sendable.model.arguments import as_object, as_text
from sendable.model.data_url import data_url, image_address, inline
from sendable.model.item import (
    CALL,
    GOOGLE,
    RESULT,
    is_text,
    kept_by,
    kind,
    picked,
    plain,
    text_type,
    thought,
)
from sendable.model.json import JsonObject

_CALLS: Final = ("functionCall", "function_call")
_RESPONSES: Final = ("functionResponse", "function_response")
_SIGNATURES: Final = ("thoughtSignature", "thought_signature")
_MEDIA: Final = ("inlineData", "inline_data", "fileData", "file_data")
_BESIDE: Final = frozenset({"thought", *_SIGNATURES, "videoMetadata", "video_metadata", "partMetadata"})


def is_part(part: Any) -> bool:
    """Whether the part belongs inside a message's content, not beside it as an item of its own."""
    if not isinstance(part, dict) or part.get("thought") is True:
        return not isinstance(part, dict)
    return "text" in part or any(key in part for key in _MEDIA) or not (part.keys() - _BESIDE)


def read_part(part: Any, role: Any) -> Any:
    """Read a part of a message's content."""
    if not isinstance(part, dict):
        return part
    kept = {"provider": GOOGLE, "provider_data": part}
    if isinstance(part.get("text"), str):
        read = {"type": text_type(role), "text": part["text"]}
        return read if len(part) == 1 else {**read, **kept}
    if (url := _image(part)) is not None:
        return {"type": "input_image", "image_url": url, **kept}
    return {"type": _name(part), **kept}


def write_part(part: Any) -> Any:
    """Write a content part."""
    kept = kept_by(part, GOOGLE) if isinstance(part, dict) else None
    if kept is not None:
        return {**kept, **picked(part, {"text": "text"})}
    if is_text(part):
        return {"text": part["text"]}
    if (url := image_address(part)) is not None:
        return _media(url)
    return plain(part) if isinstance(part, dict) else part


def read_item(part: JsonObject) -> JsonObject:
    """Read a part that is an item of its own."""
    kept = {"provider": GOOGLE, "provider_data": part}
    if part.get("thought") is True:
        seal = next(({"encrypted_content": part[key]} for key in _SIGNATURES if key in part), {})
        return thought(part.get("text"), seal, kept)
    if (call := _inside(part, _CALLS)) is not None:
        said = {**picked(call, {"id": "call_id", "name": "name"}), "arguments": as_text(call.get("args", {}))}
        return {"type": CALL, **said, **kept}
    if (response := _inside(part, _RESPONSES)) is not None:
        return {"type": RESULT, **picked(response, {"id": "call_id"}), **_output(response), **kept}
    return {"type": _name(part), **kept}


def write_items(item: JsonObject, name: Any = None) -> list[JsonObject]:
    """Write an item that is no message: one part, and for a result with media one more for each.

    name: of the tool whose result this is, None when it is not known; Gemini's results name their tool.
    """
    kept = kept_by(item, GOOGLE)
    if kind(item) == CALL:
        return [_call(item, kept or {})]
    if kind(item) == RESULT:
        return _result(item, kept or {}, name)
    return [plain(item) if kept is None else kept]


def _inside(part: JsonObject, spellings: tuple[str, str]) -> JsonObject | None:
    return next((part[key] for key in spellings if isinstance(part.get(key), dict)), None)


def _name(part: JsonObject) -> str:
    return next((key for key in part if key not in _BESIDE), "part")


def _image(part: JsonObject) -> str | None:
    match part.get("inlineData", part.get("inline_data")):
        case {"mimeType": str(media), "data": str(data)} | {"mime_type": str(media), "data": str(data)}:
            return data_url(media, data) if media.startswith("image/") else None
    return None


def _media(url: str) -> JsonObject:
    if held := inline(url):
        return {"inlineData": {"mimeType": held[0], "data": held[1]}}
    media = guess_type(url)[0]
    return {"fileData": {**({"mimeType": media} if media else {}), "fileUri": url}}


def _call(item: JsonObject, kept: JsonObject) -> JsonObject:
    spelling = next((key for key in _CALLS if key in kept), _CALLS[0])
    old = kept[spelling] if isinstance(kept.get(spelling), dict) else None
    said = {**_id(item, old), **picked(item, {"name": "name"})}
    if old is None or item.get("arguments", "") != as_text(old.get("args", {})):
        said["args"] = _args(item.get("arguments"))
    return {**kept, spelling: {**(old or {}), **said}}


def _id(item: JsonObject, old: JsonObject | None) -> JsonObject:
    """Write the id, but none where the kept part had none: there the id is the reader's own."""
    return picked(item, {"call_id": "id"}) if old is None or "id" in old else {}


def _args(arguments: Any) -> Any:
    read = as_object(arguments)
    return arguments if read is None else read


def _result(item: JsonObject, kept: JsonObject, name: Any) -> list[JsonObject]:
    spelling = next((key for key in _RESPONSES if key in kept), _RESPONSES[0])
    old = kept[spelling] if isinstance(kept.get(spelling), dict) else None
    said = {**_id(item, old), **({"name": name} if old is None and name is not None else {})}
    beside: list[JsonObject] = []
    if old is None or picked(item, {"output": "output"}) != _output(old):
        output = item.get("output")
        parts = output if isinstance(output, list) else []
        beside = [write_part(part) for part in parts if not is_text(part)]
        said["response"] = {"output": _joined(parts) if isinstance(output, list) else output}
    junk = picked(item, {"tool_calls": "tool_calls"}) if item.get("tool_calls") else {}
    return [{**kept, spelling: {**(old or {}), **said}, **junk}, *beside]


def _joined(parts: list[Any]) -> str:
    return "\n".join(part["text"] for part in parts if is_text(part))


def _output(response: JsonObject) -> JsonObject:
    match response.get("response"):
        case {"output": str(text), **others} if not others:
            return {"output": text}
        case None:
            return {}
        case other:
            return {"output": as_text(other)}
