"""The objections of mistral-common's validator, a rule each."""

from typing import Any

from sendable.model.json import Path
from sendable.oracle.rule import Check, Fault, rule
from sendable.oracle.scan import Scan
from sendable.oracle.vllm_chat.walk import RENDER

_KINDS = {
    "empty": "vllm-chat-mistral-empty",
    "last-assistant": "vllm-chat-mistral-last-assistant",
    "role": "vllm-chat-mistral-role",
    "part-type": "vllm-chat-mistral-part-type",
    "result-id-missing": "vllm-chat-mistral-result-id-missing",
    "start": "vllm-chat-mistral-start",
    "order": "vllm-chat-mistral-order",
    "count": "vllm-chat-mistral-count",
    "unexpected-result": "vllm-chat-mistral-unexpected-result",
    "duplicate-result": "vllm-chat-mistral-duplicate-result",
    "duplicate-call": "vllm-chat-mistral-duplicate-call",
    "thinking": "vllm-chat-mistral-thinking",
    "content-or-calls": "vllm-chat-mistral-content-or-calls",
    "function-name": "vllm-chat-mistral-function-name",
    "id-format": "vllm-chat-mistral-id-format",
    "id-empty": "vllm-chat-mistral-id-empty",
    "result-id-null": "vllm-chat-mistral-result-id-null",
    "content-missing": "vllm-chat-mistral-content-missing",
    "empty-assistant": "vllm-chat-mistral-empty-assistant",
}


def _objection(kind: str) -> Check:
    def check(_messages: list[Any], _path: Path, scan: Scan) -> Fault | None:
        found = scan.facts
        return Fault(found.path, found.values) if found is not None and found.kind == kind else None

    return check


for _kind, _id in _KINDS.items():
    rule(_id, on="conversation", phase=RENDER)(_objection(_kind))
