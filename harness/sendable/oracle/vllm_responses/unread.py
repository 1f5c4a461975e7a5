"""Lists that the schema takes unread, and that fail when the prompt is written."""

from typing import Any, Final

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_responses.items import is_input, is_output, is_whole
from sendable.oracle.vllm_responses.parts import detail_errors, input_errors, output_errors, titled
from sendable.oracle.vllm_responses.union import no_type_fits
from sendable.oracle.vllm_responses.walk import CONVERT, READ

_ITERATOR: Final = "ValidatorIterator"


def _no_parts(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    content = item.get("content")
    if not is_whole(item) or (
        isinstance(content, list) and (all(map(is_input, content)) or all(map(is_output, content)))
    ):
        return None
    # Of an object, the keys are read; of a text, the characters.
    for at, part in enumerate(content if isinstance(content, (str, list, dict)) else ()):
        errors = output_errors(at, part)
        if errors:
            return Fault((*path, "content"), {"errors": titled(_ITERATOR, errors)})
    return None


@rule("vllm-responses-answered-text", on="answered", phase=READ)
def answered_text(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an assistant message with type, id and status whose content is a text, or a list of two kinds of parts."""
    return _no_parts(item, path, scan)


@rule("vllm-responses-harmony-answered-text", on="answered", phase=CONVERT)
def harmony_answered_text(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse the same for gpt-oss, where each item is read in its turn."""
    return _no_parts(item, path, scan)


@rule("vllm-responses-output-image-detail", on="function_call_output", phase=READ)
def output_image_detail(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an image in an output whose detail is missing or null."""
    output = item.get("output")
    for at, part in enumerate(output if isinstance(output, list) else ()):
        if isinstance(part, dict) and part.get("type") == "input_image" and part.get("detail") is None:
            errors = titled("ResponseInputImageParam", detail_errors(part))
            return Fault((*path, "output", at), {"errors": errors})
    return None


@rule("vllm-responses-custom-output-part", on="other", phase=READ)
def custom_output_part(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an output of a custom call that is a list with anything but texts, files, and images with their detail."""
    output = item.get("output")
    if item.get("type") != "custom_tool_call_output" or not isinstance(output, (list, dict)):
        return None
    # Of an object, the keys are read.
    for at, part in enumerate(output):
        errors = input_errors(at, part)
        if errors:
            return Fault((*path, "output", at), {"errors": titled(_ITERATOR, errors)})
    return None


@rule("vllm-responses-custom-output-bad-shape", on="other", phase=SCHEMA)
def custom_output_bad_shape(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an output of a custom call without an output or a call_id, or with an id that is no text."""
    if item.get("type") != "custom_tool_call_output":
        return None
    output: Any = item.get("output")
    if not isinstance(output, (str, list, dict)):
        count = 211 if "output" not in item else 215 if output is None else 219
        return no_type_fits((*path, "output"), scan, count)
    if not isinstance(item.get("call_id"), str):
        return no_type_fits((*path, "call_id"), scan, 234 if "call_id" in item else 228)
    given = item.get("id", "")
    return None if isinstance(given, str) else no_type_fits((*path, "id"), scan, 207 if given is None else 222)
