"""Anthropic Messages as llama.cpp speaks it: the format is the same, its maker and what it refuses are not."""

from functools import partial

from sendable.wire import anthropic_messages

body = partial(anthropic_messages.body, maker="llamacpp")
entries = partial(anthropic_messages.entries, maker="llamacpp")
