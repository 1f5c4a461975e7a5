"""The page of all rules is what the rules say."""

from pages import rules as page
from sendable import oracle


def test_the_page_is_current():
    """``python harness/pages/rules.py`` would write what is there."""
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run python harness/pages/rules.py"


def test_every_record_has_its_line():
    """A line a record, and no other lines that look like one."""
    lines = [line for line in page.page().splitlines() if line.startswith("| `")]
    ids = [record.id for api in oracle.apis() for record in oracle.rules(api)]
    assert [line.split("`")[1] for line in lines] == ids


def test_what_lacks_cover_is_listed():
    """A rule without a letter stands under the heading of what it lacks."""
    text = page.page().partition("## What lacks cover")[2]
    for api in oracle.apis():
        letters = page.covered(api)
        without_recording = [rule for rule, has in letters.items() if "F" not in has]
        assert (f"**{api}: a recording on file** ({len(without_recording)} of {len(letters)})" in text) is bool(
            without_recording
        )


def test_what_is_not_modelled_is_listed():
    """Each collected rule without a record has its line with the reason."""
    text = page.page().partition("## What is not modelled")[2]
    rows = [line.split(" | ") for line in text.splitlines() if "| `" in line]
    assert len(rows) == 38
    assert all(row[0].removeprefix("| ") in oracle.apis() and row[3].endswith(". |") for row in rows)
