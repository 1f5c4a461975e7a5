"""Messages of a vLLM server, through the official anthropic SDK."""

from sendable.replay.anthropic_messages import SDK, create, ok

__all__ = ["SDK", "create", "ok"]
