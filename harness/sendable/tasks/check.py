"""Judge request bodies."""

from typing import Any

import msgspec

from sendable import oracle
from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject, encode_json, parse_json
from sendable.model.outcome import Verdict
from sendable.model.target import Target
from sendable.oracle.book import load
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.recordings.scope import model_in
from sendable.replay.recorded import grounded
from sendable.tasks.vendors import overlay_of


class Question(msgspec.Struct, frozen=True):
    """What is asked beside the body: API, vendor, model, ISO date, request headers (lower-case names)."""

    api: str | None = None
    vendor: str | None = None
    model: str | None = None
    as_of: str | None = None
    headers: dict[str, str] = {}

    def target(self, body: Json) -> Target:
        """Return whom the body is for."""
        named = body.get("model") if isinstance(body, dict) else None
        model = self.model or (named if isinstance(named, str) else "") or "(no model named)"
        return Target(api=self.api or "", model=model, vendor=self.vendor)


class Checked(msgspec.Struct, frozen=True):
    """A verdict, a note when the body had to be wrapped, and where the answer is recorded, when it is."""

    verdict: Verdict
    note: str = ""
    recording: str | None = None

    def as_json(self) -> JsonObject:
        """Return the verdict's fields, with the note and the recording where there are any."""
        fields: JsonObject = msgspec.to_builtins(self.verdict)
        more = {"note": self.note, "recording": self.recording}
        return fields | {key: value for key, value in more.items() if value}


def check(body: Json, question: Question) -> Checked:
    """Judge one parsed body; a bare list is wrapped under the API's history key.

    The verdict is recorded where a real round trip of this shape and these settings is on file, else modelled.

    Raises:
        BadUsage: the API or the vendor is not known.
    """
    api = question.api or ""
    note = ""
    if isinstance(body, list):
        key = load(api).history_key
        body = {"model": question.model or "", key: body}
        note = f"a bare list was judged as {{{key!r}: …}}"
    verdict = oracle.judge(
        api,
        body,
        model=question.model,
        vendor=question.vendor,
        headers=question.headers,
        as_of=question.as_of or EVIDENCE_DATE,
    )
    found = grounded(verdict, body, api, question.vendor, question.headers, question.model or "")
    return Checked(found.verdict, note, found.recording)


def check_line(line: bytes, number: int, defaults: Question) -> tuple[bytes, bool]:
    """Judge one line of JSONL.

    Args:
        line: ``{"api", "body", "headers"?, "model"?}``, or a recorded row with ``request`` and ``provider``.
        number: the line's, from 1.
        defaults: what holds where the line does not say otherwise.

    Returns:
        One line of JSON, and whether the input line could be read; an unreadable one gives an error row.
    """
    try:
        row = parse_json(line, f"line {number}")
        checked = check(*_question_of(row, number, defaults))
    except UnreadableInput as error:
        return encode_json({"line": number, "error": error.what, "where": error.where}) + b"\n", False
    return encode_json(checked.as_json()) + b"\n", True


def _question_of(row: Json, number: int, defaults: Question) -> tuple[Json, Question]:
    if not isinstance(row, dict):
        raise UnreadableInput("not an object", where=f"line {number}", hint='write {"api", "body"} on each line')
    body = row["request"] if "request" in row else row.get("body")
    if body is None and "body" not in row:
        raise UnreadableInput('no "body" and no "request"', where=f"line {number}")
    api, vendor = _api_of(row, number, defaults)
    headers = row.get("headers") or {}
    if not isinstance(headers, dict):
        raise UnreadableInput("not an object", where=f"line {number}, $.headers")
    named: dict[str, Any] = {str(key).lower(): str(value) for key, value in headers.items()}
    model = row.get("model") if isinstance(row.get("model"), str) else defaults.model or _model_in_address(row, body)
    return body, Question(api, vendor, model, defaults.as_of, defaults.headers | named)


def _model_in_address(row: JsonObject, body: Json) -> str | None:
    """Return the model that a recorded row's address names, where the body names none."""
    url_path = row.get("url_path")
    if not isinstance(url_path, str) or (isinstance(body, dict) and "model" in body):
        return None
    return model_in(url_path) or None


def _api_of(row: JsonObject, number: int, defaults: Question) -> tuple[str, str | None]:
    text = row.get("api") or defaults.api
    if not isinstance(text, str):
        raise UnreadableInput("no API named", where=f"line {number}", hint='write "api" on the line, or pass --api')
    api, _, vendor = text.partition("@")
    if api not in oracle.apis():
        raise UnreadableInput(f"the oracle has no API named {api!r}", where=f"line {number}, $.api")
    vendor = vendor or overlay_of(api, row.get("provider")) or defaults.vendor or ""
    if vendor and vendor not in oracle.vendors(api):
        raise UnreadableInput(f"no overlay {vendor!r} of {api}", where=f"line {number}, $.api")
    return api, vendor or None
