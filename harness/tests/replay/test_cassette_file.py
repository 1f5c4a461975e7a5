"""A recording is whole or not there, and answers for what was recorded."""

import os
import subprocess
import sys
from pathlib import Path

import openai
import pytest
from replay.fake_provider import FakeProvider, serving
from tasks.asked_bodies import bodies
from tasks.test_record import CHAT, asking, how, quiet, wanted

from sendable.model.errors import BadUsage
from sendable.model.outcome import Verdict
from sendable.replay.cassette_file import Writer, ready, remove_parts
from sendable.replay.cassettes import player
from sendable.replay.exchange import Exchange
from sendable.replay.matcher import strict
from sendable.replay.recorded_basis import Recorded
from sendable.tasks.record import record
from sendable.tasks.record_plan import questions

ONE = Exchange("POST", "https://api.openai.com/v1/chat/completions", {}, b'{"model": "m"}', 200, {}, b'{"id": "x"}')


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    """Four recorded bodies, two of them refused, as skeletons; the provider is gone."""
    folder = tmp_path_factory.mktemp("recorded")
    with serving(FakeProvider()) as provider:
        record(questions(wanted(4), asking(folder, provider)), how(folder, provider), quiet)
    return folder / "cassettes"


def test_the_official_sdk_replays_it(recorded) -> None:
    """With record mode none, through the strict matcher, a file answers the very body that was asked, words and all."""
    seen = []
    with serving(FakeProvider()) as provider:
        found = questions(wanted(4), asking(recorded.parent / "elsewhere", provider))
    for each in found.to_send:
        file = recorded / "openai" / "openai-chat" / each.file.name
        with player(file, strict(CHAT.api, CHAT.provider_type)) as cassette:
            client = openai.OpenAI(api_key="none", base_url="http://127.0.0.1:8080/v1", max_retries=0)
            try:
                client.chat.completions.create(**each.body)
                seen.append(200)
            except openai.BadRequestError as refused:
                seen.append(refused.status_code)
            assert cassette.all_played
            client.close()
    assert sorted(seen) == [200, 200, 400, 400]


def test_the_recorded_basis_answers_from_it(recorded) -> None:
    """Whoever runs on recordings gets the provider's verdict for the body as the normalizer made it."""
    basis = Recorded(recorded)
    outcomes = [basis.ask(body, CHAT).outcome for body in bodies(4)]
    assert all(isinstance(each, Verdict) and each.basis == "recorded" for each in outcomes)
    assert [(each.accepted, each.status) for each in outcomes] == [(True, 200), (False, 400)] * 2


def test_what_a_killed_writer_left_is_removed(tmp_path) -> None:
    """A half-written file of a process that is gone; that of a live one, and every whole file, stay."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    kept = [tmp_path / "a.yaml", tmp_path / f"a.yaml.{os.getpid()}-1.part"]
    left = [tmp_path / f"a.yaml.{gone.pid}-1.part", tmp_path / "b.part"]
    for file in (*kept, *left):
        file.write_text("x")
    remove_parts(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(kept)
    remove_parts(tmp_path / "missing")


def test_a_folder_that_cannot_be_written(tmp_path) -> None:
    """It is told with the file and what to do."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadUsage, match=r"cannot write: (Not a directory|File exists)") as error:
        Writer().write(tmp_path / "file" / "one.yaml", (ONE,))
    assert error.value.hint == "choose a folder with --out"


def test_an_answer_that_is_no_json_is_kept_as_text(tmp_path) -> None:
    """A 500 that is a verdict may be a page; of somebody's request it loses its words too."""
    page = Exchange("POST", ONE.url, {}, ONE.sent, 500, {"content-type": "text/html"}, b"<h1>Internal</h1>\xff")
    text = Writer(verbatim=True).text_of((page,))
    assert "body:\n      string: <h1>Internal</h1>\\xff\n" in text
    assert "parsed_body:\n      id: x" in Writer(verbatim=True).text_of((ONE,))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path) -> None:
    """It is named before anything is sent."""
    tmp_path.chmod(0o555)
    with pytest.raises(BadUsage, match="cannot write: Permission denied"), ready([tmp_path]):
        pass


def test_what_stays_empty_goes_again(tmp_path) -> None:
    """Folders that were made are there meanwhile; those that something was written into stay."""
    one, other = tmp_path / "a" / "b", tmp_path / "c" / "d"
    with ready([one, other]):
        assert (list(one.iterdir()), list(other.iterdir())) == ([], [])
        (other / "kept").touch()
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["c", "d", "kept"]
