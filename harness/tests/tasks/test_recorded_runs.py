"""A run says of each verdict whether it is recorded, and never adds the bases up."""

import json

import pytest

from sendable.model.case import Case
from sendable.model.outcome import Verdict
from sendable.model.roundtrip import RoundTrip, Source
from sendable.model.target import parse_target
from sendable.normalizers import connect
from sendable.recordings import index
from sendable.replay import Modelled
from sendable.tasks.evaluate import evaluate
from sendable.tasks.run import Plan, run
from sendable.tasks.selection import Selection

HISTORY = {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]}
CASE = Case(id="hello", title="accepted", contract="flat", family="none", history=HISTORY)
SENT = [
    {"role": "user", "content": "Hi there"},
    {"role": "assistant", "content": "Hello"},
    {"role": "user", "content": "Go on."},
]
ON_FILE = RoundTrip(
    api="openai-chat",
    provider="openai",
    status=200,
    request={"model": "gpt-5.4", "messages": SENT},
    date="2026-05-05",
    source=Source(path="b.yaml", repo="me/mine", n=4),
)


@pytest.fixture(autouse=True)
def filed(monkeypatch):
    """Put an index with one round trip in the place of the shipped one."""
    with_one = index.merged(index.Index(), [ON_FILE])
    monkeypatch.setattr(index, "shipped", lambda: with_one)


@pytest.mark.parametrize(
    ("target", "basis", "recording"),
    [
        ("openai-chat:gpt-5.4", "recorded", "me/mine b.yaml#4"),
        ("openai-chat:gpt-5", "modelled", None),
        ("openai-responses:gpt-5.4", "modelled", None),
    ],
)
def test_a_result_names_its_recording(target, basis, recording):
    """The source is in the result where the verdict is recorded, and nowhere else."""
    result = evaluate(CASE, parse_target(target), connect("reference"), Modelled())
    assert isinstance(result.outcome, Verdict)
    assert (result.outcome.basis, result.recording) == (basis, recording)


def test_the_bases_are_counted_apart(tmp_path):
    """One recorded and one modelled verdict are one and one, never two of either."""
    file = tmp_path / "case.json"
    case = {"id": "hello", "title": "t", "contract": "flat", "family": "none", "history": HISTORY}
    file.write_text(json.dumps(case))
    plan = Plan(targets=("openai-chat:gpt-5.4", "openai-responses:gpt-5.4"), jobs=1)
    report = run(plan, Selection(cases=(file,)), tmp_path, lambda _done, _all: None)
    assert report.by_basis == {"live": 0, "recorded": 1, "modelled": 1}
