"""Responses as llama.cpp's server speaks it: what ``POST /v1/responses`` refuses.

The server turns the items into chat messages, item by item, and then reads those as its chat endpoint does.
"""

from collections.abc import Mapping

from sendable.model.json import JsonObject
from sendable.oracle.book import Api
from sendable.oracle.llamacpp import envelope
from sendable.oracle.llamacpp_responses.facts import index
from sendable.oracle.llamacpp_responses.walk import walk
from sendable.oracle.settings import Settings


def settings(_body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
    """Return the settings as they are: no rule reads more than the date."""
    return base


API = Api(settings=settings, index=index, walk=walk, envelope=envelope, history_key="input")
