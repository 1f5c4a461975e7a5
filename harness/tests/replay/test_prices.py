"""What a request costs at most, and the fewest output tokens that it may ask for."""

import re
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.model.errors import BadUsage
from sendable.model.json import encode_json
from sendable.model.outcome import ProviderError, Verdict
from sendable.model.target import parse_target
from sendable.oracle.seals import seal
from sendable.recordings.digest import history_digest, settings_digest
from sendable.replay.costs import Cost
from sendable.replay.least_output import least_of, output_of, was_too_small, with_least_output
from sendable.replay.prices import bounded, cost_of, mint_dollars, parse_price, price_of, priced_on, usage_of
from sendable.tasks.run import DEFAULT_TARGETS

BODIES = {
    "openai-responses": {"input": "Hi."},
    "openai-chat": {"messages": [{"role": "user", "content": "Hi."}]},
    "openai-chat@deepseek": {"messages": [{"role": "user", "content": "Hi."}]},
    "anthropic-messages": {"messages": [{"role": "user", "content": "Hi."}], "max_tokens": 1024},
    "gemini": {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}], "generationConfig": {"temperature": 1}},
    "bedrock-converse": {"messages": [{"role": "user", "content": [{"text": "Hi."}]}]},
    "mistral": {"messages": [{"role": "user", "content": "Hi."}]},
    "vllm-chat": {"messages": [{"role": "user", "content": "Hi."}]},
}


def test_the_table_is_dated_and_names_its_sources() -> None:
    """Every provider names the page that the figures are from, and no price is missing or zero."""
    table = tomllib.loads(files("sendable.replay").joinpath("prices.toml").read_text("utf-8"))
    providers = {name: each for name, each in table.items() if isinstance(each, dict)}
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", priced_on())
    assert set(providers) == {"openai", "anthropic", "google", "mistral", "deepseek"}
    assert all(each["source"].startswith("https://") for each in providers.values())
    prices = [price for each in providers.values() for price in each["models"].values()]
    assert all(0 < price["input"] <= price["output"] for price in prices)
    assert all(price["input_above"] > price["input"] for price in prices if "above" in price)


@pytest.mark.parametrize("target", DEFAULT_TARGETS)
def test_the_default_targets_have_a_price(target: str) -> None:
    """Whoever runs the plain command is told what it costs."""
    assert price_of(parse_target(target)) is not None


@pytest.mark.parametrize(
    ("target", "per_million"),
    [
        ("openai-responses:gpt-5.4", (2.5, 15.0)),
        ("openai-responses:gpt-5.4-2026-03-05", (2.5, 15.0)),
        ("anthropic-messages:claude-opus-4-5-20251101", (5.0, 25.0)),
        ("openai-chat@deepseek:deepseek-v4-pro", (1.32, 3.96)),
        ("vllm-chat:anything", (0.0, 0.0)),
        ("openai-chat:gpt-99", None),
        ("openai-chat@azure:gpt-5.4", None),
        ("openai-chat@local:gpt-5.4", None),
        ("bedrock-converse:anthropic.claude-opus-5-5", None),
    ],
)
def test_prices(target: str, per_million: tuple[float, float] | None) -> None:
    """By model, dated snapshots like their model; a server of one's own is free; others are not guessed."""
    found = price_of(parse_target(target))
    assert (found and (found.input, found.output)) == per_million


def test_long_prompts_cost_more_as_a_whole() -> None:
    """Above the line all of it has the higher price."""
    price = price_of(parse_target("openai-responses:gpt-5.4"))
    assert price.dollars(272_000, 1_000) == pytest.approx(0.695)
    assert price.dollars(272_001, 1_000) == pytest.approx(1.382505)


@pytest.mark.parametrize(
    ("target", "seals", "dollars"),
    [
        ("openai-responses:gpt-5.4", ["openai gpt-5.4"], 0.03584),
        ("llamacpp-responses:tiny", ["openai gpt-5.4", "openai gpt-5.4"], 0.03584),
        ("openai-responses:gpt-5.4", ["openai gpt-5.4", "anthropic claude-opus-5-5"], 0.03584 + 0.049152),
        ("openai-responses:gpt-5.4", ["openai gpt-99"], None),
        ("openai-responses:gpt-5.4", ["vllm any"], 0.03584),
        ("llamacpp-responses:tiny", [], 0.0),
    ],
)
def test_what_genuine_blobs_cost(target: str, seals: list[str], dollars: float | None) -> None:
    """Their makers are paid, each once, whoever the body is for; kept items are asked of the target itself."""
    body = {"input": [{"type": "reasoning", "encrypted_content": seal(*each.split())} for each in seals]}
    found = mint_dollars(body, parse_target(target))
    assert found == (dollars if dollars is None else pytest.approx(dollars))


def test_a_price_on_the_command_line() -> None:
    """Dollars a million tokens in and out; anything else is bad usage."""
    assert (parse_price("2.5/15").input, parse_price("2.5/15").output) == (2.5, 15.0)
    for text in ("2.5", "a/b", "-1/2", "1/2/3"):
        with pytest.raises(BadUsage, match="not a price"):
            parse_price(text)


def test_what_recording_a_body_costs() -> None:
    """A token a byte, the output at its fewest, whatever the body asks for; tools and cache writes on top."""
    target = parse_target("anthropic-messages:claude-opus-5-5")
    body = {"model": "claude-opus-5-5", "max_tokens": 4096, "messages": [{"role": "user", "content": "Hi."}]}
    sent = with_least_output(body, target)
    size = len(encode_json(sent))
    assert cost_of(body, target) == Cost(size + 1, pytest.approx((size * 4 + 20) / 1e6))
    cached = {
        **body,
        "system": [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}],
        "tools": [{"name": "f"}],
    }
    size = len(encode_json(with_least_output(cached, target))) + 1000
    assert cost_of(cached, target) == Cost(size + 1, pytest.approx((size * 2 * 4 + 20) / 1e6))
    assert cost_of(body, parse_target("openai-chat:gpt-99")).dollars is None


@pytest.mark.parametrize("api", BODIES)
def test_the_fewest_output_tokens_change_no_digest(api: str) -> None:
    """The body asks for as few as its API is known to take, says so, and is the same question."""
    target = parse_target(f"{api}:m")
    body = {"model": "m", **BODIES[api]}
    least = with_least_output(body, target)
    assert output_of(least, target) == least_of(target).least == (16 if api == "openai-responses" else 1)
    assert history_digest(least, target.api) == history_digest(body, target.api)
    assert settings_digest(least, target.api, {}) == settings_digest(body, target.api, {})
    assert body == {"model": "m", **BODIES[api]}


@pytest.mark.parametrize(
    ("api", "body", "asked"),
    [
        ("openai-chat", {"max_tokens": 500}, {"max_tokens": 1}),
        ("openai-chat@deepseek", {}, {"max_tokens": 1}),
        ("openai-chat@azure", {}, {"max_completion_tokens": 1}),
        (
            "anthropic-messages",
            {"max_tokens": 32000, "thinking": {"type": "enabled", "budget_tokens": 16000}},
            {"max_tokens": 1025, "thinking": {"type": "enabled", "budget_tokens": 1024}},
        ),
        ("anthropic-messages", {"thinking": {"type": "adaptive"}}, {"max_tokens": 1, "thinking": {"type": "adaptive"}}),
        ("gemini", {"generationConfig": {"topK": 1}}, {"generationConfig": {"topK": 1, "maxOutputTokens": 1}}),
        ("bedrock-converse", {}, {"inferenceConfig": {"maxTokens": 1}}),
        ("openai-responses", {"max_output_tokens": 99}, {"max_output_tokens": 16}),
        ("openai-chat", {"stream": True, "stream_options": {"include_usage": True}}, {"max_completion_tokens": 1}),
    ],
)
def test_where_the_fewest_stand(api: str, body: dict, asked: dict) -> None:
    """Under the name that the body or the vendor uses; thinking keeps its smallest budget, and nothing is streamed."""
    assert with_least_output(body, parse_target(f"{api}:m")) == asked


def test_a_refusal_for_the_cap_is_no_verdict() -> None:
    """The words of a reasoning model that did not get to its answer are known."""
    said = "Could not finish the message because max_tokens or model output limit was reached. Please try again."
    verdict = Verdict(False, 400, "live", "gpt-5", "2026-11-30", error=ProviderError(message=said))
    other = Verdict(False, 400, "live", "gpt-5", "2026-11-30", error=ProviderError(message="max_tokens is too large"))
    assert (was_too_small(verdict), was_too_small(other)) == (True, False)


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ({"messages": [{"content": "Hi."}]}, True),
        ({"messages": [{"content": [{"type": "text", "text": "https://x/image.png"}]}]}, True),
        ({"messages": [{"content": [{"type": "image_url", "image_url": {"url": "x"}}]}]}, False),
        ({"messages": [{"content": [{"type": "document", "source": {}}]}]}, False),
        ({"input": [{"type": "item_reference", "id": "msg_1"}]}, False),
        ({"input": "x", "previous_response_id": "resp_1"}, False),
        ({"input": "x", "tools": [{"type": "web_search"}]}, False),
        ({"input": "x", "tools": [{"type": "function", "name": "f"}]}, True),
        ({"contents": [{"parts": [{"inlineData": {"data": "x"}}]}]}, False),
    ],
)
def test_when_bytes_bound_tokens(body: dict, *, held: bool) -> None:
    """Not where the provider fetches, opens or adds something."""
    assert bounded(body) is held


@pytest.mark.parametrize(
    ("answer", "used"),
    [
        ({"usage": {"input_tokens": 10, "output_tokens": 2}}, (10, 2)),
        ({"usage": {"prompt_tokens": 10, "completion_tokens": 2}}, (10, 2)),
        ({"usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 2, "thoughtsTokenCount": 5}}, (10, 7)),
        (
            {
                "usage": {
                    "input_tokens": 10,
                    "output_tokens": 2,
                    "cache_creation_input_tokens": 100,
                    "cache_read_input_tokens": 7,
                }
            },
            (217, 2),
        ),
        ({"usage": None}, None),
        ("text", None),
    ],
)
def test_what_an_answer_says_it_used(answer: object, used: tuple[int, int] | None) -> None:
    """In each API's own words; written caches count double."""
    assert usage_of(answer) == used


@given(st.text())
def test_the_bound_is_never_below_the_characters(text: str) -> None:
    """A text of n characters is bounded by n tokens or more."""
    body = {"model": "gpt-5.4", "input": text}
    assert cost_of(body, parse_target("openai-responses:gpt-5.4")).tokens >= len(text) + 16
