"""The schema of the request, as far as histories go against it, and the conversation that is left of it."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm import missing, schema_error, shown, validation
from sendable.oracle.vllm_messages.walk import RENDER

_ROLES = ("user", "assistant", "system")
_NO_TEXT = "Input should be a valid string"
_NO_OBJECT = "Input should be a valid dictionary or object to extract fields from"
_TEXTS = ("text", "id", "tool_use_id", "name", "tool_name", "thinking", "signature", "data")
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
    """Refuse a request without a list of messages, or without max_tokens."""
    absent = [key for key in ("messages", "max_tokens") if key not in body]
    if not absent and isinstance(body["messages"], list):
        return None
    if not absent:
        wrong = schema_error("list_type", "body.messages", "Input should be a valid list", body["messages"])
        return Fault(("messages",), _errors(wrong, loc="body.messages"))
    return Fault((absent[0],), _errors(*(missing(f"body.{key}", body) for key in absent), loc=f"body.{absent[0]}"))


@rule("vllm-messages-message", on="entry", phase=SCHEMA)
def message_schema(message: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message that is no object, or whose content is neither text nor list."""
    loc = f"body.messages.{path[1]}"
    if not isinstance(message, dict):
        return Fault(path, _errors(schema_error("model_attributes_type", loc, _NO_OBJECT, message), loc=loc))
    if "content" not in message:
        return Fault((*path, "content"), _errors(missing(f"{loc}.content", message), loc=f"{loc}.content"))
    content = message["content"]
    if isinstance(content, (str, list)):
        return None
    wrong = schema_error("list_type", f"{loc}.content", "Input should be a valid list", content)
    return Fault((*path, "content"), _errors(_not_text(path, content), wrong, loc=f"{loc}.content"))


@rule("vllm-messages-block", on="block-entry", phase=SCHEMA)
def block_schema(block: Any, path: Path, scan: Scan) -> Fault | None:
    """Refuse a block that is no object, or holds a text, an id or a name that is none."""
    loc = f"{_content(path)}.{path[3]}"
    if not isinstance(block, dict):
        wrong = [schema_error("model_attributes_type", loc, _NO_OBJECT, block)]
    else:
        wrong = _wrong_members(block, loc)
    if not wrong:
        return None
    content = scan.body["messages"][path[1]]["content"]
    return Fault(path, _errors(_not_text(path, content), *wrong, loc=_content(path)))


def _wrong_members(block: JsonObject, loc: str) -> list[str]:
    given = ((key, block[key]) for key in _TEXTS if block.get(key) is not None)
    wrong = [
        schema_error("string_type", f"{loc}.{key}", _NO_TEXT, value)
        for key, value in given
        if not isinstance(value, str)
    ]
    content = block.get("content")
    if content is not None and not isinstance(content, (str, list)):
        wrong.append(schema_error("string_type", f"{loc}.content", _NO_TEXT, content))
        wrong.append(schema_error("list_type", f"{loc}.content", "Input should be a valid list", content))
    return wrong + (_wrong_parts(content, f"{loc}.content") if isinstance(content, list) else [])


def _wrong_parts(content: list[Any], loc: str) -> list[str]:
    """Name the parts of a result's content that are no objects, after the complaint that the content is no text."""
    wrong = [
        schema_error("dict_type", f"{loc}.{at}", "Input should be a valid dictionary", part)
        for at, part in enumerate(content)
        if not isinstance(part, dict)
    ]
    return [schema_error("string_type", loc, _NO_TEXT, content), *wrong] if wrong else []


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
        _not_a_block(f"{_content(path)}.{at}.type", each)
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
    kind, message = block.get("type"), scan.body["messages"][path[1]]
    if kind not in ("tool_addition", "tool_removal") or message.get("role") == "system":
        return None
    loc, said = f"body.messages.{path[1]}", f'{kind} blocks are only allowed in messages with role "system"'
    wrong = schema_error("value_error", loc, f"Value error, {said}", message, {"error": ValueError(said)})
    return Fault(path, _errors(wrong, loc=loc))


@rule("vllm-messages-tool-change-undeclared", on="block", phase=RENDER - 1)
def tool_change_undeclared(block: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse to add or remove a tool, named only, that is neither declared nor added by a definition before."""
    kind, tool = block.get("type"), block.get("tool")
    if kind not in ("tool_addition", "tool_removal") or not isinstance(tool, dict) or "definition" in tool:
        return None
    name = tool.get("name")
    return None if name in _declared(scan.body, path) else Fault((*path, "tool"), {"kind": kind, "name": shown(name)})


def _declared(body: JsonObject, before: Path) -> list[Any]:
    """Name the tools of the request, and those that blocks before this one define."""
    tools = body.get("tools")
    names = [tool.get("name") for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    _, last, _, place = before
    for at, message in enumerate(body["messages"]):
        content = message.get("content") if isinstance(message, dict) else None
        for n, block in enumerate(content if isinstance(content, list) else ()):
            if (at, n) == (last, place):
                return names
            names.append(_defined(block))
    return names


def _defined(block: Any) -> Any:
    tool = block.get("tool") if isinstance(block, dict) else None
    definition = tool.get("definition") if isinstance(tool, dict) else None
    return definition.get("name") if isinstance(definition, dict) else None


@rule("vllm-messages-nothing-left", on="conversation", phase=RENDER)
def nothing_left(_messages: list[Any], path: Path, scan: Scan) -> Fault | None:
    """Refuse a conversation of which no chat message is left: no messages, or user messages without text."""
    return Fault(path) if scan.facts.nothing else None


def _not_a_block(loc: str, block: JsonObject) -> str:
    return _not_one_of(_BLOCKS, loc, block["type"]) if "type" in block else missing(loc, block)


def _content(path: Path) -> str:
    return f"body.messages.{path[1]}.content"


def _errors(*errors: str, loc: str) -> dict[str, Any]:
    return {"errors": validation(errors), "loc": loc}


def _not_text(path: Path, content: Any) -> str:
    return schema_error("string_type", _content(path), _NO_TEXT, content)


def _not_one_of(known: tuple[str, ...], loc: str, value: Any) -> str:
    expected = ", ".join(f"'{each}'" for each in known[:-1]) + f" or '{known[-1]}'"
    return schema_error("literal_error", loc, f"Input should be {expected}", value, {"expected": expected})
