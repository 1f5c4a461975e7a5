"""HTTP archives (HAR 1.2), as browsers and proxies write them."""

from collections.abc import Iterator

from sendable.model.json import Json, JsonObject
from sendable.recordings.bodies import from_base64
from sendable.recordings.fields import objects, whole, within
from sendable.recordings.interaction import Interaction, iso_day

KEY = "log"


def interactions(document: JsonObject, path: str) -> Iterator[Interaction]:
    """Yield the exchanges of an archive.

    Raises:
        UnreadableInput: an entry lacks its request, its response or the status.
    """
    entries = within(document, KEY, path).get("entries")
    for n, each in objects(entries, f"{path}: `log.entries`"):
        place = f"{path}, entry {n}"
        request, response = within(each, "request", place), within(each, "response", place)
        yield Interaction(
            n=n,
            method=str(request.get("method", "")),
            url=str(request.get("url", "")),
            request=_content(request.get("postData")),
            request_headers=_headers(request.get("headers")),
            status=whole(response.get("status"), "status", place),
            response=_content(response.get("content")),
            response_headers=_headers(response.get("headers")),
            date=iso_day(each.get("startedDateTime")),
        )


def _content(content: Json) -> Json:
    if not isinstance(content, dict):
        return None
    text = content.get("text")
    return from_base64(text) if content.get("encoding") == "base64" and isinstance(text, str) else text


def _headers(pairs: Json) -> dict[str, str]:
    named = (each for each in pairs if isinstance(each, dict)) if isinstance(pairs, list) else ()
    return {str(each.get("name", "")).lower(): str(each.get("value", "")) for each in named}
