"""What an item must have to be recognized at all, and what else the request may ask for."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.llamacpp import arguments_fault, call_fault, calls_in
from sendable.oracle.llamacpp_responses.facts import ANSWERED, CALL, REASONING, SAID, UNKNOWN
from sendable.oracle.llamacpp_responses.walk import END, ITEMS, PARSE, TEMPLATE
from sendable.oracle.rule import ENVELOPE, Fault, rule
from sendable.oracle.scan import Scan


@rule("llamacpp-responses-input-required", on="request", phase=ENVELOPE)
def input_required(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a request whose input is missing, or neither a text nor a list."""
    if "input" not in body:
        return Fault(("input",))
    return None if isinstance(body["input"], (str, list)) else Fault(("input",), variant="type")


@rule("llamacpp-responses-previous-response", on="request", phase=ENVELOPE)
def previous_response(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse to continue a stored response: the server stores none."""
    previous = body.get("previous_response_id")
    return Fault(("previous_response_id",)) if isinstance(previous, str) and previous else None


@rule("llamacpp-responses-item-unknown", on=UNKNOWN, phase=ITEMS)
def item_unknown(_item: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an item that is none of the five the server knows, or lacks what marks it as one."""
    return Fault(path)


@rule("llamacpp-responses-assistant-without-content", on=ANSWERED, phase=ITEMS)
def assistant_without_content(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an assistant message whose content is neither text nor list, in the older builds."""
    return None if isinstance(item.get("content"), (str, list)) else Fault(path)


@rule("llamacpp-responses-reasoning-content", on=REASONING, phase=ITEMS)
def reasoning_content(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse reasoning without its text: a summary or an encrypted content does not do."""
    content = item.get("content")
    if isinstance(content, str):
        return None
    if not isinstance(content, list):
        return Fault(path)
    if not content:
        return Fault((*path, "content"), variant="empty")
    first = content[0]
    is_text = isinstance(first, dict) and isinstance(first.get("text"), str)
    return None if is_text else Fault((*path, "content", 0), variant="text")


@rule("llamacpp-responses-stray-calls", on=(SAID, ANSWERED), phase=PARSE)
def stray_calls(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message with a key tool_calls, which is read as Chat's, that holds no calls."""
    faults = (call_fault(call, (*path, "tool_calls", at)) for at, call in enumerate(calls_in(item)))
    return next(filter(None, faults), None)


@rule("llamacpp-responses-ends-with-call", on="end", phase=END)
def ends_with_call(_items: list[Any], path: Path, scan: Scan) -> Fault | None:
    """Refuse a history whose last message, with what is merged into it, holds a call."""
    open_call = scan.facts.open_call
    return None if open_call is None else Fault((*path, open_call))


@rule("llamacpp-responses-arguments-not-json", on=CALL, phase=TEMPLATE)
def arguments_not_json(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse arguments that are no JSON."""
    return arguments_fault(item["arguments"], (*path, "arguments"), scan)
