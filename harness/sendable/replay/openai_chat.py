"""Chat Completions through the official openai SDK."""

from collections.abc import Mapping
from typing import Any

from sendable.model.json import JsonObject
from sendable.replay.sdk import split_known
from sendable.replay.service import Service

SDK = "openai"
SERVICE = Service(
    address="https://api.openai.com/v1",
    key_name="OPENAI_API_KEY",
    answer=("choices",),
    least={"max_completion_tokens": 1},
)


def create(client: Any, body: JsonObject, headers: Mapping[str, str], _model: str = "") -> object:
    """Send the body with ``client.chat.completions.create``."""
    method = client.chat.completions.create
    named, extra = split_known(type(client.chat.completions).create, body)
    return method(**named, extra_body=extra or None, extra_headers=dict(headers))


def ok(body: JsonObject) -> JsonObject:
    """Return the smallest valid chat completion."""
    message = {"role": "assistant", "content": "ok", "refusal": None}
    return {
        "id": "chatcmpl-modelled",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
