"""The objections of mistral-common's validator, a rule each."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.rule import Check, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_responses.walk import RENDER

_KINDS = {
    "empty": "vllm-responses-mistral-empty",
    "last-assistant": "vllm-responses-mistral-last-assistant",
    "part-type": "vllm-responses-mistral-part-type",
    "start": "vllm-responses-mistral-start",
    "order": "vllm-responses-mistral-order",
    "count": "vllm-responses-mistral-count",
    "unexpected-result": "vllm-responses-mistral-unexpected-result",
    "duplicate-result": "vllm-responses-mistral-duplicate-result",
    "duplicate-call": "vllm-responses-mistral-duplicate-call",
    "thinking": "vllm-responses-mistral-thinking",
    "content-or-calls": "vllm-responses-mistral-content-or-calls",
    "function-name": "vllm-responses-mistral-function-name",
    "id-format": "vllm-responses-mistral-id-format",
    "id-empty": "vllm-responses-mistral-id-empty",
    "result-id-undefined": "vllm-responses-mistral-result-id-undefined",
    "empty-assistant": "vllm-responses-mistral-empty-assistant",
}


def _objection(kind: str) -> Check:
    def check(_messages: list[Any], _path: Path, scan: Scan) -> Fault | None:
        found = scan.facts.found
        return Fault(found.path, found.values) if found is not None and found.kind == kind else None

    return check


for _kind, _id in _KINDS.items():
    rule(_id, on="conversation", phase=RENDER)(_objection(_kind))
