"""The page of all mutators is what the mutators and their tables say."""

from pages import mutators as page
from sendable.corpus import MUTATORS
from sendable.corpus.families import families


def test_the_page_is_current():
    """``python harness/pages/mutators.py`` would write what is there."""
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run python harness/pages/mutators.py"


def test_every_mutator_has_its_line_and_its_verdicts():
    """A line a mutator, then one for each of its verdicts; then one for each family."""
    first, rest = page.page().split("## What providers do with the shape")
    second, third = rest.split("## What the reference does with each family")
    assert _names(first) == [each.name for each in MUTATORS]
    assert _names(second) == [each.name for each in MUTATORS for _ in each.evidence]
    assert [line.split(" ")[1] for line in third.splitlines() if line.startswith("| ")][1:][1:] == [
        each.name for each in families()
    ]


def _names(text):
    return [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
