# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic==0.125.0", "llama-index-llms-anthropic==0.12.3", "llama-index-llms-openai==0.8.3"]
# ///
"""LlamaIndex: the LLM classes of OpenAI (Chat and Responses) and Anthropic.

uv run --script llamaindex_entries.py openai-chat | openai-responses | anthropic
"""

from functools import cache
from typing import Any

from _adapter import Entry, Message, Project, Request, base_url, be_quiet, expressing, sent_by, serve
from _forms import tools_in_form

be_quiet()

from llama_index.core.base.llms.types import ChatMessage, MessageRole, TextBlock, ToolCallBlock  # noqa: E402
from llama_index.llms.anthropic import Anthropic  # noqa: E402
from llama_index.llms.openai import OpenAI, OpenAIResponses  # noqa: E402


def send(request: Request) -> dict[str, Any]:
    """Let the class chat on the history."""
    with expressing():
        history = [_message(each) for each in request.messages]
    llm = _llm(request.api, request.model)
    given = {"tools": tools_in_form(request)} if request.tools else {}
    return sent_by(lambda: llm.chat(history, **given), request.api)


@cache
def _llm(api: str, model: str) -> Any:
    if api == "anthropic-messages":
        return Anthropic(model=model, api_key="none-needed", base_url=base_url(api), max_retries=0, max_tokens=4096)
    made = OpenAIResponses if api == "openai-responses" else OpenAI
    return made(model=model, api_key="none-needed", api_base=base_url(api), max_retries=0)


def _message(message: Message) -> ChatMessage:
    blocks = [TextBlock(text=each) for each in message.texts if each or not message.calls]
    calls = [ToolCallBlock(tool_call_id=c.id, tool_name=c.name, tool_kwargs=c.input) for c in message.calls]
    beside = {"tool_call_id": message.call_id} if message.role == "tool" else {}
    return ChatMessage(role=MessageRole(message.role), blocks=[*blocks, *calls], additional_kwargs=beside)


serve(
    Project(
        name="LlamaIndex",
        package="llama-index-core",
        homepage="https://github.com/run-llama/llama_index",
        issues="https://github.com/run-llama/llama_index/issues",
        entries={
            "openai-chat": Entry(
                "OpenAI.chat", ("openai-chat:*",), send, package="llama-index-llms-openai"
            ),
            "openai-responses": Entry(
                "OpenAIResponses.chat", ("openai-responses:*",), send, package="llama-index-llms-openai"
            ),
            "anthropic": Entry(
                "Anthropic.chat", ("anthropic-messages:*",), send, package="llama-index-llms-anthropic"
            ),
        },
    )
)
