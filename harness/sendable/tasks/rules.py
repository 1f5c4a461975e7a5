"""List what the oracle knows."""

from sendable import oracle
from sendable.model.errors import BadUsage
from sendable.oracle.book import load
from sendable.oracle.rule import RuleRecord


def rules_of(api: str | None, vendor: str | None) -> dict[str, tuple[RuleRecord, ...]]:
    """Return the records by API; of one API (with a vendor: the vendor's own too) when it is named.

    Raises:
        BadUsage: there is no such API or vendor.
    """
    if api is None:
        return {api: oracle.rules(api) for api in oracle.apis()}
    load(api)
    if vendor and vendor not in oracle.vendors(api):
        known = ", ".join(oracle.vendors(api)) or "none"
        raise BadUsage(f"no overlay {vendor!r} of {api}", hint=f"known vendors: {known}")
    records = oracle.rules(api)
    return {api: tuple(each for each in records if not vendor or each.vendor in (None, vendor))}
