"""The page of what holds what is what the cases say."""

import re

from pages import traceability as page
from sendable import oracle
from sendable.corpus import case_files, load_cases
from sendable.tasks.trace import cited_and_unknown, statements, traced_rules, traced_statements


def test_the_page_is_current():
    """``python harness/pages/traceability.py`` would write what is there."""
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run python harness/pages/traceability.py"


def test_every_statement_is_there_once():
    """1.1 to 1.39, 2.1 to 2.79 with their lettered parts, D1 to D16, in order; and cases cite no other."""
    flat = [f"1.{n}" for n in range(1, 40)]
    letters = {16: "a", 58: "abc", 59: "abcdefghi"}
    sent = [f"2.{n}{letter}" for n in range(1, 80) for letter in ([] if n == 59 else [""]) + list(letters.get(n, ""))]
    assert list(statements()) == [*flat, *sent, *(f"D{n}" for n in range(1, 17))]
    assert cited_and_unknown() == []


def test_every_statement_is_held_by_something():
    """Cases, or a place that is there, or it is background and says so."""
    bare = [each for each in traced_statements() if not each.cases]
    assert [each.number for each in bare if not (each.statement.held_by or each.statement.background)] == []
    places = {place for each in bare for place in each.statement.held_by}
    assert [place for place in places if not (page.ROOT / place).is_file()] == []


def test_the_cases_of_a_statement_cite_it():
    """A decision has the cases of the statements that it is about."""
    features = {case.id: case.features for case in load_cases(case_files())}
    for each in traced_statements():
        numbers = set(each.statement.as_ or (each.number,))
        assert all(numbers & set(features[case]) for case in each.cases), each.number


def test_every_rule_has_its_line_and_something_that_shows_it():
    """A line a record of the oracle, and a case or a body for each."""
    text = page.page().partition("## Rules\n")[2]
    rules = [record.id for api in oracle.apis() for record in oracle.rules(api)]
    assert re.findall(r"^\| `([^`]+)`", text, re.MULTILINE) == rules
    assert [each.rule for each in traced_rules() if not (each.cases or each.bodies or each.accepted)] == []
