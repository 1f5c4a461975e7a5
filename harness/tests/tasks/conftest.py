"""The real command, shared with the tests of the command line; and Ctrl-C, which reaches it."""

import signal
from collections.abc import Iterator

import pytest
from cli_command import sendable  # noqa: F401 - a fixture


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let children be interrupted: what is run in the background ignores the signal, and so do its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
