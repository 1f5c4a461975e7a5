"""Duties for Anthropic Messages."""

import re
from typing import Final

from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_objects
from sendable.reference.send.shape.blank import blank
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.ids import ids
from sendable.reference.send.shape.joined import joined
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.roles import roles
from sendable.reference.send.shape.system import system

_ID: Final = re.compile("[a-zA-Z0-9_-]+")


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Blank comes before system, which moves texts alone, and before joined, lest a message be emptied by joining it.
    Rules: anthropic-tool-use-id-pattern, anthropic-tool-use-name-length (a definition's name has at most 128
    characters of the alphabet), anthropic-tool-use-input-not-object, and those that the duties' files name.
    """
    return {
        "roles": roles({"developer": "system"}),
        "blank": blank,
        "system": system(target.model),
        "names": names(128),
        "arguments": as_objects,
        "ids": ids(_ID),
        "joined": joined,
    }
