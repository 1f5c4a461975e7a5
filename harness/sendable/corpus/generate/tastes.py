"""What each maker gives and takes, and which of its models bind their thinking."""

from typing import Final

from sendable.corpus.generate.plot import (
    CLAUDE_IDS,
    COUNTED,
    LLAMACPP_IDS,
    MISTRAL_IDS,
    OPENAI_IDS,
    VLLM_IDS,
    Taste,
)
from sendable.oracle.anthropic_messages.models import flags_of

TASTES: Final = {
    "openai": Taste(OPENAI_IDS, pictures=True, hosted=True, custom=True),
    "anthropic": Taste(CLAUDE_IDS, pictures=True, hosted=True),
    "google": Taste(COUNTED),
    "vllm": Taste(VLLM_IDS, parts=False),
    "llamacpp": Taste(LLAMACPP_IDS),
    "mistral": Taste(MISTRAL_IDS),
    "bedrock": Taste(CLAUDE_IDS),
}
"""By maker."""
_BINDING: Final = frozenset({"binding=always", "binding=newer_accounts"})


def binds(model: str) -> bool:
    """Tell whether a model binds its thinking to what stood before it."""
    return not _BINDING.isdisjoint(flags_of(model))
