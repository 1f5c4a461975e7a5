"""A stored history to a request body, one file a step; the stored copy is never changed."""

from sendable.reference.send.assemble import Request, assemble
from sendable.reference.send.budget import Count
from sendable.reference.send.compactor import Compactor
from sendable.reference.send.prefix import prefix_digest
from sendable.reference.send.switch import SwitchWarning, switch_warning

__all__ = ["Compactor", "Count", "Request", "SwitchWarning", "assemble", "prefix_digest", "switch_warning"]
