"""The history of one request, as adapters read it: in strict records for typed peers, in Chat's dicts for the others."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool"})
_TEXTS = frozenset({"text", "input_text", "output_text"})
_ANY_OBJECT = {"type": "object", "properties": {}}


class NotExpressible(Exception):
    """The peer's own types cannot hold this history; the text says why."""


@contextmanager
def expressing() -> Iterator[None]:
    """Take an error of the peer's types, while a history is put into them, for `NotExpressible`."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise NotExpressible(f"{type(error).__name__}: {error}"[:500]) from error


@dataclass(frozen=True)
class Call:
    """A tool call. arguments: the JSON text as it was stored; ``{}`` where none were."""

    id: str
    name: str
    arguments: str

    @property
    def input(self) -> dict[str, Any]:
        """The arguments as an object.

        Raises:
            NotExpressible: they are no JSON object.
        """
        try:
            value = json.loads(self.arguments)
        except ValueError as error:
            raise NotExpressible(f"the arguments of call {self.id!r} are not JSON") from error
        if not isinstance(value, dict):
            raise NotExpressible(f"the arguments of call {self.id!r} are no object")
        return value


@dataclass(frozen=True)
class Message:
    """One stored message. texts: its parts, one for a plain text, none for no content. call_id: of a tool message."""

    role: str
    texts: tuple[str, ...]
    calls: tuple[Call, ...] = ()
    call_id: str = ""

    @property
    def text(self) -> str:
        """All of its text."""
        return "\n".join(self.texts)


@dataclass(frozen=True)
class Tool:
    """A tool that the conversation offers. parameters: its JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True)
class Request:
    """What one request asks for. history and next: as they came; the properties below read them."""

    api: str
    model: str
    vendor: str | None
    history: Mapping[str, Any]
    next: list[Any]

    @cached_property
    def raw(self) -> list[Any]:
        """The stored messages and the coming user turn, untouched."""
        return [*self.history["messages"], *self.next]

    @cached_property
    def messages(self) -> list[Message]:
        """The same as records.

        Raises:
            NotExpressible: one of them is no message that a typed framework could have stored.
        """
        return [_message(each, f"message {at}") for at, each in enumerate(self.raw)]

    @property
    def coming(self) -> list[Message]:
        """The coming user turn alone."""
        return self.messages[len(self.history["messages"]) :]

    @property
    def prompt(self) -> str:
        """The text of the coming user turn, for entries that take a text.

        Raises:
            NotExpressible: it holds something else, as the result of a call that was still open.
        """
        if not self.coming or any(each.role != "user" for each in self.coming):
            raise NotExpressible("the coming turn is more than a user's text")
        return "\n".join(each.text for each in self.coming)

    @property
    def stored(self) -> list[Message]:
        """The stored messages alone."""
        return self.messages[: len(self.history["messages"])]

    @cached_property
    def chat(self) -> list[dict[str, Any]]:
        """The same as Chat's dicts: odd ids, contents and arguments stay as they are.

        Raises:
            NotExpressible: one of them is no object with a role.
        """
        return [_chat(each, f"message {at}") for at, each in enumerate(self.raw)]

    @property
    def items(self) -> list[dict[str, Any]]:
        """The same as input items of the Responses API."""
        return [item for message in self.messages for item in items_of(message)]

    @cached_property
    def tools(self) -> list[Tool]:
        """The tools that the conversation offers; where it names none, one for each name that was called."""
        given = self.history.get("tools")
        if given:
            return [_tool(each) for each in given]
        names = [call.get("name") for message in self.raw for call in _calls(message) if isinstance(call, dict)]
        return [Tool(name, f"Does {name}.", _ANY_OBJECT) for name in dict.fromkeys(names) if _is_name(name)]

    @property
    def chat_tools(self) -> list[dict[str, Any]]:
        """The tools in Chat's form."""
        return [
            {
                "type": "function",
                "function": {"name": each.name, "description": each.description, "parameters": each.parameters},
            }
            for each in self.tools
        ]

    def name_of(self, call_id: str, before: int | None = None) -> str:
        """Return the name of the tool that a result's call named, for frameworks that store it with the result.

        Args:
            call_id: of the result.
            before: the index of the result in `messages`; the nearest call before it wins over a later one.

        Returns:
            The name; ``unknown`` for a result of no call, as a framework that lost the call would have to say.
        """
        at = len(self.messages) if before is None else before
        for message in [*self.messages[:at][::-1], *self.messages[at:]]:
            found = next((call.name for call in message.calls if call.id == call_id), None)
            if found is not None:
                return found
        return "unknown"


def items_of(message: Message) -> list[dict[str, Any]]:
    """Return a message as input items of the Responses API: its text, then its calls; a result is one item."""
    if message.role == "tool":
        return [{"type": "function_call_output", "call_id": message.call_id, "output": message.text}]
    kind = "output_text" if message.role == "assistant" else "input_text"
    content: Any = message.text if len(message.texts) < 2 else [{"type": kind, "text": each} for each in message.texts]  # noqa: PLR2004
    said = [{"type": "message", "role": message.role, "content": content}] if message.text or not message.calls else []
    calls = [
        {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments}
        for call in message.calls
    ]
    return said + calls


def _message(message: Any, where: str) -> Message:
    if not isinstance(message, dict) or message.get("role") not in _ROLES:
        raise NotExpressible(f"{where} is no object with a known role")
    texts = _texts(message.get("content"), where)
    if message["role"] == "tool":
        return Message("tool", texts, call_id=_text(_id_of(message, ("tool_call_id",)), f"the call id of {where}"))
    calls = _calls(message)
    if message["role"] != "assistant":
        return Message(message["role"], texts)
    return Message("assistant", texts, tuple(_call(each, where) for each in calls))


def _texts(content: Any, where: str) -> tuple[str, ...]:
    if content is None:
        return ()
    if isinstance(content, str):
        return (content,)
    parts = content if isinstance(content, list) else [content]
    if not all(isinstance(part, dict) and part.get("type") in _TEXTS for part in parts):
        raise NotExpressible(f"the content of {where} is neither a text nor a list of texts")
    return tuple(_text(part.get("text"), f"a part of {where}") for part in parts)


def _call(call: Any, where: str) -> Call:
    if not isinstance(call, dict):
        raise NotExpressible(f"a call of {where} is no object")
    name, arguments = _said(call)
    written = arguments if isinstance(arguments, str) else json.dumps({} if arguments is None else arguments)
    call_id = _text(_id_of(call, ("tool_call_id", "id")), f"the id of a call of {where}")
    return Call(call_id, _text(name, f"the name of a call of {where}"), written)


def _chat(message: Any, where: str) -> dict[str, Any]:
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        raise NotExpressible(f"{where} is no object with a role")
    written = {key: message[key] for key in ("role", "content") if key in message}
    if message["role"] == "tool":
        return written | _if_there("tool_call_id", _id_of(message, ("tool_call_id",)))
    calls = _calls(message)
    if calls or message.get("tool_calls"):
        written["tool_calls"] = [_chat_call(each) for each in calls] or message["tool_calls"]
    return written


def _chat_call(call: Any) -> Any:
    if not isinstance(call, dict):
        return call
    name, arguments = _said(call)
    written = "{}" if arguments is None else arguments
    return _if_there("id", _id_of(call, ("id", "tool_call_id"))) | {
        "type": "function",
        "function": {"name": name, "arguments": written if isinstance(written, str) else json.dumps(written)},
    }


def _said(call: dict[str, Any]) -> tuple[Any, Any]:
    said = call["function"] if isinstance(call.get("function"), dict) else call
    return said.get("name"), said.get("arguments")


def _calls(message: Any) -> list[Any]:
    """Return the calls in either of the stored forms; none where they are no list."""
    if not isinstance(message, dict):
        return []
    nested = message.get("metadata")
    found = message.get("tool_calls") or (nested.get("tool_calls") if isinstance(nested, dict) else None)
    return found if isinstance(found, list) else []


_MISSING = object()


def _id_of(owner: dict[str, Any], names: tuple[str, ...]) -> Any:
    nested = owner.get("metadata")
    places = [owner, nested] if isinstance(nested, dict) else [owner]
    found = [place[name] for place in places for name in names if name in place]
    return next((each for each in found if each), found[0] if found else _MISSING)


def _if_there(key: str, value: Any) -> dict[str, Any]:
    return {} if value is _MISSING else {key: value}


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise NotExpressible(f"{what} is {'missing' if value is _MISSING else 'no text'}")
    return value


def _tool(tool: dict[str, Any]) -> Tool:
    return Tool(tool["name"], tool.get("description", ""), tool.get("parameters") or _ANY_OBJECT)


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= 64 and name.replace("_", "").replace("-", "").isalnum()
