"""Real blobs and ids in the place of ours: our seals mean nothing to a provider (design, section 4, Seals).

Each seal says who made it, with which model, and for what; its maker is asked for the same in a small conversation, and
what it hands out is used wherever that is needed again. A fault stays a fault: what was tampered with is done to the
real blob, what stands in the wrong place stands there. What nobody can hand out is `CannotMint`.
"""

from copy import deepcopy
from functools import partial
from threading import RLock
from typing import Final

import msgspec

from sendable.model.json import Json, JsonObject
from sendable.model.target import Target
from sendable.oracle.anthropic_messages.models import flags_of
from sendable.oracle.anthropic_messages.prefixes import prefixes
from sendable.oracle.minted import open_id
from sendable.oracle.seals import Prefix, Seal, blob_class, open_seal, short_digest
from sendable.replay.blobs import Place, objects, places, renamed, texts
from sendable.replay.damage import Damage, damage_of
from sendable.replay.makers import Ask, CannotMint, Made, Wanted, make

__all__ = ["CannotMint", "Minted", "Mints", "mint", "needs_minting"]

_BINDS: Final = frozenset({"binding=always", "binding=newer_accounts"})
# These servers look into no blob: a real one is as good as any.
_UNREAD: Final = frozenset({"vllm", "llamacpp", "mistral"})
_ASKED_FOR: Final = ("", "reasoning", "compaction", "compaction_summary", "thinking", "redacted_thinking")
_CHANGE: Final = " And so on."
_STORED: Final = {"fc": "call", "msg": "answer"}
_SHORTEST_REPLACED: Final = 6


class Minted(msgspec.Struct, frozen=True):
    """A body as it goes out. seals: by what was minted, what stood in its place."""

    body: JsonObject
    seals: dict[str, str] = {}

    def unminted(self, value: Json) -> Json:
        """Put back what stood there, in any JSON value: so a body is stored, and digested, as it was asked for."""
        if isinstance(value, dict):
            return {key: self.unminted(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.unminted(each) for each in value]
        if isinstance(value, str):
            for minted, ours in self.seals.items():
                value = value.replace(minted, ours) if minted in value else value
        return value


class Mints:
    """What makers have handed out so far, and what they could not; may be shared by threads."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], Made | CannotMint] = {}
        self._lock = RLock()

    def get(self, wanted: Wanted, ask: Ask, vendor: str | None) -> Made:
        """Return what is wanted, made now when it was never made.

        Raises:
            CannotMint: it cannot be made; that is asked once.
        """
        behind = short_digest(wanted.behind) if wanted.behind else ""
        key = (wanted.maker, wanted.model, wanted.kind, str(wanted.number), behind, vendor or "")
        with self._lock:
            if key not in self._made:
                try:
                    self._made[key] = make(wanted, ask, vendor)
                except CannotMint as error:
                    self._made[key] = error
            made = self._made[key]
        if isinstance(made, CannotMint):
            raise CannotMint(str(made))
        return made


def needs_minting(body: JsonObject) -> bool:
    """Tell whether a body holds a blob or an id that a real provider would have to hand out."""
    return any(places(body)) or any(open_id(text) for text in texts(body))


def mint(body: JsonObject, target: Target, mints: Mints, ask: Ask) -> Minted:
    """Put what real makers hand out in the place of our blobs and ids; the body itself is not changed.

    Args:
        body: the request.
        target: who reads it; its own blobs are asked of it.
        mints: what there is already.
        ask: lets the client of a maker send a request.

    Raises:
        CannotMint: something in it cannot be obtained.
    """
    if not needs_minting(body):
        return Minted(body)
    return _Minting(deepcopy(body), target, mints, ask).minted()


class _Minting:
    """One body on its way."""

    def __init__(self, body: JsonObject, target: Target, mints: Mints, ask: Ask) -> None:
        self._body = body
        self._target = target
        self._get = partial(mints.get, ask=ask)
        self._prefixes = prefixes(body) if target.api == "anthropic-messages" else {}
        self._numbers: dict[tuple[str, str, str], list[str]] = {}
        self._ids: dict[str, str] = {}
        self._stored: dict[str, Made] = {}
        self._seals: dict[str, str] = {}

    def minted(self) -> Minted:
        if self._target.provider_type == "openai":
            self._keep_items()
        for place in list(places(self._body)):
            self._replace(place)
        body = renamed(self._body, self._ids)
        seals = self._seals | {new: old for old, new in self._ids.items()}
        return Minted(body, {new: old for new, old in seals.items() if len(new) >= _SHORTEST_REPLACED})

    def _keep_items(self) -> None:
        """Let the service keep reasoning and what it led to, for each id of ours that says it was kept so."""
        led: dict[str, list[str]] = {}
        for text in dict.fromkeys(texts(self._body)):
            said = open_id(text)
            if said is not None and said.prefix == "rs":
                led.setdefault(text, [])
            elif said is not None and said.after:
                led.setdefault(said.after, []).append(text)
            elif said is not None:
                raise CannotMint(f"an item that the service keeps without reasoning: {said.prefix}_…")
        for reasoning, items in led.items():
            self._keep(reasoning, items)

    def _keep(self, reasoning: str, items: list[str]) -> None:
        if len(items) > 1:
            raise CannotMint("several items of one kept reasoning: what a model makes of it is its own choice")
        said = open_id(items[0]) if items else None
        kind = _STORED.get(said.prefix, "") if said else "answer"
        if not kind:
            raise CannotMint(
                f"an item that the service keeps behind its reasoning, of a kind we cannot ask for: {items}"
            )
        made = self._ask(Seal("openai", self._target.model, reasoning, kind), reasoning)
        self._stored[reasoning] = made
        self._ids[reasoning] = made.item_id
        for item in items:
            self._ids[item] = made.led_to
        calls = [each["call_id"] for each in objects(self._body) if each.get("id") in items and each.get("call_id")]
        self._ids |= {str(call_id): made.call_id for call_id in calls if made.call_id}

    def _replace(self, place: Place) -> None:
        blob, damage = place.blob, None
        said = open_seal(blob)
        if said is None:
            said = self._of_a_stranger(place)
            if said is None:
                return
        elif not said.intact:
            damage = damage_of(blob)
            said = damage.seal
        _refuse_what_is_not_ours_to_ask(said)
        item_id = place.holder.get("id")
        made = self._stored.get(str(item_id)) or self._ask(said, said.item_id or blob, self._behind(place, said))
        if not made.blob:
            raise CannotMint(f"{said.model} handed out no blob for {said.kind}")
        if item_id and made.item_id and item_id == (said.item_id or item_id):
            self._ids[str(item_id)] = made.item_id
        self._put(place, said, made, damage)

    def _put(self, place: Place, said: Seal, made: Made, damage: Damage | None) -> None:
        new = damage.done_to(made.blob) if damage else made.blob
        self._seals[new] = place.blob
        place.holder[place.key] = new
        text = place.holder.get("thinking")
        if not isinstance(text, str) or not text:
            return
        edited = bool(said.content) and said.content != short_digest(text)
        if edited and not made.text:
            raise CannotMint(f"{said.model} shows no thinking, so that none can be edited")
        place.holder["thinking"] = made.text + (_CHANGE if edited else "")
        self._seals[place.holder["thinking"]] = text

    def _of_a_stranger(self, place: Place) -> Seal | None:
        """Take a blob that is none of ours for the reader's own; None for one that goes out as it is.

        Raises:
            CannotMint: it is another maker's.
        """
        reader = self._target.provider_type
        found = blob_class(place.blob, reader)
        if found == "malformed" or reader in _UNREAD:
            return None
        if found == "foreign":
            raise CannotMint("a blob of another maker, which does not say whose")
        named = place.holder.get("type", "")
        if named not in _ASKED_FOR:
            raise CannotMint(f"a blob of a {named}: its maker is not asked for such")
        item_id = place.holder.get("id")
        return Seal(reader, self._target.model, item_id if isinstance(item_id, str) else "", place.kind)

    def _ask(self, said: Seal, identity: str, behind: JsonObject | None = None) -> Made:
        """Ask for what a seal says; different ones of one body get different blobs."""
        if said.provider == "anthropic" and self._target.api == "bedrock-converse":
            raise CannotMint("thinking through Bedrock's Converse: its makers are asked through Messages only")
        known = self._numbers.setdefault((said.provider, said.model, said.kind), [])
        if identity not in known:
            known.append(identity)
        vendor = self._target.vendor if said.provider == self._target.provider_type else None
        number = 0 if behind else known.index(identity)
        return self._get(Wanted(said.provider, said.model, said.kind, number, behind), vendor=vendor)

    def _behind(self, place: Place, said: Seal) -> JsonObject | None:
        """Return what a thinking block is to be bound to; None where that does not matter, or is to be another.

        Raises:
            CannotMint: it does not begin its message, so that nobody can be asked to go on from there.
        """
        now: Prefix | None = self._prefixes.get(place.path)
        bound = said.prefix is not None or not _BINDS.isdisjoint(flags_of(self._target.model))
        if said.provider != "anthropic" or now is None or not bound or said.kind != "reasoning":
            return None
        if said.prefix is not None and said.prefix != now:
            return None
        at = place.path[1]
        if place.path[2:] != ("content", 0) or not isinstance(at, int) or not at:
            raise CannotMint("thinking that is bound to what stands before it, and does not begin a message")
        kept = {key: deepcopy(self._body[key]) for key in ("system", "tools") if key in self._body}
        return kept | {"messages": deepcopy(self._body["messages"][:at])}


def _refuse_what_is_not_ours_to_ask(said: Seal) -> None:
    if said.organization:
        raise CannotMint("a blob that was made for another account")
    if said.place[1] > 1:
        raise CannotMint("one of several thinking blocks of a response: how many come is the model's choice")
