"""Prove that a conversation history can be sent to a model provider."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("sendable")
except PackageNotFoundError:  # running from a source tree that was never installed
    __version__ = "0+unknown"

__all__ = ["__version__"]
