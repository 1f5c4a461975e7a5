# /// script
# requires-python = ">=3.11"
# dependencies = ["turnsafe==0.1.0"]
# ///
"""turnsafe: a repair of stored messages, in OpenAI's and in Anthropic's form.

uv run --script turnsafe_entries.py openai | anthropic | flat
"""

from typing import Any

from _adapter import Declined, Entry, Project, Request, be_quiet, serve
from _forms import anthropic_body, anthropic_messages, chat_body

be_quiet()

from turnsafe import repair  # noqa: E402 - after the settings that it may read


def openai(request: Request) -> dict[str, Any]:
    """Repair Chat messages and send them."""
    return chat_body(request, flat(request))


def anthropic(request: Request) -> dict[str, Any]:
    """Repair Anthropic's messages and send them."""
    return anthropic_body(request, _repaired(anthropic_messages(request), "anthropic"))


def flat(request: Request) -> list[Any]:
    """Repair Chat messages."""
    return _repaired(request.chat, "openai")


def _repaired(messages: list[Any], provider: str) -> list[Any]:
    try:
        return repair(messages, provider=provider)
    except TypeError as error:
        if not str(error).startswith("Expected a "):
            raise
        # Its own check of what it is given, and no fault of its code.
        raise Declined("TypeError", str(error)) from error


serve(
    Project(
        name="turnsafe",
        package="turnsafe",
        homepage="https://github.com/Yasir-Khan-7/turnsafe",
        issues="https://github.com/Yasir-Khan-7/turnsafe/issues",
        entries={
            "openai": Entry('repair(provider="openai")', ("openai-chat:*",), openai),
            "anthropic": Entry('repair(provider="anthropic")', ("anthropic-messages:*",), anthropic),
            "flat": Entry('repair(provider="openai"), as a flat normalizer', ("openai-chat:*",), flat=flat),
        },
    )
)
