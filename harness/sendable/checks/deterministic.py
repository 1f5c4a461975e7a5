"""The same case gives the same bytes: prompt caches and recordings live on it (seed 2, "byte-for-byte")."""

import json
from typing import Any

from sendable.checks.answered import NoOutput, Output
from sendable.checks.check import Check, Judged
from sendable.checks.same import difference
from sendable.model.report import CheckResult


def run(judged: Judged) -> CheckResult | None:
    """Compare two runs of the normalizer on the same case, key order included."""
    first, second = judged.answered.output, judged.answered.second
    if first is None or second is None:
        return None
    if not isinstance(second, Output):
        return CHECK.result(False, f"the second run gave no output: {_why(second)}")
    if not _same_bytes(first.value, second.value):
        return CHECK.result(False, "two runs gave different outputs")
    return CHECK.result(first.dropped == second.dropped, f"two runs dropped {first.dropped} and {second.dropped}")


def _why(failure: NoOutput) -> str:
    return failure.why if hasattr(failure, "why") else failure.message


def _same_bytes(one: Any, two: Any) -> bool:
    try:
        return _bytes(one) == _bytes(two)
    except (ValueError, TypeError, RecursionError):  # nothing that could be sent: a cycle, a key that is no text
        return difference(one, two) is None


def _bytes(value: Any) -> str:
    return json.dumps(value, default=lambda other: type(other).__name__)


CHECK = Check("deterministic", 4, run)
