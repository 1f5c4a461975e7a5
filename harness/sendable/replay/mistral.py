"""Mistral's chat over plain HTTP."""

from collections.abc import Mapping

from sendable.model.json import JsonObject
from sendable.replay.openai_chat import ok
from sendable.replay.sdk import HTTP, PlainClient
from sendable.replay.service import Service

__all__ = ["SDK", "SERVICE", "create", "ok"]
SDK = HTTP
SERVICE = Service(
    address="https://api.mistral.ai/v1", key_name="MISTRAL_API_KEY", answer=("choices",), least={"max_tokens": 1}
)


def create(client: PlainClient, body: JsonObject, headers: Mapping[str, str], _model: str = "") -> object:
    """Post the body to the chat endpoint."""
    return client.post("/chat/completions", body, headers)
