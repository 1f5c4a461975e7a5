"""Conversations as items, as one provider answered them."""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from sendable.corpus.chance import Chance
from sendable.corpus.generate.makers import MAKERS, Items
from sendable.corpus.generate.plot import COUNTED, CallIds, Plot, Round, Said, draw_plot
from sendable.corpus.generate.raw import APIS, entries_of
from sendable.corpus.generate.tastes import TASTES, binds
from sendable.corpus.generate.words import MODELS
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.oracle.anthropic_messages.prefixes import prefix_of
from sendable.oracle.seals import Prefix
from sendable.wire import to_body

PROVIDERS: Final = ("openai", "anthropic", "google", "vllm", "llamacpp", "mistral")
"""The provider types whose items are generated."""
_WEIGHTS: Final = (42, 30, 10, 7, 7, 4)


def items(random: Random, provider: str | None = None) -> JsonObject:
    """Draw a well-formed conversation as items, ``{"items": […], "tools"?}``, that one provider answered.

    Written raw as a body of that provider, it is accepted (one that ends with an answer once the user has gone on).

    Args:
        random: where chance comes from.
        provider: one of `PROVIDERS`; any, when None.

    Raises:
        KeyError: no such provider.
    """
    chance = Chance(random)
    maker = chance.weighted(PROVIDERS, _WEIGHTS) if provider is None else provider
    taste = TASTES[maker]
    if maker != "mistral" and chance.yes(0.1):
        taste = replace(taste, style=COUNTED)
    model = chance.pick(MODELS[maker])
    plot = draw_plot(chance, CallIds(chance.number()), taste)
    told = bool(plot.tools) and (binds(model) or chance.yes(0.5))
    tools = list(plot.tools) if told else []
    writer = _Writer(Target(APIS[maker], model), maker, f"{chance.number():x}", tools)
    return {"items": writer.write(plot), **({"tools": tools} if told else {})}


def bound_prefix(before: Items, target: Target, tools: Items) -> Prefix | None:
    """Return what Claude binds the thinking behind these items to; None when the model binds nothing."""
    return prefix_of(to_body(entries_of(before), target, tools)) if binds(target.model) else None


class _Writer:
    """Writes one conversation, answer after answer."""

    def __init__(self, target: Target, maker: str, name: str, tools: Items) -> None:
        self._target = target
        self._maker = maker
        self._name = name
        self._tools = tools
        self._items: Items = []

    def write(self, plot: Plot) -> Items:
        """Return all items of the conversation."""
        if plot.system:
            self._items.append({"type": "message", "role": "system", "content": plot.system})
        for turn in plot.turns:
            self._items.append({"type": "message", "role": "user", "content": turn.asked})
            for each in turn.rounds:
                self._answer(each.said)
                self._items += results_of(each)
        return self._items

    def _answer(self, said: Said) -> None:
        claude = said.thought is not None and self._maker == "anthropic"
        prefix = bound_prefix(self._items, self._target, self._tools) if claude else None
        name = f"{self._name} {len(self._items)}"
        received = MAKERS[self._maker](self._target.model, name, said, prefix)
        named = [{"provider": self._maker, **item} for item in received]
        named[0]["model"] = self._target.model
        self._items += named


def results_of(each: Round) -> Iterator[JsonObject]:
    """Yield the items of a round's results."""
    for call, output in each.results:
        kind = "custom_tool_call_output" if call.custom else "function_call_output"
        yield {"type": kind, "call_id": call.id, "output": output}
