# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "agent-framework-anthropic==1.0.0b261022", "agent-framework-core==1.23.0", "agent-framework-openai==1.17.0",
# ]
# ///
"""Microsoft Agent Framework: the chat clients of OpenAI (Chat and Responses) and Anthropic.

uv run --script agent_framework_entries.py openai-chat | openai-responses | anthropic
"""

from functools import cache
from typing import Any

from _adapter import Entry, Project, Request, base_url, be_quiet, expressing, sent_by, serve, wait
from _adapter import Message as Stored
from _forms import tools_in_form

be_quiet()

from agent_framework import Content, Message  # noqa: E402 - after the settings that it reads
from agent_framework.anthropic import AnthropicClient  # noqa: E402
from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient  # noqa: E402
from anthropic import AsyncAnthropic  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402


def send(request: Request) -> dict[str, Any]:
    """Ask the client for a response to the history; nothing is kept at the provider."""
    with expressing():
        history = [_message(each) for each in request.messages]
    options: dict[str, Any] = {"store": False} if request.api == "openai-responses" else {}
    options |= {"tools": tools_in_form(request)} if request.tools else {}
    client = _client(request.api, request.model)
    return sent_by(lambda: wait(_response(client, history, options)), request.api)


async def _response(client: Any, history: list[Message], options: dict[str, Any]) -> Any:
    return await client.get_response(history, options=options)


@cache
def _client(api: str, model: str) -> Any:
    given: dict[str, Any] = {"api_key": "none-needed", "base_url": base_url(api), "max_retries": 0}
    if api == "anthropic-messages":
        return AnthropicClient(model=model, anthropic_client=AsyncAnthropic(**given))
    made = OpenAIChatClient if api == "openai-responses" else OpenAIChatCompletionClient
    return made(model=model, async_client=AsyncOpenAI(**given))


def _message(message: Stored) -> Message:
    if message.role == "tool":
        return Message("tool", [Content.from_function_result(message.call_id, result=message.text)])
    texts = [Content.from_text(each) for each in message.texts if each or not message.calls]
    calls = [Content.from_function_call(c.id, c.name, arguments=c.arguments) for c in message.calls]
    return Message(message.role, [*texts, *calls])


serve(
    Project(
        name="Microsoft Agent Framework",
        package="agent-framework-core",
        homepage="https://github.com/microsoft/agent-framework",
        issues="https://github.com/microsoft/agent-framework/issues",
        entries={
            "openai-chat": Entry(
                "OpenAIChatCompletionClient.get_response", ("openai-chat:*",), send, package="agent-framework-openai"
            ),
            "openai-responses": Entry(
                "OpenAIChatClient.get_response", ("openai-responses:*",), send, package="agent-framework-openai"
            ),
            "anthropic": Entry(
                "AnthropicClient.get_response", ("anthropic-messages:*",), send, package="agent-framework-anthropic"
            ),
        },
    )
)
