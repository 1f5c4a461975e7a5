"""A context as one line of items, each with the place where it is stored: bare, or in a node of the path.

So that one mutator breaks both shapes: it moves, replaces and adds items of the line, and `with_line` puts each back
where it belongs.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from sendable.corpus.pairs import ABSENT
from sendable.model.json import Json, JsonObject

Side: TypeAlias = Literal["items", "sent", "received"]


class Home(NamedTuple):
    """Where an item is stored. side: its list.

    node: its number in the history, 0 for bare items; -1, -2 and so on for nodes that are added behind the leaf.
    told: the node keeps a digest of what its answer was made behind.
    """

    node: int
    side: Side
    told: bool = False


class Spot(NamedTuple):
    """An item and where it is stored."""

    item: JsonObject
    home: Home


Line: TypeAlias = list[Spot]


class Called(NamedTuple):
    """A call: its place in the line, its item and its call id."""

    at: int
    item: JsonObject
    id: Json


ANSWERED_BY = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "local_shell_call": "local_shell_call_output",
    "computer_call": "computer_call_output",
}
"""The types of calls that the client answers, with the type of the answer."""

_ANSWERS = frozenset(ANSWERED_BY.values())
_GIVEN = ("user", "system", "developer")


def line_of(history: JsonObject) -> Line:
    """Return the items of a history: all bare ones, or those on the path from the root to the leaf."""
    if "items" in history:
        return [Spot(item, Home(0, "items")) for item in history["items"]]
    nodes = history["nodes"]
    return [
        Spot(item, Home(at, side, "prefix_digest" in nodes[at]))
        for at in path_of(history)
        for side in ("sent", "received")
        for item in nodes[at].get(side, ())
    ]


def with_line(history: JsonObject, line: Sequence[Spot]) -> JsonObject:
    """Return a copy of the history that holds the items of the line; nodes off the path stay as they are."""
    if "items" in history:
        return {**history, "items": [spot.item for spot in line]}
    nodes = list(history["nodes"])
    for at in path_of(history):
        held = _held(line, at)
        nodes[at] = {**nodes[at], **{side: items for side, items in held.items() if items or side in nodes[at]}}
    return _grown({**history, "nodes": nodes}, line)


def _grown(history: JsonObject, line: Sequence[Spot]) -> JsonObject:
    """Return the history with a node behind the leaf for each that the line adds."""
    for number in sorted({spot.home.node for spot in line if spot.home.node < 0}, reverse=True):
        last: JsonObject = next((each for each in history["nodes"] if each["id"] == history["leaf"]), {})
        made_by: JsonObject = {key: last[key] for key in ("provider", "model") if key in last}
        node: JsonObject = {"id": _free_id(history), "parent": history["leaf"], **made_by, **_held(line, number)}
        history = {**history, "nodes": [*history["nodes"], node], "leaf": node["id"]}
    return history


def _held(line: Sequence[Spot], node: int) -> dict[str, list[JsonObject]]:
    sides: tuple[Side, ...] = ("sent", "received")
    return {side: [spot.item for spot in line if spot.home[:2] == (node, side)] for side in sides}


def _free_id(history: JsonObject) -> str:
    taken = {node["id"] for node in history["nodes"]}
    return next(name for number in range(len(taken) + 1) if (name := f"added{number}") not in taken)


def path_of(history: JsonObject) -> list[int]:
    """Return the numbers of the nodes from the root to the leaf; a broken path ends where it is broken."""
    number = {node["id"]: at for at, node in enumerate(history["nodes"])}
    path: list[int] = []
    at = number.get(history["leaf"])
    while at is not None and at not in path:
        path.insert(0, at)
        at = number.get(history["nodes"][at].get("parent"))
    return path


def kind(item: JsonObject) -> str:
    """Return the type of an item, empty where it is no text; what has a role and no type is a message."""
    made = item.get("type", "message" if "role" in item else "")
    return made if isinstance(made, str) else ""


def is_call(item: JsonObject) -> bool:
    """Whether the client answers this call."""
    return kind(item) in ANSWERED_BY


def is_answer(item: JsonObject) -> bool:
    """Whether the item answers a call of the client's."""
    return kind(item) in _ANSWERS


def is_said(item: JsonObject, role: str) -> bool:
    """Whether the item is a message of this role."""
    return kind(item) == "message" and item.get("role") == role


def is_given(item: JsonObject) -> bool:
    """Whether the client made the item, not a model."""
    return is_answer(item) or item.get("role") in _GIVEN


def called(line: Sequence[Spot]) -> list[Called]:
    """Return all calls in order."""
    return [Called(at, spot.item, spot.item.get("call_id")) for at, spot in enumerate(line) if is_call(spot.item)]


def answered_at(line: Sequence[Spot], call: Called) -> int | None:
    """Return the place of the first answer behind a call that carries its id."""
    wanted = ANSWERED_BY[kind(call.item)]
    behind = range(call.at + 1, len(line))
    return next(
        (at for at in behind if kind(line[at].item) == wanted and line[at].item.get("call_id") == call.id), None
    )


def answers(line: Sequence[Spot]) -> list[int]:
    """Return the places of all answers."""
    return [at for at, spot in enumerate(line) if is_answer(spot.item)]


def response(line: Sequence[Spot], at: int) -> range:
    """Return the places of what the model made in one go, around one item of it."""
    start, end = at, at + 1
    while start > 0 and not is_given(line[start - 1].item) and line[start - 1].home == line[at].home:
        start -= 1
    while end < len(line) and not is_given(line[end].item) and line[end].home == line[at].home:
        end += 1
    return range(start, end)


def front(line: Sequence[Spot]) -> int:
    """Return the place behind the system messages and compactions at the front."""
    kept = ("system", "developer")
    starts = (at for at, (item, _) in enumerate(line) if item.get("role") not in kept and kind(item) != "compaction")
    return next(starts, len(line))


def put(line: Sequence[Spot], at: int, *items: JsonObject) -> Line:
    """Return the line with items put before a place; each is stored beside a neighbour, on its own side if it can."""
    return [*line[:at], *(Spot(item, _home(line, at, item)) for item in items), *line[at:]]


def append(line: Sequence[Spot], *items: JsonObject) -> Line:
    """Return the line with items behind its end; in a tree, in nodes of their own."""
    grown = list(line)
    bare = not line or line[-1].home.side == "items"
    home = Home(0, "items") if bare else Home(min(0, line[-1].home.node) - 1, "sent")
    for item in items:
        side: Side = "items" if bare else "sent" if is_given(item) else "received"
        node = home.node - 1 if (home.side, side) == ("received", "sent") else home.node
        home = Home(node, side)
        grown.append(Spot(item, home))
    return grown


def swap(line: Sequence[Spot], at: int, *items: JsonObject) -> Line:
    """Return the line with items in the place of one; without any, that one is left out."""
    return [*line[:at], *(Spot(item, line[at].home) for item in items), *line[at + 1 :]]


def changed(item: JsonObject, **values: Json) -> JsonObject:
    """Return a copy of an item with other values; `ABSENT` leaves a key out."""
    return {key: value for key, value in {**item, **values}.items() if value is not ABSENT}


def _home(line: Sequence[Spot], at: int, item: JsonObject) -> Home:
    near = [line[each].home for each in (at - 1, at) if 0 <= each < len(line)]
    side: Side = "sent" if is_given(item) else "received"
    return next((home for home in near if home.side == side), near[0] if near else Home(0, "items"))


def in_pair(line: Sequence[Spot], call: Called, call_id: Json) -> Line:
    """Return the line with another call id in a call and in the answer to it."""
    renamed = swap(line, call.at, changed(call.item, call_id=call_id))
    at = answered_at(line, call)
    return renamed if at is None else swap(renamed, at, changed(line[at].item, call_id=call_id))
