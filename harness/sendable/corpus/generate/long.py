"""Very long conversations, as recipes that are small on file (`corpus.recipe`)."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from sendable.corpus.chance import Chance
from sendable.corpus.generate.flat import opening, turn_messages
from sendable.corpus.generate.items import results_of
from sendable.corpus.generate.maker_openai import by_openai
from sendable.corpus.generate.plot import CallIds, Drawing, Style, Taste, Turn, draw_tools
from sendable.corpus.generate.words import SYSTEMS
from sendable.corpus.mutator import Shape
from sendable.corpus.recipe import REPEAT
from sendable.model.json import JsonObject

_OF: Final = "of"
_LENGTHS: Final = ((100, 300, 1000, 3000), (40, 30, 20, 10))
_NUMBERED: Final = Taste(Style("call_{n}_", 0))
_PLAIN: Final = Taste()


def long_history(shape: Shape, random: Random) -> JsonObject:
    """Draw a well-formed conversation of 100 to 3,000 turns of one kind: a recipe, to be carried out by `realize`.

    In ``items`` nobody is named as the maker: what a store holds that keeps no item ids. A tree has the turns in one
    node, as of an imported conversation, and a round of OpenAI behind it.

    Args:
        shape: ``messages``, ``items`` or ``nodes``.
        random: where chance comes from.

    Raises:
        KeyError: no such shape.
    """
    chance = Chance(random)
    drawing = Drawing(chance, CallIds(0), draw_tools(chance), _NUMBERED)
    system = chance.pick(SYSTEMS) if chance.yes(0.4) else ""
    repeated = drawing.turn("answer")
    drawing.taste = _PLAIN
    count = chance.weighted(*_LENGTHS)
    return _SHAPES[shape](chance, drawing, system, {REPEAT: count, _OF: repeated})


def _flat(chance: Chance, drawing: Drawing, system: str, recipe: JsonObject) -> JsonObject:
    told = {**recipe, _OF: list(turn_messages(recipe[_OF], chance))}
    return {"messages": [*opening(system, chance), told, *turn_messages(_last(chance, drawing), chance)]}


def _items(chance: Chance, drawing: Drawing, system: str, recipe: JsonObject) -> JsonObject:
    return {"items": [*_begun(system, recipe), *_neutral(_last(chance, drawing))]}


def _tree(chance: Chance, drawing: Drawing, system: str, recipe: JsonObject) -> JsonObject:
    model, asked = "gpt-5.4", [{"type": "message", "role": "user", "content": drawing.asked()}]
    received = by_openai(model, f"{chance.number():x}", drawing.answer())
    behind = {"id": "n1", "parent": "n0", "provider": "openai", "model": model, "sent": asked, "received": received}
    return {"nodes": [{"id": "n0", "sent": _begun(system, recipe)}, behind], "leaf": "n1"}


_SHAPES: Final[Mapping[Shape, Callable[[Chance, Drawing, str, JsonObject], JsonObject]]] = {
    "messages": _flat,
    "items": _items,
    "nodes": _tree,
}


def _last(chance: Chance, drawing: Drawing) -> Turn:
    return drawing.turn(chance.weighted(("answer", "results", "user"), (40, 30, 30)))


def _begun(system: str, recipe: JsonObject) -> list[JsonObject]:
    said = [{"type": "message", "role": "system", "content": system}] if system else []
    return [*said, {**recipe, _OF: list(_neutral(recipe[_OF]))}]


def _neutral(turn: Turn) -> Iterator[JsonObject]:
    """Yield a turn as items that no maker's ids are on."""
    yield {"type": "message", "role": "user", "content": turn.asked}
    for each in turn.rounds:
        if each.said.text:
            yield {"type": "message", "role": "assistant", "content": each.said.text}
        for call in each.said.calls:
            yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments}
        yield from results_of(each)
