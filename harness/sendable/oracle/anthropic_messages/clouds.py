"""What the clouds and imitators refuse beyond, or instead of, Anthropic's own API."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.anthropic_messages.facts import Facts, Turn
from sendable.oracle.anthropic_messages.pairing import unanswered
from sendable.oracle.rule import ENVELOPE, PAIRING, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan


@rule("bedrock-claude-first-message-user", on="end", phase=PAIRING)
def first_message_user(facts: Facts, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse a history that the assistant opens."""
    return Fault(("messages", 0)) if facts.turns and facts.turns[0].role == "assistant" else None


@rule("bedrock-claude-citations-extra", on="block:text", phase=SCHEMA)
def citations_extra(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse the key ``citations`` on a text, whatever its value."""
    return Fault((*path, "citations")) if "citations" in block else None


@rule("bedrock-anthropic-version-unsupported", on="key:anthropic_version", phase=ENVELOPE)
def version_unsupported(_body: JsonObject, _path: Path, _scan: Scan) -> Fault | None:
    """Refuse the new API version on models before 4.7; the record's condition says so."""
    return Fault(("anthropic_version",))


@rule("deepseek-anthropic-system-role", on="system", phase=SCHEMA)
def deepseek_system_role(_message: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse role system among the messages."""
    return Fault((*path, "role"))


@rule("deepseek-anthropic-tool-use-without-result", on="calling-turn", phase=PAIRING)
def deepseek_unanswered(turn: Turn, _path: Path, scan: Scan) -> Fault | None:
    """Refuse calls that the next turn does not answer."""
    return unanswered(turn, scan, later=False)
