"""Mistral's chat completions: what ``POST /v1/chat/completions`` of api.mistral.ai refuses."""

from collections.abc import Mapping

from sendable.model.json import JsonObject
from sendable.oracle.book import Api
from sendable.oracle.mistral.envelope import envelope
from sendable.oracle.mistral.facts import index
from sendable.oracle.mistral.walk import walk
from sendable.oracle.settings import Settings


def settings(_body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
    """Return the settings as they are: no rule reads more than the model and the date."""
    return base


API = Api(settings=settings, index=index, walk=walk, envelope=envelope, history_key="messages")
