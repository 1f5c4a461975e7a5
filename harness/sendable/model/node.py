"""A stored conversation: a tree of nodes, each holding what was new in one round."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject, Path, dotted

NodeKind: TypeAlias = Literal["llm", "results", "compaction"]
_SHAPES = 'write {"nodes": […], "leaf": id} or {"items": […]}'
_TOOLS = 'write [{"name": …, "description": …, "parameters": {…}}]'


class Node(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One stored round; never changed once it is written.

    id, parent: the tree; a root has no parent. turn: which turn the round belongs to, when the store knows.
    kind: ``llm`` (a model call), ``results`` (results stored without one) or ``compaction`` (a root that stands for
    what came before `pointer`). provider, model: who answered (a provider type, see `Target.provider_type`).
    sent: the items that were new in the request of this round. received: the items of its answer, as they came.
    pointer: the last node of the original that a compaction stands for. prefix_digest: of what was sent before
    `received` (`reference.send.prefix.prefix_digest`). usage: the tokens that the provider counted.
    """

    id: str
    parent: str | None = None
    turn: str | int | None = None
    kind: NodeKind = "llm"
    provider: str | None = None
    model: str | None = None
    sent: tuple[JsonObject, ...] = ()
    received: tuple[JsonObject, ...] = ()
    status: str = "succeeded"
    pointer: str | None = None
    prefix_digest: str | None = None
    usage: dict[str, Any] | None = None


class Conversation(msgspec.Struct, frozen=True):
    """The nodes by id, and the one that the coming turn goes under; no leaf is an empty conversation.

    tools: neutral definitions ``{"name", "description", "parameters"}`` of what the conversation offers; empty when the
    history does not say.
    """

    nodes: dict[str, Node]
    leaf: str | None
    tools: tuple[JsonObject, ...] = ()

    def path(self, leaf: str | None) -> list[Node]:
        """Return the nodes from the root down to `leaf`.

        Raises:
            UnreadableInput: a parent is not there, or a node is its own ancestor.
        """
        found: dict[str, Node] = {}
        while leaf is not None:
            if leaf in found:
                raise UnreadableInput(f"node {leaf!r} is its own ancestor", hint="a parent is written before its child")
            if leaf not in self.nodes:
                raise UnreadableInput(f"no node {leaf!r}, which the path goes through", hint="store whole paths")
            found[leaf] = self.nodes[leaf]
            leaf = found[leaf].parent
        return list(found.values())[::-1]


def read_conversation(history: Mapping[str, Any]) -> Conversation:
    """Read ``{"nodes": […], "leaf": id}``, or ``{"items": […]}`` for a single node without provenance.

    Either may carry ``tools`` beside it.

    Raises:
        UnreadableInput: another shape, an id twice, a leaf that is no node; says where.
    """
    tools = read_tools(history)
    if "items" in history:
        items = _items(history["items"], ("items",))
        return Conversation({"items": Node(id="items", sent=items)}, "items", tools)
    if "nodes" not in history or "leaf" not in history:
        raise UnreadableInput(f"not a history: {sorted(map(str, history))}", where="$", hint=_SHAPES)
    nodes = _nodes(history["nodes"])
    leaf = history["leaf"]
    if leaf is not None and (not isinstance(leaf, str) or leaf not in nodes):
        raise UnreadableInput(f"the leaf {leaf!r} is none of the nodes", where="$.leaf", hint=_SHAPES)
    return Conversation(nodes, leaf, tools)


def read_tools(history: Mapping[str, Any]) -> tuple[JsonObject, ...]:
    """Read the optional ``tools`` of a history in any shape: neutral definitions, each with a name.

    Raises:
        UnreadableInput: it is no list of objects with a name; says where.
    """
    given = history.get("tools", [])
    if not isinstance(given, list):
        raise UnreadableInput(f"not a list of tools: found {type(given).__name__}", where="$.tools", hint=_TOOLS)
    for index, tool in enumerate(given):
        name = tool.get("name") if isinstance(tool, dict) else None
        if not isinstance(name, str) or not name.strip():
            raise UnreadableInput("not a tool: it has no name", where=dotted(("tools", index)), hint=_TOOLS)
    return tuple(given)


def to_plain(conversation: Conversation) -> JsonObject:
    """Return the plain data that `read_conversation` reads."""
    nodes = [msgspec.to_builtins(node) for node in conversation.nodes.values()]
    tools = {"tools": list(conversation.tools)} if conversation.tools else {}
    return {"nodes": nodes, "leaf": conversation.leaf, **tools}


def _nodes(given: Any) -> dict[str, Node]:
    if not isinstance(given, list):
        raise UnreadableInput(f"not a list of nodes: found {type(given).__name__}", where="$.nodes", hint=_SHAPES)
    nodes: dict[str, Node] = {}
    for index, each in enumerate(given):
        node = _node(each, ("nodes", index))
        if node.id in nodes:
            raise UnreadableInput(f"the node id {node.id!r} is used twice", where=dotted(("nodes", index, "id")))
        nodes[node.id] = node
    return nodes


def _node(given: Any, path: Path) -> Node:
    try:
        return msgspec.convert(given, Node)
    except msgspec.ValidationError as error:
        what, _, inside = str(error).partition(" - at `")
        where = dotted(path) + inside.rstrip("`").removeprefix("$")
        raise UnreadableInput(f"not a node: {what}", where=where, hint=_SHAPES) from error


def _items(given: Any, path: Path) -> tuple[JsonObject, ...]:
    if not isinstance(given, list):
        raise UnreadableInput(f"not a list of items: found {type(given).__name__}", where=dotted(path), hint=_SHAPES)
    for index, item in enumerate(given):
        if not isinstance(item, dict):
            raise UnreadableInput(f"not an item: found {type(item).__name__}", where=dotted((*path, index)))
    return tuple(given)
