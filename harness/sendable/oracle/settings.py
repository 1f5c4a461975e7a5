"""What a verdict depends on beside the history: model, vendor, version, beta headers, modes, date."""

from collections.abc import Mapping
from fnmatch import fnmatchcase

import msgspec

from sendable.model.json import JsonObject


class Settings(msgspec.Struct, frozen=True):
    """The settings of one request, as far as any rule's condition reads them.

    vendor: None for the API's own provider. as_of: ISO date the verdict is for. store: the request's ``store`` with the
    API's default filled in, None where the API has none. thinking: the mode that is in force (``enabled``,
    ``adaptive``, ``disabled``, …). api_version and betas: of the headers. flags: whatever else an API's conditions
    name, as ``key=value`` words.
    """

    api: str
    model: str
    as_of: str
    vendor: str | None = None
    store: bool | None = None
    thinking: str | None = None
    api_version: str | None = None
    betas: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a rule holds; an empty field does not restrict.

    models, not_models: globs over the model's name. vendors: only for these (``""`` is the API's own provider);
    not_vendors: not for these. store, thinking, api_versions: the value is one of these. betas: all of these are on;
    not_betas: none of these is. flags: all of these words are set; not_flags: none is.
    """

    models: tuple[str, ...] = ()
    not_models: tuple[str, ...] = ()
    vendors: tuple[str, ...] = ()
    not_vendors: tuple[str, ...] = ()
    store: tuple[bool, ...] = ()
    thinking: tuple[str, ...] = ()
    not_thinking: tuple[str, ...] = ()
    api_versions: tuple[str, ...] = ()
    not_api_versions: tuple[str, ...] = ()
    betas: tuple[str, ...] = ()
    not_betas: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    not_flags: tuple[str, ...] = ()

    def holds(self, at: Settings) -> bool:
        """Return whether this condition is met by the settings of a request."""
        return self._names_hold(at) and self._modes_hold(at) and self._headers_hold(at)

    def _names_hold(self, at: Settings) -> bool:
        vendor = at.vendor or ""
        return (
            (not self.models or _any_glob(self.models, at.model))
            and not _any_glob(self.not_models, at.model)
            and (not self.vendors or vendor in self.vendors)
            and vendor not in self.not_vendors
        )

    def _modes_hold(self, at: Settings) -> bool:
        return (
            (not self.store or at.store in self.store)
            and (not self.thinking or at.thinking in self.thinking)
            and at.thinking not in self.not_thinking
            and at.flags.issuperset(self.flags)
            and at.flags.isdisjoint(self.not_flags)
        )

    def _headers_hold(self, at: Settings) -> bool:
        return (
            (not self.api_versions or at.api_version in self.api_versions)
            and at.api_version not in self.not_api_versions
            and at.betas.issuperset(self.betas)
            and at.betas.isdisjoint(self.not_betas)
        )


def _any_glob(globs: tuple[str, ...], name: str) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)


def header(headers: Mapping[str, str], name: str) -> str | None:
    """Look a header up, whatever its case."""
    return next((value for key, value in headers.items() if key.lower() == name), None)


def text_field(body: JsonObject, key: str) -> str:
    """Read a top-level text of a body that may hold anything; ``""`` when it is no text."""
    value = body.get(key)
    return value if isinstance(value, str) else ""
