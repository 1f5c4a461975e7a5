# /// script
# requires-python = ">=3.11"
# dependencies = ["langchain-anthropic==1.7.10", "langchain-core==1.8.3", "langchain-openai==1.7.4"]
# ///
"""LangChain: chat models of OpenAI and Anthropic, and the function that writes OpenAI messages.

uv run --script langchain_entries.py openai-chat | openai-responses | anthropic | convert
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

from langchain_anthropic import ChatAnthropic  # noqa: E402 - after the settings that it reads
from langchain_core.language_models import BaseChatModel  # noqa: E402
from langchain_core.messages import (  # noqa: E402
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    convert_to_openai_messages,
)
from langchain_openai import ChatOpenAI  # noqa: E402


def send(request: Request) -> dict[str, Any]:
    """Let the chat model invoke the history; the body is what its client sends."""
    with expressing():
        history = [_message(each) for each in request.messages]
        model = _model(request.api, request.model)
        asked = model.bind_tools(request.chat_tools) if request.tools else model
    return sent_by(lambda: asked.invoke(history), request.api)


def convert(request: Request) -> list[Any]:
    """Call ``convert_to_openai_messages``."""
    with expressing():
        history = [_message(each) for each in request.messages]
    converted = convert_to_openai_messages(history)
    assert isinstance(converted, list)
    return converted


def convert_and_send(request: Request) -> dict[str, Any]:
    """Put what ``convert_to_openai_messages`` makes into a body, as its users do."""
    tools = {"tools": request.chat_tools} if request.tools else {}
    return {"model": request.model, "messages": convert(request), **tools}


@cache
def _model(api: str, name: str) -> BaseChatModel:
    if api == "anthropic-messages":
        # Small enough that the SDK which sends the body once more does so without streaming.
        return ChatAnthropic(
            model_name=name, api_key="none-needed", base_url=base_url(api), max_retries=0, max_tokens_to_sample=4096
        )
    responses = api == "openai-responses"
    return ChatOpenAI(
        model=name, api_key="none-needed", base_url=base_url(api), max_retries=0, use_responses_api=responses
    )


def _message(message: Message) -> BaseMessage:
    content: Any = message.text if len(message.texts) < 2 else [{"type": "text", "text": each} for each in message.texts]
    match message.role:
        case "system":
            return SystemMessage(content)
        case "developer":
            return SystemMessage(content, additional_kwargs={"__openai_role__": "developer"})
        case "user":
            return HumanMessage(content)
        case "tool":
            return ToolMessage(content, tool_call_id=message.call_id)
        case "assistant":
            return _answer(content, message.calls)
    raise NotExpressible(f"no message class for the role {message.role!r}")


def _answer(content: Any, calls: tuple[Call, ...]) -> AIMessage:
    """Put calls whose arguments are no JSON object where LangChain itself puts them."""
    whole, broken = [], []
    for call in calls:
        try:
            whole.append({"name": call.name, "args": call.input, "id": call.id, "type": "tool_call"})
        except NotExpressible as error:
            told = {"name": call.name, "args": call.arguments, "id": call.id, "error": str(error)}
            broken.append(told | {"type": "invalid_tool_call"})
    return AIMessage(content, tool_calls=whole, invalid_tool_calls=broken)


OPENAI, ANTHROPIC = "langchain-openai", "langchain-anthropic"
serve(
    Project(
        name="LangChain",
        package="langchain-core",
        homepage="https://github.com/langchain-ai/langchain",
        issues="https://github.com/langchain-ai/langchain/issues",
        entries={
            "openai-chat": Entry("ChatOpenAI.invoke", ("openai-chat:*",), send, package=OPENAI),
            "openai-responses": Entry(
                "ChatOpenAI(use_responses_api=True).invoke", ("openai-responses:*",), send, package=OPENAI
            ),
            "anthropic": Entry("ChatAnthropic.invoke", ("anthropic-messages:*",), send, package=ANTHROPIC),
            "convert": Entry("convert_to_openai_messages", ("openai-chat:*",), convert_and_send),
            "convert-flat": Entry("convert_to_openai_messages, as a flat normalizer", ("openai-chat:*",), flat=convert),
        },
    )
)
