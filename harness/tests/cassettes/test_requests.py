"""The committed recordings of single requests: they replay offline, and the oracle says what the servers said."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from sendable.model.outcome import Verdict
from sendable.model.roundtrip import RoundTrip
from sendable.model.target import Target
from sendable.recordings import read
from sendable.recordings.scope import model_of
from sendable.replay.cassettes import Shelf, digests_of, name_of
from sendable.replay.recorded_basis import Recorded
from sendable.tasks.agree import agree

ROOT = Path(__file__).resolve().parents[3] / "cassettes"
FOLDERS = sorted({file.parent for file in ROOT.glob("*/*/*.yaml")})
APIS = sorted(f"{server}-{kind}" for server in ("llamacpp", "vllm") for kind in ("chat", "messages", "responses"))
MOST_BYTES = 15_000_000
KEPT = {"anthropic-version", "content-type", "date"}
PRIVATE = re.compile(
    r"\b(sk|pk|rk|gsk|xai|hf|ghp|glpat)[-_][A-Za-z0-9_-]{16,}|/home/|/Users/|/root/|/tmp/|x-stainless|authorization:"
)

every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@cache
def trips(folder: Path) -> list[tuple[Path, RoundTrip]]:
    return [(file, trip) for file in sorted(folder.glob("*.yaml")) for trip in read(file)]


def test_both_servers_are_recorded_on_three_apis() -> None:
    """llama.cpp and vLLM have recordings of single requests on Chat, Responses and Messages."""
    assert [folder.name for folder in FOLDERS] == APIS


@every_folder
def test_a_recording_replays_offline_with_its_verdict(folder: Path) -> None:
    """Asked again through the official SDK, a cassette gives the status and the error that it holds."""
    recorded = Recorded(ROOT)
    for file, trip in trips(folder):
        asked = recorded.ask(trip.request, Target(folder.name, model_of(trip)), trip.headers)
        assert isinstance(asked.outcome, Verdict), (file.name, asked.outcome)
        assert (asked.outcome.basis, asked.outcome.status, asked.outcome.error) == ("recorded", trip.status, trip.error)


@every_folder
def test_a_recording_is_named_by_its_digests(folder: Path) -> None:
    """The name of a file is the history digest and the settings digest of the request in it."""
    for file, trip in trips(folder):
        assert name_of(*digests_of(trip, Target(folder.name, model_of(trip)))) == file.name


@every_folder
def test_servers_took_and_refused(folder: Path) -> None:
    """Each API has at least a hundred requests that were taken, and ten that were refused."""
    counts = Counter(trip.accepted for _, trip in trips(folder))
    assert counts[True] >= 100
    assert counts[False] >= 10


@every_folder
def test_nothing_private_is_kept(folder: Path) -> None:
    """No recording holds a key, a path of a machine or a header beside those that are kept on purpose."""
    for file, _ in trips(folder):
        text = file.read_text("utf-8")
        assert PRIVATE.search(text) is None, file.name
        heads = re.findall(r"^    headers:\n((?:      .*\n)*)", text, re.MULTILINE)
        assert len(heads) == 2, file.name
        assert {name for head in heads for name in re.findall(r"^      ([a-z-]+):$", head, re.MULTILINE)} <= KEPT


def test_the_oracle_agrees_with_what_the_servers_answered() -> None:
    """No answer of llama.cpp or vLLM contradicts the oracle, and 99.5 % of all are what it says."""
    found = agree([ROOT / "llamacpp", ROOT / "vllm"])
    assert [each.source for each in found.disagreements] == []
    agreed = sum(each.by_finding["agreed"] for each in found.counted)
    assert agreed >= 0.995 * found.compared
    assert {reason.partition(": ")[2] for reason in found.reasons} <= {
        "about something else than the history",
        "whether the model behind the server takes images, which its name does not say",
    }


def test_the_shelf_finds_every_file() -> None:
    """What stands on the shelf of an API is its conversations and its single requests, no more and no less."""
    for folder in FOLDERS:
        (model,) = {model_of(trip) for _, trip in trips(folder)}
        held = {each.file for each in Shelf(ROOT).all(Target(folder.name, model))}
        assert held >= {file for file, _ in trips(folder)}


def test_the_recordings_stay_small() -> None:
    """All cassettes together are under 15 MB."""
    assert sum(file.stat().st_size for file in ROOT.rglob("*.yaml")) < MOST_BYTES
