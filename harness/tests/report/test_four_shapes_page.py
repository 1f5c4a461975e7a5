"""The page of the four shapes is what the oracle says."""

from pages import four_shapes as page
from sendable.report.shapes import shape_row, shapes_text
from sendable.tasks.shapes import TARGETS, shapes


def test_the_page_is_current():
    """``python harness/pages/four_shapes.py`` would write what is there."""
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run python harness/pages/four_shapes.py"


def test_the_overview_has_a_row_a_target():
    """All targets stand under one table, with both statuses in each cell."""
    lines = [line for line in page.page().splitlines() if line.startswith("| ") and "→" in line]
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines] == list(TARGETS)


def test_a_row_quotes_a_refusal_and_names_an_acceptance():
    """A refused shape has the provider's words, an accepted one the record or that it is its own."""
    rows = {answer.id: shape_row(answer) for answer in shapes("openai-responses")}
    assert rows["status-on-reasoning"][1:] == (
        "400",
        "Unknown parameter: 'input[1].status'.",
        "modelled, reported",
        "2026-09-20",
        "200",
    )
    assert rows["call-id-of-claude"][2] == "taken: resp-call-id-any-charset"
    assert rows["reasoning-of-openai"][1:] == ("200", "taken: its own", "modelled", "-", "200")


def test_the_terminal_counts_both_ways():
    """The last line says how many histories go through, before and after."""
    text = shapes_text(shapes("openai-responses"))
    assert text.startswith("openai-responses:gpt-5.4\n")
    assert text.splitlines()[-1] == "accepted: 3 of 8 as stored, 8 of 8 after the reference"
