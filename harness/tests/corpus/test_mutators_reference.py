"""What the reference makes of each broken history ends as the mutator expects."""

from fnmatch import fnmatchcase
from functools import cache

import msgspec
import pytest
from corpus.test_mutators_all import NAMES, OF_SHAPE, PLACES

from sendable.model.case import Case
from sendable.model.target import parse_target
from sendable.normalizers import connect
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.replay import Modelled
from sendable.tasks.evaluate import evaluate

TARGETS = ("openai-chat:gpt-5.4", "openai-responses:gpt-5.4", "anthropic-messages:claude-opus-5-5")
EACH = 2


@cache
def tools():
    """Start the reference, and whoever answers for the providers."""
    return connect("reference"), Modelled(EVIDENCE_DATE)


def some(mutator, shape):
    """Take a few breaks, spread over all bases whose own calls every target takes."""
    bases = [each for each in OF_SHAPE[shape] if "custom_tool_call" not in str(each)]
    every = [broken for base in bases for broken in mutator.broken(base)]
    return every[:: max(1, len(every) // EACH)][: EACH + 1]


@pytest.mark.parametrize(("mutator", "shape"), PLACES, ids=NAMES)
def test_it_ends_as_expected(mutator, shape):
    """Accepted with nothing lost, or refused by the rule that the mutator names; on three targets."""
    failed = []
    for broken in some(mutator, shape):
        history = msgspec.json.decode(msgspec.json.encode(broken.history))
        case = Case(
            id="x",
            title="Made",
            contract=broken.contract,
            family=mutator.family,
            history=history,
            expect=broken.expect,
            next=broken.next,
        )
        for target in TARGETS:
            if not broken.targets or any(fnmatchcase(target, glob) for glob in broken.targets):
                result = evaluate(case, parse_target(target), *tools())
                failed += [(target, each.check, each.detail) for each in result.checks if not each.passed]
    assert failed == []
