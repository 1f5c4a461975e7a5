"""Very long histories as recipes: ``{"repeat": 5000, "of": […]}`` stands in a list for its elements, 5,000 times."""

from collections.abc import Iterator
from typing import NamedTuple

from sendable.corpus.walk import Todo, begun, containers, copied, placed
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, Path, dotted

REPEAT = "repeat"
_OF = "of"
_ROUND = "{n}"
_MOST_ROUNDS = 1_000_000
_KEYS = {REPEAT, _OF}


class _Part(NamedTuple):
    """An element of a recipe in one of its rounds."""

    value: Json
    number: str


def expand(value: Json) -> Json:
    """Return a copy of `value` with every recipe carried out.

    In the texts of a recipe, ``{n}`` is the number of the round, from 0, so that call ids can differ.
    """
    return copied(value, _carried_out)


def _carried_out(value: Json, todo: Todo) -> Json:
    if isinstance(value, _Part):
        return _numbered(value.value, value.number)
    if isinstance(value, list) and any(map(_is_recipe, value)):
        value = [part for element in value for part in _parts(element)]
    return begun(value, todo)


def _parts(element: Json) -> Iterator[Json]:
    if not _is_recipe(element):
        yield element
        return
    for number in range(element[REPEAT]):
        for part in element[_OF]:
            yield _Part(part, str(number))


def has_recipes(value: Json) -> bool:
    """Tell whether a history is written with recipes."""
    return any(map(_is_recipe, containers(value)))


def _is_recipe(element: Json) -> bool:
    return isinstance(element, dict) and element.keys() == _KEYS


def _numbered(value: Json, number: str) -> Json:
    def made(each: Json, todo: Todo) -> Json:
        return each.replace(_ROUND, number) if isinstance(each, str) else begun(each, todo)

    return copied(value, made)


def check_recipes(value: Json, path: Path = ()) -> None:
    """Refuse a recipe that cannot be carried out.

    Raises:
        UnreadableInput: with the path of the recipe.
    """
    for place, each in placed(value, path):
        if isinstance(each, list):
            for index, element in enumerate(each):
                _check_recipe(element, (*place, index))


def _check_recipe(element: Json, path: Path) -> None:
    if not isinstance(element, dict) or REPEAT not in element:
        return
    rounds, parts = element[REPEAT], element.get(_OF)
    sound = type(rounds) is int and 0 < rounds <= _MOST_ROUNDS and isinstance(parts, list) and bool(parts)
    if element.keys() != _KEYS or not sound:
        hint = 'write {"repeat": ROUNDS, "of": [elements]}; {n} in their texts is the number of the round'
        raise UnreadableInput("not a recipe", where=dotted(path), hint=hint)
