"""Comparing the texts of two errors: what varies from request to request is masked, the provider's words stay."""

import re
from functools import lru_cache

_PREFIXED = re.compile(
    r"\b(?:call|toolu|srvtoolu|mcptoolu|rs|msg|fc|fco|ws|resp|item|file|chatcmpl|req|tooluse)[_-]\w+"
)
_RANDOM = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])[\w-]{9,}\b")
_NUMBER = re.compile(r"\d+")


def same_words(one: str, other: str) -> bool:
    """Tell whether two error messages are the same apart from ids, indexes and other numbers."""
    return one == other or masked(one) == masked(other)


@lru_cache(maxsize=4096)
def masked(message: str) -> str:
    """Replace ids by ``@`` and numbers by ``#``; surrounding white space goes."""
    return _NUMBER.sub("#", _RANDOM.sub("@", _PREFIXED.sub("@", message.strip())))
