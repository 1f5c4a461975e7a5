"""The objections of mistral-common's validator, a rule each."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.rule import Check, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_messages.walk import RENDER

_KINDS = {
    "empty": "vllm-messages-mistral-empty",
    "last-assistant": "vllm-messages-mistral-last-assistant",
    "start": "vllm-messages-mistral-start",
    "order": "vllm-messages-mistral-order",
    "count": "vllm-messages-mistral-count",
    "unexpected-result": "vllm-messages-mistral-unexpected-result",
    "duplicate-result": "vllm-messages-mistral-duplicate-result",
    "duplicate-call": "vllm-messages-mistral-duplicate-call",
    "thinking": "vllm-messages-mistral-thinking",
    "content-or-calls": "vllm-messages-mistral-content-or-calls",
    "function-name": "vllm-messages-mistral-function-name",
    "id-format": "vllm-messages-mistral-id-format",
    "id-empty": "vllm-messages-mistral-id-empty",
    "empty-assistant": "vllm-messages-mistral-empty-assistant",
}


def _objection(kind: str) -> Check:
    def check(_messages: list[Any], _path: Path, scan: Scan) -> Fault | None:
        found = scan.facts.found
        return Fault(found.path, found.values) if found is not None and found.kind == kind else None

    return check


for _kind, _id in _KINDS.items():
    rule(_id, on="conversation", phase=RENDER)(_objection(_kind))
