"""Anthropic Messages: what ``POST /v1/messages`` refuses, there and on the clouds that carry Claude."""

from sendable.oracle.anthropic_messages.envelope import VENDOR_ENVELOPES, envelope
from sendable.oracle.anthropic_messages.facts import index
from sendable.oracle.anthropic_messages.modes import settings
from sendable.oracle.anthropic_messages.walk import walk
from sendable.oracle.book import Api

API = Api(
    settings=settings,
    index=index,
    walk=walk,
    envelope=envelope,
    history_key="messages",
    vendor_envelopes=VENDOR_ENVELOPES,
)
