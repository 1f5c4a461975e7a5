"""The settings of a Chat request that conditions read."""

from collections.abc import Mapping

from msgspec.structs import replace

from sendable.model.json import JsonObject
from sendable.oracle.settings import Settings, header


def settings(body: JsonObject, headers: Mapping[str, str], base: Settings) -> Settings:
    """Read the settings of a request.

    `thinking` is the vendors' ``thinking.type``; the flag ``reasoning_effort=none`` is OpenAI's. Azure's API version is
    a query parameter of its own; it is read from a header of the same name, ``api-version``.
    """
    thinking = body.get("thinking")
    mode = thinking.get("type") if isinstance(thinking, dict) else None
    version = header(headers, "api-version") if headers else None
    silent = body.get("reasoning_effort") == "none"
    if mode is None and version is None and not silent:
        return base
    return replace(
        base,
        thinking=mode if isinstance(mode, str) else None,
        api_version=version,
        flags=frozenset({"reasoning_effort=none"}) if silent else base.flags,
    )
