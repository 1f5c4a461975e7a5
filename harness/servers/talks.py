"""One conversation held with a server through an official SDK: one class an API, each resends the whole history."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

from anthropic import Anthropic
from openai import OpenAI

from servers.script import Call, Conversation
from servers.serve_llamacpp import NAME
from servers.tools import TOOLS

Item = dict[str, Any]


@dataclass(frozen=True)
class Heard:
    """What the server parsed out of the answer: `calls` are id, name and parsed arguments."""

    text: str
    thought: str
    calls: tuple[tuple[str, str, Any], ...]


class Talk(Protocol):
    """A conversation under way."""

    def __init__(self, base_url: str, conversation: Conversation) -> None:
        """Prepare the client and the tools; nothing is sent yet."""

    def say(self, text: str) -> None:
        """Add a user message."""

    def ask(self) -> Heard:
        """Send the whole history and keep the answer exactly as the SDK hands it out."""

    def give(self, results: list[tuple[str, Call]]) -> None:
        """Add the results of the calls, each with the id of its call."""


class ChatTalk:
    """Chat Completions."""

    def __init__(self, base_url: str, conversation: Conversation) -> None:
        self._client = OpenAI(base_url=f"{base_url}/v1", api_key="none", max_retries=0)
        self._messages: list[Any] = []
        self._tools: Any = [{"type": "function", "function": TOOLS[name]} for name in conversation.tool_names]
        if conversation.system:
            self._messages.append({"role": "system", "content": conversation.system})

    def say(self, text: str) -> None:
        self._messages.append({"role": "user", "content": text})

    def ask(self) -> Heard:
        answer = self._client.chat.completions.create(
            model=NAME, messages=self._messages, tools=self._tools, parallel_tool_calls=True
        )
        message = answer.choices[0].message.to_dict()
        self._messages.append(message)
        calls: Any = message.get("tool_calls") or []
        functions = [(call["id"], call["function"]) for call in calls]
        return Heard(
            text=_text(message.get("content")),
            thought=_text(message.get("reasoning_content")),
            calls=tuple((key, function["name"], json.loads(function["arguments"])) for key, function in functions),
        )

    def give(self, results: list[tuple[str, Call]]) -> None:
        self._messages += [
            {"role": "tool", "tool_call_id": key, "content": _content(call, "text")} for key, call in results
        ]


class ResponsesTalk:
    """Responses."""

    def __init__(self, base_url: str, conversation: Conversation) -> None:
        self._client = OpenAI(base_url=f"{base_url}/v1", api_key="none", max_retries=0)
        self._items: list[Any] = []
        self._settings: Item = {
            "tools": [{"type": "function", **TOOLS[name]} for name in conversation.tool_names],
            **({"instructions": conversation.system} if conversation.system else {}),
        }

    def say(self, text: str) -> None:
        self._items.append({"type": "message", "role": "user", "content": text})

    def ask(self) -> Heard:
        answer = self._client.responses.create(
            model=NAME, input=self._items, parallel_tool_calls=True, store=False, **self._settings
        )
        items: list[Any] = [item.to_dict() for item in answer.output]
        self._items += items
        return Heard(
            text=_text(_joined(items, "message")),
            thought=_text(_joined(items, "reasoning")),
            calls=tuple(
                (item["call_id"], item["name"], json.loads(item["arguments"]))
                for item in items
                if item["type"] == "function_call"
            ),
        )

    def give(self, results: list[tuple[str, Call]]) -> None:
        self._items += [
            {"type": "function_call_output", "call_id": key, "output": _content(call, "input_text")}
            for key, call in results
        ]


class MessagesTalk:
    """Anthropic Messages."""

    def __init__(self, base_url: str, conversation: Conversation) -> None:
        self._client = Anthropic(base_url=base_url, api_key="none", max_retries=0)
        self._messages: list[Any] = []
        tools = [TOOLS[name] for name in conversation.tool_names]
        self._settings: Item = {
            "tools": [
                {"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]}
                for tool in tools
            ],
            **({"system": conversation.system} if conversation.system else {}),
        }

    def say(self, text: str) -> None:
        self._messages.append({"role": "user", "content": text})

    def ask(self) -> Heard:
        answer = self._client.messages.create(model=NAME, max_tokens=256, messages=self._messages, **self._settings)
        blocks: list[Any] = [block.to_dict() for block in answer.content]
        self._messages.append({"role": "assistant", "content": blocks})
        return Heard(
            text=_text("".join(block["text"] for block in blocks if block["type"] == "text")),
            thought=_text("".join(block["thinking"] for block in blocks if block["type"] == "thinking")),
            calls=tuple(
                (block["id"], block["name"], block["input"]) for block in blocks if block["type"] == "tool_use"
            ),
        )

    def give(self, results: list[tuple[str, Call]]) -> None:
        blocks = [_tool_result(key, call) for key, call in results]
        self._messages.append({"role": "user", "content": blocks})


TALKS: dict[str, type[Talk]] = {
    "llamacpp-chat": ChatTalk,
    "llamacpp-responses": ResponsesTalk,
    "llamacpp-messages": MessagesTalk,
}


def _tool_result(key: str, call: Call) -> Item:
    failed = {"is_error": True} if call.failed else {}
    return {"type": "tool_result", "tool_use_id": key, "content": _content(call, "text"), **failed}


def _content(call: Call, part: str) -> str | list[Item]:
    if isinstance(call.result, str):
        return call.result
    return [{"type": part, "text": text} for text in call.result]


def _joined(items: list[Any], kind: str) -> str:
    return "".join(part["text"] for item in items if item["type"] == kind for part in item["content"])


def _text(spoken: Any) -> str:
    # The server leaves the line break in place that stood before the calls.
    return (spoken or "").strip()
