"""Blobs that are not what they should be: tampered, displaced, of another account, behind another prefix, edited."""

from collections.abc import Callable, Iterator

import msgspec

from sendable.corpus.bound import bound_in
from sendable.corpus.line import Line, changed, is_said, swap
from sendable.corpus.mutator import Bent, Mutator
from sendable.corpus.mutators._blobs import maker_of, moved, tampered, thinks, where_of, with_blobs
from sendable.corpus.mutators._table import refusals, standing
from sendable.corpus.pairs import ABSENT
from sendable.model.case import Expect
from sendable.model.json import Json, JsonObject
from sendable.oracle.seals import Seal, issue

_EDITED = "Something else was thought."
_REWORDED = "Reworded."


def _each(name: str, make: Callable[[str, Seal, JsonObject], str | None]) -> Callable[[Line], Iterator[Bent]]:
    def bends(line: Line) -> Iterator[Bent]:
        """Put another blob in the place of each."""
        for at, said, broken in with_blobs(line, make):
            yield Bent(broken, refusals(name, said.provider, where_of(line, at, said)))

    return bends


def _for_another_item(_blob: str, said: Seal, item: JsonObject) -> str | None:
    """Return the blob of another item or text; where a maker binds it to neither, there is nothing to displace."""
    bound = said.item_id if said.provider == "openai" else (item.get("provider_data") or {}).get("thinking")
    return moved(said) if said.kind == "reasoning" and bound else None


def _for_another_account(_blob: str, said: Seal, _item: JsonObject) -> str | None:
    return issue(msgspec.structs.replace(said, organization="another"))


def _edited(line: Line) -> Iterator[Bent]:
    """Edit the text under each signature."""
    for at, (item, _) in enumerate(line):
        block = item.get("provider_data")
        if thinks(item) and isinstance(block, dict) and block.get("thinking"):
            told = {"thinking": _EDITED}
            summary = [{"type": "summary_text", "text": _EDITED}]
            broken = swap(line, at, changed(item, summary=summary, provider_data={**block, **told}))
            # Mistral's are not signed: nobody can know.
            maker = maker_of(item) or "anthropic"
            yield Bent(broken, refusals("edited-thinking", maker, where_of(line, at, Seal(maker, ""))))


def _unsigned(line: Line) -> Iterator[Bent]:
    """Empty the signature under each thought of Claude's, or leave it out."""
    for at, (item, _) in enumerate(line):
        block = item.get("provider_data")
        key = "data" if isinstance(block, dict) and "data" in block else "signature"
        if thinks(item) and isinstance(block, dict) and maker_of(item) == "anthropic":
            for value in ("", None, ABSENT):
                broken = changed(item, encrypted_content=value, provider_data=changed(block, **{key: value}))
                yield Bent(swap(line, at, broken))


def _without_maker(line: Line) -> Iterator[Bent]:
    """Forget who made each reasoning item."""
    for at, (item, _) in enumerate(line):
        if thinks(item) and "provider" in item:
            yield Bent(swap(line, at, changed(item, provider=ABSENT, model=ABSENT)))


def _stale(line: Line) -> Iterator[Bent]:
    """Edit each message of the user or the system that thinking stands behind.

    Whoever keeps no digest of what a thought was made behind cannot know: Claude refuses it.
    """
    bound = {at: said.model for at, spot in enumerate(line) for said in bound_in(spot.item)}
    for at, (item, _) in enumerate(line):
        behind = {model: line[place].home.told for place, model in bound.items() if place > at}
        if behind and (is_said(item, "user") or is_said(item, "system")):
            refused = Expect(outcome="refused", rule="anthropic-thinking-prefix-binding-2026-11")
            by_target = {f"anthropic-messages:{model}": refused for model, known in behind.items() if not known}
            edited = changed(item, content=_reworded(item.get("content")))
            yield Bent(swap(line, at, edited), Expect(by_target=by_target))


def _reworded(content: Json) -> Json:
    if not isinstance(content, list):
        return _REWORDED
    return [changed(part, text=_REWORDED) if isinstance(part, dict) and "text" in part else part for part in content]


TAMPERED_BLOB = Mutator(
    name="tampered-blob",
    family="tampered-blob",
    why="A column was too short, an encoding was changed, or a redaction hit the blob.",
    evidence=standing("tampered-blob"),
    bends=_each("tampered-blob", lambda blob, _said, _item: tampered(blob)),
)
DISPLACED_BLOB = Mutator(
    name="displaced-blob",
    family="displaced-blob",
    why="Items were merged or stored anew, and a blob came under another item's id or text.",
    evidence=standing("displaced-blob"),
    bends=_each("displaced-blob", _for_another_item),
)
BLOB_OF_ANOTHER_ACCOUNT = Mutator(
    name="blob-of-another-account",
    family="displaced-blob",
    why="The conversation was begun with another key, or copied from another organization.",
    evidence=standing("blob-of-another-account"),
    bends=_each("blob-of-another-account", _for_another_account),
)
EDITED_THINKING = Mutator(
    name="edited-thinking",
    family="tampered-blob",
    why="A filter replaced words in all texts, those under a signature too.",
    evidence=standing("edited-thinking"),
    bends=_edited,
)
UNSIGNED_THINKING = Mutator(
    name="unsigned-thinking",
    family="unsigned-thinking",
    why="The stream was stored without its last event, which carries the signature.",
    evidence=standing("unsigned-thinking"),
    bends=_unsigned,
)
FORGOTTEN_MAKER = Mutator(
    name="forgotten-maker",
    family="foreign-reasoning",
    why="Old stores keep no note of who made an item.",
    evidence=standing("forgotten-maker"),
    bends=_without_maker,
)
STALE_PREFIX = Mutator(
    name="stale-prefix",
    family="changed-prefix",
    why="A message was edited, or the system prompt carries the time of day.",
    evidence=standing("stale-prefix"),
    bends=_stale,
    rebinds=True,
)
