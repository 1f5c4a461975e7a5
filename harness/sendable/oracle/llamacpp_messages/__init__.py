"""Anthropic Messages as llama.cpp's server speaks it: what ``POST /v1/messages`` refuses, which is little.

The server turns the messages into chat messages and reads those as its chat endpoint does; ids, pairs, signatures and
unknown blocks are not looked at.
"""

from collections.abc import Mapping

from sendable.model.json import JsonObject
from sendable.oracle.book import Api
from sendable.oracle.llamacpp import envelope
from sendable.oracle.llamacpp_messages.facts import index
from sendable.oracle.llamacpp_messages.walk import walk
from sendable.oracle.settings import Settings


def settings(_body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
    """Return the settings as they are: no rule reads more than the date."""
    return base


API = Api(settings=settings, index=index, walk=walk, envelope=envelope, history_key="messages")
