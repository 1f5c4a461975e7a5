"""Each API's own answer to the four shapes that make a stored history unsendable (seed 2).

The data stand in ``four_shapes.json``, a row for each API and shape:
``{"api", "shape", "status", "rule"?, "says"?, "param"?, "taken_by"?, "own"?}``. A refusal has its rule and the first
line of the provider's text; an acceptance names the record that says so, or is of the provider's own items.
"""

import json
from pathlib import Path

import pytest

from sendable import oracle
from sendable.model.shape import ShapeAnswer
from sendable.tasks.shapes import TARGETS, shapes

EXPECTED = json.loads(Path(__file__).with_name("four_shapes.json").read_text(encoding="utf-8"))
ANSWERS = {(answer.target.partition(":")[0], answer.id): answer for answer in shapes()}
FOUR = {
    "a tool call with no result",
    "a message between a call and its result",
    "an item another provider produced",
    "a field that exists only in responses",
}


def _row(api: str, answer: ShapeAnswer) -> dict:
    row = {"api": api, "shape": answer.id, "status": answer.raw.status}
    if answer.raw.error is None:
        return row | ({"taken_by": answer.taken_by} if answer.taken_by else {"own": answer.own})
    row |= {"rule": answer.raw.rule, "says": answer.raw.error.message.partition("\n")[0]}
    return row | ({"param": answer.raw.error.param} if answer.raw.error.param else {})


@pytest.mark.parametrize("row", EXPECTED, ids=[f"{row['api']}-{row['shape']}" for row in EXPECTED])
def test_a_stored_shape_gets_that_apis_own_answer(row: dict) -> None:
    """Status, rule and words are the API's, or its acceptance is on record."""
    assert _row(row["api"], ANSWERS[row["api"], row["shape"]]) == row


def test_every_api_is_asked_all_four() -> None:
    """A row for each API of the oracle and each history, and the histories are of all four shapes."""
    assert {target.partition(":")[0] for target in TARGETS} == set(oracle.apis())
    assert [(row["api"], row["shape"]) for row in EXPECTED] == list(ANSWERS)
    assert {answer.shape for answer in ANSWERS.values()} == FOUR


def test_an_acceptance_has_a_known_acceptance_behind_it() -> None:
    """What goes through as stored is a record with status 200 of that API, or the provider's own."""
    for (api, shape), answer in ANSWERS.items():
        if answer.raw.accepted:
            records = {record.id for record in oracle.rules(api) if not record.refuses}
            assert answer.own or answer.taken_by in records, (api, shape)


def test_the_reference_makes_every_shape_sendable() -> None:
    """After the reference, every API accepts every one of these histories, and none warns."""
    assert {key: answer.shaped.rule for key, answer in ANSWERS.items() if not answer.shaped.accepted} == {}
    assert {key for key, answer in ANSWERS.items() if answer.shaped.warnings} == set()
