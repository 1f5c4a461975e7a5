"""The report in the Common Test Report Format (CTRF), for dashboards."""

from collections import Counter

import msgspec

from sendable import __version__
from sendable.model.json import JsonObject, encode_json
from sendable.model.outcome import CouldNotAsk, Crashed, NotExpressible, NotOnFile, Refused, Verdict
from sendable.model.report import Report, Result
from sendable.report.failures import detail_of, first_failed, known_reason
from sendable.report.fingerprint import fingerprint
from sendable.report.matrix import family_name

_STATUSES = ("passed", "failed", "skipped", "pending", "other")


def ctrf_json(report: Report) -> bytes:
    """Write one test a case and target; what failed as expected is ``other``, what has no verdict ``skipped``."""
    tests = [_test(each) for each in report.results]
    counts = Counter(each["status"] for each in tests)
    results = {
        "tool": {"name": "sendable", "version": __version__},
        "summary": {"tests": len(tests), **{each: counts[each] for each in _STATUSES}, "start": 0, "stop": 0}
        | {"extra": {"seconds": report.seconds, "by_basis": report.by_basis, "complete": report.complete}},
        "tests": tests,
        "extra": {
            "normalizer": msgspec.to_builtins(report.normalizer),
            "sdk": report.sdk,
            "digests": report.digests,
            "baseline": msgspec.to_builtins(report.baseline),
        },
    }
    return encode_json({"reportFormat": "CTRF", "specVersion": "0.0.0", "results": results}) + b"\n"


def _test(result: Result) -> JsonObject:
    test: JsonObject = {
        "name": f"{result.case} [{result.target}]",
        "status": _status(result),
        "duration": 0,
        "suite": [result.target, family_name(result.family)],
        "rawStatus": _raw_status(result),
    }
    if not result.ok:
        check = first_failed(result)
        test |= {"message": f"{check}: {detail_of(result)}", "extra": _extra(result, check)}
    elif known := known_reason(result):
        test["message"] = f"expected to fail: {known}"
    return test


def _extra(result: Result, check: str) -> JsonObject:
    shortest = {"shortest": result.shortest} if result.shortest is not None else {}
    return {"fingerprint": fingerprint(result, check), "reproduce": result.reproduce, **shortest}


def _status(result: Result) -> str:
    if not result.ok:
        return "failed"
    if known_reason(result):
        return "other"
    unjudged = isinstance(result.outcome, CouldNotAsk | NotOnFile | NotExpressible | Refused)
    return "skipped" if unjudged else "passed"


def _raw_status(result: Result) -> str:
    if known_reason(result):
        return "expected-failure"
    if isinstance(result.outcome, Verdict):
        return f"{result.outcome.status} {result.outcome.basis}"
    return {Crashed: "crashed", Refused: "refused"}.get(type(result.outcome), type(result.outcome).__name__)
