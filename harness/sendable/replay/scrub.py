"""What never reaches a recording: keys, cookies, organisations, addresses of one's own.

Headers are kept by an allowlist. In everything else, what looks like a secret is replaced, and so is every value of an
environment variable that holds one.
"""

import os
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from sendable.model.json import Json

REDACTED: Final = "redacted"
LOCAL: Final = "http://127.0.0.1:8080"
"""Stands for every address of one's own: the folder of a recording says who answered."""

_REQUEST_HEADERS: Final = frozenset({"content-type", "anthropic-version", "anthropic-beta", "openai-beta"})
_RESPONSE_HEADERS: Final = frozenset(
    {"content-type", "date", "request-id", "x-request-id", "apim-request-id", "x-amzn-requestid", "x-amzn-errortype"}
    | {"anthropic-version", "openai-version"}
)
_CREDENTIALS: Final = re.compile(
    r"(.*-)?(authorization|api-?key|cookie2?|(access|auth|security|session|id)-token|token|secret|password)"
    r"|openai-(organization|project)|.*-signature"
)
# Of these the kind of the limit is kept, as the header's name; the figure tells of the account.
_LIMITS: Final = re.compile(r"(x-|anthropic-)?ratelimit-[a-z-]+")
_QUERY: Final = frozenset({"api-version", "beta", "alt"})
_PUBLIC_HOSTS: Final = re.compile(
    r"api\.openai\.com|(eu|us)\.api\.openai\.com|api\.anthropic\.com|generativelanguage\.googleapis\.com"
    r"|[a-z0-9-]*aiplatform\.googleapis\.com|bedrock-runtime(-fips)?\.[a-z0-9-]+\.amazonaws\.com|api\.mistral\.ai"
    r"|api\.groq\.com|openrouter\.ai|api\.x\.ai|api\.deepseek\.com|api\.cerebras\.ai|api\.together\.(xyz|ai)"
)
_TENANT_HOSTS: Final = re.compile(
    r"[^.]+(\.(?:openai|services\.ai|cognitiveservices|models\.ai|inference\.ai)\.azure\.com)"
)
# A project in an address of Vertex, an account in the name of a Bedrock resource.
_PLACES: Final = re.compile(r"(?<=/projects/)[^/]+|(?<=:)\d{12}(?=:)|(?<=%3A)\d{12}(?=%3A)")
_OF_ACCOUNT: Final = frozenset(
    {"user", "safety_identifier", "prompt_cache_key", "metadata", "organization", "organization_id", "project"}
    | {"project_id", "workspace", "workspace_id", "account", "account_id", "billing"}
)
_SECRETS: Final = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|ghs|github_pat|glpat|npm|pypi|pplx|nvapi|r8|xox[abeoprs]|ya29)[-_.][A-Za-z0-9_.-]{12,}"
    r"|\bAKIA[A-Z0-9]{16}\b|\bASIA[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}"
    r"|\bey[JK][A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r"|(?i:\bbearer|\bbasic)\s+[A-Za-z0-9._~+/=-]{12,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|\borg-[A-Za-z0-9]{12,}|\bproj_[A-Za-z0-9]{12,}"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)",
    re.DOTALL,
)
_HOLDS_SECRET: Final = re.compile(
    r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?|ORG(ANIZATION)?_ID|PROJECT_ID)$", re.IGNORECASE
)
_SHORTEST_SECRET: Final = 8


def known_secrets(environment: Mapping[str, str] | None = None) -> frozenset[str]:
    """Return the values of the environment that must never be written down, whatever they look like."""
    named = os.environ if environment is None else environment
    return frozenset(
        value for name, value in named.items() if _HOLDS_SECRET.search(name) and len(value) >= _SHORTEST_SECRET
    )


def request_headers(headers: Mapping[str, Any]) -> dict[str, Any]:
    """Keep the headers of a request that an answer depends on, with names in lower case."""
    return {name.lower(): value for name, value in headers.items() if name.lower() in _REQUEST_HEADERS}


def is_credential(header: str) -> bool:
    """Tell whether a request's header carries a key or names an account: such a one comes from the environment."""
    return _CREDENTIALS.fullmatch(header.lower().replace("_", "-")) is not None


def response_headers(headers: Mapping[str, Any]) -> dict[str, Any]:
    """Keep the date, the request's id, the API's version and which kinds of limit there are."""
    kept: dict[str, Any] = {}
    for name, value in headers.items():
        lower = name.lower()
        if lower in _RESPONSE_HEADERS:
            kept[lower] = value
        elif _LIMITS.fullmatch(lower):
            kept[lower] = [""] if isinstance(value, list) else ""
    return kept


def address(url: str) -> str:
    """Return an address without user, key and tenant; one's own host becomes `LOCAL`."""
    at = urlsplit(url)
    host = at.hostname or ""
    tenant = _TENANT_HOSTS.fullmatch(host)
    query = urlencode([(key, value) for key, value in parse_qsl(at.query) if key in _QUERY])
    own = f"https://tenant{tenant[1]}" if tenant else LOCAL
    base = f"https://{host}" if _PUBLIC_HOSTS.fullmatch(host) else own
    return f"{base}{_PLACES.sub(REDACTED, without_secrets(at.path))}{'?' if query else ''}{query}"


def without_account(body: Json) -> Json:
    """Leave out the top-level fields of a body that name an account or a user."""
    if not isinstance(body, dict):
        return body
    return {key: value for key, value in body.items() if key not in _OF_ACCOUNT}


def without_secrets(value: Json, known: frozenset[str] = frozenset()) -> Json:
    """Replace what is or looks like a secret, in every text and every key of a JSON value."""
    if isinstance(value, str):
        for secret in known:
            value = value.replace(secret, REDACTED)
        return _SECRETS.sub(REDACTED, value)
    if isinstance(value, dict):
        return {without_secrets(key, known): without_secrets(each, known) for key, each in value.items()}
    if isinstance(value, list):
        return [without_secrets(each, known) for each in value]
    return value
