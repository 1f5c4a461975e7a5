"""The schema of the request, as far as histories go against it, and the conversation that is left of it."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import missing, schema_error, validation
from sendable.oracle.vllm_messages.walk import RENDER

_ROLES = ("user", "assistant", "system")
_BLOCKS = (
    "text",
    "image",
    "tool_use",
    "tool_result",
    "tool_reference",
    "thinking",
    "redacted_thinking",
    "tool_addition",
    "tool_removal",
)


@rule("vllm-messages-required", on="request", phase=SCHEMA)
def required(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without messages or max_tokens."""
    absent = [key for key in ("messages", "max_tokens") if key not in body]
    if not absent:
        return None
    return Fault((absent[0],), _errors(*(missing(f"body.{key}", body) for key in absent), loc=f"body.{absent[0]}"))


@rule("vllm-messages-role", on="message", phase=SCHEMA)
def role(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a role other than user, assistant and system."""
    if message.get("role") in _ROLES:
        return None
    loc = f"body.messages.{path[1]}.role"
    if "role" not in message:
        return Fault((*path, "role"), _errors(missing(loc, message), loc=loc))
    return Fault((*path, "role"), _errors(_not_one_of(_ROLES, loc, message["role"]), loc=loc))


@rule("vllm-messages-block-type", on="block", phase=SCHEMA)
def block_type(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a block of a type that vLLM does not know: server tools, documents, compaction."""
    kind = block.get("type")
    if isinstance(kind, str) and kind in _BLOCKS:
        return None
    content = scan.body["messages"][path[1]]["content"]
    wrong = [
        _not_one_of(_BLOCKS, f"{_content(path)}.{at}.type", each.get("type"))
        for at, each in enumerate(content)
        if isinstance(each, dict) and each.get("type") not in _BLOCKS
    ]
    return Fault((*path, "type"), _errors(_not_text(path, content), *wrong, loc=_content(path)))


@rule("vllm-messages-tool-input", on="block", phase=SCHEMA)
def tool_input(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse the input of a tool_use that is no object; a missing one and null pass."""
    given = block.get("input")
    if given is None or isinstance(given, dict):
        return None
    content = scan.body["messages"][path[1]]["content"]
    wrong = schema_error("dict_type", f"{_content(path)}.{path[3]}.input", "Input should be a valid dictionary", given)
    return Fault((*path, "input"), _errors(_not_text(path, content), wrong, loc=_content(path)))


@rule("vllm-messages-tool-change", on="block", phase=SCHEMA)
def tool_change(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse tool_addition and tool_removal outside system messages."""
    kind = block.get("type")
    if kind not in ("tool_addition", "tool_removal") or scan.body["messages"][path[1]].get("role") == "system":
        return None
    return Fault(path, {"kind": kind})


@rule("vllm-messages-nothing-left", on="conversation", phase=RENDER)
def nothing_left(_messages: list[Any], path: Path, scan: Scan) -> Fault | None:
    """Refuse a conversation of which no chat message is left: no messages, or user messages without text."""
    return Fault(path) if scan.facts.nothing else None


def _content(path: Path) -> str:
    return f"body.messages.{path[1]}.content"


def _errors(*errors: str, loc: str) -> dict[str, Any]:
    return {"errors": validation(errors), "loc": loc}


def _not_text(path: Path, content: list[Any]) -> str:
    return schema_error("string_type", _content(path), "Input should be a valid string", content)


def _not_one_of(known: tuple[str, ...], loc: str, value: Any) -> str:
    expected = ", ".join(f"'{each}'" for each in known[:-1]) + f" or '{known[-1]}'"
    return schema_error("literal_error", loc, f"Input should be {expected}", value, {"expected": expected})
