"""A smoke test of the line protocol: what an adapter gets wrong, before a single case is judged."""

import time
from collections.abc import Iterator
from fnmatch import fnmatchcase

import msgspec

from sendable.model.case import DEFAULT_NEXT
from sendable.model.json import JsonObject
from sendable.model.outcome import Crashed, NotExpressible, Refused
from sendable.model.report import NormalizerInfo
from sendable.model.target import Target, parse_target
from sendable.normalizers import Connected, FlatAnswer, Given, Limits, NormalizerAnswer, connect

# Late second answers are waited for so long.
_GRACE = 0.2
_TARGETS = (
    "openai-chat:gpt-5.4",
    "openai-responses:gpt-5.4",
    "anthropic-messages:claude-opus-5-5",
    "gemini:gemini-3-pro",
    "mistral:mistral-large-latest",
    "bedrock-converse:anthropic.claude-opus-5-5",
)
_HARD_TEXT = 'quotes " \\ and a tab \t, \u2028, \u00e9, \u6f22\u5b57, \U0001f600, \x7f, </script>, "seq":0'
_LARGE = 1_000_000
_HINTS = {
    "said what is not JSON": "stdout is for answers alone, one JSON object a line: write everything else to stderr",
    "answered seq": "copy seq from the request into its answer",
    "answered more than once": "one request, one line",
    "no answer within": "is stdout flushed after each line? see --timeout",
    "the process ended": "catch what your code raises, and answer with refused or error; read on until stop",
    "wrote": "end each answer with a newline",
    "the normalizer answered": "flat is answered with messages, send with body, write with stored",
    "the normalizer's answer has none": "flat is answered with messages, send with body, write with stored",
}


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was tried. detail: what came back, when it is wrong. hint: what to do."""

    name: str
    passed: bool
    detail: str = ""
    hint: str = ""


class ProtocolCheck(msgspec.Struct, frozen=True):
    """Who answered, and how it did."""

    normalizer: NormalizerInfo
    contracts: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return all(each.passed for each in self.steps)


def check_protocol(address: str, limits: Limits) -> ProtocolCheck:
    """Start a normalizer, ask it a few harmless things, and stop it.

    Raises:
        BadUsage: no address. NormalizerDidNotStart: with what is wrong about the start.
    """
    normalizer = connect(address, limits)
    steps = [Step("start", passed=True), *_steps(normalizer)]
    by_itself = normalizer.close()
    hint = "" if by_itself else "leave the loop on stop and at the end of stdin"
    steps.append(Step("stop", by_itself, "" if by_itself else "it had to be killed", hint))
    return ProtocolCheck(normalizer.info, normalizer.contracts, tuple(steps))


def _steps(normalizer: Connected) -> Iterator[Step]:
    target = _target(normalizer)
    if target is None:
        yield Step("targets", passed=False, detail=f"{normalizer.targets}", hint="globs as openai-chat:* or *")
        return
    for contract in normalizer.contracts:
        if contract == "write":
            yield _step("write: a turn of one answer", normalizer.normalize(_write(target)))
            continue
        yield from _asked(normalizer, contract, target)


def _asked(normalizer: Connected, contract: str, target: Target) -> Iterator[Step]:
    first = normalizer.normalize(_given(contract, target, "Hello."))
    yield _step(f"{contract}: a turn of two messages", first)
    time.sleep(_GRACE)
    second = normalizer.normalize(_given(contract, target, "Hello."))
    yield _step(f"{contract}: the same again", second, None if second == first else "another answer than before")
    hard = normalizer.normalize(_given(contract, target, _HARD_TEXT))
    yield _step(f"{contract}: a hard text", hard, _changed(hard, _HARD_TEXT))
    large = normalizer.normalize(_given(contract, target, "x" * _LARGE))
    yield _step(f"{contract}: a message of 1 MB", large, _changed(large, "x" * _LARGE))
    nothing = normalizer.normalize(_given(contract, target, None))
    yield _step(f"{contract}: an empty history", nothing)


def _target(normalizer: Connected) -> Target | None:
    globs = normalizer.targets or ("*",)
    return next((parse_target(text) for text in _TARGETS if any(fnmatchcase(text, glob) for glob in globs)), None)


def _given(contract: str, target: Target, text: str | None) -> Given:
    said = [{"role": "user", "content": text}, {"role": "assistant", "content": "Hi."}]
    history: JsonObject = {"messages": said if text is not None else []}
    return Given(contract, msgspec.to_builtins(target), history, [dict(each) for each in DEFAULT_NEXT])


def _write(target: Target) -> Given:
    answer = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi."}]}
    script = {"rounds": [{"user": [{"at": "start", "text": "Hello."}], "model": [answer]}]}
    return Given("write", msgspec.to_builtins(target), {"script": script}, [])


def _step(name: str, answer: NormalizerAnswer, wrong: str | None = None) -> Step:
    if isinstance(answer, Crashed):
        hint = next((hint for start, hint in _HINTS.items() if answer.message.startswith(start)), "")
        stderr = f"\n{answer.detail}" if answer.detail else ""
        return Step(name, passed=False, detail=answer.message + stderr, hint=hint)
    if isinstance(answer, Refused | NotExpressible):
        return Step(name, passed=True, detail=f"declined: {_why(answer)}")
    return Step(name, passed=wrong is None, detail=wrong or "")


def _why(answer: Refused | NotExpressible) -> str:
    return answer.message if isinstance(answer, Refused) else answer.why


def _changed(answer: NormalizerAnswer, text: str) -> str | None:
    """Say so when a flat answer lost a text of a history that has no fault."""
    if not isinstance(answer, FlatAnswer):
        return None
    kept = any(isinstance(each, dict) and each.get("content") == text for each in answer.messages)
    return None if kept else "the text did not come back as it was sent: read and write UTF-8"
