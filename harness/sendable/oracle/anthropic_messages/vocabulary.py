"""The content blocks that a request may hold, with their keys (source: the request types of anthropic 2.14.0)."""

import msgspec


class Keys(msgspec.Struct, frozen=True):
    """What a block must have and may have."""

    required: frozenset[str]
    allowed: frozenset[str]


def _keys(required: str, optional: str = "") -> Keys:
    must = frozenset(required.split())
    return Keys(required=must, allowed=must | frozenset(optional.split()) | {"type"})


_SERVER_RESULT = _keys("content tool_use_id", "cache_control")
_WEB_RESULT = _keys("content tool_use_id", "cache_control caller")

BLOCKS: dict[str, Keys] = {
    "text": _keys("text", "cache_control citations"),
    "image": _keys("source", "cache_control transformations"),
    "document": _keys("source", "cache_control citations context title"),
    "search_result": _keys("content source title", "cache_control citations"),
    "thinking": _keys("signature thinking"),
    "redacted_thinking": _keys("data"),
    "tool_use": _keys("id input name", "cache_control caller toolset_name"),
    "tool_result": _keys("tool_use_id", "cache_control content is_error toolset_name"),
    "server_tool_use": _keys("id input name", "cache_control caller"),
    "web_search_tool_result": _WEB_RESULT,
    "web_fetch_tool_result": _WEB_RESULT,
    "code_execution_tool_result": _SERVER_RESULT,
    "bash_code_execution_tool_result": _SERVER_RESULT,
    "text_editor_code_execution_tool_result": _SERVER_RESULT,
    "tool_search_tool_result": _SERVER_RESULT,
    "advisor_tool_result": _SERVER_RESULT,
    "container_upload": _keys("file_id", "cache_control"),
    "mcp_tool_use": _keys("id input name server_name", "cache_control"),
    "mcp_tool_result": _keys("tool_use_id", "cache_control content is_error"),
    "mcp_tool_listing": _keys("mcp_server_name tools"),
    "compaction": _keys("", "cache_control content encrypted_content signature tool_changes"),
    "fallback": _keys("from to", "trigger"),
    "tool_addition": _keys("tool", "cache_control"),
    "tool_removal": _keys("tool", "cache_control"),
    "connector_text": _keys("", "cache_control connector_text text"),
}
"""Blocks of a message by type; ``connector_text`` is known to the API without a published type."""

INSIDE_RESULTS: dict[str, Keys] = {each: BLOCKS[each] for each in ("text", "image", "document", "search_result")} | {
    "tool_reference": _keys("tool_name", "cache_control"),
    "browser_state": _keys("tabs", "cache_control state_changes"),
}
"""Blocks of a tool result's content by type."""

ROLES = ("user", "assistant", "system")
MESSAGE_KEYS = frozenset({"role", "content"})
SYSTEM_MESSAGE_KEYS = MESSAGE_KEYS | {"clear_at", "output_config"}
ANY_KEYS = frozenset({"connector_text"})
"""Types whose keys nobody has published."""

REQUEST_KEYS = frozenset(
    [
        "billing_policy",
        "cache_control",
        "compaction",
        "container",
        "context_management",
        "diagnostics",
        "fallback_credit_token",
        "fallbacks",
        "inference_geo",
        "max_tokens",
        "mcp_servers",
        "messages",
        "metadata",
        "model",
        "output_config",
        "output_format",
        "service_tier",
        "speed",
        "stop_sequences",
        "stream",
        "system",
        "temperature",
        "thinking",
        "thread",
        "tool_choice",
        "tools",
        "top_k",
        "top_p",
        "user_profile_id",
        "workspace_id",
        "anthropic_version",
        "anthropic_beta",
    ]
)
"""Top-level keys; the last two are what the clouds send in the body instead of headers."""
