"""The API and who answered are found from the address."""

import pytest

from sendable.model.roundtrip import RoundTrip
from sendable.recordings.endpoint import endpoint_of, is_named


@pytest.mark.parametrize(
    ("host", "url_path", "found"),
    [
        ("api.openai.com", "/v1/responses", ("openai-responses", "openai")),
        ("api.openai.com", "/v1/chat/completions", ("openai-chat", "openai")),
        ("api.openai.com", "/v1/embeddings", None),
        ("chatgpt.com", "/backend-api/codex/responses", ("openai-responses", "chatgpt-codex")),
        ("x.openai.azure.com", "/openai/deployments/d/chat/completions", ("openai-chat", "azure")),
        ("x.services.ai.azure.com", "/openai/v1/responses", ("openai-responses", "azure")),
        ("x.services.ai.azure.com", "/anthropic/v1/messages", ("anthropic-messages", "azure")),
        ("api.anthropic.com", "/v1/messages/count_tokens", ("anthropic-messages", "anthropic")),
        (
            "bedrock-runtime.us-east-1.amazonaws.com",
            "/model/us.anthropic.claude-sonnet-4-6/invoke",
            ("anthropic-messages", "bedrock"),
        ),
        (
            "bedrock-runtime.us-east-1.amazonaws.com",
            "/model/us.anthropic.claude-sonnet-4-6/converse",
            ("bedrock-converse", "bedrock"),
        ),
        (
            "us-east5-aiplatform.googleapis.com",
            "/v1/projects/p/locations/l/publishers/anthropic/models/claude:rawPredict",
            ("anthropic-messages", "vertex"),
        ),
        (
            "generativelanguage.googleapis.com",
            "/v1beta/models/gemini-2.5-flash:streamGenerateContent",
            ("gemini", "gemini"),
        ),
        ("generativelanguage.googleapis.com", "/v1beta/openai/chat/completions", ("openai-chat", "gemini")),
        ("api.mistral.ai", "/v1/chat/completions", ("mistral", "mistral")),
        ("api.groq.com", "/openai/v1/chat/completions", ("groq", "groq")),
        ("api.x.ai", "/v1/responses", ("openai-responses", "xai")),
        ("llm.example.org", "/v1/chat/completions", ("openai-chat", "host:llm.example.org")),
        ("", "/v1/chat/completions", ("openai-chat", "unknown")),
        ("localhost", "/v1/messages", ("anthropic-messages", "local")),
    ],
)
def test_endpoint(host, url_path, found):
    """Host and path name the API and who answered."""
    assert endpoint_of(host, url_path) == found


def test_named():
    """Hosts that nobody knows and unnamed local servers are nobody."""
    assert [is_named(each) for each in ("azure", "llamacpp", "local", "unknown", "host:x")] == [True, True] + [
        False
    ] * 3


@pytest.mark.parametrize(
    ("api", "provider", "first_party"),
    [
        ("openai-responses", "openai", True),
        ("openai-chat", "azure", False),
        ("openai-chat", "gemini", False),
        ("gemini", "gemini", True),
        ("gemini", "vertex", False),
        ("mistral", "mistral", True),
        ("bedrock-converse", "bedrock", True),
        ("anthropic-messages", "bedrock", False),
        ("llamacpp-chat", "llamacpp", True),
        ("llamacpp-chat", "llama", False),
    ],
)
def test_first_party(api, provider, first_party):
    """An API's own provider is the one after whom it is named."""
    assert RoundTrip(api=api, provider=provider, status=200, request={}).first_party is first_party
