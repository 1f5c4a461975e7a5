"""Short words for items, and the question that all tests of the write side end with: can it be sent?"""

import json

from sendable import oracle
from sendable.model.target import parse_target
from sendable.reference.send.assemble import assemble

TARGETS = tuple(
    map(
        parse_target,
        (
            "openai-chat:gpt-5.4",
            "openai-responses:gpt-5.4",
            "anthropic-messages:claude-opus-5-5",
            "gemini:gemini-2.5-pro",
            "mistral:mistral-large-latest",
            "bedrock-converse:anthropic.claude-opus-4-5",
            "vllm-chat:qwen3-8b",
            "vllm-responses:qwen3-8b",
            "vllm-messages:qwen3-8b",
            "llamacpp-chat:qwen3-8b",
            "llamacpp-responses:qwen3-8b",
            "llamacpp-messages:qwen3-8b",
        ),
    )
)
REPAIRS = frozenset({"order", "cleanup"})
THREE = TARGETS[:3]


def user(text="Hi."):
    return {"type": "message", "role": "user", "content": text}


def said(text="Done."):
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def call(call_id, name="search", arguments=None):
    text = json.dumps({"q": call_id}) if arguments is None else arguments
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": text}


def result(call_id, output):
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def outputs(history):
    """The results of a stored path in order, as (call id, text)."""
    items = [item for node in history["nodes"] for item in [*node.get("sent", ()), *node.get("received", ())]]
    return [(item["call_id"], item["output"]) for item in items if item["type"] == "function_call_output"]


def texts(history):
    """What the user said on a stored path, in order."""
    items = [item for node in history["nodes"] for item in node.get("sent", ())]
    return [item["content"] for item in items if item["type"] == "message"]


def repaired(history, target):
    """Send a history: it must be accepted. Returns the call ids that order repair or cleanup touched, with the code."""
    request = assemble(history, target)
    verdict = oracle.judge(target.api, request.body, model=target.model)
    assert verdict.accepted, (str(target), verdict.rule, verdict.path, history)
    found = [(each.code, item.call_id) for each in request.warnings if each.step in REPAIRS for item in each.items]
    if not found:
        assert request.body == assemble(history, target, without=REPAIRS).body
    return found


def assert_sendable(history, targets=TARGETS, lost=frozenset()):
    """Every target accepts the history; only these calls are left out, each with the cleanup's warning."""
    for target in targets:
        touched = repaired(history, target)
        assert {code for code, _ in touched} <= {"calls-without-result"}, (str(target), touched)
        assert {call_id for _, call_id in touched} <= set(lost), (str(target), touched, history)
