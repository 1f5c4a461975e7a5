# /// script
# requires-python = ">=3.11"
# dependencies = ["litellm==1.110.2"]
# ///
"""LiteLLM: its Chat interface to OpenAI and to Anthropic, its Responses interface to Anthropic, its own cleaner.

uv run --script litellm_entries.py openai | anthropic | anthropic-modify-params | responses-bridge | sanitize
"""

from typing import Any

from _adapter import Entry, Project, Request, base_url, be_quiet, sent_by, serve

be_quiet()

import litellm  # noqa: E402 - after the settings that it reads
from litellm.litellm_core_utils.prompt_templates.factory import sanitize_messages_for_tool_calling  # noqa: E402

# Small enough that the SDK which sends the body once more does so without streaming.
MAX_TOKENS = 4096

litellm.telemetry = False
litellm.suppress_debug_info = True


def complete(request: Request) -> dict[str, Any]:
    """Call ``litellm.completion`` with the history as it was stored."""
    return _complete(request, modify_params=False)


def complete_modified(request: Request) -> dict[str, Any]:
    """Do the same with ``litellm.modify_params``."""
    return _complete(request, modify_params=True)


def respond(request: Request) -> dict[str, Any]:
    """Call ``litellm.responses`` for a model of Anthropic's: the bridge translates the items."""
    litellm.modify_params = False
    tools = [{"type": "function", "strict": False, **each["function"]} for each in request.chat_tools]
    way = _way(request) | {"max_output_tokens": MAX_TOKENS}
    return sent_by(lambda: litellm.responses(input=request.items, tools=tools or None, **way), request.api)


def sanitize(request: Request) -> list[Any]:
    """Call ``sanitize_messages_for_tool_calling``, which ``completion`` runs for Anthropic with ``modify_params``."""
    litellm.modify_params = True
    cleaned: list[Any] = sanitize_messages_for_tool_calling(request.chat)
    return cleaned


def _complete(request: Request, *, modify_params: bool) -> dict[str, Any]:
    litellm.modify_params = modify_params
    tools = request.chat_tools or None
    way = _way(request) | ({"max_tokens": MAX_TOKENS} if request.api == "anthropic-messages" else {})
    return sent_by(lambda: litellm.completion(messages=request.chat, tools=tools, **way), request.api)


def _way(request: Request) -> dict[str, Any]:
    maker = "anthropic" if request.api == "anthropic-messages" else "openai"
    way = {"model": f"{maker}/{request.model}", "api_base": base_url(request.api), "api_key": "none-needed"}
    return way | {"num_retries": 0, "max_retries": 0}


CLAUDE = ("anthropic-messages:*",)
serve(
    Project(
        name="LiteLLM",
        package="litellm",
        homepage="https://github.com/BerriAI/litellm",
        issues="https://github.com/BerriAI/litellm/issues",
        # Each is also what LiteLLM makes of an exception in its own code.
        wrappers=frozenset({"APIConnectionError", "AnthropicError", "BadRequestError", "InternalServerError"}),
        entries={
            "openai": Entry("completion, OpenAI", ("openai-chat:*",), complete),
            "anthropic": Entry("completion, Anthropic", CLAUDE, complete),
            "anthropic-modify-params": Entry("completion, Anthropic, modify_params", CLAUDE, complete_modified),
            "responses-bridge": Entry("responses, Anthropic (bridge)", CLAUDE, respond),
            "sanitize": Entry("sanitize_messages_for_tool_calling", ("*",), flat=sanitize),
        },
    )
)
