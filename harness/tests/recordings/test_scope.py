"""What a recorded answer is evidence of, and which model gave it."""

import pytest

from sendable.model.outcome import ProviderError
from sendable.model.roundtrip import RoundTrip
from sendable.recordings.scope import is_verdict, judges_history, model_of


def _refusal(message, *, param=None, scope=None, status=400, url_path="/v1/responses"):
    error = ProviderError(message=message, param=param)
    return RoundTrip(
        api="openai-responses",
        provider="openai",
        status=status,
        request={},
        error=error,
        scope=scope,
        url_path=url_path,
    )


CASES = {
    "a refusal about an item": (_refusal("Unknown parameter: 'input[3].status'.", param="input[3].status"), True, True),
    "a refusal about a block": (_refusal("messages.1: `tool_use` ids were found"), True, True),
    "a refusal called one of the history": (_refusal("Please use a valid role.", scope="history"), True, True),
    "a refusal about a setting": (_refusal("Unsupported parameter: 'temperature'", param="temperature"), True, False),
    "a refusal called another": (_refusal("messages.0: too odd", scope="other"), True, False),
    "a refusal of what is in a file": (_refusal("Could not download the file", param="input[0]"), True, False),
    "a refusal of a stored item": (_refusal("Item with id 'rs_1' not found.", param="input"), True, False),
    "a missing key": (_refusal("No key", status=401), False, False),
    "a spent quota": (_refusal("Slow down", status=429), False, False),
    "a server's fault": (_refusal("Oops", status=500), False, False),
    "a counting endpoint": (_refusal("input[0]", param="input", url_path="/v1/responses/input_tokens"), False, False),
    "a compacting endpoint": (_refusal("input[0]", param="input", url_path="/v1/responses/compact"), False, False),
    "an acceptance": (RoundTrip(api="gemini", provider="gemini", status=200, request={}), True, True),
}


@pytest.mark.parametrize("name", CASES)
def test_scope(name):
    """A refusal is a verdict on a history only when it is about one, and about what a digest holds."""
    round_trip, verdict, history = CASES[name]
    assert (is_verdict(round_trip), judges_history(round_trip)) == (verdict, history)


@pytest.mark.parametrize(
    ("request_body", "url_path", "model"),
    [
        ({"model": "gpt-5.4"}, "/v1/responses", "gpt-5.4"),
        ({}, "/v1beta/models/gemini-2.5-flash:generateContent", "gemini-2.5-flash"),
        ({}, "/model/us.amazon.nova-pro-v1%3A0/converse", "us.amazon.nova-pro-v1:0"),
        ({}, "/model/us.amazon.nova-2-lite-v1:0/converse-stream", "us.amazon.nova-2-lite-v1:0"),
        ({"model": 5}, "/v1/chat/completions", ""),
    ],
)
def test_model(request_body, url_path, model):
    """The model stands in the body or in the address."""
    assert model_of(RoundTrip(api="x", provider="x", status=200, request=request_body, url_path=url_path)) == model
