"""Case files as people really have them: nested deeply, a key twice, a byte-order mark, Latin-1, a locked folder."""

import json
import os

import msgspec
import pytest

from sendable.corpus import load_cases, needs_process, realize
from sendable.corpus.places import case_files, is_folder
from sendable.corpus.recipe import check_recipes, expand, has_recipes
from sendable.corpus.strict import MOST_LEVELS, check_levels
from sendable.corpus.tagged import check_tags, decode_tags, has_tags
from sendable.corpus.walk import levels
from sendable.model.errors import UnreadableInput

CASE = {
    "id": "one",
    "title": "Accepted: a message",
    "contract": "flat",
    "family": "none",
    "history": {"messages": [{"role": "user", "content": "hi"}]},
}
TEXT = json.dumps(CASE)
DEEP = 20_000
LEVELS_HINT = "a case may have 320 levels of objects and lists at most"
TWICE_HINT = "readers differ in which of the two they take: leave one out"


def nested(depth, inner="x"):
    for _ in range(depth):
        inner = [inner]
    return inner


def unnested(value):
    depth = 0
    while isinstance(value, list):
        (value,) = value
        depth += 1
    return depth, value


def refused(tmp_path, name, content):
    """Load a file that is faulty; give back what was wrong, where without the folder, and the hint."""
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UnreadableInput) as caught:
        load_cases([tmp_path / name])
    return caught.value.what, caught.value.where.removeprefix(f"{tmp_path}{os.sep}"), caught.value.hint


def deep_case(depth, **fields):
    """Write a case whose content is nested so deep; the content stands in four containers."""
    marked = json.dumps({**CASE, "history": {"messages": [{"role": "user", "content": "MARK"}]}, **fields})
    return marked.replace('"MARK"', "[" * depth + "]" * depth)


def test_walking_needs_no_recursion():
    """What is nested far deeper than any reader of JSON goes is checked, carried out and copied."""
    history = {"messages": [{"content": nested(DEEP)}]}
    check_recipes(history)
    check_tags(history)
    assert not has_recipes(history)
    assert not has_tags(history)
    assert not needs_process(history)
    assert levels(history) == DEEP + 3
    for made in (realize, expand, decode_tags):
        assert unnested(made(history)["messages"][0]["content"]) == (DEEP, "x")
    assert realize(history)["messages"][0]["content"] is not history["messages"][0]["content"]


def test_recipes_and_tags_at_the_bottom_are_found():
    """A recipe in a list in a list, so deep, is carried out; a tag there becomes its value, in a recipe too."""
    recipe = {"repeat": 2, "of": [{"id": "c{n}"}, nested(DEEP, "{n}"), {"$value": "bytes"}]}
    history = {"messages": nested(DEEP, [recipe])}
    assert has_recipes(history)
    assert needs_process(history)
    bottom = realize(history)["messages"]
    for _ in range(DEEP):
        (bottom,) = bottom
    plain = [each for each in bottom if not isinstance(each, list)]
    assert plain == [{"id": "c0"}, b"\xff\x00", {"id": "c1"}, b"\xff\x00"]
    assert [unnested(each) for each in bottom if isinstance(each, list)] == [(DEEP, "0"), (DEEP, "1")]


def test_a_recipe_in_every_list_on_the_way_down():
    """Lists that each hold a recipe and the next list are carried out without recursion."""
    value = []
    for _ in range(DEEP):
        value = [value, {"repeat": 1, "of": ["r{n}"]}]
    made = expand(value)
    for _ in range(DEEP):
        made, told = made
        assert told == "r0"
    assert made == []


def test_the_first_fault_in_writing_order_is_named():
    """Of two bad tags, and of two bad recipes, the first is told."""
    bad = {"$value": "nil"}
    with pytest.raises(UnreadableInput) as caught:
        check_tags({"a": [[1, bad], bad], "b": bad})
    assert caught.value.where == "$.a[0][1]"
    bad = {"repeat": 0, "of": []}
    with pytest.raises(UnreadableInput) as caught:
        check_recipes({"a": [{"x": [bad]}, {"y": [bad]}], "b": [bad]})
    assert caught.value.where == "$.a[0].x[0]"


def test_as_many_levels_as_a_run_bears(tmp_path):
    """A case of the most levels is read; with one more it is refused with the beginning of the path."""
    (tmp_path / "most.json").write_text(deep_case(MOST_LEVELS - 4))
    (case,) = load_cases([tmp_path / "most.json"])
    assert levels(msgspec.to_builtins(case)) == MOST_LEVELS == 320
    told = refused(tmp_path, "more.json", deep_case(MOST_LEVELS - 3))
    assert told == ("nested too deeply", "more.json:1 $.history.messages[0].content", LEVELS_HINT)


@pytest.mark.parametrize("depth", [500, 700, 900, 1500, 100_000])
def test_a_deep_case_is_refused_with_its_place(tmp_path, depth):
    """Whether a reader of JSON bears it or not, the file, the line and the path of the case are named."""
    lines = TEXT + "\n" + deep_case(depth, id="deep") + "\n"
    what, where, hint = refused(tmp_path, "cases.jsonl", lines)
    assert (what, where.partition(".history")[0], hint) == ("nested too deeply", "cases.jsonl:2 $", LEVELS_HINT)
    brackets = TEXT.replace('"hi"', '"[[, {"')
    listed = "[\n" + brackets + ",\n" + deep_case(depth, id="deep") + "]"
    what, where, hint = refused(tmp_path, "cases.json", listed)
    assert (what, where.partition(".history")[0], hint) == ("nested too deeply", "cases.json:3 $[1]", LEVELS_HINT)


@pytest.mark.parametrize("field", ["next", "expect"])
def test_levels_count_in_every_field(field):
    """The coming turn and the acceptable outputs are walked too, not only the history."""
    with pytest.raises(UnreadableInput) as caught:
        check_levels({**CASE, field: nested(MOST_LEVELS)})
    assert caught.value.where == f"$.{field}[0][0][0]"


MESSAGE = '{"role": "user", "content": "hi"}'
# What is put instead of what in a good case; then the key that stands twice, and the path of its object.
DOUBLED = {
    "top": ('"family": "none"', '"family": "none", "family": "other"', "family", "$"),
    "same value": ('"family": "none"', '"family": "none", "family": "none"', "family", "$"),
    "first of two": ('"family": "none"', '"family": "n", "title": "x", "family": "o"', "title", "$"),
    "message": (MESSAGE, '{"role": "user", "content": "hi", "content": "ho"}', "content", "$.history.messages[0]"),
    "second message": (MESSAGE, MESSAGE + ', {"role": "user", "role": "tool"}', "role", "$.history.messages[1]"),
    "escaped": (MESSAGE, '{"role": "user", "\\u0072ole": "tool"}', "role", "$.history.messages[0]"),
    "outer goes before inner": (MESSAGE, '{"a": {"b": 1, "b": 2}, "a": {}}', "a", "$.history.messages[0]"),
    "beside great numbers": (MESSAGE, '{"n": 18446744073709551615, "n": 1.5e300}', "n", "$.history.messages[0]"),
}


@pytest.mark.parametrize("name", DOUBLED)
def test_a_key_that_stands_twice(tmp_path, name):
    """No object of a case holds a key twice: not in one case, not in a list, not in a line; the object is named."""
    old, new, key, path = DOUBLED[name]
    bad = TEXT.replace(old, new)
    assert bad != TEXT
    what = f"the key {key!r} stands twice in one object"
    assert refused(tmp_path, "case.json", bad) == (what, f"case.json:1 {path}", TWICE_HINT)
    first = TEXT.replace('"one"', '"first"')
    inside = path.removeprefix("$")
    assert refused(tmp_path, "cases.jsonl", f"{first}\n{bad}\n") == (what, f"cases.jsonl:2 {path}", TWICE_HINT)
    assert refused(tmp_path, "cases.json", f"[{first},\n{bad}]") == (what, f"cases.json:2 $[1]{inside}", TWICE_HINT)


def test_one_key_in_two_objects_is_no_fault(tmp_path):
    """A key may stand in every object, and as a text beside itself."""
    (tmp_path / "case.json").write_text(TEXT.replace(MESSAGE, f'{MESSAGE}, {{"role": "role", "content": "content"}}'))
    (case,) = load_cases([tmp_path / "case.json"])
    assert case.history["messages"][1] == {"role": "role", "content": "content"}


@pytest.mark.parametrize("name", ["case.json", "cases.json", "cases.jsonl"])
def test_a_byte_order_mark_is_passed_over(tmp_path, name):
    """A file that an editor has put a mark before is read as if it were not there."""
    text = f"[{TEXT}]" if name == "cases.json" else TEXT
    (tmp_path / name).write_text(text, "utf-8-sig")
    assert [each.id for each in load_cases([tmp_path / name])] == ["one"]


@pytest.mark.parametrize(
    ("name", "encoding", "byte", "line"),
    [
        ("case.json", "latin-1", 140, 2),
        ("cases.jsonl", "latin-1", 140, 2),
        ("case.json", "utf-16", 0, 1),
    ],
)
def test_a_file_that_is_not_utf8(tmp_path, name, encoding, byte, line):
    """The line is named, and what to do: it has nothing to do with surrogates."""
    content = ("\n" + TEXT.replace('"hi"', '"h\u00ef"')).encode(encoding)
    told = refused(tmp_path, name, content)
    assert told == (f"not UTF-8: byte {byte} of the file", f"{name}:{line}", "save the file as UTF-8")


SURROGATE_HINT = 'a lone surrogate is written {"$value": "lone-surrogate"}'
# The content of a message; then what is wrong, without the number of the byte, and the hint.
NOT_JSON = {
    '"\\ud800"': ("not JSON: a lone surrogate", SURROGATE_HINT),
    '"\\udc00x"': ("not JSON: a lone surrogate", SURROGATE_HINT),
    '"\\x"': ("not JSON: JSON is malformed: invalid escape character in string", ""),
    "nul": ("not JSON: JSON is malformed: invalid character", ""),
    "NaN": ("not JSON: JSON is malformed: invalid character", ""),
}


@pytest.mark.parametrize("content", NOT_JSON)
def test_the_hint_of_surrogates_stands_where_they_are_the_cause(tmp_path, content):
    """Any other fault of a line is told without it."""
    what, where, hint = refused(tmp_path, "cases.jsonl", TEXT.replace('"hi"', content))
    assert (what.partition(" (byte")[0], where, hint) == (NOT_JSON[content][0], "cases.jsonl:1 $", NOT_JSON[content][1])


def test_an_element_of_a_folder_that_is_no_file_is_passed_over(tmp_path):
    """A folder named like a case file, a broken link and a linked folder are no case files; hidden ones are."""
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "folder.json" / "in.json").write_text(TEXT)
    (tmp_path / ".hidden.json").write_text(TEXT)
    (tmp_path / "broken.json").symlink_to(tmp_path / "nowhere.json")
    (tmp_path / "linked").symlink_to(tmp_path / "folder.json")
    found = [each.relative_to(tmp_path).as_posix() for each in case_files(tmp_path)]
    assert found == [".hidden.json", "folder.json/in.json"]
    assert is_folder(tmp_path)
    assert not is_folder(tmp_path / "nowhere.json")
