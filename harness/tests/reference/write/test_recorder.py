"""What an agent loop may tell the recorder, and what is stored then."""

import pytest
from reference.write.sending import assert_sendable, call, outputs, result, said, texts, user

from sendable.model.errors import OutOfTurn, StoreBusy
from sendable.reference.write import Recorder, TurnRules, say, store_in_memory, waiting

OPENAI = ("openai", "gpt-5.4")
CLAUDE = ("anthropic", "claude-opus-5-5")


@pytest.fixture
def store():
    with store_in_memory() as opened:
        yield opened


@pytest.fixture
def recorder(store):
    with Recorder(store, "c") as opened:
        yield opened


def ask(turn, *items, by=OPENAI):
    """One whole round: returns the calls to decide."""
    with turn.round(*by) as request:
        return request.close(items)


def test_an_exception_in_a_tool_leaves_no_call_open(recorder):
    """Whatever leaves the turn, each call has a result that says what became of it, and the error goes on."""

    def broken_turn():
        recorder.say("q")
        with recorder.turn() as turn:
            first, second, _ = ask(turn, call("a"), call("b"), call("c"))
            turn.start(first)
            turn.finish(first, "42")
            turn.start(second)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken_turn()
    assert outputs(recorder.history()) == [
        ("a", "42"),
        ("b", "Halted while it was running, so there is no result: the turn ended first with ZeroDivisionError."),
        ("c", "Not run: the turn ended first with ZeroDivisionError."),
    ]
    assert_sendable(recorder.history())


def test_a_keyboard_interrupt_is_the_user_stopping(recorder):
    """Ctrl-C while the model answers stores a stopped round; while a tool runs, it says that the user stopped."""

    def interrupted_turn():
        recorder.say("q")
        with recorder.turn() as turn:
            (first,) = ask(turn, call("a"))
            turn.start(first)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted_turn()
    recorder.say("again")
    with pytest.raises(KeyboardInterrupt), recorder.turn() as turn, turn.round(*OPENAI):
        raise KeyboardInterrupt
    history = recorder.history()
    assert outputs(history) == [("a", "Halted while it was running, so there is no result: the user stopped the turn.")]
    assert [node.get("status", "succeeded") for node in history["nodes"]] == ["succeeded", "succeeded", "stopped"]
    assert_sendable(history)


def test_a_failed_model_call_keeps_what_was_sent(recorder):
    """Results and words are on the path though no answer came; the next round need not send them again."""
    recorder.say("q")
    with recorder.turn() as turn:
        (first,) = ask(turn, call("a"))
        turn.start(first)
        turn.finish(first, "r")
        recorder.say("hurry")
        with pytest.raises(ConnectionError), turn.round(*OPENAI):
            raise ConnectionError
        ask(turn, said(), by=CLAUDE)
    history = recorder.history()
    assert (outputs(history), texts(history)) == ([("a", "r")], ["q", "hurry"])
    assert [node.get("status", "succeeded") for node in history["nodes"]] == ["succeeded", "failed", "succeeded"]
    assert_sendable(history)


def test_a_late_result_is_not_stored(recorder):
    """A tool that returns after the user stopped is told so; the history keeps what it says."""
    recorder.say("q")
    with recorder.turn() as turn:
        (first,) = ask(turn, call("a"))
        turn.start(first)
        turn.stop()
        assert turn.finish(first, "too late") is False
        assert turn.over == "stopped"
    assert outputs(recorder.history()) == [
        ("a", "Halted while it was running, so there is no result: the user stopped the turn.")
    ]


def test_calls_that_run_beside_a_reached_cap_keep_their_results(recorder):
    """A result that comes after the turn wrapped up is stored at once: there is no next round."""
    recorder.say("q")
    with recorder.turn(TurnRules(calls=1)) as turn:
        first, second = ask(turn, call("a"), call("b"))
        assert (turn.start(first), turn.start(second)) == (True, False)
        assert turn.over == "call-cap"
        assert outputs(recorder.history()) == [("b", "Not run: the limit of 1 tool calls a turn was reached.")]
        assert turn.finish(first, "r") is True
        assert outputs(recorder.history())[1] == ("a", "r")
    assert_sendable(recorder.history())


def test_the_cap_on_approvals_counts_only_its_tools(recorder):
    """Calls of other tools are free, and a refused one does not count."""
    recorder.say("q")
    rules = TurnRules(approvals=1, needs_approval=frozenset({"delete"}))
    with recorder.turn(rules) as turn:
        calls = ask(turn, call("a", "delete"), call("b"), call("c", "delete"), call("d"))
        turn.refuse(calls[0], "nobody may delete this")
        assert [turn.start(each) for each in calls[1:]] == [True, True, True]
    with recorder.turn(rules) as turn:
        recorder.say("again")
        calls = ask(turn, call("e", "delete"), call("f", "delete"))
        assert [turn.start(each) for each in calls] == [True, False]
    assert dict(outputs(recorder.history()))["f"] == (
        "Not run: the limit of 1 calls a turn that need approval was reached."
    )


def test_one_decision_at_a_time(recorder):
    """A call is decided once, finished only when it was started, and no round opens over an open call."""
    recorder.say("q")
    with recorder.turn() as turn:
        request = turn.round(*OPENAI)
        with pytest.raises(OutOfTurn, match="not closed"):
            turn.round(*OPENAI)
        (first, second) = request.close([call("a"), call("b")])
        with pytest.raises(OutOfTurn, match="closed already"):
            request.close([])
        with pytest.raises(OutOfTurn, match="'a' is waiting, not running"):
            turn.finish(first, "r")
        turn.start(first)
        with pytest.raises(OutOfTurn, match="'a' is running, not waiting"):
            turn.start(first)
        with pytest.raises(OutOfTurn, match="without a result: a, b"):
            turn.round(*OPENAI)
        with pytest.raises(OutOfTurn, match="without a result: a, b"):
            recorder.compact([user("s")], None, None)
        turn.refuse(second, "no")
        with pytest.raises(OutOfTurn, match="'b' is not open, not waiting"):
            turn.start(second)


def test_nothing_new_is_not_asked(recorder):
    """A model is not asked again when nothing was said since its answer."""
    with recorder.turn() as turn, pytest.raises(OutOfTurn, match="nothing new"):
        turn.round(*OPENAI)
    recorder.say("q")
    with recorder.turn() as turn:
        ask(turn, said())
        with pytest.raises(OutOfTurn, match="nothing new"):
            turn.round(*OPENAI)


def test_one_turn_at_a_time(recorder):
    """The next turn begins, and the tree is moved in, when the turn before is over."""
    with recorder.turn():
        for attempt in (recorder.turn, lambda: recorder.checkout(None)):
            with pytest.raises(OutOfTurn, match="a turn is running"):
                attempt()
    with recorder.turn():
        pass


def test_two_calls_of_one_id_both_get_a_result(recorder):
    """Servers that repeat an id in one answer get a result for each occurrence; a call without an id gets none."""
    recorder.say("q")
    with recorder.turn() as turn:
        calls = ask(turn, call("a", arguments='{"n":1}'), call("a", arguments='{"n":2}'), call(""))
        assert [turn.start(each) for each in calls] == [True, True]
        turn.finish(calls[1], "two")
        turn.finish(calls[0], "one")
    assert outputs(recorder.history()) == [("a", "one"), ("a", "two")]


def test_an_edited_question_is_a_sibling(recorder):
    """The edited branch does not see what followed the old question, and the old branch is still there."""
    recorder.say("old")
    with recorder.turn() as turn:
        ask(turn, said("first"))
    old = recorder.leaf
    recorder.edit(old, "new")
    with recorder.turn() as turn:
        ask(turn, said("second"))
    assert texts(recorder.history()) == ["new"]
    assert texts(recorder.store.history("c", old)) == ["old"]


def test_an_edit_behind_a_round_with_calls_keeps_their_results(recorder):
    """The results stand with the message that is edited away; the new branch gets them too."""
    recorder.say("q")
    with recorder.turn() as turn:
        first, second = ask(turn, call("a"), call("b"))
        turn.refuse(second, "no")
        turn.start(first)
        turn.finish(first, "r")
        recorder.say("this year")
        ask(turn, said("old answer"))
    recorder.edit(recorder.leaf, "last year")
    with recorder.turn() as turn:
        ask(turn, said("new answer"))
    history = recorder.history()
    assert sorted(outputs(history)) == [("a", "r"), ("b", "Not run: no.")]
    assert texts(history) == ["q", "last year"]
    assert_sendable(history)


def test_a_compaction_points_to_what_it_stands_for(recorder):
    """It is a root of its own; who reads it goes on from there, everyone else gets the original back."""
    recorder.say("q")
    with recorder.turn() as turn:
        (first,) = ask(turn, call("a"))
        turn.start(first)
        turn.finish(first, "r")
        recorder.compact([{"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAAABjb21wYWN0"}], *OPENAI)
        recorder.say("go on")
        ask(turn, said())
    history = recorder.history()
    kinds = [(node.get("kind", "llm"), node.get("parent"), node.get("pointer")) for node in history["nodes"]]
    ids = [node["id"] for node in history["nodes"]]
    assert kinds == [
        ("llm", None, None),
        ("results", ids[0], None),
        ("compaction", None, ids[1]),
        ("llm", ids[2], None),
    ]
    assert_sendable(history)


def test_nothing_is_compacted_in_an_empty_conversation(recorder):
    """There is nothing that a compaction could stand for."""
    with pytest.raises(OutOfTurn, match="nothing to compact"):
        recorder.compact([user("s")], None, None)


def test_words_can_be_queued_by_anyone(store):
    """A message is queued beside the worker that holds the conversation, and waits over the end of the turn."""
    with Recorder(store, "c") as recorder:
        say(store, "c", "q")
        with recorder.turn() as turn:
            ask(turn, said())
            say(store, "c", "late")
    assert waiting(store, "c") == [user("late")]


def test_a_second_worker_is_told_at_once(store):
    """Only one recorder holds a conversation, others may hold other ones, and the hold ends with the first."""
    with Recorder(store, "c"), Recorder(store, "d"):
        with pytest.raises(StoreBusy, match="another worker holds the conversation 'c'"), Recorder(store, "c"):
            pass
        with pytest.raises(StoreBusy):
            Recorder(store, "d").__enter__()
    with Recorder(store, "c"):
        pass


def test_custom_tools_are_answered_in_kind(recorder):
    """A custom tool call gets a custom tool call output."""
    recorder.say("q")
    with recorder.turn() as turn:
        (first,) = ask(turn, {"type": "custom_tool_call", "call_id": "a", "name": "sh", "input": "ls"})
        turn.refuse(first, "no shell here")
    assert recorder.history()["nodes"][1]["sent"] == [
        {**result("a", "Not run: no shell here."), "type": "custom_tool_call_output"}
    ]
