"""Responses as llama.cpp speaks it: the format is the same, what it refuses is not."""

from sendable.wire.openai_responses import body, entries

__all__ = ["body", "entries"]
