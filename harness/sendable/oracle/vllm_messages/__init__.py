"""Anthropic Messages as a vLLM server speaks it: what ``POST /v1/messages`` refuses.

Who reads the history depends on the model: a chat template, the harmony encoder (gpt-oss), or mistral-common's
validator; ``oracle/vllm_models.toml`` tells them apart by the model's name.
"""

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.oracle import vllm
from sendable.oracle.book import Api
from sendable.oracle.vllm_messages.facts import index
from sendable.oracle.vllm_messages.walk import walk

SCHEMA_ERROR = "Bad Request"


def envelope(status: int, error: ProviderError) -> JsonObject:
    """Write the error as Anthropic does, but schema errors as the OpenAI endpoints of the same server do."""
    if error.type == SCHEMA_ERROR:
        return vllm.envelope(status, error)
    return {"type": "error", "error": {"type": error.type, "message": error.message}}


API = Api(settings=vllm.settings, index=index, walk=walk, envelope=envelope, history_key="messages")
