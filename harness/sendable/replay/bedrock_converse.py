"""Bedrock's Converse over plain HTTP: unsigned where the oracle answers, with a Bedrock API key where AWS does."""

from collections.abc import Mapping
from urllib.parse import quote

from sendable.model.json import JsonObject
from sendable.replay.sdk import HTTP, PlainClient
from sendable.replay.service import Service

SDK = HTTP
SERVICE = Service(
    address_name="BEDROCK_BASE_URL",
    key_name="AWS_BEARER_TOKEN_BEDROCK",
    root="",
    answer=("output",),
    least={"inferenceConfig": {"maxTokens": 1}},
)


def create(client: PlainClient, body: JsonObject, headers: Mapping[str, str], model: str = "") -> object:
    """Post the body to the model's own address."""
    return client.post(f"/model/{quote(model, safe='')}/converse", body, headers)


def ok(_body: JsonObject) -> JsonObject:
    """Return the smallest valid answer."""
    return {
        "output": {"message": {"role": "assistant", "content": [{"text": "ok"}]}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
        "metrics": {"latencyMs": 1},
    }
