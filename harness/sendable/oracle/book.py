"""The rules of an API as they stand in its folder: functions, evidence, overlays."""

import pkgutil
import tomllib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from sendable.model.errors import BadUsage
from sendable.model.json import JsonObject
from sendable.model.outcome import ProviderError
from sendable.oracle.rule import RuleRecord, checks_of
from sendable.oracle.scan import ActiveCheck, Scan
from sendable.oracle.settings import Settings


class Api(msgspec.Struct, frozen=True):
    """How one API's bodies are read; each API's folder defines one as ``API``.

    settings: reads the settings from body and headers (model, vendor and date are filled in already).
    index: a first pass whose result the rules find in ``scan.facts``; it must bear any JSON.
    walk: visits every element, in the order in which the provider looks; it must bear any JSON.
    envelope: the provider's error body for a status and an error.
    history_key: the key of the body that holds the history, for wrapping a bare list.
    vendor_envelopes: the same as `envelope` for the vendors whose error body differs.
    """

    settings: Callable[[JsonObject, Mapping[str, str], Settings], Settings]
    index: Callable[[JsonObject, Settings], Any]
    walk: Callable[[Scan], None]
    envelope: Callable[[int, ProviderError], JsonObject]
    history_key: str
    vendor_envelopes: dict[str, Callable[[int, ProviderError], JsonObject]] = {}


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a vendor's file. drops: rules of the API that this vendor does not have (all of them: ``["*"]``)."""

    vendor: str
    drops: tuple[str, ...] = ()


@cache
def apis() -> tuple[str, ...]:
    """Return the APIs that the oracle knows: one folder each."""
    import sendable.oracle as room  # noqa: PLC0415 - the room itself, for its folders

    return tuple(sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(room.__path__) if m.ispkg))


@cache
def vendors(api: str) -> tuple[str, ...]:
    """Return the vendors that have an overlay of this API."""
    return tuple(sorted(_overlays(api)))


def rules(api: str) -> tuple[RuleRecord, ...]:
    """Return the records of all rules of an API, those of its overlays after its own."""
    return tuple(_records(api).values())


@cache
def digest() -> str:
    """Return the sha256 of all rules and functions, so that a report can say which oracle it asked."""
    import sendable.oracle as room  # noqa: PLC0415 - the room itself, for its files

    found = sha256()
    for path in sorted(Path(room.__path__[0]).rglob("*")):
        if path.suffix in {".py", ".toml"}:
            found.update(path.read_bytes())
    return found.hexdigest()


@cache
def load(api: str) -> Api:
    """Import an API's folder with all its topic files.

    Raises:
        BadUsage: there is no such folder.
    """
    if api not in apis():
        raise BadUsage(f"the oracle has no API named {api!r}", hint="known are " + ", ".join(apis()))
    package = _package(api)
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    definition: Api = package.API
    return definition


def active(settings: Settings, without: frozenset[str]) -> dict[str, tuple[ActiveCheck, ...]]:
    """Return, for each tag, the rules in force for these settings, earliest phase first.

    Raises:
        BadUsage: the oracle has no such API or vendor.
    """
    return _active(msgspec.structs.replace(settings, as_of=_epoch(settings.api, settings.as_of)), without)


def _epoch(api: str, as_of: str) -> str:
    """Return one date for all dates between which no rule of an API changes, so that they share their table."""
    starts, ends = _changes(api)
    started, ended = bisect_right(starts, as_of), bisect_left(ends, as_of)
    # A rule still holds on the day it ends: what comes next is the moment behind it.
    return max(starts[started - 1] if started else "", f"{ends[ended - 1]}~" if ended else "")


@cache
def _changes(api: str) -> tuple[list[str], list[str]]:
    """Return the dates on which rules of an API begin, and those on which they end, sorted."""
    load(api)
    records = _records(api).values()
    return sorted({each.since for each in records if each.since}), sorted(
        {each.until for each in records if each.until}
    )


@lru_cache(maxsize=4096)
def _active(settings: Settings, without: frozenset[str]) -> dict[str, tuple[ActiveCheck, ...]]:
    if settings.vendor and settings.vendor not in _overlays(settings.api):
        known = ", ".join(vendors(settings.api)) or "none"
        raise BadUsage(f"no overlay {settings.vendor!r} of {settings.api}", hint=f"known vendors: {known}")
    by_tag: dict[str, list[ActiveCheck]] = {}
    for bound in checks_of(settings.api).values():
        record = record_of(settings.api, bound.id)
        if bound.id not in without and record.refuses and _in_force(record, settings):
            each = ActiveCheck(bound.id, bound.phase, bound.check, warns=record.grade == "unconfirmed")
            for tag in bound.on:
                by_tag.setdefault(tag, []).append(each)
    return {tag: tuple(sorted(found, key=lambda one: one.phase)) for tag, found in by_tag.items()}


def record_of(api: str, rule_id: str) -> RuleRecord:
    """Return the record of one rule; a function without a record is a defect of ours."""
    try:
        return _records(api)[rule_id]
    except KeyError:
        raise RuntimeError(f"rule {rule_id!r} of {api} has no evidence: add its table to rules.toml") from None


def _in_force(record: RuleRecord, settings: Settings) -> bool:
    if record.vendor is not None and record.vendor != settings.vendor:
        return False
    if record.vendor is None and settings.vendor and _dropped(record.id, _overlays(settings.api)[settings.vendor]):
        return False
    return record.in_force(settings.as_of) and record.condition.holds(settings)


def _dropped(rule_id: str, overlay: Overlay) -> bool:
    return "*" in overlay.drops or rule_id in overlay.drops


def _package(api: str) -> ModuleType:
    return import_module(f"sendable.oracle.{api.replace('-', '_')}")


@cache
def _tables(api: str) -> dict[str, dict[str, Any]]:
    """Return the parsed TOML files of an API's folder by file stem; ``rules*.toml`` are the API's own."""
    folder: Traversable = files(_package(api))
    return {
        each.name.removesuffix(".toml"): tomllib.loads(each.read_text(encoding="utf-8"))
        for each in sorted(folder.iterdir(), key=lambda one: one.name)
        if each.name.endswith(".toml")
    }


@cache
def _overlays(api: str) -> dict[str, Overlay]:
    heads = (table["overlay"] for table in _tables(api).values() if "overlay" in table)
    return {each.vendor: each for each in (msgspec.convert(head, Overlay) for head in heads)}


@cache
def _records(api: str) -> dict[str, RuleRecord]:
    found: dict[str, RuleRecord] = {}
    own_first = sorted(_tables(api).values(), key=lambda table: "overlay" in table)
    for table in own_first:
        vendor = table.get("overlay", {}).get("vendor")
        for rule_id, fields in table.items():
            if rule_id == "overlay":
                continue
            if rule_id in found:
                raise RuntimeError(f"rule {rule_id!r} of {api} has two tables")
            found[rule_id] = msgspec.convert(fields | {"id": rule_id, "vendor": vendor}, RuleRecord)
    return found
