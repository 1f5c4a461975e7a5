# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic==2.14.0", "inspect-ai==0.3.285", "openai==3.57.0"]
# ///
"""Inspect: ``Model.generate`` for OpenAI (Chat and Responses) and Anthropic.

uv run --script inspect_ai_entries.py openai-chat | openai-responses | anthropic
"""

import re
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
    wait,
)

be_quiet()

from inspect_ai.model import (  # noqa: E402 - after the settings that it reads
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentText,
    GenerateConfig,
    Model,
    get_model,
)
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams  # noqa: E402


def send(request: Request) -> dict[str, Any]:
    """Let the model generate on the history. What the client asks to learn about the API comes before it."""
    with expressing():
        history = [_message(each, at, request) for at, each in enumerate(request.messages)]
        tools = [_tool(each) for each in request.tools]
    model = _model(request.api, request.model)
    return sent_by(lambda: wait(model.generate(history, tools)), request.api)


@cache
def _model(api: str, name: str) -> Model:
    given: dict[str, Any] = {"api_key": "none-needed", "base_url": base_url(api), "memoize": False}
    config = GenerateConfig(max_retries=0)
    if api == "anthropic-messages":
        # Inspect adds `block_binding` for models that bind thinking, and the beta header that permits it; an answer
        # carries no headers. This is its own way to leave the field out.
        unbound = {"extra_body": {"thinking": {"type": "adaptive"}}}
        bound: dict[str, Any] = unbound if re.search(r"-5-[15]\b", name) else {}
        return get_model(f"anthropic/{name}", config=config, **bound, **given)
    return get_model(f"openai/{name}", config=config, responses_api=api == "openai-responses", **given)


def _message(message: Message, at: int, request: Request) -> ChatMessage:
    content: Any = message.text if len(message.texts) < 2 else [ContentText(text=each) for each in message.texts]
    match message.role:
        case "system":
            return ChatMessageSystem(content=content)
        case "user":
            return ChatMessageUser(content=content)
        case "assistant":
            return ChatMessageAssistant(content=content, tool_calls=[_call(each) for each in message.calls] or None)
        case "tool":
            name = request.name_of(message.call_id, at)
            return ChatMessageTool(content=content, tool_call_id=message.call_id, function=name)
    raise NotExpressible(f"no message class for the role {message.role!r}")


def _call(call: Call) -> ToolCall:
    return ToolCall(id=call.id, function=call.name, arguments=call.input)


def _tool(tool: Any) -> ToolInfo:
    parameters = ToolParams.model_validate(tool.parameters)
    return ToolInfo(name=tool.name, description=tool.description, parameters=parameters)


serve(
    Project(
        name="Inspect",
        package="inspect-ai",
        homepage="https://github.com/UKGovernmentBEIS/inspect_ai",
        issues="https://github.com/UKGovernmentBEIS/inspect_ai/issues",
        entries={
            "openai-chat": Entry("Model.generate, openai (responses_api=False)", ("openai-chat:*",), send),
            "openai-responses": Entry("Model.generate, openai (responses_api=True)", ("openai-responses:*",), send),
            "anthropic": Entry("Model.generate, anthropic", ("anthropic-messages:*",), send),
        },
    )
)
