"""The output is one of those that the case lists; for what the seeds print word for word."""

from sendable.checks.answered import Output
from sendable.checks.check import Check, Judged
from sendable.checks.same import difference
from sendable.model.case import Exact
from sendable.model.json import Json, encode_json
from sendable.model.report import CheckResult

_LONGEST = 600


def run(judged: Judged) -> CheckResult | None:
    """Compare the output with each acceptable one; a case that lists none is not asked."""
    output, acceptable = judged.answered.output, judged.answered.expect.exact
    if output is None or not acceptable:
        return None
    differences = [_difference(each, output) for each in acceptable]
    return CHECK.result(None in differences, f"{differences[0]} ({acceptable[0].reason})")


def _difference(wanted: Exact, output: Output) -> str | None:
    """Return how an output differs from an acceptable one, or None. A normalizer that counts no drops may."""
    value = wanted.messages if wanted.body is None else wanted.body
    where = None if value is None else difference(value, output.value)
    if where is not None:
        return f"the output differs at {where}; acceptable is {_short(value)}"
    if wanted.dropped is not None and output.dropped not in {None, wanted.dropped}:
        return f"dropped is {output.dropped}, not {wanted.dropped}"
    return None


def _short(value: Json) -> str:
    text = encode_json(value).decode("utf-8")
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"


CHECK = Check("exact", 3, run)
