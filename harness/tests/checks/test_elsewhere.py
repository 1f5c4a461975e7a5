"""What was said is found wherever an API takes it."""

import pytest

from sendable.checks.flat_pieces import flat_pieces
from sendable.checks.match_results import carries
from sendable.checks.piece import Piece
from sendable.checks.views import _sent


def test_the_systems_words_may_stand_in_the_instructions():
    """Responses takes a system text beside the items: it counts as the first thing that was said."""
    body = {"instructions": "Be brief.", "input": [{"role": "user", "content": "Hi"}]}
    found = [(each.kind, each.role, each.content) for each in _sent("openai-responses", body)]
    assert found == [("text", "system", "Be brief."), ("text", "user", "Hi")]


@pytest.mark.parametrize("written", ['{"result": "a\\n\\u00fc"}', '{"result": "a\\nü"}', "a\nü"])
def test_a_result_inside_json_is_a_result(written):
    """A library that wraps a result in an object loses nothing of it."""
    said = Piece(kind="result", path=("messages", 1), at=(1, 0), content="a\nü")
    assert carries(Piece(kind="result", path=(), at=(1, 0), content=written), said, verbatim=True)


def test_another_text_inside_json_is_not():
    """What stands in the object must be what the tool said."""
    said = Piece(kind="result", path=("messages", 1), at=(1, 0), content="a\nb")
    assert not carries(Piece(kind="result", path=(), at=(1, 0), content='{"result": "a b"}'), said, verbatim=True)


@pytest.mark.parametrize("content", [[{"type": "text", "text": ""}], [{"type": "text", "text": " "}] * 2, [], ""])
def test_a_result_of_empty_parts_may_be_written_as_an_empty_text(content):
    """Items and messages of `send` say nothing with it; the flat contract has it serialized like any other list."""
    call = {"role": "assistant", "tool_calls": [{"tool_call_id": "c1", "name": "f", "arguments": "{}"}]}
    stored = [call, {"role": "tool", "content": content, "tool_call_id": "c1"}]
    empty = Piece(kind="result", path=(), at=(1, 0), content="")
    (_, of_send), (_, of_flat) = (flat_pieces(stored, (), split=split) for split in (True, False))
    assert carries(empty, of_send, verbatim=True)
    assert of_flat.content == content
