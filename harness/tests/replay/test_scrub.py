"""No secret reaches a recording, wherever it was planted."""

import json

import pytest

from sendable.model.json import encode_json
from sendable.recordings import read
from sendable.replay.cassette_file import Writer
from sendable.replay.exchange import Exchange
from sendable.replay.scrub import address, known_secrets, request_headers, response_headers, without_secrets

KEY = "sk-proj-" + "A1b2C3d4" * 4
SECRETS = {
    "openai key": KEY,
    "anthropic key": "sk-ant-api03-" + "Zz9_-Yy8" * 4,
    "google key": "AIza" + "SyD3x4mpl3" * 3 + "12345",
    "aws key": "AKIAIOSFODNN7EXAMPLE",
    "github token": "ghp_" + "0123456789abcdef" * 2,
    "slack token": "xoxb-1234567890-abcdefghijkl",
    "bearer": "Bearer 0123456789.abcdefghijkl",
    "json web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w",
    "private key": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END PRIVATE KEY-----",
    "organisation": "org-Ab12Cd34Ef56Gh78",
    "project": "proj_Ab12Cd34Ef56Gh78",
    "of the environment": "plain words that are the password",
}
COOKIE, USER, RESOURCE = "session=8f14e45fceea167a", "customer-4711", "contoso-private"
WORDS = "The patient is called Ada Lovelace."


def _exchange(secret: str, status: int = 200) -> Exchange:
    """An exchange with a secret wherever one can stand."""
    request = {
        "model": "gpt-5.4",
        "user": USER,
        "safety_identifier": USER,
        "metadata": {"ticket": secret},
        "messages": [
            {"role": "system", "content": f"Use {secret}."},
            {"role": "user", "content": [{"type": "text", "text": f"{WORDS} {secret}"}]},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": "call_1",
                        "type": "function",
                        "function": {"name": "login", "arguments": json.dumps({"password": secret})},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": secret, "undeclared": secret},
        ],
        "tools": [
            {
                "type": "function",
                "function": {"name": "login", "description": secret, "parameters": {"default": secret}},
            }
        ],
        "stop": [secret],
    }
    error = {"message": f"Invalid value: '{secret}' of {WORDS} {secret}", "type": "invalid_request_error"}
    message = {"role": "assistant", "content": f"I see {secret}", "refusal": None}
    answer = {"id": "chatcmpl-1", "organization": secret, "user": USER, "choices": [{"message": message}]}
    return Exchange(
        method="POST",
        url=f"https://{RESOURCE}.openai.azure.com/openai/v1/chat/completions?api-version=2025-01-01&key={KEY}",
        request_headers={
            "authorization": f"Bearer {KEY}",
            "x-api-key": KEY,
            "x-goog-api-key": KEY,
            "api-key": KEY,
            "cookie": COOKIE,
            "openai-organization": SECRETS["organisation"],
            "openai-project": SECRETS["project"],
            "user-agent": "secret agent",
            "content-type": "application/json",
        },
        sent=encode_json(request),
        status=status,
        headers={
            "set-cookie": COOKIE,
            "openai-organization": SECRETS["organisation"],
            "anthropic-organization-id": SECRETS["organisation"],
            "x-ratelimit-limit-tokens": "123456789",
            "x-request-id": "req_1",
            "date": "Mon, 30 Nov 2026 18:00:00 GMT",
            "server": "secret server",
            "cf-ray": "8f14e45fceea167a-VIE",
        },
        content=encode_json({"error": error} if status >= 400 else answer),
    )


@pytest.mark.parametrize("verbatim", [True, False], ids=["own words", "skeleton"])
@pytest.mark.parametrize("status", [200, 400])
@pytest.mark.parametrize("secret", SECRETS)
def test_planted_everywhere_and_found_nowhere(secret: str, status: int, *, verbatim: bool, tmp_path) -> None:
    """Keys, cookies, organisations and what the environment holds are in no file, in headers, bodies and addresses."""
    planted = SECRETS[secret]
    file = tmp_path / "cassettes" / "azure" / "openai-chat" / "one.yaml"
    writer = Writer(verbatim=verbatim, secrets=frozenset({SECRETS["of the environment"]}))
    writer.write(file, (_exchange(planted, status),))
    text = file.read_text("utf-8")
    forms = {planted, json.dumps(planted)[1:-1], planted.splitlines()[-1], KEY, COOKIE, USER, RESOURCE, "123456789"}
    assert [
        each
        for each in (*forms, *list(SECRETS.values())[9:11], "secret agent", "secret server", "8f14e")
        if each in text
    ] == []
    assert ("Ada Lovelace" in text) is verbatim
    (trip,) = read(file)
    assert (trip.status, trip.provider, trip.api) == (status, "azure", "openai-chat")


def test_a_cassette_of_a_user_says_what_happened_and_nothing_else(tmp_path) -> None:
    """The whole file of a refused body that is not of the corpus."""
    file = tmp_path / "one.yaml"
    Writer().write(file, (_exchange(KEY, 400),))
    text = file.read_text("utf-8")
    assert text[text.index("  request:") :] == (
        """\
  request:
    method: POST
    uri: https://tenant.openai.azure.com/openai/v1/chat/completions?api-version=2025-01-01
    headers:
      content-type:
      - application/json
    parsed_body:
      model: gpt-5.4
      messages:
      - role: system
        content: t
      - role: user
        content:
        - type: text
          text: t
      - role: assistant
        content: null
        tool_calls:
        - id: call_1
          type: function
          function:
            name: login
            arguments: '{}'
      - role: tool
        tool_call_id: call_1
        content: t
        undeclared: t
      tools:
      - type: function
        function:
          name: login
          description: t
          parameters:
            type: object
      stop:
      - t
  response:
    status:
      code: 400
      message: Bad Request
    headers:
      x-ratelimit-limit-tokens:
      - ''
      x-request-id:
      - req_1
      date:
      - Mon, 30 Nov 2026 18:00:00 GMT
    parsed_body:
      error:
        message: 'Invalid value: ''t'' of t'
        type: invalid_request_error
version: 1
"""
    )


def test_headers_are_kept_by_name() -> None:
    """Of a request what the answer depends on; of an answer date, request id, version, and which limits there are."""
    assert request_headers({"Authorization": "x", "Anthropic-Beta": "a", "OpenAI-Organization": "o"}) == {
        "anthropic-beta": "a"
    }
    kept = {
        "Request-Id": "req_1",
        "anthropic-ratelimit-requests-limit": "50",
        "x-ratelimit-reset-tokens": "6m0s",
        "via": "x",
    }
    assert response_headers(kept) == {
        "request-id": "req_1",
        "anthropic-ratelimit-requests-limit": "",
        "x-ratelimit-reset-tokens": "",
    }


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://api.openai.com/v1/responses", "https://api.openai.com/v1/responses"),
        ("http://me:pass@llm.corp.example:8443/v1/messages", "http://127.0.0.1:8080/v1/messages"),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:generateContent?key=x&alt=sse",
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:generateContent?alt=sse",
        ),
        (
            "https://us-east5-aiplatform.googleapis.com/v1/projects/my-project/locations/x/publishers/anthropic/models/m:rawPredict",
            "https://us-east5-aiplatform.googleapis.com/v1/projects/redacted/locations/x/publishers/anthropic/models/m:rawPredict",
        ),
        (
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Ainference-profile/converse",
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/arn%3Aaws%3Abedrock%3Aus-east-1%3Aredacted%3Ainference-profile/converse",
        ),
    ],
)
def test_addresses(url: str, kept: str) -> None:
    """Providers' own addresses stay; users, keys, tenants, accounts and hosts of one's own do not."""
    assert address(url) == kept


def test_what_the_environment_holds_is_known() -> None:
    """Values of variables that are named like secrets, unless they are too short to be one."""
    held = {"OPENAI_API_KEY": "abcdefgh12", "MY_TOKEN": "t0ken-t0ken", "PATH": "/usr/bin:/bin", "X_KEY": "short"}
    assert known_secrets(held) == {"abcdefgh12", "t0ken-t0ken"}


def test_ids_are_no_secrets() -> None:
    """What an API makes up for items, calls and requests stays as it is."""
    kept = [
        "call_" + "aB3" * 8,
        "toolu_01A09q90qw90lq917835lq9",
        "rs_" + "0" * 48,
        "msg_1",
        "chatcmpl-9ab4393bf2874301",
        "task-list",
    ]
    assert without_secrets(kept) == kept
