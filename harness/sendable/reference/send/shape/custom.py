"""Custom calls, whose input is a plain text, as function calls: other APIs know no other kind, and nothing is lost."""

import json
from typing import Final

from sendable.model.item import CALL, CUSTOM_CALL, CUSTOM_RESULT, RESULT, kind
from sendable.model.json import JsonObject
from sendable.reference.send.shape.duty import Notes, Placed, each_item

_INPUT: Final = "input"


def as_functions(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Write a custom call as a call of the function of its name, its text as the argument ``input``."""

    def change(item: JsonObject, _at: int) -> JsonObject:
        made = kind(item)
        if made == CUSTOM_RESULT:
            return {**item, "type": RESULT}
        if made != CUSTOM_CALL:
            return item
        notes.count("custom_calls_as_functions")
        rest = {key: value for key, value in item.items() if key != _INPUT}
        said = {_INPUT: item[_INPUT]} if _INPUT in item else {}
        return {**rest, "type": CALL, "arguments": json.dumps(said, ensure_ascii=False)}

    return each_item(placed, change)
