"""Items that are sent by id alone: the service must have kept them."""

from sendable.model.json import JsonObject, Path
from sendable.oracle.openai_responses.items import text
from sendable.oracle.rule import SEALS, Fault, rule
from sendable.oracle.scan import Scan


@rule("resp-item-not-persisted", on=("item_reference", "reasoning"), phase=SEALS)
def sent_by_id_alone(item: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a reference, and a reasoning item with an id but no blob, where nothing is stored."""
    item_id = text(item, "id")
    return Fault(path, {"id": item_id}) if item_id and not item.get("encrypted_content") else None
