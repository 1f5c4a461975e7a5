"""Turns out of place: words behind a call or before its result, results apart, roles twice, a tail without a user."""

from collections.abc import Iterator, Sequence

from sendable.corpus.line import (
    Line,
    answered_at,
    append,
    called,
    front,
    is_answer,
    is_call,
    is_given,
    is_said,
    put,
    response,
    swap,
)
from sendable.corpus.mutator import Bent, Messages, Mutator
from sendable.corpus.mutators._table import standing
from sendable.corpus.pairs import after_system, block_end, calls_of, inserted, is_result, role_of, turns_with_calls
from sendable.model.json import Json, JsonObject

_SAID = "I am looking."
_NOTED = "Here is what the tools say:"
_TAIL = "The answer is "


def _assistant(text: str) -> JsonObject:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def _user(text: str) -> JsonObject:
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def _text_behind_call(line: Line) -> Iterator[Bent]:
    """Put words of the model behind each call of a response."""
    for call in called(line):
        yield Bent(put(line, call.at + 1, _assistant(_SAID)))


def _text_before_results(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put words of the user in front of all results of each turn."""
    for turn in turns_with_calls(messages):
        if block_end(messages, turn) > turn + 1:
            yield inserted(messages, turn + 1, {"role": "user", "content": _NOTED})


def _item_before_results(line: Line) -> Iterator[Bent]:
    """Put words of the user in front of each run of answers."""
    for at, (item, _) in enumerate(line):
        if is_answer(item) and at > 0 and not is_answer(line[at - 1].item):
            yield Bent(put(line, at, _user(_NOTED)))


def _apart(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Put words of the model, and of the user, between two results of one turn."""
    for turn in turns_with_calls(messages):
        for place in range(turn + 2, block_end(messages, turn)):
            for role in ("assistant", "user"):
                yield inserted(messages, place, {"role": role, "content": _SAID})


def _items_apart(line: Line) -> Iterator[Bent]:
    """Do the same between two answers."""
    for at in range(1, len(line)):
        if is_answer(line[at].item) and is_answer(line[at - 1].item):
            for said in (_assistant(_SAID), _user(_SAID)):
                yield Bent(put(line, at, said))


def _twice(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Let each user and each answer without calls speak twice in a row."""
    for at, message in enumerate(messages):
        if role_of(message) in ("user", "assistant") and not calls_of(message):
            yield inserted(messages, at, {"role": message["role"], "content": _SAID})


def _items_twice(line: Line) -> Iterator[Bent]:
    """Do the same to items."""
    for at, (item, _) in enumerate(line):
        if is_said(item, "user"):
            yield Bent(put(line, at, _user(_SAID)))
        elif is_said(item, "assistant"):
            yield Bent(swap(line, at, _assistant(_SAID), item))


def _answer_first(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Let the model speak first; cut before each answer and before each turn with calls, which then comes first."""
    start = after_system(messages)
    yield inserted(messages, start, {"role": "assistant", "content": "Welcome."})
    for at in range(start + 1, len(messages)):
        if role_of(messages[at]) == "assistant":
            yield [*messages[:start], *messages[at:]]


def _item_first(line: Line) -> Iterator[Bent]:
    """Do the same to items."""
    start = front(line)
    if start < len(line):
        yield Bent(put(line, start, _assistant("Welcome.")))
    for at in range(start + 1, len(line)):
        if not is_given(line[at].item) and response(line, at).start == at:
            yield Bent([*line[:start], *line[at:]])


def _tail(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Let the history end in the middle of a sentence of the model, with white space behind the last word."""
    if messages and not is_result(messages[-1]) and not calls_of(messages[-1]):
        yield [*messages, {"role": "assistant", "content": _TAIL}]


def _item_tail(line: Line) -> Iterator[Bent]:
    """Do the same to items."""
    if line and not is_call(line[-1].item):
        yield Bent(append(line, _assistant(_TAIL)))


def _nothing(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Leave nothing, nothing but system messages, or only words of the user."""
    kept: list[list[Json]] = [[], [each for each in messages if role_of(each) == "system"]]
    kept.append([each for each in messages if role_of(each) in ("system", "user")])
    for each in kept:
        if len(each) < len(messages):
            yield each


def _no_items(line: Line) -> Iterator[Bent]:
    """Do the same to items."""
    for roles in ((), ("system", "developer"), ("system", "developer", "user")):
        kept = [spot for spot in line if any(is_said(spot.item, role) for role in roles)]
        if len(kept) < len(line):
            yield Bent(kept)


def _late(line: Line) -> Iterator[Bent]:
    """Move the answer of each call to the end of the context, behind all that was said since."""
    for call in called(line):
        at = answered_at(line, call)
        if at is not None and any(not is_answer(spot.item) for spot in line[at + 1 :]):
            yield Bent(append(swap(line, at), line[at].item))


def _late_message(messages: Sequence[JsonObject]) -> Iterator[Messages]:
    """Move each result to the end of the history."""
    for at, message in enumerate(messages):
        if is_result(message) and any(not is_result(each) for each in messages[at + 1 :]):
            yield [*messages[:at], *messages[at + 1 :], message]


TEXT_BEHIND_CALL = Mutator(
    name="text-behind-call",
    family="call-not-last",
    why="The model spoke on after its call, or pieces of a stream were joined in the order of their ends.",
    evidence=standing("text-behind-call"),
    bends=_text_behind_call,
)
TEXT_BEFORE_RESULT = Mutator(
    name="text-before-result",
    family="separated-result",
    why="A framework opens the message that carries the results with words of its own.",
    evidence=standing("text-before-result"),
    breaks=_text_before_results,
    bends=_item_before_results,
)
RESULTS_APART = Mutator(
    name="results-apart",
    family="separated-result",
    why="Results of parallel calls were stored as they came in, each in a message of its own, with others between.",
    evidence=standing("results-apart"),
    breaks=_apart,
    bends=_items_apart,
)
RESULT_AT_THE_END = Mutator(
    name="result-at-the-end",
    family="separated-result",
    why="A slow tool came back long after the conversation had gone on.",
    evidence=standing("result-at-the-end"),
    breaks=_late_message,
    bends=_late,
)
ROLE_TWICE = Mutator(
    name="role-twice",
    family="role-twice",
    why="A turn failed before the model answered, or an answer was stored in two pieces.",
    evidence=standing("role-twice"),
    breaks=_twice,
    bends=_items_twice,
)
ANSWER_FIRST = Mutator(
    name="answer-first",
    family="answer-first",
    why="The assistant greets, or the oldest messages were cut off behind a question.",
    evidence=standing("answer-first"),
    breaks=_answer_first,
    bends=_item_first,
)
PREFILL_TAIL = Mutator(
    name="prefill-tail",
    family="prefill-tail",
    why="The answer broke off, or its beginning was put into the model's mouth.",
    evidence=standing("prefill-tail"),
    breaks=_tail,
    bends=_item_tail,
)
NOTHING_LEFT = Mutator(
    name="nothing-left",
    family="nothing-left",
    why="The conversation was cleared, or a filter left nothing of it but instructions or questions.",
    evidence=standing("nothing-left"),
    breaks=_nothing,
    bends=_no_items,
)
