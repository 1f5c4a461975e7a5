"""Ask the oracle."""

import re
from collections.abc import Mapping
from typing import Any

from sendable.model.json import Json, JsonObject, dotted
from sendable.model.outcome import ProviderError, RuleWarning, Verdict
from sendable.oracle.book import active, load, record_of
from sendable.oracle.rule import ErrorText, Fault
from sendable.oracle.scan import Scan
from sendable.oracle.settings import Settings, text_field

EVIDENCE_DATE = "2026-11-30"
"""The day up to which evidence was collected: the default date of a verdict, never today's."""

_NOT_AN_OBJECT = ProviderError(type="invalid_request_error", message="The request body must be a JSON object.")
_BRACE = re.compile(r"\{(\w+)\}")


def judge(
    api: str,
    body: Json,
    *,
    model: str | None = None,
    vendor: str | None = None,
    headers: Mapping[str, str] | None = None,
    as_of: str = EVIDENCE_DATE,
    without: frozenset[str] = frozenset(),
) -> Verdict:
    """Say what the provider would answer to a request body.

    Args:
        api: a wire format, for example ``openai-chat``.
        body: the parsed JSON of the request; anything at all is judged, nothing crashes.
        model: overrides the body's own.
        vendor: whose deviations to apply; None is the API's own provider.
        headers: those that the request carries (API version, betas).
        as_of: ISO date the verdict is for.
        without: ids of rules to leave out, for tests of the net.

    Raises:
        BadUsage: the oracle has no such API or vendor.
    """
    definition = load(api)
    name = model or (text_field(body, "model") if isinstance(body, dict) else "")
    base = Settings(api=api, model=name, vendor=vendor, as_of=as_of)
    if not isinstance(body, dict):
        active(base, without)
        return Verdict(False, 400, "modelled", name, as_of, error=_NOT_AN_OBJECT, path="$", message_basis="unknown")
    settings = definition.settings(body, headers or {}, base)
    scan = Scan(body, settings, active(settings, without), definition.index(body, settings))
    definition.walk(scan)
    return _verdict(scan)


def envelope(api: str, verdict: Verdict, vendor: str | None = None) -> JsonObject:
    """Return the error body of a refusal as this API, or this vendor, writes it, so that clients understand it."""
    assert verdict.error is not None, "only a refusal has an error body"
    definition = load(api)
    return definition.vendor_envelopes.get(vendor or "", definition.envelope)(verdict.status, verdict.error)


def _verdict(scan: Scan) -> Verdict:
    settings = scan.settings
    warnings = tuple(_warning(settings.api, rule_id, fault) for rule_id, fault in scan.warned)
    assumptions = tuple(scan.assumptions)
    if scan.fault is None:
        return Verdict(
            True, 200, "modelled", settings.model, settings.as_of, warnings=warnings, assumptions=assumptions
        )
    record = record_of(settings.api, scan.rule_id)
    return Verdict(
        accepted=False,
        status=record.status,
        basis="modelled",
        model=settings.model,
        as_of=settings.as_of,
        error=_error(_text(settings.api, scan.rule_id, scan.fault), scan.fault),
        rule=scan.rule_id,
        path=dotted(scan.fault.path),
        message_basis=record.message_basis,
        warnings=warnings,
        assumptions=assumptions,
        evidence=record.sources,
    )


def _warning(api: str, rule_id: str, fault: Fault) -> RuleWarning:
    message = _error(_text(api, rule_id, fault), fault).message
    return RuleWarning(rule=rule_id, path=dotted(fault.path), message=message)


def _text(api: str, rule_id: str, fault: Fault) -> ErrorText:
    record = record_of(api, rule_id)
    text = record.variants[fault.variant] if fault.variant else record.error
    return text or ErrorText(message=record.shape, type="invalid_request_error")


def _error(text: ErrorText, fault: Fault) -> ProviderError:
    indexes = [step for step in fault.path if isinstance(step, int)]
    values = dict(zip("NMK", indexes, strict=False)) | dict(zip("ijk", indexes, strict=False)) | fault.values
    return ProviderError(
        message=_filled(text.message, values),
        type=text.type,
        code=_filled(text.code, values) if isinstance(text.code, str) else text.code,
        param=_filled(text.param, values) if text.param else text.param,
    )


def _filled(template: str, values: dict[str, Any]) -> str:
    return _BRACE.sub(lambda brace: str(values.get(brace[1], brace[0])), template)
