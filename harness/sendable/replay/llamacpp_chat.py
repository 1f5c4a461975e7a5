"""Chat Completions of llama.cpp's server, through the official openai SDK."""

from sendable.replay.openai_chat import SDK, create, ok

__all__ = ["SDK", "create", "ok"]
