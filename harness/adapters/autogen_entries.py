# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic==0.125.0", "autogen-core==0.7.5", "autogen-ext[anthropic,openai]==0.7.5"]
# ///
"""AutoGen: the model clients of OpenAI and Anthropic.

uv run --script autogen_entries.py openai-chat | anthropic
"""

from functools import cache
from typing import Any

from _adapter import (
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

from anthropic import omit  # noqa: E402 - after the settings that it reads
from autogen_core import FunctionCall  # noqa: E402
from autogen_core.models import (  # noqa: E402
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelFamily,
    ModelInfo,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import ToolSchema  # noqa: E402
from autogen_ext.models.anthropic import AnthropicChatCompletionClient  # noqa: E402
from autogen_ext.models.openai import OpenAIChatCompletionClient  # noqa: E402


def send(request: Request) -> dict[str, Any]:
    """Let the client create an answer to the history.

    Its default temperature is left out for Anthropic: newer Claude models refuse it whatever the history holds.
    """
    with expressing():
        history = _messages(request)
    tools: list[Any] = [
        ToolSchema(name=each.name, description=each.description, parameters=each.parameters) for each in request.tools
    ]
    client = _client(request.api, request.model)
    beside = {"temperature": omit} if request.api == "anthropic-messages" else {}
    return sent_by(lambda: wait(client.create(history, tools=tools, extra_create_args=beside)), request.api)


@cache
def _client(api: str, model: str) -> Any:
    info = ModelInfo(
        vision=True,
        function_calling=True,
        json_output=True,
        family=ModelFamily.UNKNOWN,
        structured_output=True,
        multiple_system_messages=True,
    )
    given: dict[str, Any] = {"model": model, "api_key": "none-needed", "base_url": base_url(api), "max_retries": 0}
    made = AnthropicChatCompletionClient if api == "anthropic-messages" else OpenAIChatCompletionClient
    return made(model_info=info, **given)


def _messages(request: Request) -> list[LLMMessage]:
    """Write the history; the results of a turn share a message, as its agents store them."""
    written: list[LLMMessage] = []
    for at, message in enumerate(request.messages):
        last = written[-1] if written else None
        made = _message(message, request.name_of(message.call_id, at))
        if isinstance(made, FunctionExecutionResultMessage) and isinstance(last, FunctionExecutionResultMessage):
            last.content.extend(made.content)
        else:
            written.append(made)
    return written


def _message(message: Message, name: str) -> LLMMessage:
    match message.role:
        case "system":
            return SystemMessage(content=message.text)
        case "user":
            content = message.text if len(message.texts) < 2 else list(message.texts)
            return UserMessage(content=content, source="user")
        case "assistant":
            return _assistant(message)
        case "tool":
            result = FunctionExecutionResult(content=message.text, name=name, call_id=message.call_id, is_error=False)
            return FunctionExecutionResultMessage(content=[result])
    raise NotExpressible(f"no message class for the role {message.role!r}")


def _assistant(message: Message) -> AssistantMessage:
    """What the model says beside its calls is kept as its thought."""
    if not message.calls:
        return AssistantMessage(content=message.text, source="assistant")
    calls = [FunctionCall(id=each.id, name=each.name, arguments=each.arguments) for each in message.calls]
    return AssistantMessage(content=calls, thought=message.text or None, source="assistant")


serve(
    Project(
        name="AutoGen",
        package="autogen-ext",
        homepage="https://github.com/microsoft/autogen",
        issues="https://github.com/microsoft/autogen/issues",
        entries={
            "openai-chat": Entry("OpenAIChatCompletionClient.create", ("openai-chat:*",), send),
            "anthropic": Entry("AnthropicChatCompletionClient.create", ("anthropic-messages:*",), send),
        },
    )
)
