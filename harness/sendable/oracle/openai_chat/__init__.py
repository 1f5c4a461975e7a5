"""Chat Completions: what ``POST /v1/chat/completions`` of OpenAI and of the vendors that speak it refuses."""

from sendable.oracle.book import Api
from sendable.oracle.openai_chat.envelope import VENDOR_ENVELOPES, envelope
from sendable.oracle.openai_chat.facts import index
from sendable.oracle.openai_chat.modes import settings
from sendable.oracle.openai_chat.walk import walk

API = Api(
    settings=settings,
    index=index,
    walk=walk,
    envelope=envelope,
    history_key="messages",
    vendor_envelopes=VENDOR_ENVELOPES,
)
