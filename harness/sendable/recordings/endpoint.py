"""Which API a request spoke and who answered, from the host and the path of its address."""

import re

# The first pattern that fits the path decides; the last part of a Bedrock or Vertex path names the vendor's own format.
_API_OF_PATH = (
    (re.compile(r"/model/[^/]*(anthropic|claude)[^/]*/invoke(-with-response-stream)?$"), "anthropic-messages"),
    (re.compile(r"/publishers/anthropic/models/[^/:]+:(rawPredict|streamRawPredict)$"), "anthropic-messages"),
    (re.compile(r"/model/[^/]+/(converse|converse-stream|count-tokens)$"), "bedrock-converse"),
    (re.compile(r"/models/[^/:]+:(generateContent|streamGenerateContent|countTokens)$"), "gemini"),
    (re.compile(r"/responses(/compact|/input_tokens)?$"), "openai-responses"),
    (re.compile(r"/messages(/count_tokens)?$"), "anthropic-messages"),
    (re.compile(r"/chat/completions$"), "openai-chat"),
)
_PROVIDER_OF_HOST = (
    (re.compile(r"api\.openai\.com|(eu|us)\.api\.openai\.com"), "openai"),
    (re.compile(r"chatgpt\.com"), "chatgpt-codex"),
    (re.compile(r".*\.(openai|services\.ai|cognitiveservices|models\.ai|inference\.ai)\.azure\.com"), "azure"),
    (re.compile(r"api\.anthropic\.com"), "anthropic"),
    (re.compile(r"bedrock-runtime(-fips)?\..*\.amazonaws\.com"), "bedrock"),
    (re.compile(r".*aiplatform\.googleapis\.com"), "vertex"),
    (re.compile(r"generativelanguage\.googleapis\.com"), "gemini"),
    (re.compile(r"api\.mistral\.ai"), "mistral"),
    (re.compile(r"api\.groq\.com"), "groq"),
    (re.compile(r"openrouter\.ai"), "openrouter"),
    (re.compile(r"(.*\.)?api\.x\.ai"), "xai"),
    (re.compile(r"api\.deepseek\.com"), "deepseek"),
    (re.compile(r"api\.perplexity\.ai"), "perplexity"),
    (re.compile(r"api\.together\.(xyz|ai)"), "together"),
    (re.compile(r"api\.cerebras\.ai"), "cerebras"),
    (re.compile(r"(router|api-inference)\.huggingface\.co"), "huggingface"),
    (re.compile(r".*\.databricks\.com"), "databricks"),
)
# Vendors whose chat format is an API of its own here.
_OWN_CHAT_API = {"mistral": "mistral", "groq": "groq"}
_LOCAL = re.compile(r"localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1|host\.docker\.internal")
_CASSETTES = re.compile(r"(?:^|.*/)cassettes/(?P<vendor>[^/]+)/(?P<api>[^/]+)/")


def endpoint_of(host: str, url_path: str, file: str = "") -> tuple[str, str] | None:
    """Return the API and the provider of an address, or None when it is no model endpoint.

    A local address is named by the folder of the recording, ``cassettes/<vendor>/<api>/``, and else is ``local``.
    A host that we do not know is ``host:<host>``: it is never evidence about the API's own provider.
    """
    api = _api_of(url_path.rstrip("/"))
    if api is None:
        return None
    if _LOCAL.fullmatch(host):
        folder = _CASSETTES.match(file)
        return (folder["api"], folder["vendor"]) if folder else (api, "local")
    provider = _provider_of(host.lower())
    if api == "openai-chat":
        return _OWN_CHAT_API.get(provider, api), provider
    return api, provider


def _api_of(url_path: str) -> str | None:
    return next((api for pattern, api in _API_OF_PATH if pattern.search(url_path)), None)


def _provider_of(host: str) -> str:
    if not host:
        return "unknown"
    return next((name for pattern, name in _PROVIDER_OF_HOST if pattern.fullmatch(host)), f"host:{host}")


def is_named(provider: str) -> bool:
    """Tell whether a provider is somebody: not a host that we do not know, nor an unnamed server on this machine."""
    return provider not in ("local", "unknown", "") and not provider.startswith("host:")
