"""Cassettes as vcrpy writes them, and recorders on top of it (with ``parsed_body`` beside or instead of ``body``).

Format: vcrpy's serializers, version 1: ``{"interactions": [{"request": {method, uri, body, headers}, "response":
{"status": {code, message}, "headers", "body": {"string"}}}], "version": 1}``.
"""

from collections.abc import Iterator

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject
from sendable.recordings.fields import objects, whole, within
from sendable.recordings.interaction import Interaction, iso_day, lowered

KEY = "interactions"
_BODIES = frozenset({"body", "parsed_body"})
_CUT = "the file was cut off, it seems: delete it and record it anew"


def interactions(document: JsonObject, path: str) -> Iterator[Interaction]:
    """Yield the exchanges of a cassette.

    Raises:
        UnreadableInput: an interaction lacks its request, its response or the status, or the file ends early.
    """
    for n, each in objects(document[KEY], f"{path}: `{KEY}`"):
        place = f"{path}, interaction {n}"
        request, response = within(each, "request", place), within(each, "response", place)
        if response.get("parsed_body", response.get("body", "")) is None or not _BODIES & response.keys():
            raise UnreadableInput("the response has no body", where=place, hint=_CUT)
        yield Interaction(
            n=n,
            method=str(request.get("method", "")),
            url=str(request.get("uri", "")),
            request=_body(request),
            request_headers=lowered(request.get("headers")),
            status=_status(response, place),
            response=_body(response),
            response_headers=lowered(response.get("headers")),
            date=iso_day(each.get("recorded_at")),
        )
    if "version" not in document:
        raise UnreadableInput("`version`, the last line of a cassette, is missing", where=path, hint=_CUT)


def _body(message: JsonObject) -> Json:
    return message["parsed_body"] if "parsed_body" in message else message.get("body")


def _status(response: JsonObject, place: str) -> int:
    status = response.get("status", response.get("status_code"))
    return whole(status.get("code") if isinstance(status, dict) else status, "status", place)
