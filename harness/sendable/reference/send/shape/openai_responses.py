"""Duties for OpenAI Responses."""

import re
from typing import Final

from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_texts
from sendable.reference.send.shape.content import responses_content
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.ids import ids
from sendable.reference.send.shape.names import names

_ID: Final = re.compile(r".{1,64}", re.DOTALL)


def duties(_target: Target) -> Duties:
    """Return the duties in order.

    Rules: resp-call-id-too-long (64) and resp-call-id-any-charset, resp-function-name-pattern,
    resp-function-name-too-long (128), resp-content-null, resp-output-missing. Roles need nothing: system and developer
    may stand anywhere (resp-system-developer-anywhere).
    """
    return {
        "content": responses_content,
        "names": names(128),
        "arguments": as_texts,
        "ids": ids(_ID),
    }
