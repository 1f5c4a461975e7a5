"""Hold the oracle's rules for Mistral's hosted API against the request validator that Mistral publishes.

Run ``python -m servers.check_mistral`` in ``harness/``; needs ``mistral_common`` and this project. Every history of the
corpus is sent twice: as the reference makes it sendable, and as it lies. The validator of tokenizer version 11 in its
serving mode is asked, the newest one that wants ids of nine characters as the hosted API does.

Each disagreement must be told by an entry of ``known_mistral.toml``, with a reason; exit code 1 when one is not, or
when an entry tells of none.
"""

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from mistral_common.exceptions import MistralCommonException
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.validator import MistralRequestValidatorV11, ValidationMode
from pydantic import ValidationError

from sendable import oracle, wire
from sendable.corpus import broken_cases, case_files, load_cases, needs_process, realize, shipped_bases
from sendable.model.case import Case
from sendable.model.json import JsonObject
from sendable.model.outcome import Verdict
from sendable.model.target import Target
from sendable.normalizers import connect
from sendable.normalizers.answer import BodyAnswer, FlatAnswer
from sendable.normalizers.protocol import Given
from sendable.reference.send.shape import shape
from sendable.wire import flat

TARGET = Target("mistral", "mistral-large-latest")
KNOWN = Path(__file__).with_name("known_mistral.toml")
_BROKEN = 1500


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A disagreement that is understood.

    rule: the oracle's, empty when it accepts. said: a pattern of the validator's text, empty when it accepts. reason:
    why the two differ. evidence: what the hosted API was seen to do.
    """

    reason: str
    evidence: str
    rule: str = ""
    said: str = ""

    def tells_of(self, verdict: Verdict, said: str) -> bool:
        """Whether this is such a disagreement."""
        return (verdict.rule or "") == self.rule and bool(said) == bool(self.said) and bool(re.search(self.said, said))


def main(arguments: list[str]) -> int:
    """Compare all bodies, print what was found and return the exit code."""
    parser = argparse.ArgumentParser(prog="servers.check_mistral", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--broken", type=int, default=_BROKEN, help="how many broken histories to make")
    options = parser.parse_args(arguments)
    known = msgspec.convert(tomllib.loads(KNOWN.read_text("utf-8"))["known"], list[Known])
    counts: Counter[str] = Counter()
    used: Counter[int] = Counter()
    unknown = 0
    for name, body in bodies(options.broken):
        verdict, said = oracle.judge(TARGET.api, body, model=TARGET.model), complaint(body)
        counts["both accept" if verdict.accepted else "both refuse"] += verdict.accepted is not bool(said)
        if verdict.accepted is bool(said):
            at = next((n for n, each in enumerate(known) if each.tells_of(verdict, said)), None)
            counts["differ"] += 1
            used[-1 if at is None else at] += 1
            if at is None:
                unknown += 1
                print(f"UNKNOWN  {name}\n  oracle     {_told(verdict)}\n  validator  {said or 'accepts'}")
    stale = [each for n, each in enumerate(known) if not used[n]]
    _tell(counts, known, used, stale)
    return int(bool(unknown or stale))


def bodies(broken: int) -> Iterator[tuple[str, JsonObject]]:
    """Yield every request with a name: of each case, what the reference sends, and the history as it lies."""
    reference = connect("reference")
    for case in chain(load_cases(case_files()), broken_cases(shipped_bases(), limit=broken)):
        if needs_process(case.history) or case.contract == "write":
            continue
        made = _made(case, reference)
        if made is not None:
            yield f"{case.id} (repaired)", made
        if case.contract == "flat":
            entries = flat.entries([*realize(case.history)["messages"], *case.next])
            yield f"{case.id} (as it lies)", _plain(wire.to_body(entries, TARGET, shape(entries, TARGET).tools))


def complaint(body: JsonObject) -> str:
    """Return what Mistral's validator says against a body, the empty text when it accepts."""
    try:
        request: Any = ChatCompletionRequest.from_openai(**_plain(body))
        MistralRequestValidatorV11(mode=ValidationMode.serving).validate_request(request)
    except (MistralCommonException, ValidationError) as refused:
        return f"{type(refused).__name__}: {refused}"
    except (AttributeError, KeyError, TypeError, ValueError) as broke:
        return f"cannot read it: {type(broke).__name__}: {broke}"
    return ""


def _made(case: Case, reference: Any) -> JsonObject | None:
    to = {"api": TARGET.api, "model": TARGET.model}
    given = Given(contract=case.contract, target=to, history=realize(case.history), next=list(case.next))
    answer = reference.normalize(given)
    if isinstance(answer, BodyAnswer):
        return _plain(answer.body)
    if not isinstance(answer, FlatAnswer):
        return None
    shaped = shape(flat.entries([*answer.messages, *case.next]), TARGET)
    return _plain(wire.to_body(shaped.entries, TARGET, shaped.tools))


def _plain(body: JsonObject) -> JsonObject:
    """Copy, since the validator may change what it is given."""
    copied: JsonObject = msgspec.json.decode(msgspec.json.encode(body))
    return copied


def _told(verdict: Verdict) -> str:
    return "accepts" if verdict.error is None else f"{verdict.rule} at {verdict.path}: {verdict.error.message}"


def _tell(counts: Counter[str], known: list[Known], used: Counter[int], stale: list[Known]) -> None:
    for n, each in enumerate(known):
        if used[n]:
            sides = f"oracle {each.rule or 'accepts'}, validator {each.said or 'accepts'}"
            print(f"known    {used[n]:5} x  {sides}\n  {each.reason} Evidence: {each.evidence}")
    for each in stale:
        print(
            f"STALE    no body shows it any more: oracle {each.rule or 'accepts'}, validator {each.said or 'accepts'}"
        )
    total = sum(counts.values())
    sums = ", ".join(f"{counts[name]} {name}" for name in ("both accept", "both refuse", "differ"))
    print(f"mistral_common {version('mistral_common')}: {total} bodies, {sums}, {used[-1]} of them without a reason")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
