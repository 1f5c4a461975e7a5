"""The neutral form between a history and a wire format."""

from typing import Any

import msgspec

from sendable.model.json import JsonObject


class Entry(msgspec.Struct, frozen=True):
    """What stands together on the wire: one stored message, or all that one model response returned.

    The boundary is kept because providers judge it: two assistant messages with one call each are not one message with
    two calls.

    role: as stored (``system``, ``developer``, ``user``, ``assistant``, ``tool`` or whatever else stood there); None
        for something that is no message at all, which is then in `raw`.
    items: Responses-style items in order: ``message`` (with ``role`` and ``content``: a text or content parts),
        ``function_call`` (``call_id``, ``name``, ``arguments``), ``function_call_output`` (``call_id``, ``output``),
        and every other item kept exactly. A key that the history lacked is absent here too.
    raw: a value that is not a message; the wire passes it on as it is, so that the provider judges it.
    provider, model: who made all of the items (provider type, model); None for what no model made, or where the
        history does not say.
    """

    role: str | None
    items: tuple[JsonObject, ...] = ()
    raw: Any = msgspec.UNSET
    provider: str | None = None
    model: str | None = None
