"""What the items mean together: calls that results name, and the chat messages that vLLM makes of them."""

from collections.abc import Callable
from typing import Any

import msgspec

from sendable.model.json import JsonObject, Path
from sendable.oracle.mistral_common import Found, Said, foreign_part, plain, validate
from sendable.oracle.settings import Settings

CALLS = ("function_call", "custom_tool_call")
RESULTS = ("function_call_output", "custom_tool_call_output")
# fmt: off
OTHERS = frozenset({
    "additional_tools", "apply_patch_call", "apply_patch_call_output", "code_interpreter_call",
    "compaction", "computer_call", "computer_call_output", "custom_tool_call",
    "custom_tool_call_output", "file_search_call", "image_generation_call", "item_reference",
    "local_shell_call", "local_shell_call_output", "mcp_approval_request", "mcp_approval_response",
    "mcp_call", "mcp_list_tools", "shell_call", "shell_call_output", "tool_search_call",
    "tool_search_output", "web_search_call",
})
# fmt: on
"""The SDK's item types beside messages, functions and reasoning."""


class Facts(msgspec.Struct):
    """orphans: indexes of results whose call does not come before them. found: mistral-common's objection."""

    orphans: set[int]
    found: Found | None = None


def index(body: JsonObject, settings: Settings) -> Facts:
    """Look at the items in one pass; bears any JSON."""
    items = body.get("input")
    facts = Facts(orphans=set())
    if not isinstance(items, list):
        return facts
    if "harmony" in settings.flags:
        facts.orphans = _orphans(items)
    if "mistral" in settings.flags:
        said = _chat(body, items)
        facts.found = validate(said, strict_ids="mistral-v3" in settings.flags, where=("input",))
    return facts


def is_bare_search(item: JsonObject) -> bool:
    """Tell whether an item is a web search without its action, which the schema refuses."""
    return item.get("type") == "web_search_call" and not isinstance(item.get("action"), dict)


def _orphans(items: list[Any]) -> set[int]:
    called: set[str] = set()
    found: set[int] = set()
    for at, item in enumerate(items):
        if not isinstance(item, dict):
            continue
        call_id = item.get("call_id")
        if item.get("type") == "function_call" and isinstance(call_id, str):
            called.add(call_id)
        elif item.get("type") == "function_call_output" and plain(call_id) not in called:
            found.add(at)
    return found


def _chat(body: JsonObject, items: list[Any]) -> list[Said]:
    """Return the chat messages: what belongs to one assistant turn is merged as vLLM merges it."""
    said: list[Said] = [Said("system", ("instructions",), text=True)] if body.get("instructions") else []
    for at, item in enumerate(items):
        if isinstance(item, dict):
            _say(said, item, ("input", at))
    return said


def _say(said: list[Said], item: JsonObject, path: Path) -> None:
    kind = item.get("type")
    if kind in CALLS:
        turn = _turn(said, path, lacks=lambda _: True)
        turn.calls.append(plain(item.get("call_id")))
        turn.names.append(plain(item.get("name")))
    elif kind == "reasoning":
        _turn(said, path, lacks=lambda last: not last.thinks).thinks = True
    elif kind in RESULTS:
        said.append(_result(item, path))
    elif item.get("role") == "assistant":
        text = _text(item.get("content"))
        _turn(said, path, lacks=lambda last: not last.text).text = bool(text)
    elif "role" in item:
        content = item.get("content")
        said.append(Said(plain(item["role"]), path, text=bool(content), foreign=foreign_part(content)))


def _result(item: JsonObject, path: Path) -> Said:
    output, call_id = item.get("output"), plain(item.get("call_id"))
    parts = output
    if item.get("type") == "custom_tool_call_output" and isinstance(output, list):
        # Its texts are joined; what else it holds is another rule's.
        parts = [part for part in output if not isinstance(part, dict) or part.get("type") != "input_text"]
    return Said("tool", path, text=bool(output), foreign=foreign_part(parts), answers=call_id)


def _turn(said: list[Said], path: Path, *, lacks: Callable[[Said], bool]) -> Said:
    """Return the last message when it is the assistant's and has room, else a new one."""
    if not said or said[-1].role != "assistant" or not lacks(said[-1]):
        said.append(Said("assistant", path, calls=[], names=[]))
    return said[-1]


def _text(content: Any) -> Any:
    if isinstance(content, list):
        first = content[0] if content else None
        return first.get("text") if isinstance(first, dict) else None
    return content
