# /// script
# requires-python = ">=3.11"
# dependencies = ["crewai[anthropic]==1.15.30"]
# ///
"""CrewAI: ``LLM.call`` with its own clients of OpenAI (Chat and Responses) and Anthropic; it takes Chat messages.

uv run --script crewai_entries.py openai-chat | openai-responses | anthropic
"""

from functools import cache
from typing import Any

from _adapter import Entry, Project, Request, base_url, be_quiet, sent_by, serve

be_quiet()

from crewai import LLM  # noqa: E402 - after the settings that it reads


def send(request: Request) -> dict[str, Any]:
    """Call the LLM with the Chat messages."""
    llm = _llm(request.api, request.model)
    return sent_by(lambda: llm.call(request.chat, tools=request.chat_tools or None), request.api)


@cache
def _llm(api: str, model: str) -> Any:
    given: dict[str, Any] = {"api_key": "none-needed", "base_url": base_url(api), "max_retries": 0}
    if api == "anthropic-messages":
        return LLM(model=f"anthropic/{model}", max_tokens=4096, **given)
    return LLM(model=f"openai/{model}", api="responses" if api == "openai-responses" else "completions", **given)


serve(
    Project(
        name="CrewAI",
        package="crewai",
        homepage="https://github.com/crewAIInc/crewAI",
        issues="https://github.com/crewAIInc/crewAI/issues",
        entries={
            "openai-chat": Entry("LLM.call, openai", ("openai-chat:*",), send),
            "openai-responses": Entry('LLM(api="responses").call, openai', ("openai-responses:*",), send),
            "anthropic": Entry("LLM.call, anthropic", ("anthropic-messages:*",), send),
        },
    )
)
