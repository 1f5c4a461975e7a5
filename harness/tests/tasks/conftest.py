"""The real command, shared with the tests of the command line."""

from cli_command import sendable  # noqa: F401 - a fixture
