"""Reducing a history to its canonical form, the same for live bodies and for skeletons of recordings."""

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from sendable.model.json import Json
from sendable.recordings.classes import arguments_class, id_shape, media_class, name_shape, text_class

BlobClass: TypeAlias = Callable[[str], str]

_TEXTS = """
    abort_reason cited_text code content context description document_url error errorMessage error_message file_id
    fileId file_name filename input instructions level logs message outcome output page_age qualifiers queries query
    reason reasoning reasoning_content refusal result retrieved_at server_name source stderr stdErr stdout stdOut
    summary system text thinking title tool_name tool_type toolType transcript
"""
_IDS = """
    approval_request_id call_id caller_id container_id fingerprint id item_id tool_call_id tool_id tool_use_id toolUseId
"""
_NAMES = "name namespace server_label mcp_server_name"
_BLOBS = """
    encrypted_content encrypted_index encrypted_stdout redactedContent signature thoughtSignature thought_signature
"""
_MEDIA = "bytes file_data file_uri file_url fileUri image_url uri url video_url"
_MEDIA_TYPES = frozenset({"media_type", "mimeType", "mime_type"})
_FREE = "args input_schema inputSchema json parameters response schema"
_PLANS_KEPT = 4096


class Run:
    """One reduction: the pieces of the canonical form so far, and the ids and names by first appearance."""

    __slots__ = ("blob_class", "emit", "ids", "names", "pieces")

    def __init__(self, blob_class: BlobClass) -> None:
        self.pieces: list[str] = []
        self.emit = self.pieces.append
        self.ids: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.blob_class = blob_class


Handler: TypeAlias = Callable[[Any, Run], None]


def reduce_value(value: Json, run: Run) -> None:
    """Add a value to the canonical form: containers by their parts, anything else literally."""
    kind = type(value)
    if kind is dict:
        _object(value, run)
    elif kind is list:
        run.emit("[")
        for each in value:
            reduce_value(each, run)
        run.emit("]")
    elif kind is str:
        # Lengths make the concatenation of pieces unambiguous.
        run.emit(f"{len(value)}:{value}")
    elif value is None or kind in (bool, int, float):
        run.emit(repr(value))
    else:
        run.emit(f"<{kind.__name__}>")


def reduce_text(value: Json, run: Run) -> None:
    """Add a text as its class; also each text of a list."""
    if type(value) is str:
        run.emit(text_class(value))
    elif type(value) is list:
        run.emit("[")
        for each in value:
            reduce_text(each, run)
        run.emit("]")
    else:
        reduce_value(value, run)


def _object(value: dict[Any, Any], run: Run) -> None:
    keys = tuple(value)
    plan = _PLANS.get(keys) or _plan(keys)
    run.emit("{")
    for key, marked, handler in plan:
        run.emit(marked)
        handler(value[key], run)
    run.emit("}")


def _plan(keys: tuple[Any, ...]) -> tuple[tuple[Any, str, Handler], ...]:
    """Order the keys of an object and find their handlers, once for all objects with these keys."""
    if len(_PLANS) >= _PLANS_KEPT:
        _PLANS.clear()
    plan = tuple((key, f"{len(str(key))}.{key}", _handler(key, keys)) for key in sorted(keys, key=str))
    _PLANS[keys] = plan
    return plan


def _handler(key: Any, keys: tuple[Any, ...]) -> Handler:
    if key == "data":
        # Beside a media type it is media; alone it is what a provider sealed (`redacted_thinking`).
        named = not _MEDIA_TYPES.isdisjoint(keys) or set(keys) == {"data", "format"}
        return _media if named else _blob
    return _HANDLERS.get(key, reduce_value)


def _id(value: Json, run: Run) -> None:
    if type(value) is not str:
        reduce_value(value, run)
        return
    known = run.ids.get(value)
    if known is None:
        known = run.ids[value] = f"#{len(run.ids)} {id_shape(value)}"
    run.emit(known)


def _name(value: Json, run: Run) -> None:
    if type(value) is not str:
        reduce_value(value, run)
        return
    known = run.names.get(value)
    if known is None:
        known = run.names[value] = f"@{len(run.names)} {name_shape(value)}"
    run.emit(known)


def _arguments(value: Json, run: Run) -> None:
    if type(value) is str:
        run.emit(arguments_class(value))
    else:
        _free(value, run)


def _input(value: Json, run: Run) -> None:
    if type(value) is dict:
        _free(value, run)
    else:
        reduce_text(value, run)


def _free(value: Json, run: Run) -> None:
    """Add a value whose inside is the user's: only its kind counts."""
    if type(value) is dict:
        run.emit("{*}")
    elif type(value) is list:
        run.emit("[*]")
    else:
        reduce_text(value, run)


def _blob(value: Json, run: Run) -> None:
    if type(value) is str and value.startswith("data:"):
        run.emit(media_class(value))
    elif type(value) is str:
        run.emit(run.blob_class(value) if value else "empty")
    else:
        reduce_value(value, run)


def _media(value: Json, run: Run) -> None:
    if type(value) is str:
        run.emit(media_class(value))
    else:
        reduce_value(value, run)


def _handlers() -> dict[Any, Handler]:
    by_handler: tuple[tuple[str, Handler], ...] = (
        (_TEXTS, reduce_text),
        (_IDS, _id),
        (_NAMES, _name),
        (_BLOBS, _blob),
        (_MEDIA, _media),
        (_FREE, _free),
        ("arguments", _arguments),
        ("input", _input),
    )
    return {key: handler for keys, handler in by_handler for key in keys.split()}


_HANDLERS = _handlers()
_PLANS: dict[tuple[Any, ...], tuple[tuple[Any, str, Handler], ...]] = {}


_KINDS: dict[Handler, str] = {
    reduce_text: "text",
    _id: "id",
    _name: "name",
    _blob: "blob",
    _media: "media",
    _free: "free",
    _arguments: "arguments",
    _input: "input",
}


def kind_of(key: str, keys: Collection[str]) -> str:
    """Return how the value under a key is read.

    It is ``text``, ``id``, ``name``, ``blob``, ``media``, ``free``, ``arguments``, ``input``, or ``literal`` for what
    counts as it stands.

    Args:
        key: of an object.
        keys: all that the object has.
    """
    return _KINDS.get(_handler(key, tuple(keys)), "literal")
