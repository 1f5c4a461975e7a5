"""What comes out when the oracle is held against real round trips."""

from typing import Literal

import msgspec

Finding = Literal["agreed", "other-words", "falsely-refused", "missed", "not-judgeable"]

FINDINGS: tuple[Finding, ...] = ("agreed", "other-words", "falsely-refused", "missed", "not-judgeable")
"""The oracle says what the provider said; both refuse, but not in the same words; the oracle refuses what was taken; it
takes what was refused; the recording cannot show whether the oracle is right."""


class Disagreement(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One round trip of which the oracle says something else.

    vendor: the overlay that was asked, None for the API's own rules. answered_by: as the recording names it.
    source: ``repository path#interaction``. status, said: the provider's. rule, path, ours: the oracle's, empty when
    it accepts.
    """

    finding: Finding
    api: str
    answered_by: str
    source: str
    date: str
    status: int
    first_party: bool
    vendor: str | None = None
    said: str = ""
    rule: str = ""
    path: str = ""
    ours: str = ""


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """The round trips of one API that one party answered.

    overlay: whether the oracle has rules for this very party (the API's own provider included). accepted: how many were
    answered with a 2xx. by_finding: all findings, zeros included. of_history: the same for the refusals that are about
    the history.
    """

    api: str
    answered_by: str
    first_party: bool
    overlay: bool
    accepted: int
    refused: int
    by_finding: dict[str, int]
    of_history: dict[str, int]


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """The whole comparison.

    compared: round trips with a verdict on both sides. reasons: of the refusals that are not judgeable, by API and
    reason. no_verdict: what was not compared, by reason.
    """

    compared: int
    counted: tuple[Counted, ...]
    reasons: dict[str, int]
    no_verdict: dict[str, int]
    disagreements: tuple[Disagreement, ...]
    oracle: str

    @property
    def falsely_refused(self) -> int:
        """How many requests that the API's own provider took are refused."""
        return sum(each.by_finding["falsely-refused"] for each in self.counted if each.first_party)
