"""What a switch of models costs, told before it happens (2.77): the whole context is read again without a cache."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from sendable.model.json import encode_json
from sendable.model.node import Node, read_conversation
from sendable.model.target import Target
from sendable.reference.send.compaction import is_compaction

_TOTALS: Final = ("total_tokens",)
_PARTS: Final = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class SwitchWarning(msgspec.Struct, frozen=True):
    """Why a switch costs more than it looks.

    reasons: ``compacted`` (the original is expanded, or the compaction read anew) and ``over_<threshold>``. tokens: of
    the earlier context. basis: ``usage`` (the provider's last count on the path) or ``bytes`` (at most so many).
    """

    reasons: tuple[str, ...]
    tokens: int
    basis: Literal["usage", "bytes"]


def switch_warning(history: Mapping[str, Any], target: Target, threshold: int = 100_000) -> SwitchWarning | None:
    """Say what going on with `target` costs, or None when the model stays, or nothing costs more than it looks.

    Args:
        history: as `assemble` takes it. Only nodes know which model answered last: anything else counts as a switch.
        target: whom the next turn goes to.
        threshold: how many tokens of earlier context are fine; strictly more are not.

    Raises:
        UnreadableInput: the history has another shape; says where.
    """
    if "messages" in history:
        return _warning([], len(encode_json(history["messages"])), "bytes", threshold)
    conversation = read_conversation(history)
    path = conversation.path(conversation.leaf)
    if _stays(path, target):
        return None
    compacted = any(map(_compacted, path))
    counted = next((found for node in reversed(path) if (found := _tokens(node)) is not None), None)
    if counted is not None:
        return _warning(["compacted"] if compacted else [], counted, "usage", threshold)
    size = sum(len(encode_json(each)) for node in path for each in (node.sent, node.received))
    return _warning(["compacted"] if compacted else [], size, "bytes", threshold)


def _warning(
    reasons: Sequence[str], tokens: int, basis: Literal["usage", "bytes"], threshold: int
) -> SwitchWarning | None:
    found = (*reasons, *([f"over_{threshold}"] if tokens > threshold else []))
    return SwitchWarning(found, tokens, basis) if found else None


def _stays(path: Sequence[Node], target: Target) -> bool:
    last = next((node for node in reversed(path) if node.kind == "llm" and node.model), None)
    return last is not None and (last.provider, last.model) == (target.provider_type, target.model)


def _compacted(node: Node) -> bool:
    return node.kind == "compaction" or any(map(is_compaction, (*node.sent, *node.received)))


def _tokens(node: Node) -> int | None:
    usage = node.usage or {}
    for keys in (_TOTALS, _PARTS):
        found = [usage[key] for key in keys if isinstance(usage.get(key), int)]
        if found:
            return sum(map(int, found))
    return None
