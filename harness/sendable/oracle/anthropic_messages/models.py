"""Which Claude takes what: the table in ``models.json``, looked up by any spelling of a model's name."""

import re
from functools import cache
from importlib.resources import files

import msgspec

_NEW = re.compile(r"claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2}(?!\d)|preview)(?:-(\d{1,2})(?!\d))?")
_OLD = re.compile(r"claude-(\d)(?:-(\d))?-(opus|sonnet|haiku)")


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the table.

    names: ``<kind>-<major>[-<minor>]``. refuses: thinking types and features that are a 400 there. prefill: whether the
    last message may be the assistant's. system: whether `messages` may hold role system; None where the sources
    disagree. binding: who has thinking blocks checked against their prefix (``always``, ``newer_accounts``, or nobody).
    manual_thinking: thinking is switched on by a budget, and the old rules about its place hold.
    """

    names: tuple[str, ...]
    refuses: tuple[str, ...]
    prefill: bool
    system: bool | None
    binding: str = ""
    manual_thinking: bool = False


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    as_of: str
    sources: tuple[str, ...]
    families: tuple[Family, ...]


@cache
def flags_of(model: str) -> frozenset[str]:
    """Return the words that rules' conditions read for a model's name; ``model=unknown`` when it is not in the table.

    Bedrock's and Vertex's spellings, dated ids and prefixes of gateways are understood.
    """
    family = _by_name().get(family_name(model))
    if family is None:
        return frozenset({"model=unknown"})
    words = {f"{what}=no" for what in family.refuses}
    words.add("prefill=yes" if family.prefill else "prefill=no")
    if family.system is not None:
        words.add("system=yes" if family.system else "system=no")
    if family.binding:
        words.add(f"binding={family.binding}")
    if family.manual_thinking:
        words.add("manual-thinking=yes")
    return frozenset(words)


def family_name(model: str) -> str:
    """Return ``opus-4-8`` for ``us.anthropic.claude-opus-4-8-20260528-v1:0``; ``""`` when it is no Claude name."""
    new = _NEW.search(model)
    if new is not None:
        kind, major, minor = new.groups()
        return f"{kind}-{major}" if minor in (None, "0") else f"{kind}-{major}-{minor}"
    old = _OLD.search(model)
    if old is None:
        return ""
    major, minor, kind = old.groups()
    return f"{kind}-{major}-{minor}" if minor else f"{kind}-{major}"


@cache
def _by_name() -> dict[str, Family]:
    text = files(__package__ or "").joinpath("models.json").read_bytes()
    table = msgspec.json.decode(text, type=_Table)
    return {name: family for family in table.families for name in family.names}
