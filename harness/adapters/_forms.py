"""Histories and tools in the providers' own forms, for peers that take those: nothing is repaired here."""

from itertools import takewhile
from typing import Any

from _adapter import Message, NotExpressible, Request, Tool

MAX_TOKENS = 4096


def anthropic_body(request: Request, messages: list[Any]) -> dict[str, Any]:
    """Put messages into a request body, with the opening system messages and the tools beside them."""
    system = [_text(each) for message in _opening(request) for each in message.texts if each]
    beside = {"system": system, "tools": tools_in_form(request)}
    shown = {key: value for key, value in beside.items() if value}
    return {"model": request.model, "max_tokens": MAX_TOKENS, "messages": messages, **shown}


def anthropic_messages(request: Request) -> list[dict[str, Any]]:
    """Return the messages behind the opening system messages; the results in a row are one message of the user.

    Raises:
        NotExpressible: a role that Anthropic's form does not have, arguments that are no JSON object, or what
            `Request.messages` raises.
    """
    if any(message.role == "developer" for message in request.messages):
        raise NotExpressible("Anthropic's form has no role developer")
    written: list[dict[str, Any]] = []
    behind_result = False
    for message in request.messages[len(_opening(request)) :]:
        if message.role == "tool" and behind_result:
            written[-1]["content"].append(_result(message))
        else:
            written.append(_message(message))
        behind_result = message.role == "tool"
    return written


def chat_body(request: Request, messages: list[Any]) -> dict[str, Any]:
    """Put Chat messages into a request body, with the tools beside them."""
    tools = {"tools": request.chat_tools} if request.tools else {}
    return {"model": request.model, "messages": messages, **tools}


def tools_in_form(request: Request) -> list[dict[str, Any]]:
    """Return the definitions as the API that is asked takes them."""
    return [_tool(each, request.api) for each in request.tools]


def _tool(tool: Tool, api: str) -> dict[str, Any]:
    named = {"name": tool.name, "description": tool.description}
    if api == "anthropic-messages":
        return named | {"input_schema": tool.parameters}
    function = named | {"parameters": tool.parameters}
    return {"type": "function"} | (function if api == "openai-responses" else {"function": function})


def _opening(request: Request) -> list[Message]:
    return list(takewhile(lambda each: each.role == "system", request.messages))


def _message(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "user", "content": [_result(message)]}
    if message.calls:
        texts = [_text(each) for each in message.texts if each]
        return {"role": message.role, "content": [*texts, *map(_call, message.calls)]}
    return {"role": message.role, "content": _content(message)}


def _call(call: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": call.input}


def _result(message: Message) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": message.call_id, "content": _content(message)}


def _content(message: Message) -> Any:
    return message.text if len(message.texts) < 2 else [_text(each) for each in message.texts]


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
