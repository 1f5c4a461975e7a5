"""vLLM, llama.cpp, Gemini and Mistral answer."""

from hashlib import sha256
from typing import Final

from sendable.corpus.generate.maker_openai import call_item, text_item
from sendable.corpus.generate.plot import Said
from sendable.model.arguments import parsed
from sendable.model.gemini_part import read_item, read_part
from sendable.model.json import JsonObject
from sendable.oracle.seals import Prefix, seal
from sendable.wire import from_body

_MISTRAL_ID: Final = 9


def by_server(_model: str, name: str, said: Said, _prefix: Prefix | None = None) -> list[JsonObject]:
    """Answer with reasoning in the clear, as vLLM and llama.cpp do."""
    items: list[JsonObject] = []
    short = _short(name)
    if said.thought:
        text = {"type": "reasoning_text", "text": said.thought}
        thought = {"id": f"rs_{short}", "type": "reasoning", "summary": [], "content": [text]}
        items.append({**thought, "status": "completed"})
    if said.text:
        items.append(text_item(said.text, f"msg_{short}", []))
    return items + [call_item(call, f"fc_{call.id}") for call in said.calls]


def by_gemini(model: str, name: str, said: Said, _prefix: Prefix | None = None) -> list[JsonObject]:
    """Answer with a thought, then with a call and its signature; Gemini 3 gives call ids."""
    signature = {"thoughtSignature": seal("google", model, _short(name))}
    items = [read_item({"text": said.thought, "thought": True})] if said.thought else []
    if said.text:
        last = {} if said.calls else signature
        part = read_part({"text": said.text, **last}, "assistant")
        items.append({"type": "message", "role": "assistant", "content": [part]})
    for at, each in enumerate(said.calls):
        call = {"functionCall": {"id": each.id, "name": each.name, "args": parsed(each.arguments)}}
        items.append(read_item({**call, **(signature if at == 0 else {})}))
    return items


def by_mistral(_model: str, _name: str, said: Said, _prefix: Prefix | None = None) -> list[JsonObject]:
    """Answer with thoughts as parts of the content; the call ids have nine characters."""
    thoughts = [{"type": "thinking", "thinking": [{"type": "text", "text": said.thought}]}] if said.thought else []
    texts = [{"type": "text", "text": said.text}] if said.text else []
    calls = [{"id": _nine(e.id), "function": {"name": e.name, "arguments": e.arguments}} for e in said.calls]
    message = {"role": "assistant", "content": [*thoughts, *texts], **({"tool_calls": calls} if calls else {})}
    return [item for entry in from_body("mistral", {"messages": [message]}) for item in entry.items]


def _nine(call_id: str) -> str:
    return call_id if len(call_id) == _MISTRAL_ID else sha256(call_id.encode()).hexdigest()[:_MISTRAL_ID]


def _short(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]
