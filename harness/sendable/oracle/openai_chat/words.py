"""Words of OpenAI's validator."""

from typing import Any

_PHRASES = {
    bool: "a boolean",
    int: "an integer",
    float: "a decimal number",
    str: "a string",
    list: "an array",
    dict: "an object",
}


def phrase(value: Any) -> str:
    """Name a JSON value's type as the error texts do: ``null``, ``an integer``, ``a decimal number``, …."""
    return _PHRASES.get(type(value), "null")
