"""Thought signatures on function calls: whose they are, and whether they are as they were made."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.gemini.parts import call_of
from sendable.oracle.rule import SEALS, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.seals import blob_class, open_seal

_MAKER = "google"
# Not `malformed`: bytes that are no base64 already fail where the JSON is read, and the marker that stands for a
# signature is text.
_REFUSED = frozenset({"foreign", "tampered", "displaced"})
_OTHER_MODEL = "a thought signature of another of Google's models is taken: nobody has shown the answer"
_NEW_WORDS = ("gemini-3.5", "gemini-3.7")
_NEW_WORDS_SINCE = "2026-08"


@rule("gemini-thought-signature-invalid", on="part", phase=SEALS)
def signature_invalid(part: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a call's signature that another provider or account got, or that was cut or changed."""
    signature = part.get("thoughtSignature") or part.get("thought_signature")
    if not isinstance(signature, str) or call_of(part) is None:
        return None
    found = blob_class(signature, _MAKER)
    if found in _REFUSED:
        return Fault(path, variant=_words(scan))
    made = open_seal(signature)
    if made is not None and made.model.rpartition("/")[2] != scan.settings.model:
        scan.assume(_OTHER_MODEL)
    return None


def _words(scan: Scan) -> str:
    at = scan.settings
    if at.vendor == "vertex":
        return "vertex"
    return "invalid" if at.model.startswith(_NEW_WORDS) and at.as_of >= _NEW_WORDS_SINCE else ""
