"""What each step of the reference makes of a body's history; whatever a step leaves alone stays as it stood there."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from sendable import wire
from sendable.corpus.plain import plain
from sendable.model.entry import Entry
from sendable.model.errors import SendableError
from sendable.model.json import Json, JsonObject, encode_json
from sendable.model.target import Target
from sendable.recordings.digest import history_keys
from sendable.reference.flat import RULES, normalize_flat
from sendable.reference.send.cleanup import clean_up
from sendable.reference.send.order import repair_order
from sendable.reference.send.shape import shape
from sendable.wire import flat

Entries: TypeAlias = Sequence[Entry]
# Rules of the closing repair that only write messages in the flat shape: what they do is no repair.
_WRITING: Final = frozenset({"known-role", "content-to-text", "mend-surrogates", "cast-integer-ids", "read-stored-ids"})
_REPAIRING: Final = frozenset(RULES) - _WRITING


def changed_by_steps(body: JsonObject, target: Target) -> Iterator[tuple[str, JsonObject]]:
    """Yield the body as each step of the reference changes its history, alone and together; none where it cannot."""
    try:
        read = wire.from_body(target.api, body)
        yield from _by_send(body, read, target)
        yield from _by_closing_repair(body, read, target)
    except SendableError:  # no wire format or no duties of this API, or nothing that can be read as a history
        return


def _by_send(body: JsonObject, read: Entries, target: Target) -> Iterator[tuple[str, JsonObject]]:
    """Yield what the steps of the send side make of it."""
    steps: dict[str, Callable[[Entries], Entries]] = {
        "order repair": lambda entries: repair_order(entries, target).entries,
        "removing cleanup": lambda entries: clean_up(entries, target).entries,
        "shape": lambda entries: shape(entries, target).entries,
    }
    plainly = wire.to_body(read, target)
    together: Entries = read
    for name, step in steps.items():
        yield name, _grafted(body, plainly, wire.to_body(step(read), target), target.api)
        together = step(together)
    yield "the steps of the send side", _grafted(body, plainly, wire.to_body(together, target), target.api)


def _by_closing_repair(body: JsonObject, read: Entries, target: Target) -> Iterator[tuple[str, JsonObject]]:
    """Yield what the closing repair makes of it, alone and shaped."""
    stored: Sequence[Json] = flat.messages(read)  # what was no message comes back as it was
    messages = [plain(each) for each in stored]
    plainly = wire.to_body(flat.entries(normalize_flat(messages, without=_REPAIRING).messages), target)
    repaired = flat.entries(normalize_flat(messages).messages)
    yield "closing repair", _grafted(body, plainly, wire.to_body(repaired, target), target.api)
    shaped = wire.to_body(shape(repaired, target).entries, target)
    yield "closing repair and shape", _grafted(body, plainly, shaped, target.api)


def _grafted(body: JsonObject, plainly: JsonObject, changed: JsonObject, api: str) -> JsonObject:
    """Put a changed history into the body.

    Args:
        body: the original.
        plainly: the original as it comes back from being read and written without the step.
        changed: the same with the step.
        api: names the keys of the history.
    """
    grafted = dict(body)
    for key in history_keys(api):
        if key not in changed:
            grafted.pop(key, None)
        elif changed.get(key) != plainly.get(key):
            grafted[key] = _kept(body.get(key), plainly.get(key), changed[key])
    return grafted


def _kept(original: Json, plainly: Json, changed: Json) -> Json:
    """Return the changed list with the original's elements wherever the step left an element as it was."""
    if not (isinstance(original, list) and isinstance(plainly, list) and isinstance(changed, list)):
        return changed
    if len(original) != len(plainly):
        return changed
    waiting: dict[bytes, deque[Json]] = {}
    for own, same in zip(original, plainly, strict=True):
        waiting.setdefault(encode_json(same), deque()).append(own)
    return [found.popleft() if (found := waiting.get(encode_json(each))) else each for each in changed]
