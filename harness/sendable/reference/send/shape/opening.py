"""A turn ahead of a history that begins with a call, for a reader that overlooks the first message.

Rules vllm-chat-mistral-unexpected-result, vllm-messages-mistral-unexpected-result and
vllm-responses-mistral-unexpected-result: from tokenizer version 11 on, the validator (mistral-common 1.13.1) matches
results with the calls of all messages but the first, so that the results of a first message's calls belong to none.
Version 3 counts them so too (vllm-chat-mistral-count and its siblings).
"""

from typing import Final

from sendable.model.entry import Entry
from sendable.reference.send.shape.blank import PLACEHOLDER
from sendable.reference.send.shape.duty import Notes, Placed
from sendable.wire.items import CALL, kind

_AHEAD: Final = f"The history begins with a call: a user's turn {PLACEHOLDER!r} is sent ahead of it."


def stand_in() -> Entry:
    """Return a user's turn that says that there is nothing; a new one each time, for outputs share nothing."""
    return Entry("user", ({"type": "message", "role": "user", "content": PLACEHOLDER},))


def opened_by_user(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Put a user's turn ahead of a call that nothing precedes."""
    first = placed[0] if placed else None
    call = next((item for item in first.entry.items if kind(item) == CALL), None) if first else None
    if first is None or call is None:
        return placed
    notes.note("turn-put-ahead", _AHEAD, first.at, call)
    return [Placed(first.at, stand_in()), *placed]
