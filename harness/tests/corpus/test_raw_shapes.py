"""What providers do with each unrepaired shape is what the mutators' table says."""

from collections import defaultdict

import pytest
from corpus.conversations import ONE_CALL, PARALLEL

from sendable import oracle, wire
from sendable.corpus import MUTATORS
from sendable.model.evidence import grade_of
from sendable.model.target import Target
from sendable.oracle.book import load, record_of
from sendable.wire import flat

MODELS = {"openai-chat": "gpt-5.4", "openai-responses": "gpt-5.4", "anthropic-messages": "claude-opus-5-5"}
TOOLS = [{"name": "search", "description": "Search.", "parameters": {"type": "object", "properties": {}}}]
NEXT = {"role": "user", "content": "Continue."}
ROWS = [(mutator, row) for mutator in MUTATORS for row in mutator.evidence]
NAMES = [f"{mutator.name}-{row.api}" for mutator, row in ROWS]


def spoken(message):
    """Give a silent turn a text: that Anthropic refuses an empty one is another fault."""
    return {**message, "content": "Look."} if message["role"] == "assistant" and not message["content"] else message


def verdicts(mutator, api):
    """Judge every break of two conversations as it is: the number accepted, and the rules that refused."""
    rules = defaultdict(int)
    target = Target(api=api, model=MODELS[api])
    for history in (ONE_CALL, PARALLEL):
        for broken in mutator.breaks(history):
            body = wire.to_body(flat.entries([*map(spoken, broken), NEXT]), target, TOOLS)
            rules[oracle.judge(api, body).rule] += 1
    return rules


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda each: each.name)
def test_the_table_has_a_row_for_each_first_party_api(mutator):
    """Every mutator says how each of the three APIs stands to its shape."""
    assert {each.api for each in mutator.evidence} == set(MODELS)


@pytest.mark.parametrize(("mutator", "row"), ROWS, ids=NAMES)
def test_the_rules_of_the_table_exist(mutator, row):
    """Every rule that a row names is one that refuses, with first-hand evidence; every acceptance has evidence too."""
    load(row.api)
    for rule in row.refused_by:
        assert record_of(row.api, rule).refuses, mutator.name
        assert record_of(row.api, rule).grade != "unconfirmed"
    assert not row.taken or grade_of(row.taken) != "unconfirmed"


@pytest.mark.parametrize(("mutator", "row"), ROWS, ids=NAMES)
def test_the_oracle_refuses_by_the_rules_of_the_table(mutator, row):
    """The oracle refuses a raw shape by the rules of its row, and by each of them somewhere; else it accepts it."""
    rules = verdicts(mutator, row.api)
    assert set(rules) - {None} == set(row.refused_by), dict(rules)
    assert None in rules or row.refused_by
