"""A history that begins with a call gets a turn ahead where the reader overlooks the first message, and nowhere else."""

import pytest

from sendable.model.target import parse_target
from sendable.reference.send.shape import shape
from sendable.wire import flat, to_body

CALL = {"tool_call_id": "abcdefgh1", "name": "f", "arguments": {}}
PAIR = [
    {"role": "assistant", "content": "", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "abcdefgh1", "content": "r"},
]
USER = {"role": "user", "content": "go"}
AHEAD = {"role": "user", "content": "(no content)"}


def roles(target: str, messages: list[dict]) -> tuple[list[str], list[str]]:
    to = parse_target(target)
    shaped = shape(flat.entries(messages), to)
    return [each["role"] for each in to_body(shaped.entries, to)["messages"]], [each.code for each in shaped.warnings]


@pytest.mark.parametrize(
    "target", ["mistral:mistral-large-latest", "vllm-chat:tiny-mistral-v13", "vllm-chat:tiny-mistral-v3"]
)
def test_a_first_call_gets_a_user_turn_ahead(target: str) -> None:
    """Mistral's validator, hosted or in vLLM, sees a user's turn before the first call, and a warning says so."""
    told, codes = roles(target, [*PAIR, USER])
    assert told == ["user", "assistant", "tool", "user"]
    assert "turn-put-ahead" in codes


def test_the_turn_has_the_stand_in_text() -> None:
    """The turn says what an empty message says."""
    to = parse_target("vllm-chat:tiny-mistral-v13")
    body = to_body(shape(flat.entries([*PAIR, USER]), to).entries, to)
    assert body["messages"][0] == AHEAD


@pytest.mark.parametrize(
    ("target", "messages"),
    [
        ("vllm-chat:tiny-mistral-v13", [USER, *PAIR]),
        ("vllm-chat:tiny-mistral-v13", [{"role": "system", "content": "s"}, *PAIR, USER]),
        ("vllm-chat:tiny-mistral-v13", [{"role": "assistant", "content": "hi"}, USER]),
        ("vllm-chat:qwen3", [*PAIR, USER]),
        ("openai-chat:gpt-5.4", [*PAIR, USER]),
    ],
)
def test_other_histories_are_left_alone(target: str, messages: list[dict]) -> None:
    """No turn is added where something precedes the call, where there is none, or where the reader sees it."""
    told, codes = roles(target, messages)
    assert told == [each["role"] for each in messages]
    assert "turn-put-ahead" not in codes
