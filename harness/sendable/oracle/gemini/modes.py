"""The settings that rules of this API read."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings

_FUNCTIONS = frozenset({"functionDeclarations", "function_declarations"})


def settings(body: JsonObject, _headers: Mapping[str, str], base: Settings) -> Settings:
    """Take the model's bare name (a body may say ``models/…``), and set ``server-tools`` where any is declared."""
    model = base.model.rpartition("/")[2]
    flags = frozenset({"server-tools"}) if _has_server_tools(body.get("tools")) else base.flags
    return base if model == base.model and flags == base.flags else replace(base, model=model, flags=flags)


def _has_server_tools(tools: Any) -> bool:
    """Tell whether a tool of Google's own stands among the tools: search, code execution, URL context."""
    every = tools if isinstance(tools, list) else [tools]
    return any(isinstance(tool, dict) and not _FUNCTIONS.issuperset(tool) for tool in every)
