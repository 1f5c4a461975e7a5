"""Which overlay of an API stands for whoever answered a recording."""

from sendable import oracle
from sendable.model.json import Json

# What recordings call a vendor, where its overlay has another name.
_OVERLAY_OF = {"chatgpt-codex": "codex", "host:api.z.ai": "zai", "host:ollama.com": "ollama"}
_MANTLE = "host:bedrock-mantle."


def overlay_of(api: str, provider: Json) -> str | None:
    """Return the overlay of an API for the answerer that a recorded row names, None when there is none."""
    if not isinstance(provider, str):
        return None
    named = "bedrock" if provider.startswith(_MANTLE) else _OVERLAY_OF.get(provider, provider)
    return named if named in oracle.vendors(api) else None
