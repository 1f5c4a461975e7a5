"""The case files of the seed, against the reference."""

import json
from pathlib import Path

import pytest

from sendable.corpus.casefile import load_cases
from sendable.corpus.tagged import decode_tags
from sendable.reference.flat import normalize_flat

ROOT = Path(__file__).resolve().parents[4]
CASES = load_cases([ROOT / "cases" / "flat"])
READINGS = json.loads((Path(__file__).parent / "readings.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case_comes_out_as_it_says(case):
    """Each case's output is one of its exact ones, or the reading on file where the seed leaves room."""
    result = normalize_flat(decode_tags(case.history["messages"]))
    allowed = [(each.messages, each.dropped) for each in case.expect.exact] or [
        (READINGS[case.id]["messages"], READINGS[case.id]["dropped"])
    ]
    assert (result.messages, result.dropped) in allowed


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_first_exact_output_is_the_reading_of_the_reference(case):
    """Where several outputs are acceptable the reference answers the first."""
    if case.expect.exact:
        result = normalize_flat(decode_tags(case.history["messages"]))
        assert (result.messages, result.dropped) == (case.expect.exact[0].messages, case.expect.exact[0].dropped)


def test_readings_are_for_cases_without_exact_output():
    """No reading is left over, and none doubles an exact output."""
    assert set(READINGS) == {case.id for case in CASES if not case.expect.exact}


def test_every_statement_of_the_seed_has_a_case():
    """Each numbered statement of the flat half of the checklist is a feature of some case."""
    numbers = {feature for case in CASES for feature in case.features}
    assert [n for n in range(1, 40) if f"1.{n}" not in numbers] == []


def test_letter_is_not_sendable_exactly_where_the_case_says_so():
    """A case with a refusal of the letter comes out otherwise by the letter than by the reading beyond it."""
    differing = set()
    for case in CASES:
        history = decode_tags(case.history["messages"])
        if normalize_flat(history, letter=True).messages != normalize_flat(history).messages:
            differing.add(case.id)
    refused = {case.id for case in CASES if case.expect.letter}
    assert refused <= differing
    assert differing - refused == {"flat-leading-and-real-result", "flat-answer-behind-second-declaration"}
