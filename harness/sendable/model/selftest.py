"""What a test of the net found: what was broken or left out, and which case noticed."""

from typing import Literal

import msgspec

PartName = Literal["a", "b", "c"]

PARTS: dict[PartName, str] = {
    "a": "a mutator breaks a history: some check turns red for the identity",
    "b": "a rule or step of the reference is left out: some case turns red",
    "c": "a rule of the oracle is left out: what it refused turns green",
}
"""The three parts, each with what is done and what must come of it."""


class Tried(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing that was broken or left out.

    what: which, as ``mutator drop-result openai-chat:gpt-5.4`` or ``shape openai-chat names``. by: the case, or the
    body of the rule, that noticed; ``""`` when none did. body: it is a rule's own body, no case. how: what turned red
    or green there. reason: why nothing notices. evidence: for that reason: ids of rules, places of reports and
    recordings.
    """

    what: str
    by: str = ""
    body: bool = False
    how: str = ""
    reason: str = ""
    evidence: tuple[str, ...] = ()

    @property
    def killed(self) -> bool:
        """Whether it was noticed."""
        return bool(self.by)

    @property
    def explained(self) -> bool:
        """Whether it was noticed, or there is a reason why it is not, with evidence."""
        return self.killed or bool(self.reason and self.evidence)


class PartResult(msgspec.Struct, frozen=True, kw_only=True):
    """One part. stale: reasons on file for what is noticed after all, or is no longer there."""

    part: PartName
    tried: tuple[Tried, ...]
    stale: tuple[str, ...] = ()
    seconds: float = 0

    @property
    def killed(self) -> int:
        """How many were noticed."""
        return sum(each.killed for each in self.tried)

    @property
    def survivors(self) -> tuple[Tried, ...]:
        """What nothing noticed, the unexplained first."""
        return tuple(sorted((each for each in self.tried if not each.killed), key=lambda each: each.explained))

    @property
    def sound(self) -> bool:
        """Whether all were noticed or are explained, and no reason is out of date."""
        return not self.stale and all(each.explained for each in self.tried)


class SelfTest(msgspec.Struct, frozen=True, kw_only=True):
    """The whole test of the net."""

    parts: tuple[PartResult, ...]
    seconds: float
    schema: int = 1
