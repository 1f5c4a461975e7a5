"""An entry of the input: an object of a known type, a message of a known role."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.items import ROLES
from sendable.oracle.openai_responses.values import kind_word
from sendable.oracle.rule import SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("resp-item-null", on="primitive", phase=SCHEMA)
def item_is_no_object(entry: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an entry that is null, a text, a number or a list."""
    return Fault(path, {"got": kind_word(entry)})


@rule("resp-unknown-item-type", on="unknown", phase=SCHEMA)
def item_type_unknown(item: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse a type that the endpoint does not list; the list grew over time."""
    kind = item.get("type")
    early = scan.settings.as_of < "2025-09"
    return Fault(path, {"type": kind if isinstance(kind, str) else ""}, "july-2025" if early else "")


@rule("resp-item-empty-object", on="role", phase=SCHEMA)
def role_missing(message: JsonObject, path: Path, scan: Scan) -> Fault | None:
    """Refuse an entry without a type and without a role, and a message without a role."""
    if scan.settings.vendor == "codex" and "content" in message:
        return None  # that backend complains of the content instead
    role = message.get("role")
    return None if isinstance(role, str) and role else Fault(path)


@rule("resp-role-tool", on="role", phase=SCHEMA)
def role_unknown(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a role that the API does not know, above all ``tool``."""
    role = message.get("role")
    return Fault(path, {"role": role}) if isinstance(role, str) and role and role not in ROLES else None
