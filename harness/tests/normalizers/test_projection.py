"""A case is brought to a shape that the normalizer accepts, or it is not expressible."""

import msgspec
import pytest

from sendable.corpus import case_files, load_cases
from sendable.model.outcome import NotExpressible
from sendable.normalizers import Given
from sendable.normalizers.projection import project

TARGET = {"api": "openai-chat", "model": "gpt-5.4"}
CALL = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
RESULT = {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "r"}]}
SAID = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "u"}]}
ANSWER = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a"}]}
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"}
NEXT_ITEM = {"type": "message", "role": "user", "content": "Continue."}
NEXT = {"role": "user", "content": "Continue."}
MESSAGES = [
    {"role": "user", "content": "u"},
    {"role": "assistant", "content": "a", "tool_calls": [{"tool_call_id": "c", "name": "f", "arguments": "{}"}]},
    {"role": "tool", "content": "r", "tool_call_id": "c"},
]
NODES = {
    "nodes": [
        {"id": "a", "sent": [SAID], "received": [ANSWER, CALL]},
        {"id": "other", "parent": "a", "sent": [THOUGHT]},
        {"id": "b", "parent": "a", "kind": "results", "sent": [RESULT]},
    ],
    "leaf": "b",
}


def _given(history: dict, coming: list = (NEXT,), contract: str = "send") -> Given:
    return Given(contract, TARGET, history, list(coming))


def _brought(history: dict, *accepts: str, coming: list = (NEXT,)) -> object:
    found = project(_given(history, coming), accepts)
    return (found.history, found.next) if isinstance(found, Given) else found


@pytest.mark.parametrize("history", [{"messages": [7, {"role": "user"}]}, NODES, {"items": [THOUGHT]}])
def test_an_accepted_shape_stays_as_it_is(history) -> None:
    """Whatever is in it; the very same objects."""
    given = _given(history)
    assert project(given, ("nodes", "messages", "items")) is given


def test_items_are_the_concatenated_context() -> None:
    """From the root to the leaf; another branch is no part of it."""
    assert _brought(NODES, "items") == ({"items": [SAID, ANSWER, CALL, RESULT]}, [NEXT_ITEM])


def test_items_for_nodes_are_one_node() -> None:
    """Sugar in case files becomes the real thing."""
    history = {"nodes": [{"id": "items", "sent": [SAID, CALL]}], "leaf": "items"}
    assert _brought({"items": [SAID, CALL]}, "nodes", coming=[NEXT_ITEM]) == (history, [NEXT_ITEM])


def test_messages_become_items() -> None:
    """Calls and results are items of their own."""
    history, _ = _brought({"messages": MESSAGES}, "items")
    assert [each["type"] for each in history["items"]] == [
        "message",
        "message",
        "function_call",
        "function_call_output",
    ]


def test_nodes_become_messages() -> None:
    """An answer with its calls is one message; text parts are plain text."""
    history, coming = _brought(NODES, "messages", coming=[NEXT_ITEM])
    assert (history, coming) == ({"messages": MESSAGES}, [NEXT])


@pytest.mark.parametrize(
    ("history", "accepts", "why"),
    [
        ({"items": [SAID, THOUGHT]}, "messages", "flat messages cannot carry an item of type 'reasoning'"),
        (
            {"items": [{**SAID, "content": [{"type": "input_image", "image_url": "x"}]}]},
            "messages",
            "flat messages cannot carry a part of type 'input_image'",
        ),
        ({"messages": [7]}, "items", "it holds something that is no message"),
        ({"nodes": [], "leaf": "gone"}, "items", "the leaf 'gone' is none of the nodes"),
    ],
)
def test_what_does_not_fit_is_not_expressible(history, accepts, why) -> None:
    """It is neither passed nor failed."""
    assert _brought(history, accepts) == NotExpressible(f"the history cannot be brought to {accepts}: {why}")


def test_a_script_has_one_shape() -> None:
    """It goes to every normalizer that is held to write."""
    given = _given({"script": {"rounds": []}}, contract="write")
    assert project(given, ("messages",)) is given


@pytest.mark.parametrize("accepts", ["messages", "items", "nodes"])
def test_every_shipped_case_can_be_projected(accepts) -> None:
    """Or it is not expressible: nothing raises, and the case itself is not changed."""
    for case in load_cases(case_files()):
        before = msgspec.json.encode(case)
        found = project(_given(case.history, case.next, case.contract), (accepts,))
        assert isinstance(found, NotExpressible) or case.contract == "write" or accepts in found.history
        assert msgspec.json.encode(case) == before
