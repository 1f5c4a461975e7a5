"""The settings that rules of this API read."""

from collections.abc import Mapping

from msgspec.structs import replace

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings


def settings(body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
    """Set the flag ``thinking`` where the request asks the chat template to think."""
    arguments = body.get("chat_template_kwargs")
    thinks = isinstance(arguments, dict) and arguments.get("enable_thinking") is True
    return replace(base, flags=frozenset({"thinking"})) if thinks else base
