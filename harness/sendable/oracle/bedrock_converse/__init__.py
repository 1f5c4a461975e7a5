"""Bedrock's Converse: what ``POST /model/{id}/converse`` and its streaming twin refuse."""

from collections.abc import Mapping

from msgspec.structs import replace

from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.oracle.bedrock_converse.facts import index
from sendable.oracle.bedrock_converse.walk import walk
from sendable.oracle.book import Api
from sendable.oracle.settings import Settings, text_field


def settings(body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
    """Fill in the model, which stands in the address; boto3's arguments have it as ``modelId``."""
    return base if base.model else replace(base, model=text_field(body, "modelId"))


def envelope(_status: int, error: ProviderError) -> JsonObject:
    """Write an error as Bedrock does: the message alone; the type goes into the header ``x-amzn-errortype``."""
    return {"message": error.message}


API = Api(settings=settings, index=index, walk=walk, envelope=envelope, history_key="messages")
