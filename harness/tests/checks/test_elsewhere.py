"""What was said is found wherever an API takes it."""

import pytest

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
