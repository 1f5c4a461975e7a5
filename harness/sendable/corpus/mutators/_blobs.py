"""Opaque blobs inside items: find them, put others in their place, and make those of other makers."""

from collections.abc import Callable, Iterator

from sendable.corpus.bound import blobs_in, with_text
from sendable.corpus.line import Line, is_call, is_given, kind, swap
from sendable.model.json import JsonObject
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import Seal, issue, open_seal, seal

MODELS = {"openai": "gpt-5.4", "anthropic": "claude-opus-5-5", "google": "gemini-3-pro-preview"}
_SPARE = {"A": "B"}


def with_blobs(line: Line, make: Callable[[str, Seal, JsonObject], str | None]) -> Iterator[tuple[int, Seal, Line]]:
    """Yield the place, the seal and the line for each blob for which `make` makes another."""
    for at, (item, _) in enumerate(line):
        for blob in blobs_in(item):
            said = open_seal(blob)
            new = make(blob, said, item) if said is not None and said.intact else None
            if said is not None and new is not None:
                yield at, said, swap(line, at, with_text(item, blob, new))


def where_of(line: Line, at: int, said: Seal) -> str:
    """Name what a blob stands in, as ``refused.toml`` does."""
    item = line[at].item
    if is_call(item) or said.kind != "reasoning":
        return "call" if is_call(item) else said.kind
    if said.provider != "anthropic":
        return "reasoning" if thinks(item) else str(kind(item))
    return "latest-thinking" if _in_latest_turn(line, at) else "thinking"


def _in_latest_turn(line: Line, at: int) -> bool:
    """Whether no response follows behind what the client says next."""
    given = next((place for place in range(at, len(line)) if is_given(line[place].item)), len(line))
    return all(is_given(spot.item) for spot in line[given:])


def tampered(blob: str) -> str:
    """Return the blob with one character changed, behind its middle."""
    at = len(blob) * 2 // 3
    return blob[:at] + _SPARE.get(blob[at], "A") + blob[at + 1 :]


def moved(said: Seal) -> str:
    """Return the blob of another item, or for makers without ids of another text."""
    other = Seal(said.provider, said.model, mint_id("rs", "another item") if said.item_id else "", said.kind)
    return issue(other) if said.item_id else seal(said.provider, said.model, kind=said.kind, content="another text")


def thinks(item: JsonObject) -> bool:
    """Whether the item is reasoning."""
    return bool(kind(item) == "reasoning")


def maker_of(item: JsonObject) -> str | None:
    """Return the provider type that the item names."""
    named = item.get("provider")
    return named if isinstance(named, str) else None


def thought_of(maker: str, name: str) -> JsonObject:
    """Return reasoning as it is stored of a maker."""
    return {**_THOUGHTS[maker](name), "provider": maker, "model": MODELS.get(maker, "qwen3")}


def _of_openai(name: str) -> JsonObject:
    item_id = mint_id("rs", name)
    blob = seal("openai", MODELS["openai"], item_id)
    return {"type": "reasoning", "id": item_id, "summary": [], "encrypted_content": blob}


def _of_claude(_name: str) -> JsonObject:
    text = "The list says it."
    signature = seal("anthropic", MODELS["anthropic"], content=text)
    block = {"type": "thinking", "thinking": text, "signature": signature}
    summary = [{"type": "summary_text", "text": text}]
    return {"type": "reasoning", "id": "", "summary": summary, "encrypted_content": signature, "provider_data": block}


def _of_gemini(_name: str) -> JsonObject:
    text = "The list says it."
    summary = [{"type": "summary_text", "text": text}]
    return {"type": "reasoning", "id": "", "summary": summary, "provider_data": {"text": text, "thought": True}}


def _of_server(name: str) -> JsonObject:
    text = {"type": "reasoning_text", "text": "The list says it."}
    item_id = mint_id("rs", name)
    return {"type": "reasoning", "id": item_id, "summary": [], "content": [text], "status": "completed"}


_THOUGHTS: dict[str, Callable[[str], JsonObject]] = {
    "openai": _of_openai,
    "anthropic": _of_claude,
    "google": _of_gemini,
    "vllm": _of_server,
    "llamacpp": _of_server,
}
MAKERS = tuple(_THOUGHTS)
"""The makers whose reasoning `thought_of` makes."""
