"""What an installed SDK declares for a history, read from its types; an SDK is imported only when `read` is called."""

from sendable.ledger.surface.changes import Change, changes
from sendable.ledger.surface.read import SDKS, read
from sendable.ledger.surface.record import ApiSurface, Field, Position, Side, Surface

__all__ = ["SDKS", "ApiSurface", "Change", "Field", "Position", "Side", "Surface", "changes", "read"]
