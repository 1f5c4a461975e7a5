"""What else a history holds, for selection."""

from collections.abc import Sequence

from sendable.corpus.pairs import calls_of
from sendable.model.json import JsonObject


def features_of(messages: Sequence[JsonObject]) -> tuple[str, ...]:
    """Return the features of a flat history, sorted."""
    turns = [calls_of(each) for each in messages]
    found = {
        "tools": any(turns),
        "parallel-calls": any(len(each) > 1 for each in turns),
        "several-rounds": sum(map(bool, turns)) > 1,
        "system": any(each.get("role") in {"system", "developer"} for each in messages),
        "text-beside-calls": any(each.get("content") for each, made in zip(messages, turns, strict=True) if made),
        "content-not-text": any(isinstance(each.get("content"), list | dict) for each in messages),
    }
    return tuple(sorted(name for name, holds in found.items() if holds))
