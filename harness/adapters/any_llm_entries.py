# /// script
# requires-python = ">=3.11"
# dependencies = ["any-llm-sdk[anthropic,openai]==1.40.2"]
# ///
"""any-llm: one completion function for all providers; it takes Chat messages.

uv run --script any_llm_entries.py openai-chat | anthropic
"""

from typing import Any

from _adapter import Entry, Project, Request, base_url, be_quiet, sent_by, serve

be_quiet()

from any_llm import completion  # noqa: E402 - after the settings that it reads

PROVIDERS = {"openai-chat": "openai", "anthropic-messages": "anthropic"}


def send(request: Request) -> dict[str, Any]:
    """Ask for a completion of the Chat messages."""
    tools = {"tools": request.chat_tools} if request.tools else {}
    given = {"api_key": "none-needed", "api_base": base_url(request.api), "client_args": {"max_retries": 0}}
    provider = PROVIDERS[request.api]
    return sent_by(
        lambda: completion(request.model, request.chat, provider=provider, **tools, **given), request.api
    )


serve(
    Project(
        name="any-llm",
        package="any-llm-sdk",
        homepage="https://github.com/mozilla-ai/any-llm",
        issues="https://github.com/mozilla-ai/any-llm/issues",
        entries={
            "openai-chat": Entry('completion(provider="openai")', ("openai-chat:*",), send),
            "anthropic": Entry('completion(provider="anthropic")', ("anthropic-messages:*",), send),
        },
    )
)
