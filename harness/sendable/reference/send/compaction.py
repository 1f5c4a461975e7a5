"""The step `compaction`: what the target cannot read is expanded back to the original.

A compaction is read by the provider type that made it, through the API that knows such items. A path that starts with
one the target cannot read goes on at the pointer instead, again and again. A pointer that leads to a node which was
expanded before, or to no node at all, counts as none: then Claude's plain summary stands in, and what OpenAI compacted
is lost, with a warning. Seed: 2.53 to 2.58.
"""

from collections.abc import Callable, Container
from typing import Any, Final

import msgspec

from sendable.model.entry import Entry
from sendable.model.errors import UnreadableInput
from sendable.model.item import kind
from sendable.model.json import JsonObject
from sendable.model.node import Conversation, Node
from sendable.model.target import Target
from sendable.model.warning import StepWarning
from sendable.reference.send.held import Held, held_by, maker_of, role_of, touched
from sendable.reference.send.path import context

SUMMARY: Final = "Summary of the earlier conversation:\n\n"
_READERS: Final = {"openai-responses": "openai", "anthropic-messages": "anthropic"}
_LOST = "The earlier context is lost: only its maker can read the compaction, and {why}."
_SUMMARIZED = "The maker's plain summary stands for the earlier context: {why}."
_NO_POINTER: Final = "it points to no original"


class Expanded(msgspec.Struct, frozen=True):
    """The context the target can read. expanded: ids of the compaction nodes that the original was put in place of.

    dropped: compactions in the middle of the path that the target cannot read; what they stand for is before them.
    """

    held: tuple[Held, ...]
    expanded: tuple[str, ...] = ()
    dropped: int = 0
    warnings: tuple[StepWarning, ...] = ()


def expand(conversation: Conversation, target: Target) -> Expanded:
    """Walk to the leaf's root, and on through the pointers of the compactions that the target cannot read.

    Raises:
        UnreadableInput: the path to the leaf is broken.
    """
    nodes = conversation.path(conversation.leaf)
    segments: list[list[Held]] = []
    expanded: dict[str, None] = {}
    warnings: list[StepWarning] = []
    while nodes and not readable(nodes[0], target):
        root = nodes[0]
        expanded[root.id] = None
        original, why = _original(conversation, root, expanded)
        segments.append(context(nodes[1:]))
        if original is None:
            kept, warning = _without_original(root, target, why)
            segments.append(kept)
            warnings += [warning] if warning else []
            nodes = []
        else:
            segments[-1] = [*_beside(root), *segments[-1]]
            nodes = original
    found = [held for segment in [*segments, context(nodes)][::-1] for held in segment]
    held, dropped = _middle(found, target)
    return Expanded(tuple(held), tuple(expanded), dropped, tuple(warnings))


def readable(node: Node, target: Target) -> bool:
    """Whether the target reads what a root starts with; a compaction in plain messages is read by all.

    A compaction node starts with everything it holds; an ordinary round with what stands before a model's first word.
    """
    return not any(_foreign(item, node, target) for item in _start(node))


def _start(node: Node) -> list[JsonObject]:
    items = [*node.sent, *node.received]
    if node.kind == "compaction":
        return items
    spoken = (at for at, item in enumerate(items) if not is_compaction(item) and role_of(item) in ("assistant", "tool"))
    return items[: next(spoken, len(items))]


def is_compaction(item: JsonObject) -> bool:
    """Whether the item is a server's compaction result."""
    return bool(kind(item) == "compaction")


def _foreign(item: JsonObject, node: Node | None, target: Target) -> bool:
    """Whether the target cannot read this compaction; one without a known maker is taken for the target's own."""
    if not is_compaction(item):
        return False
    maker = maker_of(item, node)[0]
    return maker is not None and maker != _READERS.get(target.api)


def _original(conversation: Conversation, root: Node, expanded: Container[str]) -> tuple[list[Node] | None, str]:
    """Return the path to what a compaction stands for, or None and the reason in words."""
    if root.pointer is None:
        return None, _NO_POINTER
    try:
        path = conversation.path(root.pointer)
    except UnreadableInput:
        return None, "its pointer leads to no whole path"
    return (None, "its pointer leads back to itself") if path[0].id in expanded else (path, "")


def _beside(root: Node) -> list[Held]:
    """Return what a root that is an ordinary round holds beside its compaction; a compaction node is all replaced."""
    return [] if root.kind == "compaction" else _without_compactions(list(held_by(root)), lambda _item: True)[0]


def _without_original(root: Node, target: Target, why: str) -> tuple[list[Held], StepWarning | None]:
    """Put the plain summary in the compaction's place, when it has one; what else the node holds stays."""
    items = [item for item in _start(root) if _foreign(item, root, target)]
    summaries = [text for item in items if (text := _summary(item))]
    stand_in = Entry(
        "user", tuple({"type": "message", "role": "user", "content": SUMMARY + each} for each in summaries)
    )
    kept = [*([Held(stand_in, head=True)] if summaries else []), *_readable_part(root, target)]
    lost = len(summaries) < len(items)
    if not lost and why == _NO_POINTER:
        return kept, None
    code = "compaction-lost" if lost else "compaction-pointer-broken"
    message = (_LOST if lost else _SUMMARIZED).format(why=why)
    return kept, StepWarning(
        step="compaction", code=code, message=message, items=tuple(touched(each) for each in items)
    )


def _summary(item: JsonObject) -> str | None:
    """Return the plain text of a compaction, which Claude's has."""
    content: Any = item.get("content")
    if isinstance(content, list):
        content = "\n\n".join(part["text"] for part in content if isinstance(part, dict) and _is_text(part.get("text")))
    return content if _is_text(content) else None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _readable_part(node: Node, target: Target) -> list[Held]:
    """Return what a node holds beside the compactions that the target cannot read."""
    return _without_compactions(list(held_by(node)), lambda item: _foreign(item, None, target))[0]


def _middle(found: list[Held], target: Target) -> tuple[list[Held], int]:
    return _without_compactions(found, lambda item: _foreign(item, None, target))


def _without_compactions(found: list[Held], gone: Callable[[JsonObject], bool]) -> tuple[list[Held], int]:
    """Leave out compaction items, and entries that held nothing else."""
    kept, dropped = [], 0
    for held in found:
        items = tuple(item for item in held.entry.items if not (is_compaction(item) and gone(item)))
        dropped += len(held.entry.items) - len(items)
        if len(items) == len(held.entry.items):
            kept.append(held)
        elif items:
            kept.append(msgspec.structs.replace(held, entry=msgspec.structs.replace(held.entry, items=items)))
    return kept, dropped
