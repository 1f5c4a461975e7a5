"""How a conversation is recorded: the package's vcrpy format, without what belongs to a machine or a person."""

import difflib
import json
import re
from typing import Any

import vcr  # type: ignore[import-untyped]  # it ships no types

from sendable.replay.cassettes import deserialize, serialize
from sendable.replay.scrub import LOCAL

__all__ = ["BASE_URL", "KEPT_HEADERS", "deserialize", "difference", "recorder", "serialize"]
KEPT_HEADERS = frozenset({"anthropic-version", "content-type", "date"})
BASE_URL = LOCAL  # llama.cpp's usual address, in place of the free port of the day

_MADE_ID = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]{32}(?![A-Za-z0-9])")
_TIME = re.compile(r"^(\s*(?:created|created_at|completed_at|recorded_at): )['\d-]+$", re.MULTILINE)
_LOCAL = re.compile(r"^http://127\.0\.0\.1:\d+")


def recorder(mode: str, match_on: tuple[str, ...] = ("method", "path")) -> vcr.VCR:
    """Make a vcrpy recorder that scrubs and writes as this project does; `mode` is vcrpy's record mode."""
    made = vcr.VCR(
        serializer="sendable",
        record_mode=vcr.mode(mode),
        match_on=match_on,
        before_record_request=_scrub_request,
        before_record_response=_scrub_response,
    )
    made.register_serializer("sendable", _Serializer)
    return made


def difference(old: str, new: str) -> list[str]:
    """List the lines by which two recordings differ but for ids and times; no lines: the server behaved the same."""
    lines = difflib.unified_diff(_canonical(old).splitlines(), _canonical(new).splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


class _Serializer:
    serialize = staticmethod(serialize)
    deserialize = staticmethod(deserialize)


def _scrub_request(request: Any) -> Any:
    request.headers = {name.lower(): value for name, value in request.headers.items() if _is_kept(name)}
    request.uri = _LOCAL.sub(BASE_URL, request.uri)
    return request


def _scrub_response(response: dict[str, Any]) -> dict[str, Any]:
    headers = {name.lower(): value for name, value in response["headers"].items() if _is_kept(name)}
    body = json.loads(response["body"]["string"])
    body.pop("timings", None)  # how fast this machine is
    return {**response, "headers": headers, "body": {"string": _dumped(body).encode()}}


def _is_kept(name: str) -> bool:
    return name.lower() in KEPT_HEADERS


def _dumped(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _canonical(text: str) -> str:
    numbers: dict[str, int] = {}
    named = _MADE_ID.sub(lambda made: f"<id {numbers.setdefault(made[0], len(numbers))}>", text)
    return _TIME.sub(r"\g<1>0", named)
