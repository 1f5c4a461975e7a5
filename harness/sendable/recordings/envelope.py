"""The error in a provider's answer, out of each provider's own envelope."""

from collections.abc import Mapping

from sendable.model.json import Json, JsonObject
from sendable.model.outcome import ProviderError

_FIRST_ERROR = 400


def error_of(status: int, response: Json, headers: Mapping[str, str]) -> ProviderError | None:
    """Return the error of a refusal, None for any other status.

    Envelopes: ``{"error": {…}}`` (OpenAI, Azure, newer vLLM, Anthropic, Gemini with ``status`` as type), the same in a
    list (Gemini's streams), ``{"error": "text", "code"}`` (xAI), ``{"object": "error", "message", …}`` (Mistral, older
    vLLM), ``{"detail": […]}`` (Mistral's and FastAPI's 422), ``{"message"}`` with the type in a header (Bedrock). An
    answer that is none of these is the message itself.
    """
    if status < _FIRST_ERROR:
        return None
    if isinstance(response, list) and response:
        response = response[0]
    if not isinstance(response, dict):
        return ProviderError(message="" if response is None else str(response))
    inner = response.get("error")
    if isinstance(inner, dict):
        return _fields(inner, inner.get("type") or inner.get("status"))
    if isinstance(inner, str):
        return ProviderError(message=inner, code=_code(response.get("code")), type=_text(response.get("type")))
    return _fields(response, response.get("type") or _bedrock_type(headers))


def _fields(error: JsonObject, kind: Json) -> ProviderError:
    return ProviderError(
        message=_message(error),
        type=_text(kind),
        code=_code(error.get("code")),
        param=_text(error.get("param")),
    )


def _message(error: JsonObject) -> str:
    message = error.get("message", error.get("Message", error.get("detail", "")))
    if isinstance(message, dict):
        message = message.get("detail", message)
    if isinstance(message, list):
        return "; ".join(_detail(each) for each in message)
    return str(message)


def _detail(each: Json) -> str:
    if not isinstance(each, dict):
        return str(each)
    steps = each.get("loc")
    where = ".".join(str(step) for step in steps) if isinstance(steps, list) else ""
    return f"{where}: {each.get('msg', '')}" if where else str(each.get("msg", each))


def _bedrock_type(headers: Mapping[str, str]) -> str | None:
    return headers.get("x-amzn-errortype", "").partition(":")[0] or None


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _code(value: Json) -> str | int | None:
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None
