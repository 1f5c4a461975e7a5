"""How each maker is asked for a blob or an id of its own: one small conversation, as short as it can be."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.oracle.anthropic_messages.models import flags_of
from sendable.replay import anthropic_messages, gemini, openai_responses
from sendable.replay.blobs import objects

Ask: TypeAlias = Callable[[Target, Callable[[Any], object]], JsonObject]
"""Lets the maker's client send a request; returns the answer's body, or raises `CannotMint`."""

_QUESTION: Final = "How many whole numbers from 1 to 60 can be divided by 3 or by 4, but not by 5?"
_CALL: Final = "Which is colder now, Turku or Vaasa? Look both up with the tool, one after the other."
_TOOL: Final = "get_weather"
_PARAMETERS: Final = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
# Published by Anthropic for tests: thinking that follows it comes back redacted, where a model still redacts.
_REDACT: Final = (
    "ANTHROPIC_MAGIC_STRING_TRIGGER_REDACTED_THINKING_46C9A13E193C177646C7398A98432ECCCE4C1253D5E2D82641AC0E52CC2876CB"
)
_THINKING_TOKENS: Final = 1024
_ANSWER_TOKENS: Final = 2048


class CannotMint(Exception):
    """A blob or an id cannot be obtained; says why."""


class Wanted(msgspec.Struct, frozen=True):
    """What is to be made.

    maker: provider type. model: that is asked. kind: ``reasoning``, ``redacted``, ``compaction``, ``call`` (reasoning
    and the call that it led to, both kept by the service) or ``answer`` (the same with a message). number: tells
    several of one body apart. behind: the body whose prefix it is to be bound to; None for the small conversation.
    """

    maker: str
    model: str
    kind: str
    number: int = 0
    behind: JsonObject | None = None


class Made(msgspec.Struct, frozen=True):
    """What a maker handed out; ``""`` for what there is none of.

    blob, text: of the reasoning. item_id: of its item. led_to, call_id: of the item that it led to.
    """

    blob: str = ""
    text: str = ""
    item_id: str = ""
    led_to: str = ""
    call_id: str = ""


def make(wanted: Wanted, ask: Ask, vendor: str | None = None) -> Made:
    """Ask a maker for what is wanted.

    Raises:
        CannotMint: nobody knows how, or what came back holds none.
    """
    maker = _MAKERS.get((wanted.maker, wanted.kind))
    if maker is None:
        raise CannotMint(f"{wanted.maker or 'an unknown maker'} has no way to be asked for {wanted.kind}")
    return maker(wanted, ask, vendor)


def _openai_reasoning(wanted: Wanted, ask: Ask, vendor: str | None) -> Made:
    body = {"input": _QUESTION, "store": False, "include": ["reasoning.encrypted_content"]}
    item = _first(_responses(wanted, body, ask, vendor), "reasoning", wanted)
    if not isinstance(item.get("encrypted_content"), str) or not item["encrypted_content"]:
        raise CannotMint(f"{wanted.model} gave reasoning without encrypted content")
    return Made(blob=item["encrypted_content"], item_id=str(item.get("id") or ""))


def _openai_compaction(wanted: Wanted, ask: Ask, vendor: str | None) -> Made:
    said = [{"role": "user", "content": _QUESTION}, {"role": "assistant", "content": "24."}]
    body = {"model": wanted.model, "input": said}
    answer = ask(
        Target("openai-responses", wanted.model, vendor),
        lambda client: client.post("/responses/compact", cast_to=object, body=body),
    )
    item = _first(answer, "compaction", wanted)
    return Made(blob=str(item.get("encrypted_content") or ""), item_id=str(item.get("id") or ""))


def _openai_stored(wanted: Wanted, ask: Ask, vendor: str | None) -> Made:
    """Let the service keep a response, for the ids of its items."""
    tool = {"type": "function", "name": _TOOL, "description": "Get the weather of a city.", "parameters": _PARAMETERS}
    calls = wanted.kind == "call"
    body: JsonObject = (
        {"input": _CALL, "tools": [tool], "parallel_tool_calls": False} if calls else {"input": _QUESTION}
    )
    answer = _responses(wanted, body | {"store": True, "include": ["reasoning.encrypted_content"]}, ask, vendor)
    item = _first(answer, "reasoning", wanted)
    led_to = _first(answer, "function_call" if calls else "message", wanted)
    return Made(
        blob=str(item.get("encrypted_content") or ""),
        item_id=str(item["id"]),
        led_to=str(led_to["id"]),
        call_id=str(led_to.get("call_id") or ""),
    )


def _responses(wanted: Wanted, body: JsonObject, ask: Ask, vendor: str | None) -> JsonObject:
    body = {"model": wanted.model, "reasoning": {"effort": "low"}, **body}
    target = Target("openai-responses", wanted.model, vendor)
    return ask(target, lambda client: openai_responses.create(client, body, {}))


def _anthropic_thinking(wanted: Wanted, ask: Ask, vendor: str | None) -> Made:
    answer = _messages(wanted, wanted.behind or _asked(_QUESTION), ask, vendor)
    block = _first(answer, "thinking", wanted)
    return Made(blob=str(block.get("signature") or ""), text=str(block.get("thinking") or ""))


def _anthropic_redacted(wanted: Wanted, ask: Ask, vendor: str | None) -> Made:
    block = _first(_messages(wanted, _asked(_REDACT), ask, vendor), "redacted_thinking", wanted)
    return Made(blob=str(block.get("data") or ""))


def _messages(wanted: Wanted, asked: JsonObject, ask: Ask, vendor: str | None) -> JsonObject:
    manual = "manual-thinking=yes" in flags_of(wanted.model)
    thinking: JsonObject = (
        {"type": "enabled", "budget_tokens": _THINKING_TOKENS}
        if manual
        else {"type": "adaptive", "display": "summarized"}
    )
    body = {**asked, "model": wanted.model, "max_tokens": _ANSWER_TOKENS, "thinking": thinking}
    target = Target("anthropic-messages", wanted.model, vendor)
    return ask(target, lambda client: anthropic_messages.create(client, body, {}))


def _google_signature(wanted: Wanted, ask: Ask, vendor: str | None) -> Made:
    function = {"name": _TOOL, "description": "Get the weather of a city.", "parameters": _PARAMETERS}
    body = {
        "contents": [{"role": "user", "parts": [{"text": _CALL}]}],
        "tools": [{"functionDeclarations": [function]}],
    }
    model = wanted.model.rpartition("/")[2]
    answer = ask(Target("gemini", model, vendor), lambda client: gemini.create(client, body, {}, model))
    signed = [each for each in objects(answer) if isinstance(each.get("thoughtSignature"), str)]
    if not signed:
        raise CannotMint(f"{wanted.model} gave no thought signature")
    calls = [each for each in signed if "functionCall" in each]
    return Made(blob=(calls or signed)[0]["thoughtSignature"])


def _asked(question: str) -> JsonObject:
    return {"messages": [{"role": "user", "content": question}]}


def _first(answer: JsonObject, kind: str, wanted: Wanted) -> JsonObject:
    """Find the first item or block of a kind; a backend calls its compaction a summary.

    Raises:
        CannotMint: there is none.
    """
    for each in objects(answer):
        if str(each.get("type", "")).removesuffix("_summary") == kind:
            return each
    raise CannotMint(f"{wanted.model} was asked for {wanted.kind} and gave none")


_MAKERS: Final[dict[tuple[str, str], Callable[[Wanted, Ask, str | None], Made]]] = {
    ("openai", "reasoning"): _openai_reasoning,
    ("openai", "compaction"): _openai_compaction,
    ("openai", "call"): _openai_stored,
    ("openai", "answer"): _openai_stored,
    ("anthropic", "reasoning"): _anthropic_thinking,
    ("anthropic", "redacted"): _anthropic_redacted,
    ("google", "reasoning"): _google_signature,
}
