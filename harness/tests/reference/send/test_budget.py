"""How many turns go, how often is counted, and what decides when nobody can count (2.59)."""

import math

import pytest
from reference.send.talk import call, codes, compaction, node, result, said, tree, turn, user

from sendable.model.node import read_conversation
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.reference.send.budget import always_counted, bound_of, line_of
from sendable.reference.send.data import input_limit
from sendable.reference.send.path import coming, context
from sendable.reference.send.turns import turn_numbers

SMALL = parse_target("anthropic-messages:claude-haiku-4-5")  # 200,000 tokens
OPENAI = parse_target("openai-responses:o3")  # 200,000 tokens
LINE = 196_000


class Counter:
    """A provider that counts what it is told to: one number for each turn that is left."""

    def __init__(self, sizes):
        self.sizes = sizes
        self.asked = 0

    def __call__(self, body):
        self.asked += 1
        texts = [str(each) for each in body.get("messages", body.get("input"))]
        return sum(size for number, size in enumerate(self.sizes) if any(f"question {number}'" in t for t in texts))


def sized(size, filler="x"):
    """A conversation of one turn whose body for the small Claude has `size` bytes."""
    empty = bound_of(assemble({"items": [user("")]}, SMALL, without=frozenset({"blank", "budget"})).body)
    history = {"items": [user(filler * (size - empty))]}
    assert bound_of(assemble(history, SMALL, without=frozenset({"budget"})).body) == size
    return history


def turns(count, text="question"):
    return {"items": [item for number in range(count) for item in turn(number, text)]}


def questions(request):
    found = str(request.body)
    return [number for number in range(200) if f"question {number}'" in found]


@pytest.mark.parametrize(("limit", "line"), [(200_000, 196_000), (128_001, 125_440), (1_000_000, 980_000), (50, 49)])
def test_line_is_the_limit_minus_two_percent_rounded_down(limit, line):
    """Whole numbers only (2.59c)."""
    assert line_of(limit) == line


@pytest.mark.parametrize(("size", "counted"), [(195_999, 0), (196_000, 1), (196_001, 1)])
def test_nothing_is_counted_while_the_bound_is_strictly_below_the_line(size, counted):
    """At the line itself the provider is asked (2.59f)."""
    counter = Counter([])
    request = assemble(sized(size), SMALL, count=counter)
    assert (counter.asked, request.counters["counts"]) == (counted, counted)
    assert codes(request) == []


@pytest.mark.parametrize(("tokens", "kept"), [(195_999, 2), (196_000, 2), (196_001, 1)])
def test_dropping_starts_strictly_above_the_line(tokens, kept):
    """A count at the line is sent whole (2.59c)."""
    long = {"items": [user("x" * 200_000 + " question 0"), said(), user("question 1"), said()]}
    request = assemble(long, SMALL, count=Counter([tokens - 1, 1]))
    assert len(questions(request)) == kept


def test_bound_counts_bytes_not_characters():
    """One code point of a rare script may be four tokens, so each of its bytes counts (2.59g)."""
    text = "\U00013000" * 60_000
    counter = Counter([])
    assemble({"items": [user(text)]}, SMALL, count=counter)
    assert counter.asked == 1


def test_oldest_turns_go_first_and_whole():
    """90k + 80k + 60k over 196k loses the first turn, its call and its result together (2.59b, 2.59h, 2.59i)."""
    long = turns(3, "x" * 80_000 + " question")
    request = assemble(long, SMALL, count=Counter([90_000, 80_000, 60_000]))
    assert questions(request) == [1, 2]
    assert "call_0" not in str(request.body)
    assert codes(request) == [("budget", "turns-dropped")]
    assert request.counters["turns_dropped"] == 1


def test_last_turn_stays_even_if_it_alone_is_over():
    """It is sent, with a warning (2.59i)."""
    last = [user("x" * 250_000 + " question 1")]
    request = assemble(turns(1), SMALL, next=last, count=Counter([10_000, 250_000]))
    assert "question 1" in str(request.body)
    assert "question 0" not in str(request.body)
    assert codes(request) == [("budget", "turns-dropped"), ("budget", "last-turn-over")]


IMAGE = {"type": "input_image", "image_url": "https://example.org/a.png"}
SHOWN = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "what is it"}, IMAGE]}


@pytest.mark.parametrize("count", [1, 2, 3, 7, 64, 65, 150])
def test_counting_is_bisected(count):
    """At most ceil(log2(turns)) + 2 counts find the fewest turns that must go."""
    long = turns(count)
    for fitting in {*range(min(count, 4) + 1), count // 2, count - 1, count}:
        counter = Counter([LINE // fitting if fitting else LINE + 1] * count)
        request = assemble(long, SMALL, next=[SHOWN], count=counter)
        assert 0 < counter.asked == request.counters["counts"] <= math.ceil(math.log2(count + 1)) + 2
        assert questions(request) == list(range(count - fitting, count))


def test_system_messages_and_the_head_are_never_dropped():
    """What stands before the first turn, and instructions anywhere, outlive the turns they came with (2.59i)."""
    system = {"type": "message", "role": "system", "content": "be brief"}
    late = {"type": "message", "role": "system", "content": "be kind"}
    long = "x" * 250_000
    history = tree(
        node("c", kind="compaction", received=[compaction()], provider="openai"),
        node("n", "c", sent=[system, user(long + " question 0"), late], received=[said()], provider="openai"),
    )
    request = assemble(history, OPENAI, count=Counter([250_000]))
    assert [item.get("content", item["type"]) for item in request.body["input"]] == [
        "compaction",
        "be brief",
        "be kind",
        "Continue.",
    ]


def fails(_body):
    raise ConnectionError("no route")


@pytest.mark.parametrize("count", [fails, lambda _body: None, lambda _body: -1, lambda _body: True, lambda _body: "9"])
def test_counting_that_fails_is_never_fatal(count):
    """The bound decides instead, with a warning, and nobody is asked twice (2.59d)."""
    request = assemble(turns(2, "x" * 150_000 + " question"), SMALL, count=count)
    assert questions(request) == [1]
    assert codes(request) == [("budget", "count-failed"), ("budget", "turns-dropped")]
    assert request.counters["counts"] == 1


def test_without_a_counter_the_bound_decides():
    """Nobody to ask is no failure."""
    request = assemble(turns(2, "x" * 150_000 + " question"), SMALL)
    assert questions(request) == [1]
    assert codes(request) == [("budget", "turns-dropped")]


OPAQUE = {
    "image": {"input": [{"type": "message", "content": [{"type": "input_image", "image_url": "https://x/a.png"}]}]},
    "chat image": {"messages": [{"content": [{"type": "image_url", "image_url": {"url": "x"}}]}]},
    "claude image": {"messages": [{"content": [{"type": "image", "source": {}}]}]},
    "file": {"input": [{"content": [{"type": "input_file", "file_id": "f"}]}]},
    "reasoning": {"input": [{"type": "reasoning", "encrypted_content": "x"}]},
    "thinking": {"messages": [{"content": [{"type": "thinking", "thinking": "", "signature": "x"}]}]},
    "thought signature": {"contents": [{"parts": [{"text": "", "thoughtSignature": "x"}]}]},
    "inline data": {"contents": [{"parts": [{"inlineData": {}}]}]},
    "converse image": {"messages": [{"content": [{"image": {"format": "png"}}]}]},
    "hosted tool": {"input": [], "tools": [{"type": "web_search"}]},
}


@pytest.mark.parametrize("name", OPAQUE)
def test_what_bytes_say_nothing_of_is_always_counted(name):
    """Images, files, blobs and hosted tools cost other than their bytes."""
    assert always_counted(OPAQUE[name])


@pytest.mark.parametrize("target", ["openai-responses:o3", "openai-chat:o3", "anthropic-messages:claude-haiku-4-5"])
def test_plain_conversations_are_not(target):
    """Texts, calls, results and function tools are what the bound is for."""
    assert not always_counted(assemble(turns(2), parse_target(target)).body)


def test_an_image_is_counted_below_the_line():
    """The provider is asked although the body is small."""
    counter = Counter([])
    assemble({"items": [SHOWN]}, OPENAI, count=counter)
    assert counter.asked == 1


def numbers(history, next_turn=("go",)):
    conversation = read_conversation(history)
    held = [*context(conversation.path(conversation.leaf)), *coming([user(each) for each in next_turn])]
    return turn_numbers(held)


def test_a_user_message_behind_a_result_is_mid_turn():
    """It opens no turn; the coming turn always does (2.59h)."""
    assert numbers({"items": [user(), call(), result(), user("not that"), said(), user()]}) == [0, 0, 0, 0, 0, 1, 2]
    assert numbers({"items": [user(), call(), result()]}) == [0, 0, 0, 1]


def test_turns_of_the_store_decide_where_there_are_any():
    """Nodes of one turn stay together, whatever their items look like."""
    history = tree(
        node("a", sent=[user()], received=[said()], turn=1),
        node("b", "a", sent=[user("by the way")], received=[said()], turn=1),
        node("c", "b", sent=[user("next")], received=[said()], turn=2),
    )
    assert numbers(history) == [0, 0, 0, 0, 1, 1, 2]


def test_what_stands_before_the_first_question_is_no_turn():
    """A compaction and a greeting are the head."""
    history = tree(
        node("c", kind="compaction", sent=[user("kept")], received=[compaction()]),
        node("n", "c", sent=[user()], received=[said()]),
    )
    assert numbers(history) == [-1, -1, 0, 0, 1]
    assert numbers({"items": [said("hello"), user()]}) == [-1, 0, 1]


@pytest.mark.parametrize(
    ("model", "limit"),
    [
        ("claude-haiku-4-5-20251001", 200_000),
        ("claude-haiku-5-5", 1_000_000),
        ("anthropic.claude-opus-4-6-v1:0", 1_000_000),
        ("gpt-5.4-mini-2026-03-17", 272_000),
        ("gpt-5.4", 922_000),
        ("gpt-5", 272_000),
        ("gpt-6.1-sol", 922_000),
        ("gemini-3.5-flash-lite", 1_048_576),
        ("qwen3", None),
    ],
)
def test_limits_are_data(model, limit):
    """Each model's input limit is on file; a model that is not has none, and nothing is dropped for it."""
    assert input_limit(model) == limit
