"""Hypothesis strategies: histories as they are really stored, well formed or broken."""

from collections.abc import Sequence

import msgspec
from hypothesis import strategies as st

from sendable.corpus import MUTATORS, shipped_bases
from sendable.model.json import JsonObject

MOST_FAULTS = 2
"""How many faults a history carries at most, unless told otherwise."""


@st.composite
def histories(
    draw: st.DrawFn, *, families: Sequence[str] = (), least_faults: int = 0, most_faults: int = MOST_FAULTS
) -> JsonObject:
    """Draw a flat history, ``{"messages": […]}``: a recorded conversation, broken by so many mutators.

    It shrinks to fewer faults and to the first of the recorded conversations.

    Args:
        draw: given by Hypothesis.
        families: only faults of these families; all, when empty.
        least_faults: how many faults at least, where the conversation has a place for them.
        most_faults: how many at most.
    """
    bases = shipped_bases()
    mutators = [each for each in MUTATORS if not families or each.family in families]
    messages = list(draw(st.sampled_from(bases)).messages)
    for _ in range(draw(st.integers(least_faults, most_faults)) if mutators else 0):
        broken = list(draw(st.sampled_from(mutators)).breaks(messages))
        if broken:
            messages = draw(st.sampled_from(broken))
    copied: JsonObject = msgspec.json.decode(msgspec.json.encode({"messages": messages}))
    return copied
