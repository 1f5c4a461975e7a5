# /// script
# requires-python = ">=3.11"
# dependencies = ["tessera-transcript==0.1.0"]
# ///
"""tessera-transcript: a repair of stored messages, in OpenAI's and in Anthropic's form.

uv run --script tessera_entries.py openai | anthropic | flat
"""

from typing import Any

from _adapter import Entry, Project, Request, be_quiet, serve
from _forms import anthropic_body, anthropic_messages, chat_body

be_quiet()

from tessera import repair  # noqa: E402 - after the settings that it may read


def openai(request: Request) -> dict[str, Any]:
    """Repair Chat messages and send them."""
    return chat_body(request, flat(request))


def anthropic(request: Request) -> dict[str, Any]:
    """Repair Anthropic's messages and send them."""
    return anthropic_body(request, repair(anthropic_messages(request), adapter="anthropic").transcript)


def flat(request: Request) -> list[Any]:
    """Repair Chat messages; those that an earlier repair invented keep the mark that it gave them."""
    return repair([_marked(*each) for each in zip(request.raw, request.chat, strict=True)], adapter="openai").transcript


def _marked(stored: Any, message: dict[str, Any]) -> dict[str, Any]:
    return message | {key: value for key, value in stored.items() if key.startswith("_tessera")}


serve(
    Project(
        name="tessera-transcript",
        package="tessera-transcript",
        homepage="https://github.com/Raghu23-dev/tessera",
        issues="https://github.com/Raghu23-dev/tessera/issues",
        entries={
            "openai": Entry('repair(adapter="openai")', ("openai-chat:*",), openai),
            "anthropic": Entry('repair(adapter="anthropic")', ("anthropic-messages:*",), anthropic),
            "flat": Entry('repair(adapter="openai"), as a flat normalizer', ("openai-chat:*",), flat=flat),
        },
    )
)
