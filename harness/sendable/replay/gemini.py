"""Gemini's generateContent over plain HTTP."""

from collections.abc import Mapping
from urllib.parse import quote

from sendable.model.json import JsonObject
from sendable.replay.sdk import HTTP, PlainClient
from sendable.replay.service import Service

SDK = HTTP
SERVICE = Service(
    address="https://generativelanguage.googleapis.com/v1beta",
    key_name="GEMINI_API_KEY",
    root="/v1beta",
    key_header="x-goog-api-key",
    answer=("candidates", "promptFeedback"),
    least={"generationConfig": {"maxOutputTokens": 1}},
)


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
