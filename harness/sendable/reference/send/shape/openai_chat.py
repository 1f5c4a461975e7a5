"""Duties for OpenAI Chat Completions."""

import re
from typing import Final

from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_texts
from sendable.reference.send.shape.content import chat_content
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.ids import ids
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.roles import roles

_ID: Final = re.compile(r".{1,64}", re.DOTALL)
_ONLY_USER: Final = {"system": "user", "developer": "user"}


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: chat-tool-call-id-64 (any characters, at most 64), chat-function-name-pattern (a definition's name has at
    most 64), chat-arguments-object, chat-content-null, chat-o1-mini-system and chat-o1-mini-developer.
    """
    return {
        "roles": roles(_ONLY_USER if target.model.startswith("o1-mini") else {}),
        "content": chat_content,
        "names": names(64),
        "arguments": as_texts,
        "ids": ids(_ID),
    }
