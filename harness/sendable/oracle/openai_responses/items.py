"""The kinds of input items, as the deployed API names them."""

from typing import Any, Final

ITEM_TYPES: Final = frozenset(
    {
        "additional_tools", "agent_message", "apply_patch_call", "apply_patch_call_output", "code_interpreter_call",
        "compaction", "compaction_trigger", "computer_call", "computer_call_output", "configuration_update",
        "custom_tool_call", "custom_tool_call_output", "file_search_call", "function_call", "function_call_output",
        "image_generation_call", "item_reference", "local_shell_call", "local_shell_call_output",
        "mcp_approval_request", "mcp_approval_response", "mcp_call", "mcp_list_tools", "message", "multi_agent_call",
        "multi_agent_call_output", "program", "program_output", "reasoning", "shell_call", "shell_call_output",
        "tool_search_call", "tool_search_output", "web_search_call",
    }
)  # fmt: skip
"""Those that the service itself listed on 2026-08-30, and ``configuration_update``, which GPT-6 endpoints take."""

ROLES: Final = frozenset({"assistant", "system", "developer", "user"})

OUTPUT_OF: Final = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "local_shell_call": "local_shell_call_output",
    "tool_search_call": "tool_search_output",
}
"""The families: a call and the item that answers it."""

CALL_OF: Final = {output: call for call, output in OUTPUT_OF.items()}

MODEL_OUTPUT: Final = ITEM_TYPES - {
    "additional_tools", "agent_message", "compaction", "compaction_trigger", "configuration_update", "item_reference",
    "mcp_approval_response", "message", "reasoning", *CALL_OF,
}  # fmt: skip
"""Items that a model response holds beside messages and reasoning: what a reasoning item may lead to."""

_REFERENCE: Final = {"id", "type"}


def kind_of(item: dict[str, Any]) -> str:
    """Return the item's type; ``""`` for one that the API does not know.

    An item without a type is a message, or a reference when it is nothing but an id.
    """
    kind = item.get("type")
    if kind is None:
        return "item_reference" if "id" in item and item.keys() <= _REFERENCE else "message"
    return kind if kind.__class__ is str and kind in ITEM_TYPES else ""


def text(item: dict[str, Any], key: str) -> str:
    """Return a text of an item that may hold anything; ``""`` when it is no text."""
    value = item.get(key)
    return value if isinstance(value, str) else ""
