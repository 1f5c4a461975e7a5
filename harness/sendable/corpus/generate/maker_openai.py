"""OpenAI answers on the Responses API: encrypted reasoning, hosted tools, ids that it stored together."""

from collections.abc import Iterator
from typing import Final

from sendable.corpus.generate.plot import Call, Said
from sendable.corpus.generate.words import PAGE, PIXEL
from sendable.model.json import JsonObject
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import Prefix, seal
from sendable.wire.copying import fresh

_WITHOUT_REASONING: Final = "gpt-4"
_WITH_PHASES: Final = ("gpt-5.5", "gpt-5.6", "gpt-6")
_CITED: Final = {"type": "url_citation", "url": PAGE, "title": "A", "start_index": 0, "end_index": 2}
_HOSTED: Final[dict[str, tuple[str, JsonObject]]] = {
    "search": ("ws", {"type": "web_search_call", "action": {"type": "search", "query": "price"}}),
    "open": ("ws", {"type": "web_search_call", "action": {"type": "open_page", "url": PAGE}}),
    "code": ("ci", {"type": "code_interpreter_call", "code": "1+1", "container_id": "cntr_1", "outputs": None}),
    "files": ("fs", {"type": "file_search_call", "queries": ["price"], "results": None}),
    "draw": ("ig", {"type": "image_generation_call", "result": PIXEL.partition(",")[2]}),
}


def by_openai(model: str, name: str, said: Said, _prefix: Prefix | None = None) -> list[JsonObject]:
    """Answer with encrypted reasoning, then with what it led to; every id says with which reasoning it was made."""
    return list(_answer(model, name, said))


def _answer(model: str, name: str, said: Said) -> Iterator[JsonObject]:
    thinks = said.thought is not None and not model.startswith(_WITHOUT_REASONING)
    led_by = ""
    for at, hosted in enumerate((*said.hosted, "")):
        if thinks:
            led_by = mint_id("rs", f"{name} {at}" if at else name)
            yield _thought(model, led_by, said.thought or "")
        if hosted:
            prefix, item = _HOSTED[hosted]
            item_id = mint_id(prefix, f"{name} {at}", after_reasoning=led_by)
            yield {"id": item_id, "status": "completed", **fresh(item)}
    if said.text:
        phase = {"phase": "commentary" if said.calls else "final_answer"} if model.startswith(_WITH_PHASES) else {}
        cited = [dict(_CITED)] if "search" in said.hosted else []
        yield {**text_item(said.text, mint_id("msg", name, after_reasoning=led_by), cited), **phase}
    for call in said.calls:
        yield (
            _custom_call(call, led_by)
            if call.custom
            else call_item(call, mint_id("fc", call.id, after_reasoning=led_by))
        )


def _thought(model: str, item_id: str, text: str) -> JsonObject:
    summary = [{"type": "summary_text", "text": text}] if text else []
    return {"id": item_id, "type": "reasoning", "summary": summary, "encrypted_content": seal("openai", model, item_id)}


def text_item(text: str, item_id: str, annotations: list[JsonObject]) -> JsonObject:
    """Return a message of the assistant as the Responses API returns it."""
    part = {"type": "output_text", "text": text, "annotations": annotations, "logprobs": []}
    return {"id": item_id, "type": "message", "role": "assistant", "status": "completed", "content": [part]}


def call_item(call: Call, item_id: str) -> JsonObject:
    """Return a function call as the Responses API returns it."""
    said = {"call_id": call.id, "name": call.name, "arguments": call.arguments}
    return {"id": item_id, "type": "function_call", "status": "completed", **said}


def _custom_call(call: Call, led_by: str) -> JsonObject:
    item_id = mint_id("ctc", call.id, after_reasoning=led_by)
    return {"id": item_id, "type": "custom_tool_call", "call_id": call.id, "name": call.name, "input": call.arguments}


def compacted_by_openai(model: str, name: str) -> JsonObject:
    """Make a compaction that OpenAI alone can read."""
    item_id = mint_id("cmp", name)
    blob = seal("openai", model, item_id, kind="compaction")
    return {"id": item_id, "type": "compaction", "encrypted_content": blob}
