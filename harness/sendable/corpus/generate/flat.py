"""Flat conversations, as a store keeps those of the Chat API."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from sendable.corpus.chance import Chance
from sendable.corpus.generate.plot import STYLES, CallIds, Round, Taste, Turn, draw_plot
from sendable.model.json import Json, JsonObject

_STYLE_WEIGHTS: Final = (30, 35, 12, 8, 8, 7)
_TURNS: Final = (66, 27, 7)
_ROUNDS: Final = (56, 26, 14, 4)


def flat(random: Random) -> JsonObject:
    """Draw a well-formed flat history, ``{"messages": […]}``: written raw, the Chat API of OpenAI takes it."""
    chance = Chance(random)
    style = chance.weighted(STYLES, _STYLE_WEIGHTS)
    plot = draw_plot(chance, CallIds(chance.number()), Taste(style, turns=_TURNS, rounds=_ROUNDS))
    messages = list(opening(plot.system, chance))
    for turn in plot.turns:
        messages += turn_messages(turn, chance)
    return {"messages": messages}


def opening(system: str, chance: Chance) -> Iterator[JsonObject]:
    """Yield the message before the first turn, if there is one."""
    if system:
        yield {"role": "developer" if chance.yes(0.2) else "system", "content": system}


def turn_messages(turn: Turn, chance: Chance) -> Iterator[JsonObject]:
    """Yield the messages of one turn."""
    yield {"role": "user", "content": _content(turn.asked)}
    for each in turn.rounds:
        yield _assistant(each, chance)
        for call, output in each.results:
            yield {"role": "tool", "content": _content(output), "tool_call_id": call.id}


def _assistant(each: Round, chance: Chance) -> JsonObject:
    said = each.said
    if not said.calls:
        parted = chance.yes(0.07)
        return {"role": "assistant", "content": [{"type": "text", "text": said.text}] if parted else said.text}
    calls = [{"tool_call_id": call.id, "name": call.name, "arguments": call.arguments} for call in said.calls]
    unsaid: dict[str, Any] = chance.pick(({"content": ""}, {"content": None}, {}))
    return {"role": "assistant", **({"content": said.text} if said.text else unsaid), "tool_calls": calls}


def _content(said: Json) -> Json:
    return said if isinstance(said, str) else [_part(part) for part in said]


def _part(part: JsonObject) -> JsonObject:
    if part["type"] == "input_image":
        return {"type": "image_url", "image_url": {"url": part["image_url"]}}
    return {"type": "text", "text": part["text"]}
