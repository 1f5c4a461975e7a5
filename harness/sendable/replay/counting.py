"""The providers' own token counts, for `reference.send.assemble(count=…)`: their counting endpoints, asked by the SDKs.

An answer of these endpoints is no verdict (design, section 6.4): they look at less than the request itself would.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from sendable import wire
from sendable.model.errors import BadUsage, ProviderNotAsked
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.replay.sdk import split_known

Count: TypeAlias = Callable[[JsonObject], int]
_CHAT: Final = "vllm-chat"
_ASKED_FOR: Final = ("model", "messages", "tools")


def token_counter(target: Target, client: Any) -> Count:
    """Return the function that asks a provider how many tokens a request body is.

    Args:
        target: whose bodies are counted.
        client: of the official SDK, with the user's key: ``openai.OpenAI`` for OpenAI's Responses and for every API of
            a vLLM server, ``anthropic.Anthropic`` for Messages, llama.cpp's too.

    Raises:
        BadUsage: no counting endpoint is known for the API. The function itself raises what the SDK raises, and
            `ProviderNotAsked` where the installed SDK has no such method; the budget goes by its safe bound then.
    """
    if target.provider_type == "vllm":
        return partial(_by_vllm, client, target)
    known: dict[str, Callable[[Any, JsonObject], int]] = {
        "openai-responses": _by_openai,
        "anthropic-messages": _by_anthropic,
        "llamacpp-messages": _by_anthropic,
    }
    if target.api not in known:
        raise BadUsage(f"no counting endpoint of {target.api} is known", hint="without a count the safe bound decides")
    return partial(known[target.api], client)


def _by_openai(client: Any, body: JsonObject) -> int:
    """Ask ``/v1/responses/input_tokens``; what it does not take (``store``) weighs nothing."""
    endpoint = getattr(client.responses, "input_tokens", None)
    if endpoint is None:
        raise ProviderNotAsked("the installed openai SDK cannot count tokens", hint="install a newer one")
    named, _ = split_known(type(endpoint).count, body)
    return int(endpoint.count(**named).input_tokens)


def _by_anthropic(client: Any, body: JsonObject) -> int:
    """Ask ``/v1/messages/count_tokens``; it takes no ``max_tokens``."""
    named, _ = split_known(type(client.messages).count_tokens, body)
    return int(client.messages.count_tokens(**named).input_tokens)


def _by_vllm(client: Any, target: Target, body: JsonObject) -> int:
    """Ask the server's ``/tokenize``, beside ``/v1``; it reads chat messages, so the other formats are written so."""
    if target.api != _CHAT:
        entries = wire.from_body(target.api, body)
        body = {**wire.to_body(entries, Target(_CHAT, target.model)), **_chat_tools(target, body)}
    asked = {key: body[key] for key in _ASKED_FOR if key in body}
    answer = client.post(str(client.base_url.join("/tokenize")), cast_to=object, body=asked)
    return int(answer["count"])


def _chat_tools(target: Target, body: JsonObject) -> JsonObject:
    """Write a body's tools as Chat does."""
    parameters = "input_schema" if target.api == "vllm-messages" else "parameters"
    names = {"name": "name", "description": "description", parameters: "parameters"}
    tools = [
        {"type": "function", "function": {names[key]: value for key, value in tool.items() if key in names}}
        for tool in body.get("tools", ())
    ]
    return {"tools": tools} if tools else {}
