"""Duties for Anthropic Messages as llama.cpp's server speaks it."""

from sendable.model.target import Target
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.messages_server import messages_duties


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: llamacpp-messages-content-missing, llamacpp-messages-text. Blocks that the server does not know make no
    message, so they are left out here, where it is told.
    """
    return messages_duties(target, frozenset(), thinks=True)
