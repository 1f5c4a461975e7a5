"""Anthropic Messages as llama.cpp speaks it: the format is the same, what it refuses is not."""

from sendable.wire.anthropic_messages import body, entries

__all__ = ["body", "entries"]
