"""What an offline provider answers: a text, tool calls, or both, in each API's own form."""

from collections.abc import Callable

import msgspec

from sendable.model.json import JsonObject
from sendable.replay.sdk import api_client

_MODELLED = "modelled"


class Call(msgspec.Struct, frozen=True):
    """One tool call. arguments: as the model writes them."""

    name: str
    arguments: JsonObject
    call_id: str


class Reply(msgspec.Struct, frozen=True):
    """One answer of a model."""

    text: str | None = None
    calls: tuple[Call, ...] = ()


def reply_body(api: str, request: JsonObject, reply: Reply, number: int) -> JsonObject:
    """Return the answer's body as the API writes it.

    Args:
        api: one of `ANSWERED_APIS`.
        request: the body that is answered.
        reply: what the model says.
        number: makes its ids its own: frameworks take two messages of one id for the same.
    """
    body = _WRITERS[api](api_client(api).ok(request), reply)
    for each in (body, *body.get("output", ())):
        if each["id"].endswith(_MODELLED):
            each["id"] = each["id"].removesuffix(_MODELLED) + f"offline{number:04}"
    return body


def _chat(body: JsonObject, reply: Reply) -> JsonObject:
    choice = body["choices"][0]
    choice["message"]["content"] = reply.text
    if reply.calls:
        choice["finish_reason"] = "tool_calls"
        choice["message"]["tool_calls"] = [
            {"id": call.call_id, "type": "function", "function": {"name": call.name, "arguments": _text(call)}}
            for call in reply.calls
        ]
    return body


def _responses(body: JsonObject, reply: Reply) -> JsonObject:
    message = body["output"][0]
    message["content"][0]["text"] = reply.text or ""
    calls = [
        {
            "type": "function_call",
            "id": f"fc_{call.call_id.removeprefix('call_')}",
            "call_id": call.call_id,
            "name": call.name,
            "arguments": _text(call),
            "status": "completed",
        }
        for call in reply.calls
    ]
    body["output"] = ([message] if reply.text is not None else []) + calls
    return body


def _messages(body: JsonObject, reply: Reply) -> JsonObject:
    text = [{"type": "text", "text": reply.text}] if reply.text is not None else []
    calls = [
        {"type": "tool_use", "id": call.call_id, "name": call.name, "input": call.arguments} for call in reply.calls
    ]
    return body | {"content": text + calls, "stop_reason": "tool_use" if calls else "end_turn"}


def _text(call: Call) -> str:
    return msgspec.json.encode(call.arguments).decode()


_WRITERS: dict[str, Callable[[JsonObject, Reply], JsonObject]] = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic-messages": _messages,
}
ANSWERED_APIS = tuple(_WRITERS)
"""The APIs that can be answered."""
