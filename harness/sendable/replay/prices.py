"""What a request costs at most: the table of prices, and a bound of tokens that needs no counting."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from sendable.model.errors import BadUsage
from sendable.model.json import JsonObject, encode_json
from sendable.model.target import Target
from sendable.oracle.seals import Seal, open_seal
from sendable.replay.costs import Cost
from sendable.replay.least_output import output_of, with_least_output

_MILLION: Final = 1_000_000
_OWN_SERVERS: Final = ("vllm", "llamacpp")
# `gpt-5.4-2026-03-05` and `claude-opus-4-5-20251101` cost what the model without the day costs.
_SNAPSHOT: Final = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8})$")
_PRICED_VENDORS: Final = ("deepseek",)
# A provider that is given tools writes instructions of its own before the history: an allowance, not a measured figure.
_OWN_INSTRUCTIONS: Final = 1_000
# What a cache is written for costs up to twice the input (Anthropic, one hour).
_CACHE_WRITE: Final = 2.0
# What `makers` asks for at most, where it says so.
_MINT_TOKENS: Final = 2048
_MAKERS: Final = {"openai": "openai-responses", "anthropic": "anthropic-messages", "google": "gemini"}
_UNBOUNDED_KEYS: Final = frozenset(
    {"inlineData", "inline_data", "fileData", "file_data", "file_id", "image_url", "input_audio"}
    | {"previous_response_id", "conversation", "container", "prompt"}
)
_UNBOUNDED_TYPES: Final = frozenset(
    {"input_image", "image", "image_url", "input_file", "file", "document", "input_audio", "video", "container_upload"}
    | {"computer_screenshot", "item_reference"}
)
_PLAIN_TOOLS: Final = frozenset({"function", "custom"})


class Price(msgspec.Struct, frozen=True):
    """Dollars a million tokens. above: prompts of more tokens cost input_above and output_above, as a whole.

    source and date: where it was read, and when.
    """

    input: float
    output: float
    above: int = 0
    input_above: float = 0.0
    output_above: float = 0.0
    source: str = ""
    date: str = ""

    def dollars(self, tokens_in: float, tokens_out: int) -> float:
        """Return what so many tokens cost."""
        long = bool(self.above) and tokens_in > self.above
        each_in, each_out = (self.input_above, self.output_above) if long else (self.input, self.output)
        return (tokens_in * each_in + tokens_out * each_out) / _MILLION


class _Provider(msgspec.Struct, frozen=True):
    source: str
    models: dict[str, Price]


FREE: Final = Price(0.0, 0.0, source="a server of one's own")
"""What a request to a server of one's own costs."""


def price_of(target: Target) -> Price | None:
    """Return the price of a target's model, None when it is not known, as that of most vendors is not."""
    if target.provider_type in _OWN_SERVERS:
        return FREE
    if target.vendor and target.vendor not in _PRICED_VENDORS:
        return None
    provider = _table().get(target.vendor or target.provider_type)
    if provider is None:
        return None
    found = provider.models.get(target.model) or provider.models.get(_SNAPSHOT.sub("", target.model))
    return msgspec.structs.replace(found, source=provider.source, date=priced_on()) if found else None


def parse_price(text: str) -> Price:
    """Read ``INPUT/OUTPUT``, dollars a million tokens.

    Raises:
        BadUsage: the text has another form.
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)", text)
    if match is None:
        raise BadUsage(f"not a price: {text!r}", hint="write INPUT/OUTPUT in dollars a million tokens, as 2.5/15")
    return Price(float(match[1]), float(match[2]), source="given on the command line")


def cost_of(body: JsonObject, target: Target, price: Price | None = None) -> Cost:
    """Return how many tokens a body is at most when it is recorded, and what that costs.

    A byte-level tokenizer makes no more tokens than there are bytes; `bounded` says whether that holds for this body.

    Args:
        body: of a request, with whatever output it asks for.
        target: whom it is for.
        price: of the model; the table's by default.
    """
    least = with_least_output(body, target)
    return cost_as_sent(least, target, price or price_of(target))


def cost_as_sent(body: JsonObject, target: Target, price: Price | None) -> Cost:
    """Return the same of a body that goes out as it is."""
    tokens_in = len(encode_json(body)) + (_OWN_INSTRUCTIONS if body.get("tools") else 0)
    tokens_out = output_of(body, target) or 0
    if price is None:
        return Cost(tokens_in + tokens_out, None)
    weighed = tokens_in * (_CACHE_WRITE if _holds_key(body, "cache_control") else 1.0)
    return Cost(tokens_in + tokens_out, price.dollars(weighed, tokens_out))


def mint_dollars(body: JsonObject, target: Target) -> float | None:
    """Return about what the small conversations cost in which a body's genuine blobs are asked for.

    Their makers are asked, whoever the body is for; reasoning has no cap of its own everywhere. None when a maker's
    price is not known.
    """
    makers = {maker for seal in _seals(body) if (maker := _maker(seal))} or {target}
    prices = [price_of(each) for each in makers]
    return sum(each.dollars(_MINT_TOKENS, _MINT_TOKENS) for each in prices if each) if all(prices) else None


def _seals(value: Any) -> Iterator[Seal]:
    if isinstance(value, str):
        found = open_seal(value)
        if found is not None:
            yield found
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _seals(each)


def _maker(seal: Seal) -> Target | None:
    api = _MAKERS.get(seal.provider)
    return Target(api, seal.model) if api else None


def bounded(body: JsonObject) -> bool:
    """Tell whether the bytes of a body bound its tokens: not with images, files, stored items or hosted tools."""
    todo: list[Any] = [value for key, value in body.items() if key != "tools"]
    if not _UNBOUNDED_KEYS.isdisjoint(body):
        return False
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            kind = value.get("type")
            if not _UNBOUNDED_KEYS.isdisjoint(value) or (isinstance(kind, str) and kind in _UNBOUNDED_TYPES):
                return False
            todo += value.values()
        elif isinstance(value, list):
            todo += value
    return not any(_is_hosted(tool) for tool in body.get("tools") or [])


@cache
def priced_on() -> str:
    """Return the ISO day on which the table was read."""
    return str(_document()["date"])


def usage_of(answer: Any) -> tuple[int, int] | None:
    """Return the input and output tokens that an answer says it cost, cached ones included; None when it says none."""
    usage = answer.get("usage", answer.get("usageMetadata")) if isinstance(answer, dict) else None
    if not isinstance(usage, dict):
        return None
    counted_in = _first(usage, "input_tokens", "prompt_tokens", "promptTokenCount", "inputTokens")
    counted_out = _first(usage, "output_tokens", "completion_tokens", "candidatesTokenCount", "outputTokens")
    if counted_in is None or counted_out is None:
        return None
    cached = (_first(usage, "cache_creation_input_tokens") or 0) * _CACHE_WRITE
    cached += _first(usage, "cache_read_input_tokens") or 0
    return counted_in + int(cached), counted_out + (_first(usage, "thoughtsTokenCount") or 0)


def _first(usage: JsonObject, *names: str) -> int | None:
    return next((usage[name] for name in names if isinstance(usage.get(name), int)), None)


def _is_hosted(tool: Any) -> bool:
    return isinstance(tool, dict) and isinstance(tool.get("type"), str) and tool["type"] not in _PLAIN_TOOLS


def _holds_key(value: Any, key: str) -> bool:
    if isinstance(value, dict):
        return key in value or any(_holds_key(each, key) for each in value.values())
    return isinstance(value, list) and any(_holds_key(each, key) for each in value)


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads(files("sendable.replay").joinpath("prices.toml").read_text(encoding="utf-8"))


@cache
def _table() -> dict[str, _Provider]:
    return {name: msgspec.convert(each, _Provider) for name, each in _document().items() if isinstance(each, dict)}
