"""Responses of llama.cpp's server, through the official openai SDK."""

import msgspec

from sendable.replay import openai_responses
from sendable.replay.openai_responses import SDK, create, ok

__all__ = ["SDK", "SERVICE", "create", "ok"]
SERVICE = msgspec.structs.replace(
    openai_responses.SERVICE,
    address="",
    address_name="LLAMACPP_BASE_URL",
    key_name="LLAMACPP_API_KEY",
    key_needed=False,
    least={"max_output_tokens": 1},
)
