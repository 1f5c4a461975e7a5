"""JSON as it comes: unknown until a rule has looked at it."""

from typing import Any, TypeAlias

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]


def dotted(path: Path) -> str:
    """Write a path as people read it: ``("messages", 3, "tool_calls", 0)`` is ``$.messages[3].tool_calls[0]``."""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
