"""Responses of a vLLM server, through the official openai SDK."""

from sendable.replay.openai_responses import SDK, create, ok

__all__ = ["SDK", "create", "ok"]
