"""Mistral's chat over plain HTTP."""

from collections.abc import Mapping

from sendable.model.json import JsonObject
from sendable.replay.openai_chat import ok
from sendable.replay.sdk import HTTP, PlainClient

__all__ = ["SDK", "create", "ok"]
SDK = HTTP


def create(client: PlainClient, body: JsonObject, headers: Mapping[str, str], _model: str = "") -> object:
    """Post the body to the chat endpoint."""
    return client.post("/chat/completions", body, headers)
