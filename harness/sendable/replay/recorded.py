"""The recorded basis: what a provider really answered to a request of the same shape and settings."""

from collections.abc import Mapping
from typing import Final

import msgspec

from sendable import oracle
from sendable.model.errors import UnreadableInput
from sendable.model.evidence import Evidence
from sendable.model.json import Json, JsonObject
from sendable.model.outcome import ProviderError, Verdict
from sendable.model.target import Target
from sendable.oracle.seals import digest_class
from sendable.recordings import index
from sendable.recordings.digest import history_digest, settings_digest
from sendable.recordings.index import Recorded
from sendable.recordings.settings import tuning_of
from sendable.recordings.words import same_words

_MESSAGES: Final = "anthropic-messages"
_VERSION: Final = "anthropic-version"
# What every Anthropic SDK sends, and what nearly every recording has.
_DEFAULT_VERSION: Final = "2023-06-01"
_VERSION_TAKEN: Final = f"no {_VERSION} header was given: looked up as {_DEFAULT_VERSION}, which the SDKs send"
_HEADERS_UNKNOWN: Final = "the recorder kept no headers: taken as a request without beta headers"
# Overlays whose recordings are filed under another name of the vendor.
_FILED_AS: Final = {"codex": "chatgpt-codex", "zai": "host:api.z.ai", "ollama": "host:ollama.com"}


class Grounded(msgspec.Struct, frozen=True):
    """A verdict on the best basis there is. recording: where the recorded answer lies, None when it is modelled."""

    verdict: Verdict
    recording: str | None = None


def grounded(
    verdict: Verdict, body: Json, api: str, vendor: str | None, headers: Mapping[str, str], model: str = ""
) -> Grounded:
    """Put a modelled verdict on the recorded basis where a real round trip of this shape and these settings is on file.

    A shape that was answered both ways is never a verdict, nor is a recording younger than the verdict's date. Where
    the oracle refuses what was once taken, the refusal stays and the recording is named: a digest leaves out lengths,
    the insides of texts and files, and the knobs that only steer an answer. So it is where a rule that refused then has
    ended since.

    Args:
        verdict: the oracle's, on this very body.
        body: the request body.
        api: its wire format.
        vendor: who is asked; None is the API's own provider.
        headers: of the request.
        model: what the verdict is for, when it is not the body's own.
    """
    if not isinstance(body, dict):
        return Grounded(verdict)
    found = on_file(body, api, vendor, headers, model)
    if found is None or found.conflicting or found.latest > verdict.as_of:
        return Grounded(verdict)
    if found.accepted and not verdict.accepted:
        return Grounded(_but_once(verdict, found, "accepted"))
    if verdict.accepted and not found.accepted and _has_lapsed(found, body, api, vendor, headers, model):
        return Grounded(_but_once(verdict, found, "refused"))
    source = found.sources[0] if found.sources else "on file"
    return Grounded(_recorded(verdict, found, _assumptions(found, body, api, vendor, headers)), source)


def on_file(body: JsonObject, api: str, vendor: str | None, headers: Mapping[str, str], model: str) -> Recorded | None:
    """Return what the index holds on a request; same arguments as `grounded`, but for the verdict."""
    if model and "model" in body and body["model"] != model:
        body = {**body, "model": model}
    if _takes_version(api, vendor, headers):
        headers = {**headers, _VERSION: _DEFAULT_VERSION}
    try:
        history = history_digest(body, api, digest_class(Target(api, model, vendor).provider_type))
        settings = settings_digest(body, api, headers, model=model)
    except UnreadableInput:
        return None
    return index.lookup(api, _FILED_AS.get(vendor or "", vendor), history, settings)


def _takes_version(api: str, vendor: str | None, headers: Mapping[str, str]) -> bool:
    return api == _MESSAGES and not vendor and not any(name.lower() == _VERSION for name in headers)


def _assumptions(
    found: Recorded, body: JsonObject, api: str, vendor: str | None, headers: Mapping[str, str]
) -> tuple[str, ...]:
    taken = (_VERSION_TAKEN,) if _takes_version(api, vendor, headers) else ()
    unknown = () if found.headers_known else (_HEADERS_UNKNOWN,)
    knobs = tuning_of(body)
    apart = (f"not compared with the recording: the values of {', '.join(knobs)}",) if knobs else ()
    return (*taken, *unknown, *apart)


def _recorded(verdict: Verdict, found: Recorded, assumptions: tuple[str, ...]) -> Verdict:
    """Return what was recorded; where the oracle says the same, its rule and the ids of this body stay."""
    replace = msgspec.structs.replace
    status = max(found.statuses, key=lambda each: found.statuses[each])
    sources = tuple(_evidence(where, found) for where in found.sources)
    common = replace(
        verdict, status=status, basis="recorded", assumptions=(*verdict.assumptions, *assumptions), evidence=sources
    )
    if found.accepted:
        return common
    error = found.error or ProviderError(message="")
    if verdict.error is not None and verdict.status == status and same_words(verdict.error.message, error.message):
        return replace(common, message_basis="quoted", evidence=(*sources, *verdict.evidence))
    return replace(common, accepted=False, error=error, rule=None, path=None, message_basis="quoted")


def _has_lapsed(
    found: Recorded, body: JsonObject, api: str, vendor: str | None, headers: Mapping[str, str], model: str
) -> bool:
    """Tell whether a rule says why this was refused then, and no longer holds."""
    if not found.latest:
        return False
    then = oracle.judge(api, body, model=model or None, vendor=vendor, headers=headers, as_of=found.latest)
    return then.error is not None and found.error is not None and same_words(then.error.message, found.error.message)


def _but_once(verdict: Verdict, found: Recorded, what: str) -> Verdict:
    """Name the recording that says otherwise."""
    where = found.sources[0] if found.sources else "on file"
    note = f"a request of this shape was {what}, {found.latest or 'date unknown'} ({where})"
    return msgspec.structs.replace(verdict, assumptions=(*verdict.assumptions, note))


def _evidence(where: str, found: Recorded) -> Evidence:
    model = found.models[0] if len(found.models) == 1 else ""
    return Evidence(kind="recording", where=where, date=found.latest, model=model)
