"""Very long histories as recipes: ``{"repeat": 5000, "of": […]}`` stands in a list for its elements, 5,000 times."""

from collections.abc import Iterator

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, Path, dotted

REPEAT = "repeat"
_OF = "of"
_ROUND = "{n}"
_MOST_ROUNDS = 1_000_000
_KEYS = {REPEAT, _OF}


def expand(value: Json) -> Json:
    """Return a copy of `value` with every recipe carried out.

    In the texts of a recipe, ``{n}`` is the number of the round, from 0, so that call ids can differ.
    """
    if isinstance(value, list):
        return [each for element in value for each in _elements(element)]
    return {key: expand(each) for key, each in value.items()} if isinstance(value, dict) else value


def has_recipes(value: Json) -> bool:
    """Tell whether a history is written with recipes."""
    if isinstance(value, dict):
        return _is_recipe(value) or any(map(has_recipes, value.values()))
    return isinstance(value, list) and any(map(has_recipes, value))


def _elements(element: Json) -> Iterator[Json]:
    if not _is_recipe(element):
        yield expand(element)
        return
    for number in range(element[REPEAT]):
        for part in element[_OF]:
            yield _numbered(part, str(number))


def _is_recipe(element: Json) -> bool:
    return isinstance(element, dict) and element.keys() == _KEYS


def _numbered(value: Json, number: str) -> Json:
    if isinstance(value, str):
        return value.replace(_ROUND, number)
    if isinstance(value, list):
        return [_numbered(each, number) for each in value]
    return {key: _numbered(each, number) for key, each in value.items()} if isinstance(value, dict) else value


def check_recipes(value: Json, path: Path = ()) -> None:
    """Refuse a recipe that cannot be carried out.

    Raises:
        UnreadableInput: with the path of the recipe.
    """
    if isinstance(value, list):
        for index, each in enumerate(value):
            _check_recipe(each, (*path, index))
            check_recipes(each, (*path, index))
    elif isinstance(value, dict):
        for key, each in value.items():
            check_recipes(each, (*path, key))


def _check_recipe(element: Json, path: Path) -> None:
    if not isinstance(element, dict) or REPEAT not in element:
        return
    rounds, parts = element[REPEAT], element.get(_OF)
    sound = type(rounds) is int and 0 < rounds <= _MOST_ROUNDS and isinstance(parts, list) and bool(parts)
    if element.keys() != _KEYS or not sound:
        hint = 'write {"repeat": ROUNDS, "of": [elements]}; {n} in their texts is the number of the round'
        raise UnreadableInput("not a recipe", where=dotted(path), hint=hint)
