# /// script
# requires-python = ">=3.11"
# dependencies = ["tool-call-repair==0.1.0"]
# ///
"""tool-call-repair: a repair of stored messages that drops what has no pair, or invents the missing results.

uv run --script tool_call_repair_entries.py openai-drop | anthropic-drop | flat-drop | openai-synthesize | …
"""

from collections.abc import Callable
from typing import Any, Literal

from _adapter import Entry, Project, Request, be_quiet, serve
from _forms import anthropic_body, anthropic_messages, chat_body

be_quiet()

from toolrepair import repair  # noqa: E402 - after the settings that it may read

Strategy = Literal["drop", "synthesize"]


def openai(strategy: Strategy) -> Callable[[Request], dict[str, Any]]:
    """Return what repairs Chat messages and sends them."""
    return lambda request: chat_body(request, flat(strategy)(request))


def anthropic(strategy: Strategy) -> Callable[[Request], dict[str, Any]]:
    """Return what repairs Anthropic's messages and sends them."""
    return lambda request: anthropic_body(
        request, repair(anthropic_messages(request), format="anthropic", strategy=strategy)
    )


def flat(strategy: Strategy) -> Callable[[Request], list[Any]]:
    """Return what repairs Chat messages."""
    return lambda request: repair(request.chat, format="openai", strategy=strategy)


def entries(strategy: Strategy) -> dict[str, Entry]:
    """Return the entries of one strategy."""
    said = f'repair(strategy="{strategy}")'
    return {
        f"openai-{strategy}": Entry(f"{said}, OpenAI's form", ("openai-chat:*",), openai(strategy)),
        f"anthropic-{strategy}": Entry(f"{said}, Anthropic's form", ("anthropic-messages:*",), anthropic(strategy)),
        f"flat-{strategy}": Entry(f"{said}, as a flat normalizer", ("openai-chat:*",), flat=flat(strategy)),
    }


serve(
    Project(
        name="tool-call-repair",
        package="tool-call-repair",
        homepage="https://github.com/Umaraslam66/tool-call-repair",
        issues="https://github.com/Umaraslam66/tool-call-repair/issues",
        entries=entries("drop") | entries("synthesize"),
    )
)
