"""Rounds, calls, caps, refusals, stops, messages, crashes, branches, compaction and model switches, in any order.

After every step the path assembles into an accepted request for every target, and where no call is open, order repair
and the removing cleanup have nothing to do.
"""

from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from reference.write.sending import TARGETS, THREE, call, outputs, repaired, said

from sendable.model.errors import StoreBusy
from sendable.reference.write import FINAL_ACCEPTED, Recorder, TurnRules, store_in_memory

MAKERS = st.sampled_from([("openai", "gpt-5.4"), ("anthropic", "claude-opus-5-5"), ("vllm", "qwen3-8b")])
TOOLS = st.sampled_from(["search", "search", "read", "delete", "final_answer"])
ARGUMENTS = st.sampled_from(['{"q":1}', '{ "q": 1 }', '{"q":2}', "{}", '{"q":3}'])
CALLS = st.lists(st.tuples(TOOLS, ARGUMENTS), max_size=4)
RULES = st.builds(
    TurnRules,
    calls=st.none() | st.integers(0, 4),
    seconds=st.none() | st.integers(1, 60),
    approvals=st.none() | st.integers(0, 1),
    needs_approval=st.just(frozenset({"delete"})),
    final_tool=st.sampled_from([None, "final_answer"]),
)
COMPACTIONS = {
    "openai": {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAAABjb21wYWN0"},
    "anthropic": {
        "type": "compaction",
        "content": "so far",
        "provider": "anthropic",
        "provider_data": {"type": "compaction", "content": "so far"},
    },
}


def thought(provider, number):
    """Reasoning as its maker returns it, in the stored form."""
    if provider == "openai":
        return [{"type": "reasoning", "id": f"rs_{number}", "summary": [], "encrypted_content": "gAAAAABmb3JfdGhl"}]
    if provider == "anthropic":
        block = {"type": "thinking", "thinking": "so", "signature": "c2lnbmF0dXJl"}
        item = {"type": "reasoning", "id": "", "summary": [{"type": "summary_text", "text": "so"}]}
        return [{**item, "encrypted_content": "c2lnbmF0dXJl", "provider": "anthropic", "provider_data": block}]
    return []


class AgentLoop(RuleBasedStateMachine):
    """What an agent, its user and its machine may do; `truth` is what really became of each call."""

    targets = TARGETS
    without = frozenset()

    def __init__(self):
        super().__init__()
        self.store = store_in_memory()
        self.ids = (f"n{number}" for number in count(1))
        self.numbers = count(1)
        self.now = 0.0
        self.truth = {}
        self.lost = set()
        self.turn = None
        self.request = None
        self.waiting = []
        self.running = []
        self.begin()

    def begin(self):
        self.recorder = Recorder(
            self.store, "c", ids=self.ids.__next__, clock=lambda: self.now, without=self.without
        ).__enter__()
        self.turn, self.request, self.waiting, self.running = None, None, [], []
        self.judged = None  # less may be open now, though the path is the same

    @initialize()
    def first_words(self):
        self.recorder.say("q")

    @rule(text=st.sampled_from(["this year", "hurry", "no, red"]))
    def user_speaks(self, text):
        self.recorder.say(text)

    @precondition(lambda self: not self.request and not self.waiting and not self.running)
    @rule(maker=MAKERS, rules=RULES)
    def ask(self, maker, rules):
        self.ask_now(maker, rules)

    def ask_now(self, maker, rules):
        self.turn = self.turn or self.recorder.turn(rules)
        self.recorder.say("go on")
        self.maker = maker
        self.request = self.turn.round(*maker)

    @precondition(lambda self: not self.request and not self.waiting and not self.running)
    @rule(maker=MAKERS, rules=RULES, calls=CALLS.filter(bool))
    def ask_and_get_calls(self, maker, rules, calls):
        self.ask_now(maker, rules)
        self.answer_now(calls, text=False, thinks=True)

    @precondition(lambda self: self.request)
    @rule(calls=CALLS, text=st.booleans(), thinks=st.booleans())
    def answer(self, calls, text, thinks):
        self.answer_now(calls, text=text, thinks=thinks)

    def answer_now(self, calls, *, text, thinks):
        items = [call(f"c{next(self.numbers)}", name, arguments) for name, arguments in calls]
        items = ([said("so")] if text or not items else []) + items
        items = (thought(self.maker[0], next(self.numbers)) if thinks else []) + items
        self.waiting = self.request.close(items)
        self.request = None
        stored = dict(outputs(self.recorder.history()))
        for item in items:
            if item["type"] == "function_call" and item["call_id"] in stored:
                final = item["name"] == "final_answer"
                self.truth[item["call_id"]] = FINAL_ACCEPTED if final else "not run"

    @precondition(lambda self: self.request)
    @rule()
    def model_fails(self):
        self.request.fail("failed")
        self.request = None

    @precondition(lambda self: self.waiting)
    @rule(seconds=st.sampled_from([0, 0, 0, 20]))
    def start_a_call(self, seconds):
        self.now += seconds
        self.start_next()

    def start_next(self):
        first, *self.waiting = self.waiting
        if self.turn.start(first):
            self.running.append(first)
            return
        self.truth[first.call_id] = "not run"
        told = dict(outputs(self.recorder.history()))  # a cap closes all that wait
        self.truth |= {each.call_id: "not run" for each in self.waiting if each.call_id in told}
        self.waiting = [each for each in self.waiting if each.call_id not in told]

    @precondition(lambda self: self.waiting)
    @rule()
    def refuse_a_call(self):
        first, *self.waiting = self.waiting
        self.turn.refuse(first, "no")
        self.truth[first.call_id] = "not run"

    @precondition(lambda self: self.running)
    @rule(last=st.booleans())
    def call_returns(self, last):
        self.return_next(-1 if last else 0)

    def return_next(self, at):
        done = self.running.pop(at)
        assert self.turn.finish(done, f"result of {done.call_id}")
        self.truth[done.call_id] = f"result of {done.call_id}"

    @precondition(lambda self: self.waiting or self.running)
    @rule()
    def all_goes_well(self):
        while self.waiting:
            self.start_next()
        while self.running:
            self.return_next(0)

    @precondition(lambda self: self.turn)
    @rule(reason=st.sampled_from(["stopped", "time-limit"]))
    def turn_is_stopped(self, reason):
        self.turn.stop(reason)
        self.close_open()
        self.request = None

    @precondition(lambda self: self.turn)
    @rule(error=st.sampled_from([None, ValueError, KeyboardInterrupt]))
    def turn_is_left(self, error):
        self.turn.__exit__(error, error and error(), None)
        self.close_open()
        self.turn, self.request = None, None

    def close_open(self):
        self.judged = None
        self.truth |= {each.call_id: "not run" for each in self.waiting}
        self.truth |= {each.call_id: "halted" for each in self.running}
        self.waiting, self.running = [], []

    @precondition(lambda self: self.turn)
    @rule()
    def worker_dies(self):
        with pytest.raises(StoreBusy):
            Recorder(self.store, "c").__enter__()
        self.lost |= {each.call_id for each in self.running}
        self.truth |= {each.call_id: "not run" for each in self.waiting}
        self.recorder.__exit__(None, None, None)
        self.begin()

    @precondition(lambda self: self.turn is None and self.recorder.leaf)
    @rule(data=st.data(), edited=st.booleans())
    def go_elsewhere(self, data, edited):
        rows = self.store._connection.execute("SELECT id FROM node").fetchall()
        node = data.draw(st.sampled_from([each for (each,) in rows]))
        if edited:
            self.recorder.edit(node, "in other words")
        else:
            self.recorder.checkout(node)

    @precondition(lambda self: self.recorder.leaf and not self.request and not self.waiting and not self.running)
    @rule(maker=st.sampled_from(sorted(COMPACTIONS)))
    def path_is_compacted(self, maker):
        self.recorder.compact([COMPACTIONS[maker]], maker, "m")

    @invariant()
    def path_is_sendable(self):
        history = self.recorder.history()
        if history != self.judged:
            self.judged = history
            self.judge(history)

    def judge(self, history):
        open_now = {each.call_id for each in [*self.waiting, *self.running]}
        done = {call_id for call_id, text in self.truth.items() if text.startswith("result")}
        unsent = {each for each in done if each not in dict(outputs(history))} if self.turn else set()
        for target in self.targets:
            touched = repaired(history, target)
            assert {code for code, _ in touched} <= {"calls-without-result"}, (str(target), touched)
            assert {call_id for _, call_id in touched} <= {*self.lost, *open_now, *unsent, None}, (str(target), touched)

    @invariant()
    def results_are_true(self):
        for call_id, text in outputs(self.recorder.history()):
            wanted = self.truth[call_id]
            found = "not run" if text.startswith("Not run: ") else "halted" if text.startswith("Halted ") else text
            assert found == wanted, (call_id, text, wanted)

    def teardown(self):
        self.recorder.__exit__(None, None, None)
        self.store.close()


def check(machine, examples, steps, phases=tuple(Phase)):
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            phases=phases,
            report_multiple_bugs=False,
            print_blob=False,
        ),
    )


def test_any_order_of_steps_is_sendable():
    """No order of steps leaves a path that a target refuses, an untrue result or work for the repairs."""
    check(AgentLoop, 20, 25)


@pytest.mark.long
def test_many_orders_of_steps_are_sendable():
    """The same, for many more orders."""
    check(AgentLoop, 300, 40)


@pytest.mark.parametrize("left_out", ["attach", "queue", "final", "recover", "journal"])
def test_the_machine_finds_a_loop_without_a_rule(left_out):
    """Each rule that is left out is found by the same steps."""

    class Broken(AgentLoop):
        targets = THREE[:1]
        without = frozenset({left_out})

    with pytest.raises((AssertionError, KeyError)):
        check(Broken, 400, 30, phases=[Phase.generate])
