"""Messages of llama.cpp's server, through the official anthropic SDK."""

import msgspec

from sendable.replay import anthropic_messages
from sendable.replay.anthropic_messages import SDK, create, ok

__all__ = ["SDK", "SERVICE", "create", "ok"]
SERVICE = msgspec.structs.replace(
    anthropic_messages.SERVICE,
    address="",
    address_name="LLAMACPP_BASE_URL",
    key_name="LLAMACPP_API_KEY",
    key_needed=False,
    least={"max_tokens": 1},
)
