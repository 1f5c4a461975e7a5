"""Profiles: what is frozen stays what it was, or says what is wrong."""

import gzip
import json

import jsonschema
import pytest

from sendable.corpus.build import build, content_digest
from sendable.corpus.places import profile_folder
from sendable.corpus.profile import Frozen, as_lines, freeze, load_profile, profiles, read_frozen
from sendable.corpus.recipe import has_recipes
from sendable.corpus.schema import case_schema
from sendable.model.errors import BadUsage, UnreadableInput

NAME = "2026-12"
LARGEST = 15_000_000


@pytest.fixture(scope="module")
def frozen():
    """The cases of the frozen profile."""
    return load_profile(NAME)


@pytest.fixture
def small(tmp_path):
    """A profile of five cases, and one drawn from it."""
    cases = list(build(3, 5))
    freeze(Frozen(name="five", date="2026-11-30", seed=3, version="1"), cases, tmp_path)
    freeze(Frozen(name="two", date="2026-11-30", of="five"), [cases[3], cases[1]], tmp_path)
    return tmp_path, cases


def test_the_frozen_profile_has_ten_thousand_cases_by_id_and_content(frozen) -> None:
    """Each stands in the profile's file with the sha256 of what it means."""
    said = read_frozen(NAME)
    assert (said.name, said.seed, len(said.cases)) == (NAME, 2026, 10_000)
    assert {each.id: content_digest(each) for each in frozen} == said.cases
    assert all(each.id.endswith(said.cases[each.id][:12]) for each in frozen)


def test_the_frozen_profile_is_small_enough_to_carry_around(frozen) -> None:
    """As plain JSON Lines, for any language, it has at most 15 MB; very long histories are recipes."""
    assert len(as_lines(frozen)) <= LARGEST
    assert sum(has_recipes(each.history) for each in frozen) > 0


def test_every_case_of_the_frozen_profile_is_as_the_schema_says(frozen) -> None:
    """The schema is the shipped one, read by another implementation than our own."""
    schema = case_schema()
    validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/Case", "$defs": schema["$defs"]})
    assert [each["id"] for each in map(json.loads, as_lines(frozen).splitlines()) if not validator.is_valid(each)] == []


def test_the_smoke_profile_is_five_hundred_of_them(frozen) -> None:
    """They are drawn from the frozen profile, none twice, and none is a recipe."""
    smoke = load_profile("smoke")
    assert read_frozen("smoke").of == NAME
    known = {each.id: each for each in frozen}
    assert len({each.id for each in smoke}) == 500
    assert all(each == known[each.id] and not has_recipes(each.history) for each in smoke)


def test_profiles_are_found_by_name(small) -> None:
    """Those that are shipped, or those of a folder."""
    assert profiles() == [NAME, "smoke"]
    assert profiles(small[0]) == ["five", "two"]
    assert profile_folder().is_dir()


def test_what_is_frozen_comes_back(small) -> None:
    """In its order; so do the cases of a profile that is drawn from another."""
    folder, cases = small
    assert load_profile("five", folder) == cases
    assert load_profile("two", folder) == [cases[3], cases[1]]


def test_freezing_twice_writes_the_same_bytes(small) -> None:
    """No time of day gets into the files."""
    folder, cases = small
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    freeze(Frozen(name="five", date="2026-11-30", seed=3, version="1"), cases, folder)
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before
    assert sorted(before) == ["five.json", "five.jsonl.gz", "two.json", "two.jsonl.gz"]


def test_an_unknown_profile_is_bad_usage(small) -> None:
    """The error names those that are known."""
    with pytest.raises(BadUsage) as told:
        load_profile("six", small[0])
    assert str(told.value) == "no profile is named 'six'\n  hint: known are five, two"
    with pytest.raises(BadUsage, match="known are none"):
        load_profile("six", small[0] / "nowhere")


def _lines(folder, change):
    """Change the lines of the cases."""
    file = folder / "five.jsonl.gz"
    lines = [json.loads(each) for each in gzip.decompress(file.read_bytes()).splitlines()]
    change(lines)
    file.write_bytes(gzip.compress("".join(json.dumps(each) + "\n" for each in lines).encode()))


DAMAGES = {
    "a case changed its content": (
        lambda folder: _lines(folder, lambda lines: lines[1].update(expect={"outcome": "refused"})),
        "{1} is not the case that was frozen",
    ),
    "a case is missing": (lambda folder: _lines(folder, lambda lines: lines.pop()), "4 of 5 cases"),
    "a case is there twice": (lambda folder: _lines(folder, lambda lines: lines.append(lines[0])), "6 of 5 cases"),
    "a case that was never frozen": (
        lambda folder: _lines(folder, lambda lines: lines[2].update(id="another")),
        "another is not the case that was frozen",
    ),
    "a case with an unknown key": (
        lambda folder: _lines(folder, lambda lines: lines[0].update(brand_new=1)),
        "not cases: Object contains unknown field `brand_new`",
    ),
    "the cases are cut off": (
        lambda folder: (folder / "five.jsonl.gz").write_bytes((folder / "five.jsonl.gz").read_bytes()[:200]),
        "not cases: Compressed file ended before the end-of-stream marker was reached",
    ),
    "the cases are damaged inside": (
        lambda folder: (folder / "five.jsonl.gz").write_bytes(
            (folder / "five.jsonl.gz").read_bytes()[:100] + b"\x00" * 400
        ),
        "not cases: ",
    ),
    "the cases are not compressed": (
        lambda folder: (folder / "five.jsonl.gz").write_bytes(b"{}"),
        "cannot read the file: Not a gzipped file (b'{{}}')",
    ),
    "the cases are gone": (
        lambda folder: (folder / "five.jsonl.gz").unlink(),
        "cannot read the file: No such file or directory",
    ),
    "the profile is no JSON": (lambda folder: (folder / "five.json").write_text("{"), "not a profile: "),
    "the profile has an unknown key": (
        lambda folder: (folder / "five.json").write_text('{"name": "five", "date": "2026-11-30", "cast": {}}'),
        "not a profile: Object contains unknown field `cast`",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_profile_says_what_is_wrong_with_it(damage, small) -> None:
    """Never a traceback, and never a case that is not what it was."""
    folder, cases = small
    change, what = DAMAGES[damage]
    change(folder)
    with pytest.raises(UnreadableInput) as told:
        load_profile("five", folder)
    assert told.value.what.startswith(what.format(*(each.id for each in cases)))
    assert told.value.where.startswith(str(folder / "five.json"))
