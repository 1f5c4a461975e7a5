"""What the reference makes of a returned field: whether it goes out again in the next request."""

from collections.abc import Iterator

from sendable.ledger.sample import sample
from sendable.ledger.strip import strip_list
from sendable.ledger.surface import ApiSurface
from sendable.ledger.walk import fields, items
from sendable.model.claude_block import read_block
from sendable.model.drift import Stripped
from sendable.model.item import ANTHROPIC
from sendable.model.json import JsonObject
from sendable.model.target import parse_target
from sendable.reference.send.assemble import assemble

# Nothing that removes an item as a whole: what is left of a field must be seen.
_KEEPING = frozenset({"cleanup", "order"})
_TARGETS = {
    "openai-responses": "openai-responses:gpt-5.4",
    "openai-chat": "openai-chat:gpt-5.4",
    "anthropic-messages": "anthropic-messages:claude-sonnet-4-5",
}
_USER = {"type": "message", "role": "user", "content": "Hi"}


def stripped(surface: ApiSurface) -> Iterator[Stripped]:
    """Yield the strip list of an API, each field with whether the reference would send it."""
    for path in strip_list(surface):
        yield Stripped(api=surface.name, path=path, sent=goes_out(surface, path))


def goes_out(surface: ApiSurface, path: str, without: frozenset[str] = frozenset()) -> bool:
    """Store an item as a response of the API gives it, and look for one of its fields in the request that sends it.

    Args:
        surface: whose responses declare the field.
        path: the field's ledger path.
        without: duties of shape to leave out, for tests.
    """
    target = parse_target(_TARGETS[surface.api])
    history = _stored(surface.api, sample(surface.response, path))
    body = assemble(history, target, without=_KEEPING | without).body
    return any(path == each for item in items(surface.api, body) for each in fields(item))


def _stored(api: str, returned: JsonObject) -> JsonObject:
    """Return the history that holds what an API returned."""
    if api == "openai-chat":
        return {"messages": [{"role": "user", "content": "Hi"}, returned]}
    if api == "anthropic-messages":
        in_envelope = "role" in returned
        item = {**returned, "type": "message", "provider": ANTHROPIC} if in_envelope else read_block(returned)
    else:
        item = {**returned, "provider": "openai", "model": "gpt-5.4"}
    return {"items": [_USER, item]}
