"""Roles and names of messages."""

import re

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_chat.walk import MEANING, ROLES
from sendable.oracle.rule import MODEL, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_NAME = re.compile(r"[a-zA-Z0-9_-]+")


@rule("chat-message-without-role", on="message", phase=SCHEMA)
def without_role(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message without a role."""
    return Fault((*path, "role")) if message.get("role") is None else None


@rule("chat-role-unknown", on="message", phase=SCHEMA)
def role_unknown(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a role outside the six."""
    role = message.get("role")
    if role is None or (isinstance(role, str) and role in ROLES):
        return None
    return Fault((*path, "role"), {"value": role})


@rule("chat-message-name-pattern", on="message", phase=SCHEMA)
def name_pattern(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a message name with spaces, dots or other characters."""
    name = message.get("name")
    if name is None or not isinstance(name, str) or _NAME.fullmatch(name):
        return None
    return Fault((*path, "name"))


@rule("chat-o1-mini-system", on="system", phase=MODEL)
def o1_mini_system(_message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a system message for the first reasoning models."""
    return Fault((*path, "role"))


@rule("chat-o1-mini-developer", on="developer", phase=MODEL)
def o1_mini_developer(_message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a developer message for the first reasoning models."""
    return Fault((*path, "role"))


@rule("chat-role-function-refused", on="function", phase=MODEL)
def role_function_refused(_message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Warn of the older function role on the newest models."""
    return Fault((*path, "role"))


@rule("chat-function-name-missing", on="function", phase=MEANING)
def function_name_missing(message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a function message that does not say which function answered."""
    return Fault((*path, "name")) if message.get("name") is None else None
