"""The real command, as a user runs it."""

from cli_command import sendable  # noqa: F401 - a fixture
