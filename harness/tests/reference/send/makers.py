"""Providers for the tests: each answers an accepted request as its real one would, blobs sealed by the oracle's seals."""

import json
from hashlib import sha256

from sendable import oracle
from sendable.model.node import read_conversation
from sendable.model.target import parse_target
from sendable.oracle.anthropic_messages.prefixes import prefix_of
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import seal
from sendable.reference.send import assemble
from sendable.reference.send.compaction import expand
from sendable.reference.send.prefix import prefix_digest
from sendable.wire import from_body

TOOLS = [
    {"name": name, "description": f"To {name}.", "parameters": {"type": "object"}} for name in ("look", "find", "ask")
]
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


def by_openai(target, body, said):
    """Reasoning with an encrypted blob, then what it led to; every id says with which reasoning it was made."""
    name = short(body)
    rs = mint_id("rs", name)
    blob = seal("openai", target.model, rs)
    thought = {"id": rs, "type": "reasoning", "summary": summary(said["thought"]), "encrypted_content": blob}
    calls = [
        {
            "id": mint_id("fc", call_id, after_reasoning=rs),
            "type": "function_call",
            "status": "completed",
            "call_id": call_id,
            "name": tool,
            "arguments": arguments,
        }
        for call_id, tool, arguments in said["calls"]
    ]
    return [thought, *openai_texts(said["text"], mint_id("msg", name, after_reasoning=rs)), *calls]


def openai_texts(text, item_id):
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    message = {"id": item_id, "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    return [message] if text else []


def summary(text):
    return [{"type": "summary_text", "text": text}] if text else []


def by_claude(target, body, said):
    """Thinking bound to everything that stood before it, then text and tool use."""
    signature = seal("anthropic", target.model, prefix=prefix_of(body), content=said["thought"], place=(0, 1))
    blocks = [
        {"type": "thinking", "thinking": said["thought"], "signature": signature},
        *([{"type": "text", "text": said["text"]}] if said["text"] else []),
        *(
            {"type": "tool_use", "id": call_id, "name": tool, "input": json.loads(arguments)}
            for call_id, tool, arguments in said["calls"]
        ),
    ]
    return read("anthropic-messages", {"messages": [{"role": "assistant", "content": blocks}]})


def by_claude_on_bedrock(target, _body, said):
    """The same thinking as Converse wraps it."""
    signature = seal("anthropic", target.model, content=said["thought"], place=(0, 1))
    blocks = [
        {"reasoningContent": {"reasoningText": {"text": said["thought"], "signature": signature}}},
        *([{"text": said["text"]}] if said["text"] else []),
        *(
            {"toolUse": {"toolUseId": call_id, "name": tool, "input": json.loads(arguments)}}
            for call_id, tool, arguments in said["calls"]
        ),
    ]
    return read("bedrock-converse", {"messages": [{"role": "assistant", "content": blocks}]})


def by_gemini(target, body, said):
    """A thought, then a call with its signature; Gemini 3 gives call ids."""
    signature = {"thoughtSignature": seal("google", target.model, short(body))}
    calls = [
        {"functionCall": {"id": call_id, "name": tool, "args": json.loads(arguments)}, **(signature if at == 0 else {})}
        for at, (call_id, tool, arguments) in enumerate(said["calls"])
    ]
    last = {} if calls else signature
    texts = [{"text": said["text"], **last}] if said["text"] else []
    parts = [{"text": said["thought"], "thought": True}, *texts, *calls]
    return read("gemini", {"contents": [{"role": "model", "parts": parts}]})


def by_mistral(_target, _body, said):
    """Thoughts as parts of the content."""
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": said["thought"]}]}
    content = [thinking, *([{"type": "text", "text": said["text"]}] if said["text"] else [])]
    calls = [
        {"id": sha256(call_id.encode()).hexdigest()[:9], "function": {"name": tool, "arguments": arguments}}
        for call_id, tool, arguments in said["calls"]
    ]
    message = {"role": "assistant", "content": content, **({"tool_calls": calls} if calls else {})}
    return read("mistral", {"messages": [message]})


def by_server(_target, body, said):
    """Reasoning in the clear, as vLLM and llama.cpp return it."""
    name = short(body)
    thought = {
        "id": f"rs_{name}",
        "type": "reasoning",
        "summary": [],
        "content": [{"type": "reasoning_text", "text": said["thought"]}],
        "status": "completed",
    }
    calls = [
        {
            "id": f"fc_{call_id}",
            "type": "function_call",
            "status": "completed",
            "call_id": call_id,
            "name": tool,
            "arguments": arguments,
        }
        for call_id, tool, arguments in said["calls"]
    ]
    return [thought, *openai_texts(said["text"], f"msg_{name}"), *calls]


def read(api, body):
    return [item for entry in from_body(api, body) for item in entry.items]


def short(body):
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:16]


def compacted_by_openai(target, name):
    """A compaction that OpenAI alone can read."""
    item_id = mint_id("cmp", name)
    blob = seal("openai", target.model, item_id, kind="compaction")
    return {"id": item_id, "type": "compaction", "encrypted_content": blob}


def compacted_by_claude(_target, name):
    """A compaction with its plain summary."""
    block = {"type": "compaction", "content": f"Summary of {name}."}
    return read("anthropic-messages", {"messages": [{"role": "assistant", "content": [block]}]})[0]


COMPACTORS = {"openai": compacted_by_openai, "anthropic": compacted_by_claude}
MAKERS = {
    "openai": ("openai-responses:gpt-5.4", by_openai),
    "anthropic": ("anthropic-messages:claude-opus-5-5", by_claude),
    "bedrock": ("bedrock-converse:anthropic.claude-haiku-4-5-v1:0", by_claude_on_bedrock),
    "vllm": ("vllm-responses:qwen3", by_server),
    "llamacpp": ("llamacpp-responses:qwen3", by_server),
    "google": ("gemini:gemini-3.5-flash", by_gemini),
    "mistral": ("mistral:mistral-large-latest", by_mistral),
}
TARGETS = {name: parse_target(target) for name, (target, _) in MAKERS.items()}


def refused_by(request, target):
    verdict = oracle.judge(target.api, request.body, model=target.model)
    return None if verdict.accepted else (verdict.rule, verdict.error.message)


def answered(history, maker, turn, said, target=None):
    """Send a turn to a maker and store the round: the history with one node more, and the request that was sent.

    said: ``{"thought", "text", "calls": [(call_id, tool, arguments)]}``. target: another of the maker's models.
    """
    target, reply = target or TARGETS[maker], MAKERS[maker][1]
    request = assemble(history, target, next=turn)
    context = [item for held in expand(read_conversation(history), target).held for item in held.entry.items]
    received = reply(target, request.body, said)
    node = {"sent": turn, "received": received, "prefix_digest": prefix_digest([*context, *turn], history.get("tools"))}
    return stored(history, target, parent=history["leaf"], **node), request


def compacted(history, maker, pointer):
    """Store a compaction node in place of what it points to; the conversation goes on behind it."""
    target = TARGETS[maker]
    item = COMPACTORS[maker](target, f"{len(history['nodes'])} {pointer}")
    return stored(history, target, parent=None, kind="compaction", received=[item], pointer=pointer)


def stored(history, target, **more):
    name = f"n{len(history['nodes'])}"
    node = {"id": name, "provider": target.provider_type, "model": target.model, **more}
    return {**history, "nodes": [*history["nodes"], node], "leaf": name}
