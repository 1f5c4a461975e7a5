"""What providers do with each unrepaired shape is what the mutators' tables say."""

from collections import defaultdict
from functools import cache

import pytest
from corpus.conversations import ONE_CALL, PARALLEL
from corpus.stored import BASES, TOOLS, tree

from sendable import oracle, wire
from sendable.corpus import MUTATORS, realize
from sendable.corpus.line import line_of
from sendable.corpus.mutator import Broken
from sendable.model.evidence import grade_of
from sendable.model.target import Target
from sendable.oracle.book import load, record_of
from sendable.reference.send.held import entries_of
from sendable.wire import flat

MODELS = {
    "openai-chat": "gpt-5.4",
    "openai-responses": "gpt-5.4",
    "anthropic-messages": "claude-opus-5-5",
    "gemini": "gemini-3-pro-preview",
}
FIRST_PARTY = set(MODELS) - {"gemini"}
OWN = {"openai-responses": "openai", "anthropic-messages": "anthropic", "gemini": "google"}
ROWS = [(mutator, row) for mutator in MUTATORS for row in mutator.evidence]
NAMES = [f"{mutator.name}-{row.api}" for mutator, row in ROWS]


def spoken(message):
    """Give a silent turn a text: that Anthropic refuses an empty one is another fault."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    return {**message, "content": "Look."} if calls and message.get("content") == "" else message


def bases(api, mutator=None):
    """Yield what is broken for an API: histories that name no maker, and one that its own provider made."""
    if api in FIRST_PARTY:
        yield from ({"messages": list(map(spoken, each))} for each in (ONE_CALL, PARALLEL))
        yield {"items": BASES["plain"], "tools": TOOLS}
        yield tree(BASES["plain"])
    if api in OWN:
        yield {"items": BASES[OWN[api]], "tools": TOOLS}
    if api == "openai-responses":
        yield {"items": BASES["custom"], "tools": TOOLS}
    if api == "anthropic-messages" and mutator and mutator.family == "changed-prefix":
        yield {"items": BASES["bound"], "tools": TOOLS}


def raw(broken, api):
    """Write a history as it is, and the coming turn behind it."""
    history = realize(broken.history)
    if "messages" in history:
        entries = flat.entries([*map(spoken, history["messages"]), *broken.next])
    else:
        coming = [{"type": "message", **each} for each in broken.next]
        entries = [*entries_of([spot.item for spot in line_of(history)]), *entries_of(coming)]
    return wire.to_body(entries, Target(api, MODELS[api]), TOOLS)


@cache
def verdicts(mutator_name, api):
    """Judge every break of every base as it is: the number accepted, and the rules that refused."""
    mutator = next(each for each in MUTATORS if each.name == mutator_name)
    rules = defaultdict(int)
    for base in bases(api, mutator):
        for broken in mutator.broken(base):
            rules[oracle.judge(api, raw(broken, api), model=MODELS[api]).rule] += 1
    return rules


@pytest.mark.parametrize("api", MODELS)
def test_the_bases_are_accepted(api):
    """Before it is broken, each history is accepted as it is."""
    assert [oracle.judge(api, raw(Broken(each), api), model=MODELS[api]).rule for each in bases(api)] == [None] * len(
        list(bases(api))
    )


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda each: each.name)
def test_the_tables_have_a_row_for_each_first_party_api(mutator):
    """Every mutator says how each of the three APIs stands to its shape, and Gemini where the bases show it."""
    assert {each.api for each in mutator.evidence} - {"gemini"} == FIRST_PARTY


@pytest.mark.parametrize(("mutator", "row"), ROWS, ids=NAMES)
def test_the_rules_of_the_tables_exist(mutator, row):
    """Every rule that a row names is one that refuses, with first-hand evidence; every acceptance has evidence too."""
    load(row.api)
    for rule in row.refused_by:
        assert record_of(row.api, rule).refuses, mutator.name
        assert record_of(row.api, rule).grade != "unconfirmed"
    for rule in row.taken_by:
        assert not record_of(row.api, rule).refuses, mutator.name
    assert not row.taken or grade_of(row.taken) != "unconfirmed"
    assert row.refused_by or row.taken or row.taken_by or row.note


@pytest.mark.parametrize(("mutator", "row"), ROWS, ids=NAMES)
def test_the_oracle_refuses_by_the_rules_of_the_tables(mutator, row):
    """The oracle refuses a raw shape by the rules of its row, and by each of them somewhere; else it accepts it."""
    rules = verdicts(mutator.name, row.api)
    assert set(rules) - {None} == set(row.refused_by), dict(rules)
    assert None in rules or row.refused_by or not rules
