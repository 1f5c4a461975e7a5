# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic-haystack==8.0.1", "haystack-ai==3.4.1"]
# ///
"""Haystack: the chat generators of OpenAI (Chat and Responses) and Anthropic.

uv run --script haystack_entries.py openai-chat | openai-responses | anthropic
"""

from functools import cache
from typing import Any

from _adapter import (
    Call,
    Entry,
    Message,
    NotExpressible,
    Project,
    Request,
    base_url,
    be_quiet,
    expressing,
    sent_by,
    serve,
)

be_quiet()

from haystack.components.generators.chat import OpenAIChatGenerator, OpenAIResponsesChatGenerator  # noqa: E402
from haystack.dataclasses import ChatMessage, ToolCall  # noqa: E402
from haystack.tools import Tool  # noqa: E402
from haystack.utils import Secret  # noqa: E402
from haystack_integrations.components.generators.anthropic import AnthropicChatGenerator  # noqa: E402


def send(request: Request) -> dict[str, Any]:
    """Let the generator run on the history."""
    with expressing():
        history = [_message(each, at, request) for at, each in enumerate(request.messages)]
        tools = [Tool(each.name, each.description, each.parameters, lambda **_: "") for each in request.tools]
    generator = _generator(request.api, request.model)
    return sent_by(lambda: generator.run(history, tools=tools), request.api)


@cache
def _generator(api: str, model: str) -> Any:
    key = Secret.from_token("none-needed")
    if api == "anthropic-messages":
        generator = AnthropicChatGenerator(key, model, max_retries=0)
        generator.warm_up()
        generator.client.base_url = base_url(api)
        return generator
    made = OpenAIResponsesChatGenerator if api == "openai-responses" else OpenAIChatGenerator
    return made(api_key=key, model=model, api_base_url=base_url(api), max_retries=0)


def _message(message: Message, at: int, request: Request) -> ChatMessage:
    match message.role:
        case "system":
            return ChatMessage.from_system(message.text)
        case "user":
            return ChatMessage.from_user(content_parts=list(message.texts))
        case "assistant":
            text = message.text or (None if message.calls else message.text)
            calls = [_call(each, f"{at}_{nth}", request.api) for nth, each in enumerate(message.calls)]
            return ChatMessage.from_assistant(text, tool_calls=calls)
        case "tool":
            # A result holds the call that it answers.
            origin = Call(message.call_id, request.name_of(message.call_id, at), "{}")
            return ChatMessage.from_tool(message.text, _call(origin, f"{at}", request.api))
    raise NotExpressible(f"no role {message.role!r}")


def _call(call: Call, at: str, api: str) -> ToolCall:
    """The Responses generator stores the item's id, and the call id beside it; the flat history has no item ids."""
    if api == "openai-responses":
        return ToolCall(call.name, call.input, id=f"fc_{at}", extra={"call_id": call.id})
    return ToolCall(call.name, call.input, id=call.id)


serve(
    Project(
        name="Haystack",
        package="haystack-ai",
        homepage="https://github.com/deepset-ai/haystack",
        issues="https://github.com/deepset-ai/haystack/issues",
        entries={
            "openai-chat": Entry("OpenAIChatGenerator.run", ("openai-chat:*",), send),
            "openai-responses": Entry("OpenAIResponsesChatGenerator.run", ("openai-responses:*",), send),
            "anthropic": Entry(
                "AnthropicChatGenerator.run", ("anthropic-messages:*",), send, package="anthropic-haystack"
            ),
        },
    )
)
