"""How the API's error texts name JSON types, and the limits that many fields share."""

from typing import Any, Final

MAX_ID: Final = 64
MAX_TEXT: Final = 10_485_760

_WORDS: Final = {type(None): "null", bool: "a boolean", int: "an integer", float: "a decimal", str: "a string"}


def kind_word(value: Any) -> str:
    """Name a value's type as the error texts do, for example ``null`` or ``an object``."""
    if isinstance(value, dict):
        return "an object"
    return "an array" if isinstance(value, list) else _WORDS.get(type(value), "an object")
