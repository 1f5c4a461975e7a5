"""What every wire format asks of an item: the words of `model.item`."""

from sendable.model.item import (
    ANTHROPIC,
    CALL,
    CHAT,
    CONVERSE,
    GOOGLE,
    MISTRAL,
    NEUTRAL,
    RESULT,
    kept_by,
    kind,
    picked,
    plain,
)

__all__ = [
    "ANTHROPIC",
    "CALL",
    "CHAT",
    "CONVERSE",
    "GOOGLE",
    "MISTRAL",
    "NEUTRAL",
    "RESULT",
    "kept_by",
    "kind",
    "picked",
    "plain",
]
