"""Gemini's generateContent over plain HTTP."""

from collections.abc import Mapping
from urllib.parse import quote

from sendable.model.json import JsonObject
from sendable.replay.sdk import HTTP, PlainClient

SDK = HTTP


def create(client: PlainClient, body: JsonObject, headers: Mapping[str, str], model: str = "") -> object:
    """Post the body to the model's own address."""
    return client.post(f"/models/{quote(model, safe='')}:generateContent", body, headers)


def ok(_body: JsonObject) -> JsonObject:
    """Return the smallest valid answer."""
    content = {"role": "model", "parts": [{"text": "ok"}]}
    return {
        "candidates": [{"index": 0, "content": content, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
    }
