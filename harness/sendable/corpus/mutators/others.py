"""Items that their place does not ask for: unknown types, mixed families, references, halves of server tools."""

from collections.abc import Iterator

from sendable.corpus.line import (
    ANSWERED_BY,
    Line,
    answered_at,
    called,
    changed,
    front,
    is_given,
    is_said,
    kind,
    put,
    response,
    swap,
)
from sendable.corpus.mutator import Bent, Mutator
from sendable.corpus.mutators._blobs import maker_of
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import ABSENT
from sendable.model.json import Json, JsonObject

_UNKNOWN: tuple[JsonObject, ...] = (
    {"type": "brand_new_call", "id": "bn_1", "status": "completed", "note": "x"},
    {"type": "ghost_snapshot", "ghost_commit": {"id": "1"}},
    {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}},
    {"type": "step-start"},
    {"type": None, "id": "x_1"},
    {"type": 7},
    {},
)
_CUSTOM_TAKEN = ("openai-responses:*",)
_CUSTOM_OUTPUT = "custom_tool_call_output"
_FUNCTION_OUTPUT = "function_call_output"
_LONG_ID = "msg_" + "0123456789abcdef" * 20
_ITEM_IDS: tuple[tuple[Json, str], ...] = (
    ("", ""),
    (None, ""),
    (7, ""),
    ("toolu_01T1x1fJ34qAmk2tNTrN7Up", "anthropic"),
    ("chatcmpl-0123456789", "vllm"),
    (_LONG_ID, "vllm"),
)
_SEARCH = {"type": "server_tool_use", "id": "srvtoolu_01cut", "name": "web_search", "input": {"query": "price"}}
_FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01cut", "content": []}
_ASKED = {"type": "mcp_approval_request", "id": "mcpr_1", "name": "delete", "arguments": "{}", "server_label": "files"}


def _places(line: Line) -> Iterator[int]:
    """Yield the place before each response."""
    for at, (item, _) in enumerate(line):
        if not is_given(item) and at >= front(line) and response(line, at).start == at:
            yield at


def _unknown(line: Line) -> Iterator[Bent]:
    """Put an item of each unknown type before each response."""
    for place in _places(line):
        for item in _UNKNOWN:
            yield Bent(put(line, place, dict(item)))


def _mixed(line: Line) -> Iterator[Bent]:
    """Answer each function call as a custom one, and each custom one as a function call.

    Calls of custom tools are OpenAI's: others have no place for such a pair, and are not asked.
    """
    for call in called(line):
        at = answered_at(line, call)
        if at is None or maker_of(call.item) not in (None, "openai"):
            continue
        custom = kind(call.item) == "custom_tool_call"
        if custom or kind(call.item) == "function_call":
            other = _FUNCTION_OUTPUT if custom else _CUSTOM_OUTPUT
            yield Bent(swap(line, at, changed(line[at].item, type=other)), targets=_CUSTOM_TAKEN if custom else ())
            if maker_of(call.item) == "openai" or line[call.at].home.side == "items":
                yield Bent(swap(line, call.at, _as_other(call.item)), targets=() if custom else _CUSTOM_TAKEN)


def _as_other(call: JsonObject) -> JsonObject:
    """Return a function call as a custom one, or the other way round."""
    if kind(call) == "function_call":
        return changed(call, type="custom_tool_call", input=call.get("arguments"), arguments=ABSENT, id=ABSENT)
    return changed(call, type="function_call", arguments='{"input": "x"}', input=ABSENT, id=ABSENT)


def _referred(line: Line) -> Iterator[Bent]:
    """Send each item of the model's that has an id as a reference to it, and each message without one too."""
    for at, (item, _) in enumerate(line):
        known = isinstance(item.get("id"), str) and bool(item["id"])
        if not is_given(item) and kind(item) not in ANSWERED_BY and (known or is_said(item, "assistant")):
            yield Bent(swap(line, at, {"type": "item_reference", "id": item["id"] if known else f"msg_{at}"}))


def _item_ids(line: Line) -> Iterator[Bent]:
    """Give each message and call of the model's no usable item id, or the one that another maker gave it."""
    for at, (item, _) in enumerate(line):
        if is_said(item, "assistant") or kind(item) in ANSWERED_BY:
            others = (line[place].item for place in response(line, at) if place != at)
            alone = all(kind(other) == "reasoning" for other in others)
            for item_id, maker in _ITEM_IDS:
                # Beside others of its answer an item of another maker would be an answer of its own: a second fault.
                if alone or not maker:
                    made_by = {"provider": maker} if maker else {}
                    yield Bent(swap(line, at, changed(item, id=item_id, **made_by)))


def _same_item_ids(line: Line) -> Iterator[Bent]:
    """Give each message and call of the model's the item id of the one of its type before it."""
    last: dict[Json, JsonObject] = {}
    for at, (item, _) in enumerate(line):
        if is_said(item, "assistant") or kind(item) in ANSWERED_BY:
            before = last.get(kind(item), {})
            if isinstance(before.get("id"), str):
                yield Bent(swap(line, at, changed(item, id=before["id"])))
            last[kind(item)] = item


def _cut_server_tools(line: Line) -> Iterator[Bent]:
    """Leave out the call or the result of each tool that the API ran, and put either alone before each response."""
    for at, (item, _) in enumerate(line):
        if kind(item) == "server_tool_use" or str(kind(item)).endswith("_tool_result"):
            yield Bent(swap(line, at))
    for place in _places(line):
        if maker_of(line[place].item) == "anthropic":
            for block in (_SEARCH, _FOUND):
                half = {"type": block["type"], "provider": "anthropic", "provider_data": dict(block)}
                yield Bent(put(line, place, half))


def _asking(line: Line) -> Iterator[Bent]:
    """Put a request for the user's approval, which nobody answered, before each response."""
    for place in _places(line):
        yield Bent(put(line, place, dict(_ASKED)))


UNKNOWN_ITEM = Mutator(
    name="unknown-item",
    family="unknown-item",
    why="The provider added a type of item, or the store keeps notes of its own among the items.",
    evidence=standing("unknown-item"),
    bends=_unknown,
)
MIXED_FAMILIES = Mutator(
    name="mixed-families",
    family="mixed-families",
    why="A loop answers every call with the same type of item, or converts calls and forgets their results.",
    evidence=standing("mixed-families"),
    bends=_mixed,
)
ITEM_REFERENCE = Mutator(
    name="item-reference",
    family="item-reference",
    why="Items were sent by id alone while the service stored them; it does no longer.",
    evidence=standing("item-reference"),
    bends=_referred,
)
FOREIGN_ITEM_ID = Mutator(
    name="foreign-item-id",
    family="cross-provider-ids",
    why="A converter puts the id of another provider's call or message where this API wants an item id.",
    evidence=standing("foreign-item-id"),
    bends=_item_ids,
)
SAME_ITEM_ID = Mutator(
    name="same-item-id",
    family="same-item-id",
    why="A gateway gives all messages one id, or a message was stored again after a retry.",
    evidence=standing("same-item-id"),
    bends=_same_item_ids,
)
SERVER_TOOL_CUT = Mutator(
    name="server-tool-cut",
    family="server-tool-cut",
    why="The turn was paused or broken off between a tool that the API ran and its result.",
    evidence=standing("server-tool-cut"),
    bends=_cut_server_tools,
)
APPROVAL_OPEN = Mutator(
    name="approval-open",
    family="approval-open",
    why="The user never answered whether a remote tool may run.",
    evidence=standing("approval-open"),
    bends=_asking,
)
