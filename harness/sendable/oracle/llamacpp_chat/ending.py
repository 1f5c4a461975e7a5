"""How a list of messages may end. The server takes a last assistant message as the beginning of its answer."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.llamacpp_chat.walk import END
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan


@rule("llamacpp-two-trailing-assistants", on="end", phase=END)
def two_trailing_assistants(messages: list[Any], path: Path, _scan: Scan) -> Fault | None:
    """Refuse two assistant messages at the end."""
    both = len(messages) > 1 and _is_assistant(messages[-1]) and _is_assistant(messages[-2])
    return Fault((*path, len(messages) - 1)) if both else None


@rule("llamacpp-ends-with-call", on="end", phase=END)
def ends_with_call(messages: list[Any], path: Path, _scan: Scan) -> Fault | None:
    """Refuse a last message with tool calls: they cannot be continued."""
    calls = messages and _is_assistant(messages[-1]) and messages[-1].get("tool_calls")
    return Fault((*path, len(messages) - 1)) if calls else None


@rule("llamacpp-prefill-thinking", on="end", phase=END)
def prefill_thinking(messages: list[Any], path: Path, _scan: Scan) -> Fault | None:
    """Refuse a last assistant message while the template shall think."""
    return Fault((*path, len(messages) - 1)) if messages and _is_assistant(messages[-1]) else None


def _is_assistant(message: Any) -> bool:
    return isinstance(message, dict) and message.get("role") == "assistant"
