"""How a recording is written: vcrpy's YAML with parsed JSON bodies, without what belongs to a machine or a person.

`serialize` and `deserialize` are a vcrpy serializer, so that the files replay as they are.
"""

import difflib
import json
import re
from datetime import UTC, datetime
from typing import Any

import vcr  # type: ignore[import-untyped]  # it ships no types
import yaml

KEPT_HEADERS = frozenset({"anthropic-version", "content-type", "date"})
BASE_URL = "http://127.0.0.1:8080"  # llama.cpp's usual address, in place of the free port of the day

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


def serialize(cassette: dict[str, Any]) -> str:
    """Write a cassette of JSON bodies as YAML: ``parsed_body`` for ``body``, keys in their order, the day added."""
    today = datetime.now(UTC).date().isoformat()
    interactions = [
        {"recorded_at": today, "request": _request_out(one["request"]), "response": _response_out(one["response"])}
        for one in cassette["interactions"]
    ]
    data = {"interactions": interactions, "version": cassette["version"]}
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


def deserialize(text: str) -> dict[str, Any]:
    """Read such YAML back into the form that vcrpy replays."""
    data: dict[str, Any] = yaml.safe_load(text)
    for one in data["interactions"]:
        one["request"]["body"] = _dumped(one["request"].pop("parsed_body"))
        one["response"]["body"] = {"string": _dumped(one["response"].pop("parsed_body"))}
    return data


def difference(old: str, new: str) -> list[str]:
    """List the lines by which two recordings differ but for ids and times; no lines: the server behaved the same."""
    lines = difflib.unified_diff(_canonical(old).splitlines(), _canonical(new).splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _Dumper.represent_text)


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


def _request_out(request: dict[str, Any]) -> dict[str, Any]:
    return {
        "method": request["method"],
        "uri": request["uri"],
        "headers": request["headers"],
        "parsed_body": json.loads(request["body"]),
    }


def _response_out(response: dict[str, Any]) -> dict[str, Any]:
    return {
        "status": response["status"],
        "headers": response["headers"],
        "parsed_body": json.loads(response["body"]["string"]),
    }


def _dumped(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _canonical(text: str) -> str:
    numbers: dict[str, int] = {}
    named = _MADE_ID.sub(lambda made: f"<id {numbers.setdefault(made[0], len(numbers))}>", text)
    return _TIME.sub(r"\g<1>0", named)
