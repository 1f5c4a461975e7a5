"""Each provider's error envelope is read into the same fields."""

import pytest

from sendable.model.outcome import ProviderError
from sendable.recordings.envelope import error_of

ENVELOPES = {
    "openai": (
        {"error": {"message": "m", "type": "t", "param": "input[0]", "code": "c"}},
        ProviderError(message="m", type="t", param="input[0]", code="c"),
    ),
    "anthropic": (
        {"type": "error", "error": {"type": "t", "message": "m"}, "request_id": "r"},
        ProviderError(message="m", type="t"),
    ),
    "gemini": (
        {"error": {"code": 400, "message": "m", "status": "INVALID_ARGUMENT"}},
        ProviderError(message="m", type="INVALID_ARGUMENT", code=400),
    ),
    "gemini stream": (
        [{"error": {"code": 400, "message": "m", "status": "INVALID_ARGUMENT"}}],
        ProviderError(message="m", type="INVALID_ARGUMENT", code=400),
    ),
    "mistral": (
        {"object": "error", "message": "m", "type": "t", "param": None, "code": "3230"},
        ProviderError(message="m", type="t", code="3230"),
    ),
    "mistral validation": (
        {"object": "error", "message": {"detail": [{"loc": ["body", "messages", 0], "msg": "m"}, "n"]}, "type": "t"},
        ProviderError(message="body.messages.0: m; n", type="t"),
    ),
    "fastapi": ({"detail": [{"msg": "m"}]}, ProviderError(message="m")),
    "xai": ({"code": "c", "error": "m"}, ProviderError(message="m", code="c")),
    "a code that is none": ({"error": {"message": "m", "code": True}}, ProviderError(message="m")),
    "text": ("Bad Request", ProviderError(message="Bad Request")),
    "nothing": (None, ProviderError(message="")),
    "an empty list": ([], ProviderError(message="[]")),
}


@pytest.mark.parametrize("name", ENVELOPES)
def test_envelope(name):
    """An envelope gives its message, type, code and parameter."""
    response, error = ENVELOPES[name]
    assert error_of(400, response, {}) == error


def test_bedrock():
    """Bedrock's type stands in a header."""
    headers = {"x-amzn-errortype": "ValidationException:http://internal.amazon.com/"}
    assert error_of(400, {"message": "m"}, headers) == ProviderError(message="m", type="ValidationException")


def test_an_accepted_request_has_no_error():
    """Only a refusal has an error."""
    assert error_of(200, {"error": {"message": "m"}}, {}) is None
