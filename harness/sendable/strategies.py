"""Hypothesis strategies: histories as they are really stored, well formed or broken.

``histories`` begins with recorded conversations; ``flat_histories``, ``item_histories`` and ``trees`` begin with
generated ones, whose every answer its own provider takes back. All of them can be broken: by so many faults, of any
family or of the families named.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sendable.corpus import MUTATORS, shipped_bases
from sendable.corpus.generate import PROVIDERS, flat, items, tree
from sendable.corpus.mutator import Broken, Mutator, Shape
from sendable.corpus.realize import realize
from sendable.model.errors import BadUsage
from sendable.model.json import JsonObject

__all__ = ["MOST_FAULTS", "flat_histories", "histories", "item_histories", "trees"]

MOST_FAULTS = 2
"""How many faults a history of ``histories`` carries at most, unless told otherwise."""
_ONLY_WHEN_NAMED = frozenset({"content-not-serializable", "very-long"})


def histories(
    *, families: Sequence[str] = (), least_faults: int = 0, most_faults: int = MOST_FAULTS
) -> SearchStrategy[JsonObject]:
    """Draw a flat history, ``{"messages": […]}``: a recorded conversation, broken by so many mutators.

    It shrinks to fewer faults and to the first of the recorded conversations.

    Args:
        families: only faults of these families; when empty, those that recorded conversations were first broken by.
        least_faults: how many faults at least, where the conversation has a place for them.
        most_faults: how many at most.

    Raises:
        BadUsage: a family that no mutator has.
    """
    bases = st.sampled_from(shipped_bases()).map(lambda base: {"messages": list(base.messages)})
    chosen = _chosen(families) if families else [each for each in MUTATORS if each.recorded]
    return _faulty(bases, "messages", chosen, least_faults, most_faults)


def flat_histories(
    *, families: Sequence[str] = (), least_faults: int = 0, most_faults: int = 0
) -> SearchStrategy[JsonObject]:
    """Draw a generated flat history, ``{"messages": […]}``; without faults the Chat API of OpenAI takes it as it is.

    It shrinks to fewer faults, and to one turn with one call and the plainest texts.

    Args:
        families: only faults of these families. When empty, of all but ``very-long`` and ``content-not-serializable``,
            which come only when they are named.
        least_faults: how many faults at least, where the conversation has a place for them.
        most_faults: how many at most; 0 draws well-formed histories. What no normalizer could know of (a blob that was
            tampered with) is never drawn.

    Raises:
        BadUsage: a family that no mutator has.
    """
    return _faulty(_generated(flat), "messages", _chosen(families), least_faults, most_faults)


def item_histories(
    *, provider: str | None = None, families: Sequence[str] = (), least_faults: int = 0, most_faults: int = 0
) -> SearchStrategy[JsonObject]:
    """Draw generated items, ``{"items": […], "tools"?}``, that one provider answered; its blobs are its own.

    Without faults that provider takes them as they are (once the user has gone on, where they end with an answer).

    Args:
        provider: ``openai``, ``anthropic``, ``google``, ``vllm``, ``llamacpp`` or ``mistral``; any, when None.
        families: as in `flat_histories`.
        least_faults: as there.
        most_faults: as there.

    Raises:
        BadUsage: an unknown provider, or a family that no mutator has.
    """
    if provider is not None and provider not in PROVIDERS:
        raise BadUsage(f"no items of {provider!r} are generated", hint="known are " + ", ".join(PROVIDERS))
    generated = _generated(partial(items, provider=provider))
    return _faulty(generated, "items", _chosen(families), least_faults, most_faults)


def trees(*, families: Sequence[str] = (), least_faults: int = 0, most_faults: int = 0) -> SearchStrategy[JsonObject]:
    """Draw a generated stored tree, ``{"nodes": […], "leaf": id, "tools"?}``: providers, compactions, branches.

    Without faults every request on the way was taken by the provider that answered it.

    Args:
        families: as in `flat_histories`.
        least_faults: as there.
        most_faults: as there.

    Raises:
        BadUsage: a family that no mutator has.
    """
    return _faulty(_generated(tree), "nodes", _chosen(families), least_faults, most_faults)


def _generated(generate: Callable[[Random], JsonObject]) -> SearchStrategy[JsonObject]:
    return st.randoms(use_true_random=False).map(generate)


def _chosen(families: Sequence[str]) -> list[Mutator]:
    known = {each.family for each in MUTATORS}
    unknown = sorted(set(families) - known)
    if unknown:
        raise BadUsage(f"no faults of the family {unknown[0]!r}", hint="known are " + ", ".join(sorted(known)))
    wanted = set(families) or known - _ONLY_WHEN_NAMED
    return [each for each in MUTATORS if each.family in wanted]


def _faulty(
    sound: SearchStrategy[JsonObject], shape: Shape, mutators: Sequence[Mutator], least_faults: int, most_faults: int
) -> SearchStrategy[JsonObject]:
    if not 0 <= least_faults <= most_faults:
        hint = "least_faults is 0 or more, and most_faults at least as many"
        raise BadUsage(f"from {least_faults} to {most_faults} faults cannot be drawn", hint=hint)
    return _broken(sound, shape, mutators, least_faults, most_faults)


@st.composite
def _broken(
    draw: st.DrawFn,
    sound: SearchStrategy[JsonObject],
    shape: Shape,
    mutators: Sequence[Mutator],
    least_faults: int,
    most_faults: int,
) -> JsonObject:
    """Draw a fresh history with so many faults, one after the other."""
    history = draw(sound)
    fitting = [each for each in mutators if shape in each.shapes]
    for _ in range(draw(st.integers(least_faults, most_faults)) if fitting else 0):
        broken = list(_savable(draw(st.sampled_from(fitting)), history))
        if broken:
            history = draw(st.sampled_from(broken)).history
    return realize(history)


def _savable(mutator: Mutator, history: JsonObject) -> Iterator[Broken]:
    """Yield what a normalizer can be expected to make sendable for every target."""
    for broken in mutator.broken(history):
        expectations = [broken.expect, *broken.expect.by_target.values()]
        if all(each.outcome == "accepted" for each in expectations):
            yield broken
