"""How a failure looks, in a few characters that stay the same from run to run."""

import re
from hashlib import sha256

from sendable.model.outcome import Crashed, Verdict
from sendable.model.report import Result

_DIGITS = 12
# Ids, places and quoted pieces of a history differ between cases that fail alike.
_VARIES = re.compile(r"""'[^']*'|"[^"]*"|`[^`]*`|\$[\w.\[\]]*|\b\w*\d\w*\b""")


def fingerprint(result: Result, check: str) -> str:
    """Return ``rule:NAME`` of a refusal, else the class of the failure and a digest of its words.

    Numbers, paths, ids and quoted pieces do not count.
    """
    outcome = result.outcome
    if check == "accepted" and isinstance(outcome, Verdict) and outcome.rule:
        return f"rule:{outcome.rule}"
    detail = next((each.detail for each in result.checks if each.check == check), "")
    if isinstance(outcome, Crashed):
        return f"crashed:{_digest(outcome.message)}"
    return f"{check}:{_digest(detail)}"


def _digest(text: str) -> str:
    return sha256(_VARIES.sub("_", text).encode("utf-8", "backslashreplace")).hexdigest()[:_DIGITS]
