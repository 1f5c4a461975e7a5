"""Which fields an unknown-field error names; a refusal about a field's value names none."""

import re
from collections.abc import Iterator

from sendable.ledger.walk import locate, resolve
from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.model.roundtrip import RoundTrip

_OPENAI = re.compile(r"Unknown parameter: '(?P<path>[^']+)'")
_EXTRA = re.compile(r"(?P<path>[\w.\[\]-]+): Extra inputs are not permitted")
_GEMINI = re.compile(r"Unknown name \"(?P<key>[^\"]+)\" at '(?P<path>[^']+)': Cannot find field")
# Bedrock passes on what a model's own schema says; that is no word of the Converse API.
_EXTRANEOUS = re.compile(
    r"^(?!.*The model returned).*#/(?P<path>\S*): extraneous key \[(?P<key>[^\]]+)\] is not permitted"
)
_STEP = re.compile(r"[^.\[\]/]+")


def named_fields(round_trip: RoundTrip) -> list[str]:
    """Return the ledger paths of the fields that a refusal calls unknown; empty for every other answer."""
    if round_trip.accepted or round_trip.error is None or not isinstance(round_trip.request, dict):
        return []
    found = (_ledger_path(round_trip.api, round_trip.request, steps) for steps in _named(round_trip.error))
    return sorted({path for path in found if path})


def unplaced(round_trip: RoundTrip) -> list[str]:
    """Return what an unknown-field error names at a place that the recorded body does not have."""
    if round_trip.accepted or round_trip.error is None or not isinstance(round_trip.request, dict):
        return []
    api, body = round_trip.api, round_trip.request
    return [".".join(steps) for steps in _named(round_trip.error) if not _ledger_path(api, body, steps)]


def _named(error: ProviderError) -> Iterator[tuple[str, ...]]:
    for line in error.message.splitlines():
        for pattern in (_OPENAI, _EXTRA, _GEMINI, _EXTRANEOUS):
            for match in pattern.finditer(line):
                steps = tuple(_STEP.findall(match["path"]))
                yield (*steps, match["key"]) if "key" in match.groupdict() else steps


def _ledger_path(api: str, body: JsonObject, steps: tuple[str, ...]) -> str | None:
    if steps[:1] == ("body",):
        steps = steps[1:]
    at = resolve(body, steps)
    return locate(api, body, at) if at else None
