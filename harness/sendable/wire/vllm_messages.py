"""Anthropic Messages as vLLM speaks it: the format is the same, its maker and what it refuses are not."""

from functools import partial

from sendable.wire import anthropic_messages

body = partial(anthropic_messages.body, maker="vllm")
entries = partial(anthropic_messages.entries, maker="vllm")
