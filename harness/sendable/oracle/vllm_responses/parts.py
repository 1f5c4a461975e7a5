"""How pydantic words content parts that are none: vLLM passes its words on."""

from collections.abc import Sequence
from typing import Any, Final

from sendable.model.json import JsonObject
from sendable.oracle.vllm import clipped

_INPUT: Final = ("ResponseInputTextParam", "ResponseInputImageParam", "ResponseInputFileParam")
_OUTPUT: Final = ("ResponseOutputTextParam", "ResponseOutputRefusalParam")
_TYPES: Final = dict(zip(_INPUT, ("input_text", "input_image", "input_file"), strict=True))
DETAILS: Final = ("low", "high", "auto", "original")
_OF_FILES: Final = ("auto", "low", "high")


def titled(name: str, errors: Sequence[str]) -> str:
    """Write errors under their number and the name of what was read."""
    return "\n".join([f"{len(errors)} validation error{'s' if len(errors) > 1 else ''} for {name}", *errors])


def input_errors(at: int, part: Any) -> list[str]:
    """Return the errors of a part that is neither a text, an image with its detail, nor a file; none where it is."""
    if not isinstance(part, dict):
        return [_no_dict(f"{at}.{name}", part) for name in _INPUT]
    of_each = [_errors_of(name, f"{at}.{name}", part) for name in _INPUT]
    return [] if not all(of_each) else [error for errors in of_each for error in errors]


def output_errors(at: int, part: Any) -> list[str]:
    """Return the errors of something that is neither a text with its annotations nor a refusal; none where it is."""
    if not isinstance(part, dict):
        return [_no_dict(f"{at}.{name}", part) for name in _OUTPUT]
    text, refusal = (f"{at}.{name}" for name in _OUTPUT)
    as_text = _required(part, "annotations", text) + _text(part, "text", text)
    as_text += _literal(part, "type", f"{text}.type", ("output_text",), required=True)
    as_refusal = _text(part, "refusal", refusal)
    as_refusal += _literal(part, "type", f"{refusal}.type", ("refusal",), required=True)
    return as_text + as_refusal if as_text and as_refusal else []


def detail_errors(part: JsonObject) -> list[str]:
    """Return the errors of an image without a detail that is known."""
    return _literal(part, "detail", "detail", DETAILS, required=True)


def _errors_of(name: str, place: str, part: JsonObject) -> list[str]:
    errors: list[str] = []
    if name == "ResponseInputTextParam":
        errors += _text(part, "text", place)
    if name == "ResponseInputImageParam":
        errors += _literal(part, "detail", f"{place}.detail", DETAILS, required=True)
    errors += _literal(part, "type", f"{place}.type", (_TYPES[name],), required=True)
    if name == "ResponseInputFileParam":
        errors += _literal(part, "detail", f"{place}.detail", _OF_FILES, required=False)
    return errors


def _required(part: JsonObject, key: str, place: str) -> list[str]:
    return [] if key in part else [_error(f"{place}.{key}", "Field required", "missing", part)]


def _text(part: JsonObject, key: str, place: str) -> list[str]:
    if key not in part or isinstance(part[key], str):
        return _required(part, key, place)
    return [_error(f"{place}.{key}", "Input should be a valid string", "string_type", part[key])]


def _literal(part: JsonObject, key: str, place: str, known: Sequence[str], *, required: bool) -> list[str]:
    if key not in part:
        return [_error(place, "Field required", "missing", part)] if required else []
    if isinstance(part[key], str) and part[key] in known:
        return []
    *some, last = map(repr, known)
    wanted = f"{', '.join(some)} or {last}" if some else last
    return [_error(place, f"Input should be {wanted}", "literal_error", part[key])]


def _no_dict(place: str, part: Any) -> str:
    return _error(place, "Input should be a valid dictionary", "dict_type", part)


def _error(place: str, said: str, kind: str, value: Any) -> str:
    told = f"[type={kind}, input_value={clipped(value)}, input_type={type(value).__name__}]"
    return f"{place}\n  {said} {told}\n    For further information visit https://errors.pydantic.dev/2.14/v/{kind}"
