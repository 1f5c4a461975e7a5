# /// script
# requires-python = ">=3.11"
# dependencies = ["strands-agents[anthropic,openai]==1.62.0"]
# ///
"""Strands Agents: an agent that is given its messages, and one that restores them from a stored session.

uv run --script strands_entries.py openai-chat | openai-responses | anthropic | session-openai-chat | session-anthropic
"""

from functools import cache
from itertools import takewhile
from tempfile import TemporaryDirectory
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

from strands import Agent  # noqa: E402 - after the settings that it reads
from strands.models.anthropic import AnthropicModel  # noqa: E402
from strands.models.openai import OpenAIModel  # noqa: E402
from strands.models.openai_responses import OpenAIResponsesModel  # noqa: E402
from strands.session.file_session_manager import FileSessionManager  # noqa: E402
from strands.tools import PythonAgentTool  # noqa: E402


def send(request: Request) -> dict[str, Any]:
    """Give an agent the messages, and prompt it."""
    with expressing():
        given = _given(request)
        agent = Agent(messages=_messages(request.stored), **given)
        prompt = _messages(request.coming)
    return sent_by(lambda: wait(agent.invoke_async(prompt)), request.api)


def restore_and_send(request: Request) -> dict[str, Any]:
    """Store the messages in a session, restore an agent from it as a new process would, and prompt it."""
    with TemporaryDirectory() as folder:
        with expressing():
            given = _given(request)
            Agent(messages=_messages(request.stored), session_manager=_session(folder), **given)
            prompt = _messages(request.coming)
        agent = Agent(session_manager=_session(folder), **given)
        return sent_by(lambda: wait(agent.invoke_async(prompt)), request.api)


def _session(folder: str) -> FileSessionManager:
    return FileSessionManager(session_id="s", storage_dir=folder)


def _given(request: Request) -> dict[str, Any]:
    """Return what an agent is made with, beside its messages."""
    system = [{"text": text} for message in _opening(request.messages) for text in message.texts]
    made = {"model": _model(request.api, request.model), "tools": [_tool(each) for each in request.tools]}
    return made | {"system_prompt": system or None, "callback_handler": None, "retry_strategy": None}


@cache
def _model(api: str, model: str) -> Any:
    client = {"api_key": "none-needed", "base_url": base_url(api), "max_retries": 0}
    if api == "anthropic-messages":
        return AnthropicModel(client_args=client, model_id=model, max_tokens=4096)
    made = OpenAIResponsesModel if api == "openai-responses" else OpenAIModel
    return made(client_args=client, model_id=model)


def _tool(tool: Any) -> PythonAgentTool:
    schema = {"name": tool.name, "description": tool.description, "inputSchema": {"json": tool.parameters}}
    return PythonAgentTool(tool.name, schema, lambda use, **_: {"toolUseId": use["toolUseId"], "content": []})


def _opening(messages: list[Message]) -> list[Message]:
    return list(takewhile(lambda each: each.role == "system", messages))


def _messages(stored: list[Message]) -> list[dict[str, Any]]:
    """Write what stands behind the opening; the results of a turn share a message."""
    written: list[dict[str, Any]] = []
    behind_result = False
    for message in stored[len(_opening(stored)) :]:
        role, blocks = _blocks(message)
        if message.role == "tool" and behind_result:
            written[-1]["content"] += blocks
        else:
            written.append({"role": role, "content": blocks})
        behind_result = message.role == "tool"
    return written


def _blocks(message: Message) -> tuple[str, list[dict[str, Any]]]:
    texts = [{"text": each} for each in message.texts]
    match message.role:
        case "user":
            return "user", texts
        case "assistant":
            calls = [{"toolUse": {"toolUseId": c.id, "name": c.name, "input": c.input}} for c in message.calls]
            return "assistant", [*(each for each in texts if each["text"] or not calls), *calls]
        case "tool":
            return "user", [{"toolResult": {"toolUseId": message.call_id, "status": "success", "content": texts}}]
    raise NotExpressible(f"a {message.role} message behind the opening: there is only a system prompt")


serve(
    Project(
        name="Strands Agents",
        package="strands-agents",
        homepage="https://github.com/strands-agents/sdk-python",
        issues="https://github.com/strands-agents/sdk-python/issues",
        entries={
            "openai-chat": Entry("Agent(messages), OpenAIModel", ("openai-chat:*",), send),
            "openai-responses": Entry("Agent(messages), OpenAIResponsesModel", ("openai-responses:*",), send),
            "anthropic": Entry("Agent(messages), AnthropicModel", ("anthropic-messages:*",), send),
            "session-openai-chat": Entry(
                "Agent(FileSessionManager), OpenAIModel", ("openai-chat:*",), restore_and_send
            ),
            "session-anthropic": Entry(
                "Agent(FileSessionManager), AnthropicModel", ("anthropic-messages:*",), restore_and_send
            ),
        },
    )
)
