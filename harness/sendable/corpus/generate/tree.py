"""Stored trees: rounds that several providers answered, compactions of compactions, branches."""

from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from sendable.corpus.chance import Chance
from sendable.corpus.generate.items import bound_prefix, results_of
from sendable.corpus.generate.makers import COMPACTORS, MAKERS, Items
from sendable.corpus.generate.plot import CallIds, Drawing, Round, draw_tools
from sendable.corpus.generate.raw import target_of
from sendable.corpus.generate.tastes import TASTES, binds
from sendable.corpus.generate.words import MODELS, SYSTEMS
from sendable.model.json import JsonObject
from sendable.reference.send.prefix import prefix_digest

_MAKERS: Final = ("openai", "anthropic", "google", "vllm", "llamacpp", "mistral", "bedrock")
_WEIGHTS: Final = (36, 32, 9, 8, 7, 4, 4)
_PROVIDER: Final = {"bedrock": "anthropic"}
_TASTES: Final = {maker: replace(taste, rounds=(44, 48, 7, 1)) for maker, taste in TASTES.items()}
_SWITCH: Final = 0.18
_COMPACTIONS: Final = ((0, 1, 2, 3, 4), (76, 14, 5, 3, 2))
_ENDINGS: Final = (("answer", "results"), (75, 25))


def tree(random: Random) -> JsonObject:
    """Draw a well-formed stored tree, ``{"nodes": […], "leaf": id, "tools"?}``, that one to three providers answered.

    Each request on the way, as its maker saw it when it answered, is accepted by that maker (`asked`); the leaf waits
    for no result.
    """
    return _Growth(Chance(random)).grow()


class _Place(msgspec.Struct, frozen=True, gc=False):
    """A node to go on from. items: its whole path's, None behind a compaction. pure: Claude alone answered so far."""

    id: str | None = None
    items: tuple[JsonObject, ...] | None = ()
    pure: bool = True


class _Growth:
    """One conversation on its way."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._nodes: Items = []
        self._at = _Place()
        self._closed = [self._at]  # where a branch may begin: nothing is open there, the empty conversation first
        self._name = f"{chance.number():x}"
        self._system = chance.pick(SYSTEMS) if chance.yes(0.35) else ""
        self._models = self._drawn_models()
        tools = draw_tools(chance)
        self._told = bool(tools) and (any(map(binds, self._models.values())) or chance.yes(0.4))
        self._tools = list(tools) if self._told else []
        self._drawing = Drawing(chance, CallIds(chance.number()), tools, TASTES["openai"])
        self._counts_turns = chance.yes(0.3)
        self._turns = 0

    def _drawn_models(self) -> dict[str, str]:
        """Draw who answers: up to three makers, each with one model."""
        chance = self._chance
        count = chance.weighted((1, 2, 3), (45, 40, 15))
        makers = [chance.weighted(_MAKERS, _WEIGHTS) for _ in range(count)]
        return {maker: chance.pick(MODELS[maker]) for maker in makers}

    def grow(self) -> JsonObject:
        """Return the whole history."""
        chance = self._chance
        compactions = chance.weighted(*_COMPACTIONS)
        for _ in range(compactions):
            self._turn("answer")
            self._compact()
        for _ in range(chance.weighted((0, 1), (74, 26)) if compactions < 2 else 0):  # noqa: PLR2004 - long enough
            self._turn("answer")
        if chance.yes(0.18):
            self._at = chance.pick(self._closed)
        self._turn(chance.weighted(*_ENDINGS))
        if chance.yes(0.05):
            self._at = chance.pick(self._closed[1:])
        tools = {"tools": self._tools} if self._told else {}
        return {"nodes": self._nodes, "leaf": self._at.id, **tools}

    def _turn(self, ending: str) -> None:
        """Add the nodes of one turn: what the user says, the rounds with calls, and the end."""
        self._turns += 1
        maker = self._become(None)
        sent = [*self._opening(), {"type": "message", "role": "user", "content": self._drawing.asked()}]
        for _ in range(max(self._drawing.rounds(), ending == "results" and bool(self._drawing.tools))):
            each = self._drawing.round()
            self._answered(maker, sent, each)
            sent = list(results_of(each))
            maker = self._become(maker)
        if ending == "results" and sent[0]["type"] != "message":
            self._add({"kind": "results", "sent": sent}, sent)
        else:
            self._answered(maker, sent, Round(self._drawing.answer()))
        self._closed.append(self._at)

    def _become(self, maker: str | None) -> str:
        """Return who answers next, and let it draw in its taste; in the middle of a turn the maker seldom changes."""
        if maker is None or self._chance.yes(_SWITCH):
            maker = self._chance.pick(list(self._models))
        self._drawing.taste = _TASTES[maker]
        return maker

    def _opening(self) -> Items:
        """Return the system message, at the beginning of a path only."""
        if self._at.id is not None or not self._system:
            return []
        return [{"type": "message", "role": "system", "content": self._system}]

    def _answered(self, maker: str, sent: Items, each: Round) -> None:
        """Add the node of one answer."""
        model = self._models[maker]
        said, before = each.said, self._at
        pure = before.pure and maker == "anthropic"
        bound = maker == "anthropic" and binds(model)
        if bound and not pure:
            said = replace(said, thought=None)
        node: JsonObject = {"provider": _PROVIDER.get(maker, maker), "model": model, "sent": sent}
        context = [*(before.items or ()), *sent]
        prefix = None
        if bound and pure and said.thought is not None:
            prefix = bound_prefix(context, target_of(maker, model), self._tools)
            node["prefix_digest"] = prefix_digest(context, self._tools or None)
        node["received"] = MAKERS[maker](model, f"{self._name} {len(self._nodes)}", said, prefix)
        self._add(node, [*sent, *node["received"]], pure=pure)

    def _add(self, node: JsonObject, new: Items, *, pure: bool | None = None) -> None:
        before = self._at
        name = f"n{len(self._nodes)}"
        parent = {} if before.id is None else {"parent": before.id}
        turn = {"turn": self._turns} if self._counts_turns else {}
        self._nodes.append({"id": name, **parent, **turn, **node})
        whole = None if before.items is None else (*before.items, *new)
        self._at = _Place(name, whole, before.pure if pure is None else pure)

    def _compact(self) -> None:
        """Add a compaction that stands for the path so far; the conversation goes on behind it."""
        maker = self._chance.pick([each for each in self._models if each in COMPACTORS] or list(COMPACTORS))
        model = self._models.get(maker) or self._chance.pick(MODELS[maker])
        name = f"n{len(self._nodes)}"
        node: dict[str, Any] = {"id": name, "kind": "compaction", "provider": maker, "model": model}
        received = [COMPACTORS[maker](model, f"{self._name} {name}")]
        self._nodes.append({**node, "received": received, "pointer": self._at.id})
        self._at = _Place(name, None, pure=False)
        self._closed.append(self._at)
