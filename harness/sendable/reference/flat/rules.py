"""The steps that can be left out one by one, to prove that the net of cases catches their absence."""

from typing import Final

from sendable.model.errors import BadUsage

# What each one does, and where the seed or the checklist asks for it.
RULES: Final[dict[str, str]] = {
    "drop-roleless": "a map without a role is dropped (1.7)",
    "known-role": "an unknown role becomes user (1.8)",
    "content-to-text": "content that is not text becomes text (1.9 to 1.11)",
    "mend-surrogates": "a lone surrogate becomes U+FFFD (1.12)",
    "cast-integer-ids": "a non-zero integer id becomes text (1.27)",
    "read-stored-ids": "ids are also read under metadata and from the spelling id (1.1, 1.34)",
    "system-first": "system messages move to the front (1.14)",
    "refuse-zero-id": 'the id "0" is unusable (1.27)',
    "refuse-blank-ids": "an empty or blank id is unusable (1.27)",
    "first-declaration-owns": "an id declared again is dropped from the later place (1.20 to 1.22)",
    "drop-emptied-turn": "a turn left with neither calls nor content is dropped (1.28)",
    "drop-orphan-result": "a result that no call declares is dropped (1.18)",
    "drop-duplicate-result": "a second result of one call is dropped (1.19)",
    "result-after-call": "a result that stands before its call does not answer it (1.35)",
    "result-next-to-call": "a late result moves next to its call (1.36)",
    "answer-open-calls": "an unanswered call gets a synthetic result (1.17)",
    "strip-leading": "results that lead the list are stripped (1.23)",
    "strip-behind-systems": "leading is counted from behind the system messages (1.23)",
    "repair-again": "pairing is repaired again after a strip (1.24)",
}
# The position-aware steps: what goes beyond the letter of the seed (design, section 7).
BEYOND_THE_LETTER: Final = frozenset({"result-after-call", "result-next-to-call", "strip-behind-systems"})
NOTHING: Final[frozenset[str]] = frozenset()


def check_names(without: frozenset[str]) -> None:
    """Refuse a name that no rule has: a typo would leave out nothing and prove nothing.

    Raises:
        BadUsage: naming the unknown rules and the known ones.
    """
    unknown = sorted(without - RULES.keys())
    if unknown:
        raise BadUsage(f"no such rule: {', '.join(unknown)}", hint=f"the rules are: {', '.join(RULES)}")
