"""Function calls and responses as turns, and the signatures on them."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.gemini.parts import call_of, is_signed, parts_of
from sendable.oracle.gemini.walk import NUMBERS, SIGNED, TURNS
from sendable.oracle.rule import Fault, rule
from sendable.oracle.scan import Scan

_SIGNATURES = "thought signatures are what the provider made, for this model and these thoughts"


@rule("gemini-function-call-turn-order", on="turn", phase=TURNS)
def call_turn_order(_content: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a call that comes first, or directly after the model's own words."""
    return Fault(path) if path[1] in scan.facts.headless else None


@rule("gemini-function-response-turn-order", on="turn", phase=TURNS)
def response_turn_order(_content: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a response that does not follow its call directly."""
    return Fault(path) if path[1] in scan.facts.stray else None


@rule("gemini-function-response-count", on="turn", phase=NUMBERS)
def response_count(_content: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse more or fewer responses than calls; a call at the very end is not counted."""
    return Fault(path) if path[1] in scan.facts.uneven else None


@rule("gemini-thought-signature-missing", on="turn", phase=SIGNED)
def thought_signature_missing(content: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a step of the current turn whose first call is not signed."""
    if path[1] not in scan.facts.steps or path[1] < scan.facts.spoken:
        return None
    at, part = next((at, each) for at, each in enumerate(parts_of(content)) if call_of(each) is not None)
    if is_signed(part):
        scan.assume(_SIGNATURES)
        return None
    name = (call_of(part) or {}).get("name")
    values = {"name": name if isinstance(name, str) else "", "n": int(path[1]) + 1}
    return Fault((*path, "parts", at), values)
