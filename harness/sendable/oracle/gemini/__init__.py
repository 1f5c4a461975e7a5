"""Gemini: what ``generateContent`` refuses, on Google's AI Studio endpoint and (as an overlay) on Vertex AI."""

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.oracle.book import Api
from sendable.oracle.gemini.facts import index
from sendable.oracle.gemini.modes import settings
from sendable.oracle.gemini.walk import walk


def envelope(_status: int, error: ProviderError) -> JsonObject:
    """Write Google's error: its name for the kind of error is called status."""
    return {"error": {"code": error.code, "message": error.message, "status": error.type}}


API = Api(settings=settings, index=index, walk=walk, envelope=envelope, history_key="contents")
