"""A normalizer that is ready to be asked."""

from typing import Protocol

from sendable.model.report import NormalizerInfo
from sendable.normalizers.answer import Given, NormalizerAnswer


class Connected(Protocol):
    """One implementation behind whatever transport."""

    @property
    def info(self) -> NormalizerInfo:
        """Who it is."""
        ...

    @property
    def contracts(self) -> tuple[str, ...]:
        """What it can be held to."""
        ...

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Answer one history; never raises, an implementation that breaks is a `Crashed`."""
        ...
