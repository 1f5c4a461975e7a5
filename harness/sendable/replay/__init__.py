"""Asking a provider: one way in, and the basis of the answer always said."""

from sendable.replay.asking import Asked
from sendable.replay.modelled import Modelled
from sendable.replay.sdk import sdk_versions

__all__ = ["Asked", "Modelled", "sdk_versions"]
