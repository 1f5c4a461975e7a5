"""The laws of a million histories, on a few of them; ``python -m laws.million`` asks the million."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec

from laws import held, million
from laws.drawn import TARGETS, Drawn, drawn
from laws.held import Found, broken_laws
from sendable.corpus.casefile import load_cases
from sendable.corpus.recipe import has_recipes
from sendable.model.case import Expect

HARNESS = Path(__file__).parents[2]
A_FEW = 360


def test_a_number_is_the_same_history_everywhere() -> None:
    """A seed and a number tell it, whoever draws it and however often."""
    assert [drawn(3, at) for at in range(60)] == [drawn(3, at) for at in range(60)]
    assert drawn(3, 7) != drawn(4, 7)


def test_the_histories_are_of_every_shape_target_and_number_of_faults() -> None:
    """Shapes and targets come in turn; a tenth is whole, three tenths have two faults."""
    some = [drawn(0, at) for at in range(A_FEW)]
    assert Counter(each.shape for each in some) == {"messages": 120, "items": 120, "nodes": 120}
    assert {str(each.target) for each in some} == set(map(str, TARGETS))
    faults = Counter(len(each.faults) for each in some)
    assert (faults[0] > 20, faults[1] > 150, faults[2] > 50, sum(faults.values())) == (True, True, True, A_FEW)
    assert not any(has_recipes(each.case.history) for each in some)


def test_no_law_is_broken_by_a_few() -> None:
    """No crash, nothing refused that should be accepted, and the other way round."""
    assert [(each.case.id, found) for at in range(180) for each in [drawn(5, at)] for found in broken_laws(each)] == []


def with_faults(count: int) -> Drawn:
    """Return the first history of so many faults that ends in acceptance."""
    found = (drawn(0, at) for at in range(A_FEW))
    return next(each for each in found if len(each.faults) == count and not held.broken_laws(each))


def test_a_refusal_that_does_not_come_is_told() -> None:
    """With one fault the refusal must come; with two either may be repaired together with the other."""
    refused = Expect(outcome="refused", rule="chat-tool-calls-empty")
    one = msgspec.structs.replace(with_faults(1), expects=(refused,))
    assert [each for each in broken_laws(one) if each.law == "accepted"] == [
        Found("accepted", "accepted, not refused by chat-tool-calls-empty")
    ]
    two = msgspec.structs.replace(with_faults(2), expects=(refused, refused))
    assert [each for each in broken_laws(two) if each.law == "accepted"] == []


def test_whatever_is_raised_is_told(monkeypatch) -> None:
    """An exception of the reference is a broken law; so is an error for the user, for each history can be read."""
    some = with_faults(1)
    entries = msgspec.structs.replace(
        some, case=msgspec.structs.replace(some.case, history={"items": 7}, contract="send")
    )
    (found,) = broken_laws(entries)
    assert (found.law, found.what.partition(":")[0]) == ("no-exception", "UnreadableInput")

    def broken(*_words, **_more):
        raise KeyError("no such key")

    monkeypatch.setattr(held, "assemble", broken)
    assert broken_laws(entries) == [Found("no-exception", "KeyError: 'no such key'")]


def test_the_shortest_history_of_a_cause_is_kept() -> None:
    """And how often it was seen; numbers in the reason do not make another cause of it."""
    some = [drawn(0, at) for at in range(6)]
    chunk = million.Chunk(Counter(), {})
    for at, each in enumerate(some):
        same = msgspec.structs.replace(each, faults=("x",), target=TARGETS[0])
        million.note(chunk, same, Found("accepted", f"at $.items[{at}]"))
    shortest = min((each.case for each in some), key=lambda case: len(msgspec.json.encode(case.history)))
    assert chunk.causes == {("x", "openai-chat", "accepted", "at $.items[N]"): (6, shortest)}


def test_the_command_ends_with_the_count(tmp_path) -> None:
    """Exit code 0, every history counted, the same for a seed."""
    words = [
        sys.executable,
        "-m",
        "laws.million",
        "--count",
        "90",
        "--seed",
        "2",
        "--jobs",
        "1",
        "--out",
        tmp_path / "found",
    ]
    done = subprocess.run(words, capture_output=True, text=True, cwd=HARNESS, timeout=120, check=False)
    assert (done.returncode, (tmp_path / "found").exists()) == (0, False), done.stdout
    assert done.stdout.splitlines()[-1].startswith("90 histories: no crash, no broken law, none refused, in ")
    assert done.stderr.splitlines()[-1].startswith("90 of 90, ")


def test_what_is_found_is_written_as_case_files(tmp_path) -> None:
    """Any language can run them."""
    case = drawn(0, 1).case
    million.write(million.Chunk(Counter(), {("x", "openai-chat", "accepted", "why"): (1, case)}), tmp_path)
    assert load_cases([tmp_path]) == [case]
