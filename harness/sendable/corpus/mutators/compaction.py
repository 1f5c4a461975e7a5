"""Compactions that cannot be what they should: dangling, cyclic, doubled, without a pointer, empty, in the middle."""

from collections.abc import Iterator
from typing import Final

from sendable.corpus.line import Line, front, is_said, kind, path_of, put, swap
from sendable.corpus.mutator import Bent, Broken, Fells, Mutator
from sendable.corpus.mutators._blobs import MODELS
from sendable.corpus.mutators._table import standing
from sendable.model.json import Json, JsonObject
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import seal

_ROOT: Final = "compacted"
_LEAF: Final = "behind"
_MAKERS: Final = ("openai", "anthropic")


def compacted(maker: str, name: str = "the conversation") -> JsonObject:
    """Return a compaction as its maker returns it: a blob of OpenAI, a plain summary of Claude."""
    if maker == "anthropic":
        block = {"type": "compaction", "content": "Summary: two files were compared."}
        return {"type": "compaction", "content": block["content"], "provider": maker, "provider_data": block}
    item_id = mint_id("cmp", name)
    blob = seal(maker, MODELS[maker], item_id, kind="compaction")
    return {"type": "compaction", "id": item_id, "encrypted_content": blob, "provider": maker}


def with_compaction(history: JsonObject, maker: str, pointer: Json) -> JsonObject:
    """Return a tree that goes on behind a compaction: a new root, and a round under it that is the leaf now."""
    made_by = {"provider": maker, "model": MODELS[maker]}
    root = {"id": _ROOT, "parent": None, "kind": "compaction", "received": [compacted(maker)], **made_by}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "The second one."}]}
    asked = {"type": "message", "role": "user", "content": "And which is newer?"}
    leaf = {"id": _LEAF, "parent": _ROOT, "sent": [asked], "received": [said], **made_by}
    pointed = {} if pointer is None else {"pointer": pointer}
    return {**history, "nodes": [*history["nodes"], {**root, **pointed}, leaf], "leaf": _LEAF}


def _pointing(*pointers: Json) -> Fells:
    """Return what lets the compaction that a path starts with, or one that is put before it, point elsewhere."""

    def fells(history: JsonObject) -> Iterator[Broken]:
        if any(node["id"] in (_ROOT, _LEAF) for node in history["nodes"]):
            return
        roots = [at for at, node in enumerate(history["nodes"]) if node.get("kind") == "compaction"]
        for at in roots:
            for pointer in pointers:
                yield Broken(_pointed(history, at, history["nodes"][at]["id"] if pointer == _ROOT else pointer))
        for maker in _MAKERS if path_of(history) else ():
            for pointer in pointers:
                yield Broken(with_compaction(history, maker, pointer))

    return fells


def _pointed(history: JsonObject, at: int, pointer: Json) -> JsonObject:
    node = {key: value for key, value in history["nodes"][at].items() if key != "pointer"}
    target = history["leaf"] if pointer == _LEAF else pointer
    nodes = [*history["nodes"]]
    nodes[at] = node if pointer is None else {**node, "pointer": target}
    return {**history, "nodes": nodes}


def _doubled_node(history: JsonObject) -> Iterator[Broken]:
    """Store the compaction of a root twice in its node."""
    for at, node in enumerate(history["nodes"]):
        if node.get("kind") == "compaction":
            received = [copy for item in node.get("received", ()) for copy in (item, item)]
            nodes = [*history["nodes"][:at], {**node, "received": received}, *history["nodes"][at + 1 :]]
            yield Broken({**history, "nodes": nodes})


def _doubled(line: Line) -> Iterator[Bent]:
    """Put two compactions of one maker before each message of the user."""
    for at, (item, _) in enumerate(line):
        for maker in _MAKERS if is_said(item, "user") else ():
            twice = (compacted(maker, "the first part"), compacted(maker, "the second part"))
            yield Bent(put(line, at, *twice))


def _in_the_middle(line: Line) -> Iterator[Bent]:
    """Put a compaction of each maker before each later message of the user: what it stands for is still there."""
    said = [at for at, (item, _) in enumerate(line) if is_said(item, "user")]
    for at in said[1:]:
        for maker in _MAKERS:
            yield Bent(put(line, at, compacted(maker)))


def _empty(line: Line) -> Iterator[Bent]:
    """Empty each compaction; where there is none, put an empty one behind the instructions."""
    found = [at for at, (item, _) in enumerate(line) if kind(item) == "compaction"]
    for at in found:
        for hollow in _hollow():
            yield Bent(swap(line, at, hollow))
    for hollow in _hollow() if line and not found else ():
        yield Bent(put(line, front(line), hollow))


def _hollow() -> Iterator[JsonObject]:
    for value in ("", None):
        yield {**compacted("openai"), "encrypted_content": value}
        block = {"type": "compaction", "content": value}
        yield {**compacted("anthropic"), "content": value, "provider_data": block}


COMPACTION_DANGLING = Mutator(
    name="compaction-dangling",
    family="compaction-missing",
    why="The original was deleted to save space, and the compaction still points to it.",
    evidence=standing("compaction-dangling"),
    fells=_pointing("no-such-node", ""),
)
COMPACTION_CYCLIC = Mutator(
    name="compaction-cyclic",
    family="compaction-cycle",
    why="A damaged pointer leads a compaction back to itself, or to a node behind it.",
    evidence=standing("compaction-cyclic"),
    fells=_pointing(_ROOT, _LEAF),
)
COMPACTION_LEGACY = Mutator(
    name="compaction-legacy",
    family="compaction-legacy",
    why="The conversation was compacted before pointers were stored.",
    evidence=standing("compaction-legacy"),
    fells=_pointing(None),
)
COMPACTION_DOUBLED = Mutator(
    name="compaction-doubled",
    family="compaction-doubled",
    why="Two workers compacted at once, or the second compaction was stored beside the first.",
    evidence=standing("compaction-doubled"),
    bends=_doubled,
    fells=_doubled_node,
)
COMPACTION_IN_THE_MIDDLE = Mutator(
    name="compaction-in-the-middle",
    family="compaction-in-the-middle",
    why="The compaction was stored as one more item, and what it stands for was kept before it.",
    evidence=standing("compaction-in-the-middle"),
    bends=_in_the_middle,
)
COMPACTION_EMPTY = Mutator(
    name="compaction-empty",
    family="compaction-empty",
    why="The compactor failed and its empty answer was stored.",
    evidence=standing("compaction-empty"),
    bends=_empty,
)
