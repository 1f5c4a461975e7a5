"""What the three APIs of a vLLM server have in common: duties that the reader of the model's prompt asks for."""

import re
from typing import Final

from sendable.model.item import kind
from sendable.reference.send.shape.duty import Duties, Notes, Placed
from sendable.reference.send.shape.ids import ids, nine
from sendable.reference.send.shape.opening import opened_by_user
from sendable.reference.send.shape.roles import roles
from sendable.reference.send.shape.system import system

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
    """Leave out what is said beside calls: the server makes one message of both, and version 3 takes either.

    Rule vllm-responses-mistral-content-or-calls.
    """
    return [_calls_alone(each, notes) for each in placed]


def _calls_alone(each: Placed, notes: Notes) -> Placed:
    said = [item for item in each.entry.items if kind(item) == "message"]
    if each.entry.role != "assistant" or not said or len(said) == len(each.entry.items):
        return each
    for item in said:
        notes.note(
            "text-left-out", "What is said beside calls is left out: the model's format has no place.", each.at, item
        )
    return each.holding(tuple(item for item in each.entry.items if kind(item) != "message"))
