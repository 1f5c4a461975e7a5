"""Responses through the official openai SDK."""

from collections.abc import Mapping
from typing import Any

from sendable.model.json import JsonObject
from sendable.replay.sdk import split_known
from sendable.replay.service import Service

SDK = "openai"
SERVICE = Service(
    address="https://api.openai.com/v1",
    key_name="OPENAI_API_KEY",
    answer=("output",),
    least={"max_output_tokens": 16},
)


def create(client: Any, body: JsonObject, headers: Mapping[str, str], _model: str = "") -> object:
    """Send the body with ``client.responses.create``."""
    named, extra = split_known(type(client.responses).create, body)
    return client.responses.create(**named, extra_body=extra or None, extra_headers=dict(headers))


def ok(body: JsonObject) -> JsonObject:
    """Return the smallest valid response."""
    text = {"type": "output_text", "text": "ok", "annotations": []}
    message = {"id": "msg_modelled", "type": "message", "role": "assistant", "status": "completed", "content": [text]}
    return {
        "id": "resp_modelled",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "model": body.get("model", ""),
        "output": [message],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }
