"""Which mutators, shapes and targets meet."""

import msgspec
import pytest

from pages import profile as page
from sendable.corpus.build import WELL_FORMED, build
from sendable.corpus.coverage import concerns, coverage
from sendable.corpus.mutator import SHAPES
from sendable.corpus.mutators import MUTATORS
from sendable.corpus.profile import load_profile
from sendable.model.target import parse_target
from sendable.report.corpus import coverage_rows, coverage_text
from sendable.tasks.corpus import COVERED

TARGETS = [parse_target(each) for each in COVERED]
CHAT = [parse_target("openai-chat:gpt-5.4")]


@pytest.fixture(scope="module")
def frozen():
    """The cases of the frozen profile."""
    return load_profile(page.NAME)


def test_every_pair_meets_in_the_frozen_profile(frozen) -> None:
    """Mutators x shapes, mutators x targets, shapes x targets: each pair has a case at least."""
    found = coverage(frozen, TARGETS)
    assert found.missing == ()
    wanted = {(each.name, shape) for each in MUTATORS for shape in each.shapes}
    wanted |= {(WELL_FORMED, shape) for shape in SHAPES}
    assert {(name, shape) for name, shape, _ in found.counts} == wanted


def test_a_pair_that_never_meets_is_told() -> None:
    """Without one mutator's cases of one shape, exactly that pair is missing."""
    cases = [each for each in build(0, 400) if not each.id.startswith("items--missing-name--")]
    assert coverage(cases, CHAT).missing == ("missing-name x items",)


def test_nothing_meets_in_nothing() -> None:
    """Of no cases every pair is missing, whole conversations too."""
    found = coverage([], CHAT)
    assert found.counts == {}
    assert {"well-formed x nodes", "well-formed x openai-chat:gpt-5.4", "items x openai-chat:gpt-5.4"} <= set(
        found.missing
    )


def test_a_case_counts_for_the_targets_that_it_is_meant_for() -> None:
    """A glob that fits one target counts there alone; a case by hand has no mutator and counts nowhere."""
    first = msgspec.structs.replace(next(build(0, 1)), targets=("gemini:*",))
    shape, name, _ = first.id.split("--")
    by_hand = msgspec.structs.replace(first, id="by-hand")
    assert coverage([first, first, by_hand], TARGETS).counts == {(name, shape, "gemini:gemini-3-pro"): 2}
    assert concerns((), "gemini:x")
    assert not concerns(("mistral:*",), "gemini:x")


def test_the_table_has_a_row_for_each_mutator_and_shape() -> None:
    """A column for each API; a dash where they never meet."""
    first = msgspec.structs.replace(next(build(0, 1)), targets=("gemini:*",))
    shape, name, _ = first.id.split("--")
    found = coverage([first], TARGETS)
    assert coverage_rows(found) == (["mutator", "shape", "gemini"], [[name, shape, "1"]])
    assert coverage_text(found).splitlines()[-1].startswith("missing     ")


def test_the_page_is_up_to_date() -> None:
    """``python harness/pages/profile.py`` would write what is there."""
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run python harness/pages/profile.py"


def test_the_smoke_profile_is_the_first_of_the_quick_cases(frozen) -> None:
    """So each mutator and shape is in it, for `build` takes them in turn."""
    smoke = load_profile("smoke")
    assert page.smoke(frozen) == smoke
    pairs = coverage(smoke, TARGETS).missing
    assert [each for each in pairs if not each.startswith("very-long x ")] == []
