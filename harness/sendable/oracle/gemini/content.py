"""Contents and parts, each for itself."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.gemini.parts import response_of
from sendable.oracle.gemini.walk import PARSE, VALID
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan

_CONTENT = frozenset({"role", "parts"})
_ROLES = ("user", "model", "function")
# fmt: off
_PART = frozenset({
    "text", "inlineData", "inline_data", "fileData", "file_data", "functionCall", "function_call",
    "functionResponse", "function_response", "executableCode", "executable_code", "codeExecutionResult",
    "code_execution_result", "toolCall", "tool_call", "toolResponse", "tool_response", "thought",
    "thoughtSignature", "thought_signature", "videoMetadata", "video_metadata", "partMetadata",
    "part_metadata",
})
# fmt: on


@rule("gemini-contents-missing", on="request", phase=VALID)
def contents_missing(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request without contents; one for counting tokens may wrap them."""
    return None if body.get("contents") or "generateContentRequest" in body else Fault(("contents",))


@rule("gemini-vertex-contents-missing", on="request", phase=VALID)
def vertex_contents_missing(body: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a request without contents."""
    return contents_missing(body, path, scan)


@rule("gemini-unknown-name", on=("content", "part"), phase=PARSE)
def unknown_name(element: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse keys of contents and parts that the API does not know."""
    known = _PART if len(path) > 2 else _CONTENT  # noqa: PLR2004 - contents, index
    if known.issuperset(element):
        return None
    name = next(key for key in element if key not in known)
    return Fault((*path, name), {"name": name, "where": _spelled(path)})


@rule("gemini-empty-parts", on="content", phase=VALID)
def empty_parts(content: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a content without parts."""
    return None if content.get("parts") else Fault((*path, "parts"))


@rule("gemini-vertex-empty-parts", on="content", phase=VALID)
def vertex_empty_parts(content: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a content without parts."""
    return empty_parts(content, path, scan)


@rule("gemini-part-without-data", on="part", phase=VALID)
def part_without_data(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty part."""
    return None if part else Fault(path)


@rule("gemini-function-response-name-empty", on="part", phase=VALID)
def response_name_empty(part: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a response without the name of its function."""
    response = response_of(part)
    return None if response is None or response.get("name") else Fault((*path, "functionResponse", "name"))


def _foreign_role(content: JsonObject, path: Path) -> Fault | None:
    role: Any = content.get("role")
    return None if role is None or role == "" or role in _ROLES else Fault((*path, "role"))


@rule("gemini-role-invalid", on="content", phase=VALID)
def role_invalid(content: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse other roles than user, model and the old function; a missing one is filled in."""
    return _foreign_role(content, path)


@rule("gemini-vertex-role-invalid", on="content", phase=VALID)
def vertex_role_invalid(content: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse other roles than user, model and the old function."""
    return _foreign_role(content, path)


@rule("gemini-vertex-role-missing", on="content", phase=VALID)
def vertex_role_missing(content: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a content without a role."""
    return None if content.get("role") else Fault((*path, "role"))


def _spelled(path: Path) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
