"""Request settings that a model does not take: thinking types, forced tools, sampling."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import ENVELOPE, MODEL, Fault, rule
from sendable.oracle.scan import Scan

_SMALLEST_BUDGET = 1024
_HIGH_EFFORT = ("xhigh", "max")
_THINKING = ("thinking",)


@rule("anthropic-thinking-type-enabled-refused", on="key:thinking", phase=MODEL)
def enabled(_body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a thinking budget; the record's condition says when and on which models."""
    return Fault(_THINKING)


@rule("anthropic-thinking-type-disabled-refused", on="key:thinking", phase=MODEL)
def disabled(_body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse to switch thinking off on models that always think."""
    return Fault(_THINKING)


@rule("anthropic-thinking-type-disabled-at-high-effort", on="key:thinking", phase=MODEL)
def disabled_at_high_effort(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse to switch thinking off together with the two highest efforts."""
    return Fault(_THINKING) if _field(body.get("output_config"), "effort") in _HIGH_EFFORT else None


@rule("anthropic-thinking-type-adaptive-refused", on="key:thinking", phase=MODEL)
def adaptive(_body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse adaptive thinking on models that only take a budget."""
    return Fault(_THINKING)


@rule("anthropic-thinking-type-between-tools", on="key:thinking", phase=MODEL)
def between_tools(_body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse thinking between tools on every model but one."""
    return Fault(_THINKING)


@rule("anthropic-budget-vs-max-tokens", on="key:thinking", phase=MODEL)
def budget(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse a thinking budget that leaves nothing for the answer."""
    asked, most = _budget(body), body.get("max_tokens")
    if not isinstance(asked, int) or not isinstance(most, int) or asked < most:
        return None
    if "interleaved-thinking-2025-05-14" in scan.settings.betas:
        return None
    return Fault(("max_tokens",))


@rule("anthropic-budget-too-small", on="key:thinking", phase=ENVELOPE)
def small_budget(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a thinking budget under 1024 tokens."""
    asked = _budget(body)
    return Fault(("thinking", "budget_tokens")) if isinstance(asked, int) and asked < _SMALLEST_BUDGET else None


@rule("anthropic-block-binding-needs-beta", on="key:thinking", phase=ENVELOPE)
def block_binding(body: JsonObject, _path: Path, scan: Scan) -> Fault | None:
    """Refuse the control of prefix checks without its beta header."""
    config = body.get("thinking")
    if not isinstance(config, dict) or "block_binding" not in config:
        return None
    return Fault(("thinking", "block_binding"), values={"type": scan.settings.thinking or "adaptive"})


@rule("anthropic-forced-tool-choice-refused", on="key:tool_choice", phase=MODEL)
def forced_tool(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a forced tool on models that always think."""
    return Fault(("tool_choice",)) if _field(body.get("tool_choice"), "type") in ("any", "tool") else None


@rule("anthropic-computer-tool-versions", on="key:tools", phase=MODEL)
def old_computer_tool(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse the computer tools of 2025 on models that only take the toolset."""
    tools = body.get("tools")
    for at, tool in enumerate(tools if isinstance(tools, list) else ()):
        kind = _field(tool, "type")
        if isinstance(kind, str) and kind.startswith("computer_2025"):
            return Fault(("tools", at), values={"kind": kind})
    return None


@rule("anthropic-sampling-deprecated", on=("key:temperature", "key:top_k"), phase=MODEL)
def sampling_of_new_models(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse sampling parameters away from their defaults on models that fixed them."""
    if body.get("temperature") not in (None, 1):
        return Fault(("temperature",), values={"key": "temperature"})
    return Fault(("top_k",), values={"key": "top_k"}) if body.get("top_k") is not None else None


def _budget(body: JsonObject) -> Any:
    config = body.get("thinking")
    return config.get("budget_tokens") if isinstance(config, dict) and config.get("type") == "enabled" else None


def _field(value: Any, key: str) -> Any:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, str) else None
