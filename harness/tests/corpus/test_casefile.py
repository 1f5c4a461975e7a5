"""Case files are read strictly, and every fault is named with its file, line and path."""

import json
from pathlib import Path

import pytest

from sendable.corpus import case_files, load_cases, shipped_cases
from sendable.model.case import Case
from sendable.model.errors import UnreadableInput

CASE = {
    "id": "flat-one",
    "title": "Accepted: a message",
    "contract": "flat",
    "family": "none",
    "history": {"messages": [{"role": "user", "content": "hi"}]},
}


def write(folder, name, content):
    file = folder / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return file


def test_one_case_a_list_and_lines(tmp_path):
    """A file holds one case, a list of cases, or a case a line; order is kept, defaults are filled in."""
    files = [
        write(tmp_path, "one.json", CASE),
        write(tmp_path, "list.json", [{**CASE, "id": "b"}, {**CASE, "id": "a"}]),
        write(
            tmp_path, "lines.jsonl", json.dumps({**CASE, "id": "c"}) + "\n\n" + json.dumps({**CASE, "id": "d"}) + "\n"
        ),
    ]
    cases = load_cases(files)
    assert [each.id for each in cases] == ["flat-one", "b", "a", "c", "d"]
    assert cases[0] == Case(**{**CASE, "history": CASE["history"]})
    assert cases[0].next == ({"role": "user", "content": "Continue."},)


def test_a_folder_is_read_whole(tmp_path):
    """A folder stands for its JSON and JSONL files in order, without schemas and recorded histories."""
    for folder in ("flat", "recorded/openai"):
        (tmp_path / folder).mkdir(parents=True)
    write(tmp_path / "flat", "b.json", {**CASE, "id": "b"})
    write(tmp_path, "a.jsonl", json.dumps({**CASE, "id": "a"}))
    write(tmp_path, "case.schema.json", {})
    write(tmp_path, "README.md", "text")
    write(tmp_path / "recorded/openai", "openai-chat.jsonl", "not a case")
    assert [each.id for each in load_cases([tmp_path])] == ["a", "b"]
    assert [each.relative_to(tmp_path).as_posix() for each in case_files(tmp_path)] == ["a.jsonl", "flat/b.json"]


def changed(**fields):
    return {**CASE, **fields}


# Name and content of a file; then the message, the place behind the file's name, and a part of the hint.
FAULTS = {
    "unknown-field": ("f.json", changed(expected={}), "Object contains unknown field `expected`", ":1 $", ""),
    "missing-field": ("f.json", [{"id": "x"}], "Object missing required field `title`", ":1 $[0]", ""),
    "wrong-type": ("f.json", [CASE, changed(id="b", why=3)], "Expected `str`, got `int`", ":1 $[1].why", ""),
    "wrong-contract": ("f.json", changed(contract="round"), "Invalid enum value 'round'", ":1 $.contract", ""),
    "not-a-slug": ("f.json", changed(id="Not A Slug"), "Expected `str` matching regex", ":1 $.id", ""),
    "deep-in-expect": (
        "f.json",
        changed(expect={"by_target": {"gemini:*": {"rules": 1}}}),
        "Object contains unknown field `rules`",
        ":1 $.expect.by_target[...]",
        "",
    ),
    "unknown-evidence-field": (
        "f.json",
        changed(evidence=[{"kind": "report", "where": "x", "date": "2026", "url": "y"}]),
        "unknown field 'url'",
        ":1 $.evidence[0]",
        "",
    ),
    "line": ("f.jsonl", json.dumps(CASE) + '\n{"id": "x"}\n', "Object missing required field `title`", ":2 $", ""),
    "line-of-list": (
        "f.json",
        json.dumps([CASE, {"id": "x"}], indent=1),
        "Object missing required field `title`",
        ":16 $[1]",
        "",
    ),
    "not-json": ("f.json", '{"id": "x",\n "title" 1}', "not JSON: Expecting ':' delimiter", ", line 2, column 10", ""),
    "nan": ("f.json", '{"history": NaN}', "not JSON: NaN is not a JSON value", "", ""),
    "surrogate": ("f.json", '["\\ud800"]', "not JSON", "", '{"$value": "lone-surrogate"}'),
    "line-not-json": ("f.jsonl", "\n{", "not JSON: Input data was truncated", ":2 $", ""),
    "number": ("f.json", "7", "Expected `object`, got `int`", ":1 $", ""),
    "history-shape": (
        "f.json",
        changed(history={"turns": []}),
        "not a history for the contract flat: ['turns']",
        ":1 $.history",
        '{"messages": …}, {"items": …} or {"nodes": …, "leaf": …}',
    ),
    "script-wanted": (
        "f.json",
        changed(contract="write"),
        "not a history for the contract write: ['messages']",
        ":1 $.history",
        '{"script": …}',
    ),
    "unknown-tag": (
        "f.json",
        changed(history={"messages": [{"content": {"$value": "nil"}}]}),
        "not a tagged value",
        ":1 $.history.messages[0].content",
        "nan, infinity, -infinity, bytes, cycle, lone-surrogate, set",
    ),
    "tag-with-more": (
        "f.json",
        changed(history={"messages": [{"$value": "nan", "role": "user"}]}),
        "not a tagged value",
        ":1 $.history.messages[0]",
        "",
    ),
    "recipe-without-rounds": (
        "f.json",
        changed(history={"messages": [{"repeat": 0, "of": [{}]}]}),
        "not a recipe",
        ":1 $.history.messages[0]",
        "{n}",
    ),
    "recipe-with-more": (
        "f.json",
        changed(history={"messages": [{"repeat": 2, "of": [{}], "times": 1}]}),
        "not a recipe",
        ":1 $.history.messages[0]",
        "",
    ),
    "twice": ("f.json", [CASE, CASE], "the id 'flat-one' is used twice", ":1 $[1].id", "first at "),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_name_their_place(tmp_path, name):
    """A fault is reported with what is wrong, the file, the line and the path, and what to write instead."""
    file_name, content, what, place, hint = FAULTS[name]
    file = write(tmp_path, file_name, content)
    with pytest.raises(UnreadableInput) as caught:
        load_cases([file])
    assert caught.value.what.startswith(what)
    assert caught.value.where == f"{file}{place}"
    assert hint in caught.value.hint


def test_all_faults_are_reported(tmp_path):
    """Several faulty cases are reported together, each with its place."""
    file = write(tmp_path, "f.json", [changed(why=1), CASE, changed(id="b", family=None)])
    with pytest.raises(UnreadableInput) as caught:
        load_cases([file])
    assert str(caught.value) == (
        f"2 cases cannot be read:\n  Expected `str`, got `int` (at {file}:1 $[0].why)"
        f"\n  Expected `str`, got `null` (at {file}:1 $[2].family)"
    )


def test_a_missing_file(tmp_path):
    """A file that is not there is named."""
    with pytest.raises(UnreadableInput) as caught:
        load_cases([tmp_path / "none.json"])
    assert str(caught.value) == f"cannot read the file: No such file or directory (at {tmp_path / 'none.json'})"


def test_one_id_in_two_files(tmp_path):
    """An id is unique over all files that are read together."""
    files = [write(tmp_path, "a.json", CASE), write(tmp_path, "b.json", CASE)]
    with pytest.raises(UnreadableInput) as caught:
        load_cases(files)
    assert caught.value.hint == f"first at {files[0]}:1 $"


def test_shipped_cases_are_valid():
    """The shipped cases can be read; they lie in the wheel's data or in the source tree."""
    root = shipped_cases()
    assert root == Path(__file__).resolve().parents[3] / "cases"
    assert len(load_cases([root])) == len({each.id for each in load_cases([root])})
