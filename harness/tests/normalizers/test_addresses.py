"""Addresses, and what comes back from behind them."""

import msgspec
import pytest

from sendable.model.errors import BadUsage, NormalizerDidNotStart
from sendable.model.outcome import Crashed, NotExpressible, Refused
from sendable.normalizers import BodyAnswer, FlatAnswer, Given, connect

GIVEN = Given(
    contract="flat",
    target={"api": "openai-chat", "model": "gpt-5.4"},
    history={"messages": [{"role": "user", "content": "hi"}]},
    next=[{"role": "user", "content": "Continue."}],
)
ANSWERS = {
    "flat": ({"messages": [1], "dropped": 2}, FlatAnswer([1], 2)),
    "flat without a count": ({"messages": []}, FlatAnswer([], None)),
    "body": ({"body": {"a": 1}, "warnings": [{"step": "x"}]}, BodyAnswer({"a": 1}, [{"step": "x"}])),
    "refused": ({"refused": {"type": "T", "message": "m"}}, Refused("T", "m")),
    "refused in a word": ({"refused": "no"}, Refused("refused", "no")),
    "not expressible": ({"not_expressible": "no nodes"}, NotExpressible("no nodes")),
    "error": ({"error": "boom"}, Crashed("the normalizer reports an error: boom")),
    "nothing": (None, Crashed("the normalizer returned NoneType, not an object")),
    "list": ([], Crashed("the normalizer returned list, not an object")),
    "messages no list": ({"messages": {}}, Crashed("'messages' is dict, not a list")),
    "count no number": ({"messages": [], "dropped": True}, Crashed("'dropped' is True, not a whole number")),
    "body no object": ({"body": []}, Crashed("'body' is not an object, or 'warnings' is not a list")),
    "unknown": (
        {"answer": 1},
        Crashed(
            "the normalizer's answer has none of: messages, body, stored, refused, not_expressible, error",
            detail="keys: answer",
        ),
    ),
}


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A user's module in the working directory."""

    def write(source: str) -> str:
        name = f"users_{abs(hash(source))}"
        (tmp_path / f"{name}.py").write_text(source)
        return f"python:{name}"

    monkeypatch.chdir(tmp_path)
    return write


@pytest.mark.parametrize(("answer", "read"), ANSWERS.values(), ids=ANSWERS)
def test_a_python_callable_s_answer_is_read(module, answer, read) -> None:
    """Every form of the protocol's answer, and every wrong one, becomes one outcome."""
    address = module(f"def normalize(history, target, next):\n    return {answer!r}\n") + ":normalize"
    contract = "send" if isinstance(read, BodyAnswer) else "flat"
    assert connect(address).normalize(msgspec.structs.replace(GIVEN, contract=contract)) == read


def test_it_is_given_history_target_and_next(module) -> None:
    """And nothing else: no expectation."""
    source = "def normalize(history, target, next):\n    return {'body': {'h': history, 't': target, 'n': next}}\n"
    answer = connect(module(source) + ":normalize").normalize(msgspec.structs.replace(GIVEN, contract="send"))
    assert answer == BodyAnswer({"h": GIVEN.history, "t": GIVEN.target, "n": GIVEN.next})


def test_what_it_raises_is_its_own_crash(module) -> None:
    """The last frames are kept for whoever has to mend it."""
    answer = connect(module("def normalize(*_):\n    raise KeyError('x')\n") + ":normalize").normalize(GIVEN)
    assert isinstance(answer, Crashed)
    assert answer.message == "KeyError: 'x'"
    assert "raise KeyError('x')" in answer.detail


def test_a_callable_may_name_its_contracts(module) -> None:
    """The default is flat."""
    source = "def normalize(*_): pass\nnormalize.contracts = ('send',)\ndef other(*_): pass\n"
    address = module(source)
    assert connect(f"{address}:normalize").contracts == ("send",)
    assert connect(f"{address}:other").contracts == ("flat",)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nonsense",
        "python:",
        "python:os",
        "reference:loud",
        "ftp://x",
        "exec:",
        "oneshot: ",
        "exec:a 'b",
        "http://example.org/normalize",
        "http://10.0.0.1:80/",
        "http:8080",
        "http://127.0.0.1:port/",
    ],
)
def test_what_is_no_address_is_bad_usage(address) -> None:
    """With a hint how to write one."""
    with pytest.raises(BadUsage) as caught:
        connect(address)
    assert caught.value.hint.startswith("write ")


@pytest.mark.parametrize("address", ["python:no_such_module:f", "python:os:no_such_name", "python:os:sep"])
def test_what_cannot_be_loaded_did_not_start(address) -> None:
    """Exit code 3: nothing was judged."""
    with pytest.raises(NormalizerDidNotStart) as caught:
        connect(address)
    assert (caught.value.exit_code, caught.value.where) == (3, address)


def test_the_reference_answers_flat() -> None:
    """And it says which reading it is."""
    assert connect("reference").normalize(GIVEN) == FlatAnswer([{"role": "user", "content": "hi"}], 0)
    assert connect("reference:letter").info.address == "reference:letter"
