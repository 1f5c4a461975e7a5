"""Keep an adapter's process to itself: no telemetry, no keys of the user, no host but this one, stdout for answers.

Imported before the peer, for some read their settings when they are imported.
"""

import os
import sys
from typing import Any, TextIO

_OFF = {
    "AGENT_FRAMEWORK_DISABLE_TELEMETRY": "1",
    "ANONYMIZED_TELEMETRY": "False",
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "HF_HUB_OFFLINE": "1",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LOGFIRE_SEND_TO_LOGFIRE": "false",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "OTEL_SDK_DISABLED": "true",
    "STRANDS_TELEMETRY_DISABLED": "true",
}
_OF_THE_USER = ("_API_KEY", "_AUTH_TOKEN", "_BASE_URL", "_API_BASE", "_PROXY")
_HOME = {"localhost", "127.0.0.1", "::1", "0.0.0.0", "", None}  # noqa: S104 - names are looked up, nothing listens


class NetworkRefused(OSError):
    """Something tried to reach another host."""


def be_quiet() -> None:
    """Switch telemetry off, forget the user's keys and endpoints, and refuse every connection to another host."""
    for name in [each for each in os.environ if each.upper().endswith(_OF_THE_USER)]:
        del os.environ[name]
    os.environ.update(_OFF)
    sys.addaudithook(_stay_home)


def take_stdout() -> TextIO:
    """Return the real stdout, for answers alone; whatever the peer prints goes to stderr from now on."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    return answers


def _stay_home(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else None
    elif event == "socket.getaddrinfo":
        host = arguments[0].decode() if isinstance(arguments[0], bytes) else arguments[0]
    else:
        return
    if host not in _HOME:
        raise NetworkRefused(f"an adapter talks to this machine alone, not to {host}")
