"""An adapter as it runs: a script of its own, here of a peer that can be told to misbehave."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sendable.model.outcome import Crashed, NotExpressible, Refused
from sendable.normalizers import BodyAnswer, FlatAnswer, Given, Limits, connect
from sendable.tasks.protocol_check import check_protocol

ADAPTERS = Path(__file__).parents[2] / "adapters"
PEER = '''
"""A peer in a few lines: it does what the last user message says."""
import json, os, socket, sys, urllib.request
sys.path.insert(0, ADAPTERS)
from _adapter import Declined, Entry, NotExpressible, Project, base_url, be_quiet, expressing, sent_by, serve, wait
be_quiet()

class Wrapping(Exception): pass

def post(request):
    body = json.dumps({"model": request.model, "messages": request.chat}).encode()
    to = urllib.request.Request(base_url(request.api) + "/chat/completions", body, {"content-type": "application/json"})
    urllib.request.urlopen(to).read()

async def nothing(): return "waited"

def send(request):
    print("the peer prints what it likes")
    os.write(1, b"even so\\n")
    told = request.messages[-1].text
    if told == "types":
        with expressing(): raise TypeError("no such field")
    if told == "decline": raise Declined("MissingResults", "two of them")
    if told == "value": raise ValueError("a call is open")
    if told == "fault": {}["x"]
    if told == "wrapped":
        try: None.get
        except AttributeError as error: raise Wrapping(f"400: {error}") from error
    if told == "reworded":
        try: None.get
        except AttributeError as error: raise Wrapping("the id is no text") from error
    if told == "network": socket.create_connection(("192.0.2.1", 80), 1)
    if told == "key": raise ValueError(str("OPENAI_API_KEY" in os.environ))
    if told == "nothing": return sent_by(lambda: wait(nothing()), request.api)
    if told == "nan": return {"model": float("nan")}
    return sent_by(lambda: post(request), request.api)

serve(Project("Peer", "pytest", "https://peer.example", {
    "chat": Entry("post", ("openai-chat:*",), send),
    "flat": Entry("raw", ("*",), flat=lambda request: request.raw),
}, wrappers=frozenset({"Wrapping"})))
'''


@pytest.fixture
def script(tmp_path):
    """Write the peer."""
    file = tmp_path / "peer_entries.py"
    file.write_text(PEER.replace("ADAPTERS", repr(str(ADAPTERS)), 1))
    return file


@pytest.fixture
def peer(script, monkeypatch):
    """Start its entry ``chat``."""
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    connected = connect(f"exec:{sys.executable} {script} chat", Limits(seconds=60))
    yield connected
    assert connected.close(), "it ended by itself"


def _given(text: str, contract: str = "send") -> Given:
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hi."}]
    return Given(
        contract, {"api": "openai-chat", "model": "m"}, {"messages": messages}, [{"role": "user", "content": text}]
    )


@pytest.mark.parametrize("entry", ["chat", "flat"])
def test_an_entry_speaks_the_protocol(script, entry) -> None:
    """Nothing that the peer prints comes between the answers."""
    checked = check_protocol(f"exec:{sys.executable} {script} {entry}", Limits(seconds=60))
    assert [(each.name, each.detail) for each in checked.steps if not each.passed] == []
    assert (checked.normalizer.name, checked.contracts) == (
        f"Peer {entry}",
        ("send",) if entry == "chat" else ("flat",),
    )


def test_the_body_is_what_was_sent(peer) -> None:
    """With the coming user turn at its end."""
    body = {
        "model": "m",
        "messages": [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "Hi."},
            {"role": "user", "content": "go"},
        ],
    }
    assert peer.normalize(_given("go")) == BodyAnswer(body)


MEANINGS = [
    ("types", NotExpressible("TypeError: no such field")),
    ("decline", Refused("MissingResults", "two of them")),
    ("value", Refused("ValueError", "a call is open")),
    ("reworded", Refused("Wrapping", "the id is no text")),
    ("key", Refused("ValueError", "False")),
    (
        "nan",
        Crashed(
            "the normalizer reports an error: the body is not JSON: Out of range float values are not JSON compliant"
        ),
    ),
]


@pytest.mark.parametrize(("told", "outcome"), MEANINGS)
def test_an_exception_has_a_meaning(peer, told, outcome) -> None:
    """The types' errors, the peer's own, and what is no answer; the user's keys are gone."""
    answer = peer.normalize(_given(told))
    if isinstance(outcome, Crashed):
        assert isinstance(answer, Crashed)
        assert answer.message.startswith(outcome.message)
    else:
        assert answer == outcome


@pytest.mark.parametrize(
    ("told", "error"),
    [
        ("fault", "KeyError: 'x'"),
        ("wrapped", "AttributeError: 'NoneType' object has no attribute 'get'"),
        ("network", "NetworkRefused: an adapter talks to this machine alone, not to 192.0.2.1"),
        ("nothing", "NothingSent: nothing was sent to openai-chat; seen: []"),
    ],
)
def test_a_fault_of_the_code_is_a_crash(peer, told, error) -> None:
    """Also inside an error that the peer wraps its faults in; the next request is answered all the same."""
    answer = peer.normalize(_given(told))
    assert isinstance(answer, Crashed)
    assert answer.message.startswith(f"the normalizer reports an error: {error}")
    assert isinstance(peer.normalize(_given("go")), BodyAnswer)


def test_a_flat_entry_is_given_no_coming_turn(script) -> None:
    """The run appends it."""
    connected = connect(f"exec:{sys.executable} {script} flat", Limits(seconds=60))
    given = _given("go", "flat")
    assert connected.normalize(given) == FlatAnswer(given.history["messages"])
    connected.close()


def test_entries_are_listed_as_json(script) -> None:
    """With the version of the package that is judged."""
    done = subprocess.run([sys.executable, script, "--entries"], capture_output=True, text=True, timeout=60, check=True)
    told = json.loads(done.stdout)
    shared = {"package": "pytest", "version": pytest.__version__}
    assert told == {
        "project": "Peer",
        "homepage": "https://peer.example",
        "entries": [
            {"name": "chat", "title": "post", "targets": ["openai-chat:*"], "contracts": ["send"], **shared},
            {"name": "flat", "title": "raw", "targets": ["*"], "contracts": ["flat"], **shared},
        ],
    }


def test_an_unknown_entry_is_told(script) -> None:
    """With the names that there are."""
    done = subprocess.run([sys.executable, script, "nonsense"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, "name one entry of Peer: chat, flat\n")
