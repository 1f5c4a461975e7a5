"""The places of a body, and the body without one."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sendable.model.json import dotted
from sendable.tasks.places import Place, at, count, near, parse_path, places, without

KEYS = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
BODIES = st.dictionaries(KEYS, JSON, max_size=4)
CALL = {"type": "function_call", "call_id": "c1", "name": "s", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "r"}
BODY = {"model": "m", "input": [{"role": "user", "content": "hi"}, CALL, {"role": "user", "content": "x"}, OUTPUT]}


def test_every_place_but_those_that_say_what_a_thing_is():
    """Fields and elements at every depth, with how many single values stand there."""
    body = {"model": "m", "input": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]}
    assert sorted(places(body, 99), key=lambda place: len(place.path)) == [
        Place(("input", 0), 3),
        Place(("input", 0, "content"), 2),
        Place(("input", 0, "content", 0), 2),
        Place(("input", 0, "content", 0, "text"), 1),
    ]


def test_around_a_fault_are_its_parts_its_neighbours_and_who_shares_its_ids():
    """What stands far away and has nothing to do with it is not among them."""
    found = {place.path for place in near(BODY, ("input", 1))}
    assert found == {
        ("input", 1),
        ("input", 1, "name"),
        ("input", 1, "arguments"),
        ("input", 0),
        ("input", 2),
        ("input", 3),
    }


@given(BODIES)
def test_a_body_without_a_place_lacks_just_that(body):
    """The values elsewhere are as they were, the original is untouched."""
    before = msgspec.json.encode(body)
    for place in places(body, 50):
        changed = without(body, place.path)
        # An emptied container counts as a value itself.
        assert count(changed) - (count(body) - place.values) in (0, 1)
    assert msgspec.json.encode(body) == before


@given(BODIES)
def test_a_path_is_read_as_it_was_written(body):
    """`dotted` and `parse_path` are inverse for the keys that bodies have."""
    for place in places(body, 50):
        assert parse_path(dotted(place.path)) == place.path
        assert at(body, place.path) is not msgspec.UNSET


def test_a_place_that_is_not_there_is_unset():
    """Wrong steps of any kind end nowhere."""
    for path in (("no",), ("input", 9), ("input", "x"), ("model", 0), ("input", -1)):
        assert at(BODY, path) is msgspec.UNSET
