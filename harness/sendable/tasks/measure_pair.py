"""The minimal pair: two valid requests that differ in one field of one item."""

from copy import deepcopy
from typing import Any, Final

import msgspec

from sendable.ledger.surface import ApiSurface
from sendable.ledger.walk import items
from sendable.model.errors import BadUsage
from sendable.model.json import Json, JsonObject, dotted
from sendable.model.target import Target
from sendable.oracle.seals import seal
from sendable.tasks.field_value import CALL_ID, TOOL
from sendable.tasks.measure_item import Items, two_items

_SCHEMA: Final = {"type": "object", "properties": {"city": {"type": "string"}}}
_ASK: Final = "Is it cold in Turku?"
_GO_ON: Final = "Continue."
_ANSWER: Final = "A short answer."
_TEXT: Final = {"type": "text", "text": _ANSWER}
_TOOL_USE: Final = f"toolu_{1:024}"
_USE: Final = {"type": "tool_use", "id": _TOOL_USE, "name": TOOL, "input": {}}
_RESULT: Final = {"type": "tool_result", "tool_use_id": _TOOL_USE, "content": "18 degrees."}
_ROLES: Final = ("user", "assistant", "system")
_TRIGGER: Final = "compaction_trigger"
# What an item needs beside what its type requires.
_NEEDED: Final[dict[str, JsonObject]] = {"configuration_update": {"reasoning": {"effort": "low"}}}


class Pair(msgspec.Struct, frozen=True):
    """Two bodies. base: without the field. field: the same with it."""

    base: JsonObject
    field: JsonObject


def pair_of(surface: ApiSurface, path: str, target: Target, value: Json | msgspec.UnsetType = msgspec.UNSET) -> Pair:
    """Build the pair of a field that an SDK's types place.

    Raises:
        BadUsage: the object around the field is not declared, or no value is known for it.
    """
    two = two_items(surface.request, path, target.model, value)
    around = _AROUND.get(surface.api)
    if around is None:
        raise BadUsage(f"no requests are built for {surface.api} yet", hint="give a request with --body")
    base, field = around(two, surface, without=True), around(two, surface, without=False)
    return Pair({"model": target.model, **base}, {"model": target.model, **field})


def pair_in(body: JsonObject, api: str, path: str, value: Json) -> Pair:
    """Build the pair of a field that is put into the first fitting item of a given request.

    Raises:
        BadUsage: the request has no item of that kind, or the object around the field is not in it.
    """
    name, *steps = path.split(".")
    item = next((each for each in items(api, body) if each.name == name), None)
    if item is None:
        raise BadUsage(f"the request has no item {name!r}", hint="give a request with --body that has one")
    changed = deepcopy(body)
    holder: Any = changed
    for step in item.at:
        holder = holder[step]
    for step in steps[:-1]:
        holder = holder.get(step.partition(":")[0].replace("[]", "")) if isinstance(holder, dict) else None
        holder = holder[0] if isinstance(holder, list) and holder else holder
    if not isinstance(holder, dict):
        raise BadUsage(f"the request has no object for {path}", where=dotted(item.at))
    key = steps[-1].partition(":")[0]
    base = deepcopy(body)
    holder[key] = value
    return Pair(base, changed)


def _responses(two: Items, surface: ApiSurface, *, without: bool) -> JsonObject:
    """Place an item with the call, the result or the follower that it needs."""
    item = two.without if without else two.field
    placed: list[Json] = []
    if item is not None:
        item = _completed(item, two, surface)
        others = [_partner(each, surface) for each in _partners(two.name, surface)]
        last = two.name.endswith(("_output", "_response"))
        placed = [*others, item] if last else [item, *others]
    if two.name == "reasoning" and item is not None:
        placed.append({"type": "message", "role": "assistant", "content": _ANSWER})
    go_on = [] if two.name == _TRIGGER and item is not None else [{"role": "user", "content": _GO_ON}]
    tool = {"type": "function", "name": TOOL, "parameters": _SCHEMA, "strict": False}
    return {"input": [{"role": "user", "content": _ASK}, *placed, *go_on], "store": False, "tools": [tool]}


def _completed(item: JsonObject, two: Items, surface: ApiSurface) -> JsonObject:
    """Add what an item needs and its type does not require, unless that is what is measured."""
    measured = set(two.field) - set(two.without or {})
    needed = dict(_NEEDED.get(two.name, {}))
    if "call_id" in surface.request.positions[two.name].fields:
        needed["call_id"] = CALL_ID
    if two.name == "reasoning":
        needed["encrypted_content"] = seal("openai", two.model, str(item.get("id", "")))
    item = {**{key: value for key, value in needed.items() if key not in measured}, **item}
    return _spoken(item, measured, surface) if two.name == "message" else item


def _spoken(item: JsonObject, measured: set[str], surface: ApiSurface) -> JsonObject:
    """Let the one say a message who can: the model where only its own messages have the field."""
    content = item.get("content")
    if isinstance(content, list) and str(content[0].get("type")).startswith("input_"):
        return {**item, "role": "user"}
    answered = surface.response.positions.get("message")
    if answered and measured and measured <= set(answered.fields) and "role" not in measured:
        return {**item, "role": "assistant", "content": [{"type": "output_text", "text": _ANSWER, "annotations": []}]}
    return {**item, "role": item.get("role") if isinstance(content, list) else "user"}


def _partner(kind: str, surface: ApiSurface) -> JsonObject:
    item = two_items(surface.request, f"{kind}.type", "").field
    fields = surface.request.positions[kind].fields
    if kind == "local_shell_call_output":
        return {**item, "id": CALL_ID}  # its id is the call's
    return {**item, "call_id": CALL_ID} if "call_id" in fields else item


def _partners(name: str, surface: ApiSurface) -> list[str]:
    """Return the kinds of item that must stand beside one: of a call its result, of a result its call."""
    known = surface.request.positions
    if name.endswith("_output"):
        return [
            each for each in (name.removesuffix("_output"), f"{name.removesuffix('_output')}_call") if each in known
        ]
    if name == "mcp_approval_response":
        return ["mcp_approval_request"]
    stem = name.removesuffix("_call")
    return [each for each in dict.fromkeys((f"{name}_output", f"{stem}_output")) if each in known]


def _chat(two: Items, _surface: ApiSurface, *, without: bool) -> JsonObject:
    message = two.without if without else two.field
    call = {"id": CALL_ID, "type": "function", "function": {"name": TOOL, "arguments": "{}"}}
    placed: list[Json] = [] if message is None else [message]
    if message is not None and two.name == "tool":
        placed = [{"role": "assistant", "tool_calls": [call]}, message]
    elif message is not None and message.get("tool_calls"):
        ids = [each.setdefault("id", CALL_ID) for each in message["tool_calls"]]
        placed += [{"role": "tool", "tool_call_id": each, "content": "18 degrees."} for each in ids]
    elif message is not None and two.name == "assistant":
        message.setdefault("content", _ANSWER)
    messages = [{"role": "user", "content": _ASK}, *placed, {"role": "user", "content": _GO_ON}]
    tool = {"type": "function", "function": {"name": TOOL, "parameters": _SCHEMA}}
    return {"messages": messages, "tools": [tool]}


def _messages(two: Items, surface: ApiSurface, *, without: bool) -> JsonObject:
    block = two.without if without else two.field
    asked, go_on = {"role": "user", "content": _ASK}, {"role": "user", "content": _GO_ON}
    if block is None:
        messages = [asked, {"role": "assistant", "content": [_TEXT]}, go_on]
    elif two.name in _ROLES:
        messages = [asked, {"role": "assistant", "content": [_TEXT]}, go_on]
        at = _ROLES.index(two.name)
        own = {**block, "role": two.name, "content": block.get("content", "Hi.")}
        messages = [*messages, own, go_on][:4] if two.name == "system" else messages
        messages[at] = own if at < len(messages) and two.name != "system" else messages[at]
    else:
        messages = [asked, *_around_block(block, two, surface)]
    thinks = "thinking" in two.name
    return {
        "max_tokens": 2048,
        "messages": messages,
        "tools": [{"name": TOOL, "input_schema": _SCHEMA}],
        **({"thinking": {"type": "adaptive"}} if thinks else {}),
    }


def _around_block(block: JsonObject, two: Items, surface: ApiSurface) -> list[JsonObject]:
    """Return the messages that a block stands in, with the call or the result that it needs."""
    go_on = {"role": "user", "content": _GO_ON}
    if two.name == "tool_use":
        paired = {**_RESULT, "tool_use_id": block.get("id", _TOOL_USE)}
        return [{"role": "assistant", "content": [block]}, {"role": "user", "content": [paired]}]
    if two.name == "tool_result":
        return [{"role": "assistant", "content": [_USE]}, {"role": "user", "content": [block]}]
    if two.name in ("server_tool_use", "mcp_tool_use"):
        kind = "mcp_tool_result" if two.name == "mcp_tool_use" else f"{block.get('name')}_tool_result"
        result = two_items(surface.request, f"{kind}.type", two.model).field
        paired = {**result, "tool_use_id": block.get("id", "")}
        return [{"role": "assistant", "content": [block, paired, _TEXT]}, go_on]
    if two.name.endswith("_tool_result"):
        use = _server_use(two.name, surface)
        block = {**block, "tool_use_id": use["id"]} if "tool_use_id" in block else block
        return [{"role": "assistant", "content": [use, block, _TEXT]}, go_on]
    if two.name in _answers(surface):
        return [{"role": "assistant", "content": [block, _TEXT]}, go_on]
    return [{"role": "assistant", "content": [_TEXT]}, {"role": "user", "content": [block, {**_TEXT, "text": _GO_ON}]}]


def _server_use(result: str, surface: ApiSurface) -> JsonObject:
    kind = "mcp_tool_use" if result.startswith("mcp_") else "server_tool_use"
    use = two_items(surface.request, f"{kind}.type", "").field
    if kind == "mcp_tool_use":
        return use
    name = result.removesuffix("_tool_result")
    known = surface.request.positions[kind].fields["name"].values
    return {**use, "name": next((each for each in known if each.startswith(name)), name)}


def _answers(surface: ApiSurface) -> frozenset[str]:
    """Return the blocks that only a model's message holds."""
    return surface.response.items() - {"text", "tool_use", "assistant", "user"}


_AROUND: Final[dict[str, Any]] = {
    "openai-responses": _responses,
    "openai-chat": _chat,
    "anthropic-messages": _messages,
}
