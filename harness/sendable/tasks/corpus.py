"""Make, check and measure cases."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import msgspec

from sendable.corpus import case_files, load_cases
from sendable.corpus.build import build
from sendable.corpus.coverage import Coverage, coverage
from sendable.corpus.lint import Finding, lint
from sendable.corpus.profile import as_lines, load_profile, profiles, read_frozen
from sendable.model.case import Case
from sendable.model.target import parse_target

COVERED = (
    "openai-chat:gpt-5.4",
    "openai-responses:gpt-5.4",
    "anthropic-messages:claude-opus-5-5",
    "gemini:gemini-3-pro",
    "mistral:mistral-large-latest",
    "bedrock-converse:anthropic.claude-sonnet-4-5",
    "vllm-chat:tiny",
    "vllm-responses:tiny",
    "vllm-messages:tiny",
    "llamacpp-chat:tiny",
    "llamacpp-responses:tiny",
    "llamacpp-messages:tiny",
)
"""The targets that a corpus should meet: one of each API."""


class Linted(msgspec.Struct, frozen=True):
    """How many cases were read, and what is wrong with them."""

    cases: int
    findings: tuple[Finding, ...]


def build_lines(seed: int, size: int) -> bytes:
    """Return generated cases as JSON Lines."""
    return as_lines(list(build(seed, size)))


def profile_lines(name: str) -> bytes:
    """Return the cases of a profile as JSON Lines.

    Raises:
        SendableError: there is no such profile, or it is damaged.
    """
    return as_lines(load_profile(name))


def lint_cases(paths: Sequence[Path]) -> Linted:
    """Check the cases of files and folders, or everything that is shipped.

    Raises:
        UnreadableInput: a file is not what it should be.
    """
    cases = load_cases(paths) if paths else _shipped()
    return Linted(len(cases), tuple(lint(cases)))


def coverage_of(paths: Sequence[Path], profile: str) -> Coverage:
    """Count what meets in files, or in a profile.

    Raises:
        SendableError: a file or a profile cannot be read.
    """
    cases = load_cases(paths) if paths else load_profile(profile)
    return coverage(cases, [parse_target(each) for each in COVERED])


def _shipped() -> list[Case]:
    """Return the hand-written cases and those of every profile that is not drawn from another."""
    frozen = [name for name in profiles() if not read_frozen(name).of]
    return list(chain(load_cases(case_files()), *(load_profile(name) for name in frozen)))
