"""What asking costs, as far as it can be said before."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from sendable.model.json import JsonObject
from sendable.model.target import Target


class Cost(msgspec.Struct, frozen=True):
    """Of one request, at most. tokens: input and output. dollars: None when no price is known."""

    tokens: int
    dollars: float | None = None


Costs: TypeAlias = Callable[[JsonObject, Target], Cost]
