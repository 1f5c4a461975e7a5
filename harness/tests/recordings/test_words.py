"""Error texts are compared without what varies from request to request."""

import pytest

from sendable.recordings.words import masked, same_words


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("No tool output found for function call call_abc.", "No tool output found for function call call_xyz.", True),
        ("Invalid 'messages[3]'. Text only.", "Invalid 'messages[17]'. Text only.", True),
        ("messages.1: `tool_use` ids toolu_01AB", "messages.12: `tool_use` ids toolu_09XY", True),
        ("Item 'rs_68c42de022' of type", "Item 'rs_07e4c22b60' of type", True),
        ("at line 1 column 96 ", "at line 1 column 8", True),
        ("Unknown parameter: 'messages[1].file.data'.", "Unknown parameter: 'messages[1].file.name'.", False),
        ("Missing required parameter: 'input'.", "Missing required parameter: 'model'.", False),
        ("", "Bad request", False),
    ],
)
def test_ids_and_indexes_do_not_count(one, other, same):
    """Ids, indexes and numbers are masked; any other word is not."""
    assert same_words(one, other) is same
    assert same_words(other, one) is same


def test_what_is_masked():
    """Ids become ``@`` and numbers ``#``."""
    assert masked(" messages.3: id toolu_01ALRFK59SkK at 12 ") == "messages.#: id @ at #"
