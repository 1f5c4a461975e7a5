"""Messages through the official anthropic SDK."""

from collections.abc import Mapping
from typing import Any

from sendable.model.json import JsonObject
from sendable.replay.sdk import split_known
from sendable.replay.service import Service

SDK = "anthropic"
SERVICE = Service(
    address="https://api.anthropic.com",
    key_name="ANTHROPIC_API_KEY",
    own_root=True,
    key_header="x-api-key",
    answer=("content",),
    least={"max_tokens": 1},
)


def create(client: Any, body: JsonObject, headers: Mapping[str, str], _model: str = "") -> object:
    """Send the body with ``client.messages.create``."""
    named, extra = split_known(type(client.messages).create, body)
    return client.messages.create(**named, extra_body=extra or None, extra_headers=dict(headers))


def ok(body: JsonObject) -> JsonObject:
    """Return the smallest valid message."""
    return {
        "id": "msg_modelled",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", ""),
        "content": [{"type": "text", "text": "ok"}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
