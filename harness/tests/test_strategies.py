"""The public strategies: what they draw, what they can break, and that they shrink."""

import ast
import inspect
from pathlib import Path

import pytest
from corpus.test_generate import fault
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

import sendable.strategies
from sendable.corpus import MUTATORS
from sendable.corpus.generate import PROVIDERS
from sendable.corpus.wellformed import fault_in
from sendable.model.errors import BadUsage
from sendable.strategies import flat_histories, histories, item_histories, trees

GENERATED = {"messages": flat_histories, "items": item_histories, "nodes": trees}
QUICK = settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
SEARCH = settings(QUICK, derandomize=True, max_examples=2000, phases=[Phase.generate, Phase.shrink])


def test_the_public_names():
    """These names are public, and no other is defined without an underscore."""
    assert sendable.strategies.__all__ == ["MOST_FAULTS", "flat_histories", "histories", "item_histories", "trees"]
    source = ast.parse(Path(inspect.getfile(sendable.strategies)).read_text(encoding="utf-8"))
    functions = {each.name for each in source.body if isinstance(each, ast.FunctionDef)}
    assert {each for each in functions if not each.startswith("_")} == set(sendable.strategies.__all__) - {
        "MOST_FAULTS"
    }


@pytest.mark.parametrize("shape", GENERATED)
def test_generated_histories_are_well_formed(shape):
    """Without faults, whoever made a history takes it."""

    @QUICK
    @given(GENERATED[shape]())
    def law(history):
        assert fault(history) is None

    law()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_items_of_one_provider(provider):
    """A named provider made all answers."""

    @QUICK
    @given(item_histories(provider=provider))
    def law(history):
        assert {item["provider"] for item in history["items"] if "provider" in item} <= {provider}
        assert fault(history) is None

    law()


def test_recorded_histories_are_well_formed_too():
    """A recorded conversation without faults is well formed, and one with a fault is not."""

    @QUICK
    @given(histories(most_faults=0), histories(families=["unanswered-call"], least_faults=1, most_faults=1))
    def law(sound, broken):
        assert fault_in(sound["messages"]) is None
        assert fault_in(broken["messages"]) == "a call that is not answered right after its turn"

    law()


@pytest.mark.parametrize("shape", GENERATED)
def test_faults_of_a_family(shape):
    """A fault of the family that is asked for is found in some history of every shape."""
    strategy = GENERATED[shape](families=["unanswered-call"], least_faults=1, most_faults=1)
    broken = find(strategy, lambda history: fault(history) is not None, settings=SEARCH)
    assert fault(broken) is not None


@pytest.mark.parametrize("shape", GENERATED)
def test_any_number_of_faults(shape):
    """Up to five faults of any family give a history of the same shape."""

    @settings(QUICK, max_examples=100)
    @given(GENERATED[shape](least_faults=1, most_faults=5))
    def law(history):
        assert shape in history

    law()


def draws(strategy, count):
    """So many histories of a strategy."""
    drawn = []

    @settings(QUICK, max_examples=count)
    @given(strategy)
    def draw(history):
        drawn.append(history)

    draw()
    return drawn


@pytest.mark.parametrize("family", sorted({each.family for each in MUTATORS}))
def test_every_family_can_be_named(family):
    """Each family of faults can be asked for, in the shapes that its mutators break; others stay as they are."""
    for shape, strategy in GENERATED.items():
        drawn = draws(strategy(families=[family], least_faults=1, most_faults=1), 3)
        assert [each for each in drawn if shape not in each] == []


def test_the_plainest_history():
    """Shrunk without any condition, a history is one turn with one call and the plainest texts."""
    call = {"tool_call_id": "call_1", "name": "search", "arguments": '{"query":"milk"}'}
    assert find(flat_histories(), lambda _: True, settings=SEARCH) == {
        "messages": [
            {"role": "user", "content": "Look it up."},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "content": "Found.", "tool_call_id": "call_1"},
            {"role": "assistant", "content": "It is there."},
        ]
    }


def test_a_condition_is_shrunk_to_its_core():
    """The shortest history with two calls in one answer has nothing before it but a question, and one turn."""
    two = lambda history: any(len(each.get("tool_calls", ())) == 2 for each in history["messages"])  # noqa: E731
    found = find(flat_histories(), two, settings=SEARCH)["messages"]
    assert [each["role"] for each in found][:4] == ["user", "assistant", "tool", "tool"]
    assert [each["role"] for each in found][4:] in ([], ["assistant"])
    assert [call["tool_call_id"] for call in found[1]["tool_calls"]] == ["call_1", "call_2"]


def test_what_is_drawn_may_be_changed():
    """A test may spoil the history it was given."""

    @QUICK
    @given(st.one_of(flat_histories(), item_histories(), trees()))
    def law(history):
        assert fault(history) is None
        for value in history.values():
            if isinstance(value, list):
                for each in value:
                    each.clear()

    law()


@pytest.mark.parametrize("strategy", [histories, flat_histories, item_histories, trees])
def test_an_unknown_family_is_refused(strategy):
    """The error names the families that there are."""
    with pytest.raises(BadUsage, match="no faults of the family 'drop-result'") as raised:
        strategy(families=["drop-result"])
    assert "unanswered-call" in raised.value.hint


def test_an_unknown_provider_is_refused():
    """The error names the providers whose items are generated."""
    with pytest.raises(BadUsage, match="no items of 'azure' are generated") as raised:
        item_histories(provider="azure")
    assert raised.value.hint == "known are openai, anthropic, google, vllm, llamacpp, mistral"
