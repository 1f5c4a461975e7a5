"""What the three APIs of a vLLM server have in common: duties that the reader of the model's prompt asks for."""

import re
from typing import Final

from sendable.model.item import CALL, kind
from sendable.reference.send.shape.blank import PLACEHOLDER
from sendable.reference.send.shape.duty import Duties, Notes, Placed
from sendable.reference.send.shape.ids import ids, nine
from sendable.reference.send.shape.opening import opened_by_user, stand_in
from sendable.reference.send.shape.roles import roles
from sendable.reference.send.shape.system import system

_BETWEEN: Final = f"The format has no place for what is said beside calls: a turn {PLACEHOLDER!r} is sent between."
_NINE: Final = re.compile("[a-zA-Z0-9]{9}")


def for_the_way(way: str) -> Duties:
    """Return the duties for mistral-common's validator, none for a chat template or harmony.

    A system message may not follow an assistant's or a result (rule vllm-chat-mistral-order and its siblings); version
    3 wants ids of nine letters or digits (vllm-chat-mistral-id-format). vLLM shows the validator only an id's last nine
    characters, so that longer ids could collide with version 13 too.
    """
    if not way.startswith("mistral"):
        return {}
    return {
        "roles": roles({"developer": "system"}),
        "system": system(takes=False),
        "ids": ids(_NINE, nine),
        "opening": opened_by_user,
    }


def longest_name(way: str) -> int:
    """Return how long a tool's name may be: mistral-common takes 64 characters (vllm-chat-mistral-function-name)."""
    return 64 if way.startswith("mistral") else 128


def calls_alone(placed: list[Placed], notes: Notes) -> list[Placed]:
    """Put a user's turn between what is said and the calls behind it: the server makes one message of both otherwise.

    Version 3 takes either (rule vllm-responses-mistral-content-or-calls).
    """
    whole: list[Placed] = []
    for piece in (piece for each in placed for piece in _pieces(each)):
        if whole and _speaks(whole[-1]) and _calls(piece):
            notes.note("turn-put-between", _BETWEEN, piece.at, piece.entry.items[0])
            whole.append(Placed(piece.at, stand_in()))
        whole.append(piece)
    return whole


def _pieces(each: Placed) -> list[Placed]:
    said = tuple(item for item in each.entry.items if kind(item) == "message")
    if each.entry.role != "assistant" or not said or len(said) == len(each.entry.items):
        return [each]
    calls = tuple(item for item in each.entry.items if kind(item) != "message")
    words = tuple(item for item in said if item.get("content"))
    return [*([each.holding(words)] if words else []), each.holding(calls)]


def _speaks(each: Placed) -> bool:
    return each.entry.role == "assistant" and any(kind(item) == "message" for item in each.entry.items)


def _calls(each: Placed) -> bool:
    return each.entry.role == "assistant" and any(kind(item) == CALL for item in each.entry.items)
