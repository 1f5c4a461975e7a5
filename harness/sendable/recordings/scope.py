"""What a recorded answer can be evidence of."""

import re

from sendable.model.roundtrip import RoundTrip

# Statuses that say nothing about the request itself: keys, quota, network, load (design, section 5).
_NO_VERDICT = frozenset({401, 402, 403, 407, 408, 409, 425, 429})
_REFUSALS = range(400, 500)
_BROKE = 500
# Servers that we run: one of their 500s is kept only when the same bytes got it three times (design, section 5).
_RUN_BY_US = frozenset({"vllm", "llamacpp"})
# What lies inside a file, behind an address or in the provider's store: a digest does not hold it.
_BEYOND_THE_BODY = re.compile(
    r"file type you uploaded|file format is invalid|Invalid file data|file type to be a supported format|not found\."
    r"|download|fetch|too long|too large|maximum context|context window",
    re.IGNORECASE,
)
_OF_HISTORY = re.compile(
    r"\b(input|messages|contents|system)(\[|\.|/)?\d|\b(tool_use|tool_result|tool_calls?|prefill)\b"
)
_MODEL_IN_PATH = re.compile(r"/models?/([^/:]+(?::\d+)?)(?:[:/]|$)")
_PARAM_OF_HISTORY = re.compile(r"(input|messages|contents|system)\b")


def is_verdict(round_trip: RoundTrip) -> bool:
    """Tell whether the answer judges the request: a model endpoint's 2xx, or a refusal that is about the request."""
    if round_trip.counting or round_trip.url_path.endswith("/compact"):
        return False
    if round_trip.status == _BROKE:
        return round_trip.first_party and round_trip.provider in _RUN_BY_US
    return round_trip.accepted or (round_trip.status in _REFUSALS and round_trip.status not in _NO_VERDICT)


def judges_history(round_trip: RoundTrip) -> bool:
    """Tell whether the answer holds for every body with the same digests.

    A refusal must be about the history, and not about what a digest leaves out (the inside of files, addresses, stored
    objects, sheer length). Where the recording does not say what it is about, the error's parameter and message do.
    """
    if not is_verdict(round_trip) or round_trip.accepted:
        return is_verdict(round_trip)
    if round_trip.error is None or _BEYOND_THE_BODY.search(round_trip.error.message):
        return False
    if round_trip.scope is not None:
        return round_trip.scope == "history"
    of_param = _PARAM_OF_HISTORY.match(round_trip.error.param or "")
    return bool(of_param or _OF_HISTORY.search(round_trip.error.message))


def model_of(round_trip: RoundTrip) -> str:
    """Return the model that was asked: from the body, else from the address; ``""`` when neither names one."""
    named = round_trip.request.get("model") if isinstance(round_trip.request, dict) else None
    return named if isinstance(named, str) else model_in(round_trip.url_path)


def model_in(url_path: str) -> str:
    """Return the model that an address names, as Gemini's and Bedrock's do; ``""`` when it names none."""
    match = _MODEL_IN_PATH.search(url_path.replace("%3A", ":"))
    return match[1] if match else ""
