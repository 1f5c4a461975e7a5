# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic-ai-slim[anthropic,openai]==2.68.0"]
# ///
"""PydanticAI: an Agent that goes on with a stored history, as it is and after ``repair_messages``.

uv run --script pydantic_ai_entries.py agent | repair
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
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

from anthropic import AsyncAnthropic  # noqa: E402 - after the settings that they read
from openai import AsyncOpenAI  # noqa: E402
from pydantic_ai import Agent, Tool  # noqa: E402
from pydantic_ai.messages import (  # noqa: E402
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
    repair_messages,
)
from pydantic_ai.models import Model  # noqa: E402
from pydantic_ai.models.anthropic import AnthropicModel  # noqa: E402
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel  # noqa: E402
from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: E402
from pydantic_ai.providers.openai import OpenAIProvider  # noqa: E402


def run(request: Request) -> dict[str, Any]:
    """Let an agent go on with the stored history."""
    with expressing():
        history = list(_history(request))
    return _run(request, history)


def run_repaired(request: Request) -> dict[str, Any]:
    """Do the same after ``repair_messages``."""
    with expressing():
        history = list(_history(request))
    return _run(request, repair_messages(history, repair_last_response=True))


def _run(request: Request, history: list[ModelMessage]) -> dict[str, Any]:
    # Small enough that the SDK which sends the body once more does so without streaming.
    settings = {"max_tokens": 4096} if request.api == "anthropic-messages" else None
    agent = Agent(_model(request.api, request.model), tools=_tools(request), retries=0, model_settings=settings)
    prompt = request.prompt
    return sent_by(lambda: wait(agent.run(prompt, message_history=history)), request.api)


@cache
def _model(api: str, name: str) -> Model:
    if api == "anthropic-messages":
        client = AsyncAnthropic(api_key="none-needed", base_url=base_url(api), max_retries=0)
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=client))
    provider = OpenAIProvider(openai_client=AsyncOpenAI(api_key="none-needed", base_url=base_url(api), max_retries=0))
    model = OpenAIResponsesModel if api == "openai-responses" else OpenAIChatModel
    return model(name, provider=provider)


def _tools(request: Request) -> list[Tool]:
    return [Tool.from_schema(_nothing, each.name, each.description, each.parameters) for each in request.tools]


def _nothing(**_arguments: Any) -> str:
    return "nothing"


def _history(request: Request) -> Iterator[ModelMessage]:
    """Yield a response for each answer and a request for each other message, the results of a row in one."""
    placed = enumerate(request.stored)
    for role, row in groupby(placed, key=lambda each: each[1].role):
        if role == "tool":
            yield ModelRequest(parts=list(_results(row, request)))
            continue
        for _, message in row:
            yield _response(message) if role == "assistant" else ModelRequest(parts=[_part(message)])


def _results(row: Iterable[tuple[int, Message]], request: Request) -> Iterator[ToolReturnPart]:
    for at, message in row:
        name = request.name_of(message.call_id, before=at)
        yield ToolReturnPart(tool_name=name, content=message.text, tool_call_id=message.call_id)


def _part(message: Message) -> SystemPromptPart | UserPromptPart:
    if message.role == "developer":
        raise NotExpressible("there is no part for the role developer")
    if message.role == "system":
        return SystemPromptPart(message.text)
    return UserPromptPart(message.text if len(message.texts) < 2 else list(message.texts))  # noqa: PLR2004


def _response(message: Message) -> ModelResponse:
    said = [TextPart(each) for each in message.texts if each or not message.calls]
    return ModelResponse(parts=[*said, *map(_call, message.calls)])


def _call(call: Call) -> ToolCallPart:
    return ToolCallPart(tool_name=call.name, args=call.arguments, tool_call_id=call.id)


APIS = ("openai-chat:*", "openai-responses:*", "anthropic-messages:*")
serve(
    Project(
        name="PydanticAI",
        package="pydantic-ai-slim",
        homepage="https://github.com/pydantic/pydantic-ai",
        issues="https://github.com/pydantic/pydantic-ai/issues",
        entries={
            "agent": Entry("Agent.run(message_history=…)", APIS, run),
            "repair": Entry("repair_messages, then Agent.run", APIS, run_repaired),
        },
    )
)
