"""Why a result that was green is red: what changed between two runs, as far as their digests decide it."""

from typing import Literal

import msgspec

Who = Literal["corpus", "recording", "normalizer", "sdk", "ledger", "oracle", "harness", "undecidable"]


class Blamed(msgspec.Struct, frozen=True, kw_only=True):
    """One result that turned red.

    who: changed first in the course of a run. because: in a sentence. also: what else changed. checks: the ones that
    fail now.
    """

    case: str
    target: str
    who: Who
    because: str
    also: tuple[Who, ...] = ()
    checks: tuple[str, ...] = ()
    reproduce: str = ""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two reports beside each other.

    turned_red: green before. new_red: not in the old report. mended: red before, green now. still_red: both. gone:
    results that the new report lacks. changed: versions and digests that differ, as ``openai: 3.56.0 -> 3.57.0``.
    """

    turned_red: tuple[Blamed, ...]
    new_red: int
    mended: int
    still_red: int
    gone: int
    compared: int
    changed: tuple[str, ...]
    schema: int = 1
