"""What the acceptance of a history depends on beside the history: the canonical settings of a request."""

from collections.abc import Mapping

from sendable.model.json import Json, JsonObject

# Top-level keys that steer the answer and never decide whether a history is taken, with the kinds of value for which
# that holds. Whatever else stands in a body counts.
_NUMBER = (int, float)
_TUNING: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("temperature", "top_p", "top_k", "n", "seed", "random_seed", "top_logprobs"), _NUMBER),
    **dict.fromkeys(("max_tokens", "max_output_tokens", "max_completion_tokens", "max_tool_calls"), _NUMBER),
    **dict.fromkeys(("frequency_penalty", "presence_penalty", "repetition_penalty", "min_p"), _NUMBER),
    **dict.fromkeys(("stream", "logprobs", "parallel_tool_calls", "safe_prompt"), (bool,)),
    **dict.fromkeys(("user", "service_tier", "prompt_cache_key", "safety_identifier", "truncation"), (str,)),
    **dict.fromkeys(("reasoning_effort", "verbosity", "instructions", "prompt_cache_retention"), (str,)),
    **dict.fromkeys(("metadata", "stream_options", "response_format", "output_format", "text", "reasoning"), (dict,)),
    **dict.fromkeys(("inferenceConfig", "inference_config", "logit_bias", "web_search_options"), (dict,)),
    **dict.fromkeys(("stop", "stop_sequences", "include", "safetySettings", "safety_settings"), (list, str)),
    **dict.fromkeys(("output_config", "outputConfig", "usage", "prompt_cache_options", "moderation"), (dict,)),
}
_READ_APART = ("model", "store", "thinking", "tools", "tool_choice", "toolConfig", "toolChoice", "tool_config")
_STORES_BY_DEFAULT = "-responses"
_FORMATS = ("response_format", "output_format", "output_config", "outputConfig", "text")
_GENERATION = ("generationConfig", "generation_config")


def settings_of(
    body: JsonObject, api: str, headers: Mapping[str, str], model: str, history: tuple[str, ...]
) -> JsonObject:
    """Return the settings of a request in canonical form.

    Args:
        body: the request.
        api: its wire format.
        headers: of the request; the version and the betas count, whatever the case of their names.
        model: the model when the body does not name it (Gemini and Bedrock have it in the address).
        history: the keys of the body that hold the history.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    settings: JsonObject = {
        "model": body.get("model") or model,
        "version": lower.get("anthropic-version") or ("in body" if "anthropic_version" in body else ""),
        "betas": _betas(body, lower),
        "store": _store(body, api),
        "thinking": _thinking(body.get("thinking")),
        "tools": _tools(body),
        "tool_choice": _choice(body),
        "structured": any(_is_structured(body.get(key)) for key in _FORMATS),
    }
    return settings | {key: value for key, value in body.items() if _counts(key, value, history)}


def _counts(key: str, value: Json, history: tuple[str, ...]) -> bool:
    if key in history or key in _READ_APART or key in _GENERATION:
        return False
    if key in ("anthropic_version", "anthropic_beta") or value is None:
        return False
    return not (key in _TUNING and isinstance(value, _TUNING[key]))


def _betas(body: JsonObject, headers: Mapping[str, str]) -> list[str]:
    named = f"{headers.get('anthropic-beta', '')},{headers.get('openai-beta', '')}".split(",")
    in_body = body.get("anthropic_beta")
    named += [str(each) for each in in_body] if isinstance(in_body, list) else []
    return sorted({each.strip() for each in named if each.strip()})


def _store(body: JsonObject, api: str) -> Json:
    store = body.get("store")
    return api.endswith(_STORES_BY_DEFAULT) if store is None else store


def _thinking(thinking: Json) -> Json:
    """Keep the mode and how blocks are bound; a budget decides nothing about a history."""
    if not isinstance(thinking, dict):
        return thinking
    return {key: value for key, value in thinking.items() if key not in ("budget_tokens", "display")}


def _tools(body: JsonObject) -> list[str]:
    tools = body.get("tools")
    for key in ("toolConfig", "tool_config"):
        config = body.get(key)
        if tools is None and isinstance(config, dict):
            tools = config.get("tools")
    return sorted({kind for each in tools for kind in _kinds(each)}) if isinstance(tools, list) else []


def _kinds(tool: Json) -> list[str]:
    if not isinstance(tool, dict):
        return ["?"]
    named = tool.get("type")
    if isinstance(named, str):
        return [named]
    # Anthropic's own tools have no type; Gemini and Bedrock name the kind by the key.
    return ["custom"] if "input_schema" in tool else sorted(str(key) for key in tool)


def _choice(body: JsonObject) -> Json:
    choice = body.get("tool_choice") or body.get("function_call")
    for key in ("toolConfig", "tool_config"):
        config = body.get(key)
        if choice is None and isinstance(config, dict):
            choice = [each for each in config if each != "tools"]
    if isinstance(choice, dict):
        return choice.get("type", sorted(str(key) for key in choice))
    return choice


def _is_structured(value: Json) -> bool:
    """Tell whether an answer of a given form is asked for, with which some APIs take no begun answer."""
    if not isinstance(value, dict):
        return False
    inner = value.get("format", value)
    kind = inner.get("type") if isinstance(inner, dict) else None
    return kind in ("json_schema", "json_object") or "textFormat" in value


def tuning_of(body: JsonObject) -> tuple[str, ...]:
    """Return the keys of a body that its settings leave out: a recording says nothing of their values."""
    return tuple(sorted(key for key, value in body.items() if key in _TUNING and isinstance(value, _TUNING[key])))
