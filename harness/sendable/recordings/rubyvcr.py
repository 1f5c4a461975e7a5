"""Cassettes as Ruby's VCR writes them.

Format: ``{"http_interactions": [{"request": {method, uri, body: {encoding, string | base64_string}, headers},
"response": {status: {code, message}, headers, body}, "recorded_at"}], "recorded_with"}``.
"""

from collections.abc import Iterator

from sendable.model.json import JsonObject
from sendable.recordings.fields import objects, whole, within
from sendable.recordings.interaction import Interaction, iso_day, lowered

KEY = "http_interactions"


def interactions(document: JsonObject, path: str) -> Iterator[Interaction]:
    """Yield the exchanges of a cassette.

    Raises:
        UnreadableInput: an interaction lacks its request, its response or the status.
    """
    for n, each in objects(document[KEY], f"{path}: `{KEY}`"):
        place = f"{path}, interaction {n}"
        request, response = within(each, "request", place), within(each, "response", place)
        yield Interaction(
            n=n,
            method=str(request.get("method", "")),
            url=str(request.get("uri", "")),
            request=request.get("body"),
            request_headers=lowered(request.get("headers")),
            status=whole(within(response, "status", place).get("code"), "status.code", place),
            response=response.get("body"),
            response_headers=lowered(response.get("headers")),
            date=iso_day(each.get("recorded_at")),
        )
