"""Threads: what cannot be combined with one."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import ENVELOPE, Fault, rule
from sendable.oracle.scan import Scan

_NOT_WITH_A_THREAD = ("context_management", "fallbacks")


@rule("anthropic-thread-unsupported-request", on="key:thread", phase=ENVELOPE)
def unsupported(body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a thread together with context management or fallbacks."""
    if not isinstance(body.get("thread"), dict):
        return None
    key = next((each for each in _NOT_WITH_A_THREAD if body.get(each) is not None), None)
    return None if key is None else Fault((key,), values={"key": key})
