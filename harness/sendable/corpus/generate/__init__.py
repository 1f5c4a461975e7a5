"""Well-formed conversations, made by chance: what every mutator begins with.

Each generator takes a `random.Random` and asks nothing else, so that a seed gives the same history everywhere. Well
formed means: written raw, the provider that made the conversation takes it (`raw_request`,
`asked`).
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from sendable.corpus.generate.asked import asked
from sendable.corpus.generate.flat import flat
from sendable.corpus.generate.items import PROVIDERS, items
from sendable.corpus.generate.long import long_history
from sendable.corpus.generate.raw import raw_request
from sendable.corpus.generate.tree import tree
from sendable.corpus.mutator import Shape
from sendable.model.json import JsonObject

GENERATORS: Final[Mapping[Shape, Callable[[Random], JsonObject]]] = {"messages": flat, "items": items, "nodes": tree}
"""The generator of each shape, by the key that holds the history."""

__all__ = ["GENERATORS", "PROVIDERS", "asked", "flat", "items", "long_history", "raw_request", "tree"]
