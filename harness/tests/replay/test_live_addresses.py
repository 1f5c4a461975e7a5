"""Where the providers are asked, with which key, and how long one waits for them."""

import pytest

from sendable.model.errors import BadUsage, ProviderNotAsked
from sendable.model.target import parse_target
from sendable.replay.backoff import Patience, Waiting, retry_after
from sendable.replay.endpoints import endpoint_of, key_names

KEY = "sk-secret-0123456789abcdef"
KEYS = {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY, "GEMINI_API_KEY": KEY, "MISTRAL_API_KEY": KEY}

ADDRESSES = [
    ("openai-chat:m", None, {"OPENAI_API_KEY": KEY}, "https://api.openai.com/v1"),
    ("openai-responses:m", "http://localhost:8080/", {}, "http://localhost:8080/v1"),
    ("openai-responses:m", "http://localhost:8080/v1", {}, "http://localhost:8080/v1"),
    (
        "openai-responses@azure:m",
        None,
        {"AZURE_BASE_URL": "https://me.example/openai/v1", "AZURE_API_KEY": KEY},
        "https://me.example/openai/v1",
    ),
    ("anthropic-messages:m", None, {"ANTHROPIC_API_KEY": KEY}, "https://api.anthropic.com"),
    ("anthropic-messages:m", "http://localhost:8080/v1", {}, "http://localhost:8080"),
    ("gemini:m", None, {"GEMINI_API_KEY": KEY}, "https://generativelanguage.googleapis.com/v1beta"),
    ("gemini:m", "http://localhost:1", {}, "http://localhost:1/v1beta"),
    ("mistral:m", None, {"MISTRAL_API_KEY": KEY}, "https://api.mistral.ai/v1"),
    ("vllm-chat:m", None, {"VLLM_BASE_URL": "http://localhost:8000"}, "http://localhost:8000/v1"),
    ("vllm-messages:m", None, {"VLLM_BASE_URL": "http://localhost:8000"}, "http://localhost:8000"),
    ("llamacpp-responses:m", None, {"LLAMACPP_BASE_URL": "http://h:1/v1", "LLAMACPP_API_KEY": KEY}, "http://h:1/v1"),
    (
        "bedrock-converse:m",
        None,
        {"BEDROCK_BASE_URL": "https://b.example", "AWS_BEARER_TOKEN_BEDROCK": KEY},
        "https://b.example",
    ),
]


@pytest.mark.parametrize(("target", "base_url", "env", "address"), ADDRESSES)
def test_where_a_target_is_asked(target, base_url, env, address):
    """The provider's own address, the user's server, or what the command line says, with or without the version."""
    assert endpoint_of(parse_target(target), base_url, env).base_url == address


@pytest.mark.parametrize(
    ("target", "base_url", "env", "error", "says"),
    [
        ("openai-chat:m", None, {}, ProviderNotAsked, "no key for openai-chat\n  hint: set OPENAI_API_KEY"),
        (
            "openai-chat:m",
            None,
            {"OPENAI_API_KEY": "sk-…abc"},
            ProviderNotAsked,
            "what is in OPENAI_API_KEY is no key\n  hint: copy it anew: it holds a blank or an odd letter",
        ),
        (
            "openai-chat@deepseek:m",
            None,
            {},
            ProviderNotAsked,
            "no address is known for openai-chat@deepseek\n  hint: set DEEPSEEK_BASE_URL, or give --base-url",
        ),
        (
            "vllm-chat:m",
            None,
            {},
            ProviderNotAsked,
            "no address is known for vllm-chat\n  hint: set VLLM_BASE_URL, or give --base-url",
        ),
        (
            "bedrock-converse:m",
            None,
            {},
            ProviderNotAsked,
            "no address is known for bedrock-converse\n  hint: set BEDROCK_BASE_URL, or give --base-url",
        ),
        (
            "openai-chat:m",
            "http://elsewhere.example",
            KEYS,
            ProviderNotAsked,
            "the key in OPENAI_API_KEY would travel in clear text (at http://elsewhere.example/v1)\n  hint: use https, or unset OPENAI_API_KEY for a server that needs no key",
        ),
        (
            "openai-chat:m",
            "localhost:8080",
            {},
            BadUsage,
            "not an address of a server\n  hint: write http://localhost:8080",
        ),
        (
            "openai-chat:m",
            "http://me:word@localhost",
            {},
            BadUsage,
            "not an address of a server\n  hint: write --base-url http://127.0.0.1:8080",
        ),
        (
            "openai-chat:m",
            "http://localhost:99999",
            {},
            BadUsage,
            "not an address of a server\n  hint: write --base-url http://127.0.0.1:8080",
        ),
    ],
)
def test_where_nobody_can_be_asked(target, base_url, env, error, says):
    """Each lack is told with the variable that would help; no key travels in clear text."""
    with pytest.raises(error) as caught:
        endpoint_of(parse_target(target), base_url, env)
    assert str(caught.value) == says


def test_the_names_of_all_keys():
    """Whoever must keep keys out of a file knows their names from here."""
    assert key_names() == (
        "ANTHROPIC_API_KEY",
        "AWS_BEARER_TOKEN_BEDROCK",
        "GEMINI_API_KEY",
        "LLAMACPP_API_KEY",
        "MISTRAL_API_KEY",
        "OPENAI_API_KEY",
        "VLLM_API_KEY",
    )


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "3"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, 90.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:01 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
    ],
)
def test_how_long_a_provider_wants_us_to_wait(headers, seconds):
    """Seconds, milliseconds or a date; what makes no sense names no pause."""
    assert retry_after(headers, now=10.0) == seconds


def test_pauses_grow_up_to_a_bound():
    """Each is twice the one before, none is over the longest, and all together are within the time."""
    slept: list[float] = []
    waiting = Waiting(Patience(tries=20, seconds=40, longest=8, sleep=slept.append, clock=lambda: sum(slept)))
    while waiting.again():
        pass
    assert slept == [0.5, 1, 2, 4, 8, 8, 8, 8]
    assert waiting.tries == 9
