"""Chat Completions of llama.cpp's server, through the official openai SDK."""

import msgspec

from sendable.replay import openai_chat
from sendable.replay.openai_chat import SDK, create, ok

__all__ = ["SDK", "SERVICE", "create", "ok"]
SERVICE = msgspec.structs.replace(
    openai_chat.SERVICE,
    address="",
    address_name="LLAMACPP_BASE_URL",
    key_name="LLAMACPP_API_KEY",
    key_needed=False,
    least={"max_tokens": 1},
)
