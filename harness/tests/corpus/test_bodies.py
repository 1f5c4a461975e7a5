"""The bodies of the oracle's rules ship beside the cases, and are no cases."""

import pytest

from sendable.corpus import case_files, shipped_cases
from sendable.corpus.bodies import BodyAsked, rule_bodies
from sendable.corpus.places import body_files
from sendable.model.errors import UnreadableInput


def test_bodies_are_no_case_files():
    """They stand in the folder of cases, and a run does not read them as cases."""
    bodies = body_files()
    assert {each.parent for each in bodies} == {shipped_cases() / "oracle"}
    assert not set(bodies) & set(case_files())


def test_every_file_in_the_folder_is_read():
    """Whatever its topic is called."""
    assert len(body_files()) == len(list((shipped_cases() / "oracle").iterdir()))
    assert {each.api for each in rule_bodies()} == {each.name.partition(".")[0] for each in body_files()}


def test_recipes_are_written_out():
    """A long text, and a list of numbered items."""
    asked = BodyAsked({"a": {"$text": "x", "times": 3}, "b": [1, {"$each": {"id": "c{n}"}, "times": 2}]})
    assert asked.written() == {"a": "xxx", "b": [1, {"id": "c0"}, {"id": "c1"}]}


def test_a_faulty_file_is_named(tmp_path):
    """An unknown key is told with the file and the place."""
    file = tmp_path / "openai-chat.json"
    file.write_text('[{"rule": "r", "trips": {"body": {}, "header": {}}}]')
    with pytest.raises(UnreadableInput, match="unknown field `header`") as caught:
        rule_bodies([file])
    assert caught.value.where == str(file)
