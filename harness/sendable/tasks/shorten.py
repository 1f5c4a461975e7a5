"""Find the shortest history of each cause of failure, and the command that shows it again."""

import re
import time
from pathlib import Path

import msgspec

from sendable.corpus import shrink
from sendable.model.case import Case, Expect
from sendable.model.json import JsonObject, encode_json
from sendable.model.report import Result
from sendable.model.target import Target, parse_target
from sendable.normalizers import Connected
from sendable.replay.asking import Asker
from sendable.report.failures import cause_key
from sendable.tasks.evaluate import evaluate, made_of
from sendable.tasks.pool import Job
from sendable.tasks.reproduce import command_of

_CAUSES = 24
_NOT_IN_NAMES = re.compile("[^a-z0-9]+")
_TRIES_EACH = 120
_SECONDS_EACH = 20.0


def shorten(job: Job, cases: list[Case], results: list[Result], out: Path) -> list[Result]:
    """Shrink one failing case of each of the most frequent causes, and write it as an ordinary case file.

    Returns:
        The results, those that were shrunk with their shortest history and the command that reproduces it.
    """
    by_cause: dict[tuple[str, str, str], list[int]] = {}
    for index, result in enumerate(results):
        if not result.ok:
            by_cause.setdefault(cause_key(result), []).append(index)
    if not by_cause:
        return results
    by_id = {case.id: case for case in cases}
    tools = job.tools()
    shortened = list(results)
    for first, *_ in sorted(by_cause.values(), key=len, reverse=True)[:_CAUSES]:
        shortened[first] = _shortened(results[first], by_id[results[first].case], job, tools, out)
    tools[0].close()
    return shortened


def forget_last_failures(out: Path, given: tuple[Path, ...]) -> None:
    """Take away the failing cases that an earlier run wrote, but never one that this run was given."""
    kept = {path.resolve() for path in given}
    for old in (out / "failures").glob("*.json"):
        if not {old.resolve(), *old.resolve().parents} & kept:
            old.unlink()


def _shortened(result: Result, case: Case, job: Job, tools: tuple[Connected, Asker], out: Path) -> Result:
    target = parse_target(result.target)
    loose = msgspec.structs.replace(case, expect=_loosened(case.expect))

    deadline = time.monotonic() + _SECONDS_EACH

    def still_fails(history: JsonObject) -> bool:
        if time.monotonic() > deadline:  # a normalizer that hangs costs its time-out with each try
            return False
        candidate = msgspec.structs.replace(loose, history=history)
        return cause_key(evaluate(candidate, target, *tools)) == cause_key(result)

    # Where the failure hangs on what was expected of this very history, `still_fails` is false at once.
    shortest = shrink(case.history, still_fails, budget=_TRIES_EACH)
    file = _written(case if shortest == case.history else loose, shortest, result, out)
    again = command_of(job, result.target, "--cases", str(file), "--out", str(out / "again"))
    made = made_of(msgspec.structs.replace(loose, history=shortest), target, *tools)
    return msgspec.structs.replace(result, shortest=shortest, made=made, reproduce=again)


def _loosened(expect: Expect) -> Expect:
    """Leave out what speaks of the places of the whole history: the exact outputs and what may be lost."""
    replace = msgspec.structs.replace
    by_target = {glob: _loosened(each) for glob, each in expect.by_target.items()}
    letter = _loosened(expect.letter) if expect.letter else None
    return replace(expect, exact=(), may_lose=(), by_target=by_target, letter=letter)


def _written(case: Case, shortest: JsonObject, result: Result, out: Path) -> Path:
    """Write the shortest history as a case of its own."""
    check, rule, _ = cause_key(result)
    slug = "-".join(part for part in (_api(result.target), check, _NOT_IN_NAMES.sub("-", rule.lower())) if part)
    found = msgspec.structs.replace(case, id=f"shortest--{slug}--{case.id}", history=shortest)
    file = out / "failures" / f"{slug}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(encode_json(found) + b"\n")
    return file


def _api(target: str) -> str:
    parsed: Target = parse_target(target)
    return parsed.api_name.replace("@", "-")
