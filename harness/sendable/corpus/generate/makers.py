"""Providers that answer: the items each returns, in its own words, with blobs that the oracle's seals tell apart."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from sendable.corpus.generate.maker_claude import by_claude, by_claude_on_bedrock, compacted_by_claude
from sendable.corpus.generate.maker_openai import by_openai, compacted_by_openai
from sendable.corpus.generate.maker_others import by_gemini, by_mistral, by_server
from sendable.corpus.generate.plot import Said
from sendable.model.json import JsonObject
from sendable.oracle.seals import Prefix

Items: TypeAlias = list[JsonObject]
Reply: TypeAlias = Callable[[str, str, Said, Prefix | None], Items]
"""Takes the model, a name that tells this answer from all others, what is said, and what stood before it (Claude)."""

MAKERS: Final[Mapping[str, Reply]] = {
    "openai": by_openai,
    "anthropic": by_claude,
    "vllm": by_server,
    "llamacpp": by_server,
    "google": by_gemini,
    "mistral": by_mistral,
    "bedrock": by_claude_on_bedrock,
}
"""Who answers, by name: the provider types, and ``bedrock`` for Claude behind Converse."""

COMPACTORS: Final[Mapping[str, Callable[[str, str], JsonObject]]] = {
    "openai": compacted_by_openai,
    "anthropic": compacted_by_claude,
}
"""Who compacts: takes the model, and a name that tells this compaction from all others."""
