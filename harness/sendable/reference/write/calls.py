"""The calls of an answer that the loop itself has to run, and the items that answer them."""

from collections.abc import Sequence

import msgspec

from sendable.model.arguments import parsed
from sendable.model.json import Json, JsonObject
from sendable.wire.items import CALL, kind

_RESULT_OF = {CALL: "function_call_output", "custom_tool_call": "custom_tool_call_output"}


class Call(msgspec.Struct, frozen=True):
    """One call. node, position: where it was received. arguments: as the model wrote them."""

    node: str
    position: int
    call_id: str
    name: str
    type: str
    arguments: Json = None

    def result(self, output: Json) -> JsonObject:
        """Return the item that answers this call."""
        return {"type": _RESULT_OF[self.type], "call_id": self.call_id, "output": output}

    @property
    def sameness(self) -> tuple[str, bytes]:
        """What two calls share that ask for the same: the tool, and the arguments as they parse, else as they stand."""
        value = parsed(self.arguments) if isinstance(self.arguments, str) else self.arguments
        return self.name, msgspec.json.encode(self.arguments if value is None else value, order="deterministic")


def calls_in(node: str, items: Sequence[JsonObject]) -> list[Call]:
    """Return the calls among received items that a result can be attached to, in order.

    What the provider ran itself is none, and neither is a call with an empty id: no result could name it.
    """
    found = ((position, item) for position, item in enumerate(items) if kind(item) in _RESULT_OF)
    return [
        Call(
            node=node,
            position=position,
            call_id=item["call_id"],
            name=str(item.get("name", "")),
            type=item["type"],
            arguments=item.get("arguments", item.get("input")),
        )
        for position, item in found
        if isinstance(item.get("call_id"), str) and item["call_id"].strip()
    ]


def is_result(item: JsonObject) -> bool:
    """Whether an item answers a call of the loop's own."""
    return kind(item) in _RESULT_OF.values()
