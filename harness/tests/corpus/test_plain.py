"""Imported messages in the plain flat shape."""

import pytest

from sendable.corpus.plain import plain

CALLS = [{"tool_call_id": "c1", "name": "s", "arguments": "{}"}]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ({"role": "user", "content": "hi"}, "hi"),
        ({"role": "assistant"}, ""),
        ({"role": "assistant", "content": None}, ""),
        ({"role": "user", "content": [{"type": "input_text", "text": "a"}, {"type": "text", "text": "b"}]}, "a\nb"),
        ({"role": "assistant", "content": [{"type": "reasoning", "summary": []}]}, ""),
        ({"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]}, "no"),
        ({"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}, "[input_image]"),
        ({"role": "user", "content": [{"type": ["text"], "text": "a"}, {"type": {}}, {}]}, "[part]\n[part]\n[part]"),
        ({"role": "user", "content": [{"type": "text", "text": ["a"]}, None, 3]}, ""),
    ],
)
def test_content_becomes_one_text(message, content) -> None:
    """Texts are joined, reasoning is left out, other parts become a note."""
    assert plain(message) == {"role": message["role"], "content": content}


def test_only_the_flat_keys_stay() -> None:
    """Calls and the id of a result are kept, whatever else a provider wrote is not."""
    assert plain({"role": "assistant", "content": "x", "tool_calls": CALLS, "refusal": None}) == {
        "role": "assistant",
        "content": "x",
        "tool_calls": CALLS,
    }


@pytest.mark.parametrize("given", [None, "hi", 3, 1.5, True, [{"role": "user"}]])
def test_what_is_no_message_stays_as_it_is(given) -> None:
    """A stored history may hold anything; only a message can be written plainly."""
    assert plain(given) == given
