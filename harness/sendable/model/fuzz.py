"""What a search for failures found: distinct causes, each with the shortest history that shows it."""

from typing import Literal

import msgspec

from sendable.model.report import NormalizerInfo, Result

CauseState = Literal["new", "known", "changed", "fixed", "unjudged"]

FAILING: frozenset[CauseState] = frozenset({"new", "known", "changed"})


class Found(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One cause of failure.

    check: the check that fails. sign: the rule that refuses, or how the normalizer broke; "" where the check says it
    all. target: for whom. state: ``new``; or of one that an earlier search wrote down: ``known`` (it still fails so),
    ``changed`` (its history fails in another way), ``fixed`` (it passes), ``unjudged`` (this normalizer cannot be
    asked, or declined: nobody knows). file: the case file. result: of its history.
    """

    check: str
    sign: str
    target: str
    state: CauseState
    file: str
    result: Result


class FuzzReport(msgspec.Struct, frozen=True, kw_only=True):
    """One search.

    histories: how many were made and judged. unfair: failures that were passed over because the reference fails on
    that history too. by_basis: verdicts per basis, zeros included, never added up. stopped: why the search did not
    come to its end; "" when it did.
    """

    normalizer: NormalizerInfo
    seed: int
    seconds: float
    histories: int
    requests: int
    unfair: int
    by_basis: dict[str, int]
    causes: tuple[Found, ...]
    stopped: str = ""
    schema: int = 1
