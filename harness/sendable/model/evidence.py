"""Why we believe what we say of a provider."""

from typing import Literal

import msgspec

Kind = Literal["recording", "cassette", "report", "document", "source"]
Grade = Literal["measured", "reported", "documented", "unconfirmed"]
Basis = Literal["live", "recorded", "modelled"]

BASES: tuple[Basis, ...] = ("live", "recorded", "modelled")


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """One source of one fact.

    kind: what it is. where: address, or repository with path. date: ISO date, or year and month, of the observation.
    model: the model it was seen with. says: what the source states, when it disagrees with the rule it stands under.
    secondhand: a source that only repeats what it heard; it never lifts a rule's grade.
    note: what is to be seen there, in our words.
    """

    kind: Kind
    where: str
    date: str
    model: str = ""
    says: Literal["", "accepted", "rejected"] = ""
    secondhand: bool = False
    note: str = ""


_GRADE_OF: dict[str, Grade] = {
    "recording": "measured",
    "cassette": "measured",
    "report": "reported",
    "document": "documented",
    "source": "documented",
}
_RANK: tuple[Grade, ...] = ("measured", "reported", "documented", "unconfirmed")


def grade_of(sources: tuple[Evidence, ...]) -> Grade:
    """Grade a fact by the kind of its best first-hand source (design, section 6.2)."""
    grades = {_GRADE_OF[each.kind] for each in sources if not each.secondhand}
    return next((grade for grade in _RANK if grade in grades), "unconfirmed")
