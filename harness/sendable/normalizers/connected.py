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

    @property
    def targets(self) -> tuple[str, ...]:
        """Globs on ``API[@vendor]:model``; it is asked for no other target. Empty is all."""
        ...

    @property
    def in_process(self) -> bool:
        """Whether it can be given, and can change, the very objects of this process."""
        ...

    def normalize(self, given: Given) -> NormalizerAnswer:
        """Answer one history; never raises, an implementation that breaks is a `Crashed`."""
        ...

    def close(self) -> bool:
        """End what it runs beside this process; it starts again when it is asked again.

        Returns:
            Whether it ended by itself; False when it had to be killed.
        """
        ...
