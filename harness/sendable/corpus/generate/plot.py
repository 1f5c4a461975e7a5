"""What happens in a conversation, before any provider has put it into its own words: drawn by chance."""

from base64 import b64encode
from hashlib import sha256
from typing import Final

import msgspec

from sendable.corpus.chance import Chance
from sendable.corpus.generate.words import (
    ANSWERS,
    ARGUMENTS,
    BESIDE_CALLS,
    CUSTOM,
    HOSTED,
    OUTPUTS,
    PIXEL,
    QUESTIONS,
    SCRIPTS,
    SYSTEMS,
    THOUGHTS,
    TOOLS,
)
from sendable.model.json import Json, JsonObject
from sendable.wire.copying import fresh

_ALNUM: Final = bytes.maketrans(b"+/", b"pQ")


class Call(msgspec.Struct, frozen=True, gc=False):
    """A tool call: its id, the tool, the arguments as JSON text; of a custom tool, any text."""

    id: str
    name: str
    arguments: str
    custom: bool = False


class Said(msgspec.Struct, frozen=True, gc=False):
    """What a model has to say in one answer; each part may be empty, but not text and calls at once.

    thought: None when it did not think; an empty one leaves a trace that only its maker can read. hosted: the tools
    that the provider ran itself on the way: ``search``, ``open``, ``code``, ``files`` or ``draw``.
    """

    thought: str | None = None
    text: str = ""
    calls: tuple[Call, ...] = ()
    hosted: tuple[str, ...] = ()


class Round(msgspec.Struct, frozen=True, gc=False):
    """An answer and the results of its calls, each with its call, in any order."""

    said: Said
    results: tuple[tuple[Call, Json], ...] = ()


class Turn(msgspec.Struct, frozen=True, gc=False):
    """What the user says (a text, or Responses-style parts) and the rounds that follow; the last may lack an answer."""

    asked: Json
    rounds: tuple[Round, ...]


class Plot(msgspec.Struct, frozen=True, gc=False):
    """A whole conversation. system: ``""`` for none. tools: what it offers, a neutral definition each."""

    system: str
    tools: tuple[JsonObject, ...]
    turns: tuple[Turn, ...]


class Style(msgspec.Struct, frozen=True, gc=False):
    """How a maker's call ids look.

    prefix, length: of the id; a length of 0 counts the calls: ``call_1``, ``call_2``, …. hexadecimal: its alphabet.
    """

    prefix: str
    length: int
    hexadecimal: bool = False


COUNTED: Final = Style("call_", 0)
OPENAI_IDS: Final = Style("call_", 24)
CLAUDE_IDS: Final = Style("toolu_01", 22)
VLLM_IDS: Final = Style("chatcmpl-tool-", 32, hexadecimal=True)
LLAMACPP_IDS: Final = Style("", 32)
MISTRAL_IDS: Final = Style("", 9)
STYLES: Final = (COUNTED, OPENAI_IDS, CLAUDE_IDS, VLLM_IDS, LLAMACPP_IDS, MISTRAL_IDS)


class Taste(msgspec.Struct, frozen=True, gc=False):
    """What a maker gives and takes.

    style: of its call ids. images: in what the user says. parts: results may have some. pictures: among these, images.
    hosted: it runs tools of its own. custom: it calls tools that take free text. turns, rounds: how likely 1, 2, 3
    turns are, and 1, none, 2, 3 rounds with calls in one.
    """

    style: Style = COUNTED
    images: bool = True
    parts: bool = True
    pictures: bool = False
    hosted: bool = False
    custom: bool = False
    turns: tuple[int, int, int] = (82, 15, 3)
    rounds: tuple[int, int, int, int] = (59, 32, 7, 2)


class CallIds:
    """Ids for the calls of one conversation, all different whatever is drawn."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._count = 0

    def next(self, style: Style) -> str:
        """Return the next id."""
        self._count += 1
        if not style.length:
            return f"{style.prefix}{self._count}"
        digest = sha256(b"%d %d" % (self._number, self._count))
        if style.hexadecimal:
            return style.prefix + digest.hexdigest()[: style.length]
        return style.prefix + b64encode(digest.digest()).translate(_ALNUM)[: style.length].decode("ascii")


def draw_plot(chance: Chance, ids: CallIds, taste: Taste) -> Plot:
    """Draw a conversation, mostly of 3 to 9 messages, that ends with the user, with results, or with an answer."""
    system = chance.pick(SYSTEMS) if chance.yes(0.4) else ""
    drawing = Drawing(chance, ids, draw_tools(chance), taste)
    count = chance.weighted((1, 2, 3), taste.turns)
    ending = chance.weighted(("answer", "results", "user"), (45, 40, 15 if count > 1 else 4))
    turns = [drawing.turn("answer") for _ in range(count - 1)]
    return Plot(system, drawing.tools, (*turns, drawing.turn(ending)))


def draw_tools(chance: Chance) -> tuple[JsonObject, ...]:
    """Draw the tools that a conversation offers: none at all, or up to three."""
    first = chance.below(len(TOOLS))
    count = chance.weighted((1, 2, 3, 0), (42, 30, 18, 10))
    return tuple(fresh(TOOLS[(first + at) % len(TOOLS)]) for at in range(count))


class Drawing:
    """Draws the turns of one conversation."""

    def __init__(self, chance: Chance, ids: CallIds, tools: tuple[JsonObject, ...], taste: Taste) -> None:
        self.tools = tools
        self.taste = taste
        self._chance = chance
        self._ids = ids
        self._thinks = chance.yes(0.55)

    def turn(self, ending: str) -> Turn:
        """Draw a turn that ends after what the ``user`` said, after a round's ``results``, or with an ``answer``."""
        asked = self.asked()
        if ending == "user":
            return Turn(asked, ())
        if not self.tools:
            return Turn(asked, (Round(self.answer()),))
        working = tuple(self.round() for _ in range(max(self.rounds(), ending == "results")))
        return Turn(asked, (*working, Round(self.answer())) if ending == "answer" else working)

    def rounds(self) -> int:
        """Draw how many rounds with calls a turn has; none without tools."""
        return self._chance.weighted((1, 0, 2, 3), self.taste.rounds) if self.tools else 0

    def asked(self) -> Json:
        """Draw what the user says: mostly a text; sometimes parts, an image among them."""
        chance = self._chance
        text = chance.pick(QUESTIONS)
        if not chance.yes(0.15):
            return text
        parts = [{"type": "input_text", "text": text}]
        if self.taste.images and chance.yes(0.4):
            parts.append({"type": "input_image", "image_url": PIXEL})
        elif chance.yes(0.5):
            parts.append({"type": "input_text", "text": chance.pick(QUESTIONS)})
        return parts

    def answer(self) -> Said:
        """Draw an answer without calls."""
        return Said(self._thought(), self._chance.pick(ANSWERS), (), self._hosted(0.1))

    def round(self) -> Round:
        """Draw an answer with calls, and their results."""
        chance = self._chance
        count = chance.weighted((1, 2, 3), (67, 25, 8))
        calls = tuple(self._call() for _ in range(count))
        text = chance.pick(BESIDE_CALLS) if chance.yes(0.35) else ""
        said = Said(self._thought(), text, calls, self._hosted(0.06))
        answered = chance.shuffled(calls) if count > 1 and chance.yes(0.3) else calls
        return Round(said, tuple((call, self.output()) for call in answered))

    def output(self) -> Json:
        """Draw what a tool gave: mostly a text, the empty one too; sometimes text parts."""
        chance = self._chance
        output = chance.pick(OUTPUTS)
        if not output or not self.taste.parts or not chance.yes(0.1):
            return output
        parts = [{"type": "input_text", "text": output}]
        if self.taste.pictures and chance.yes(0.3):
            parts.append({"type": "input_image", "image_url": PIXEL})
        elif chance.yes(0.5):
            parts.append({"type": "input_text", "text": "and more"})
        return parts

    def _call(self) -> Call:
        chance = self._chance
        call_id = self._ids.next(self.taste.style)
        if self.taste.custom and chance.yes(0.25):
            return Call(call_id, chance.pick(CUSTOM), chance.pick(SCRIPTS), custom=True)
        return Call(call_id, chance.pick(self.tools)["name"], chance.pick(ARGUMENTS))

    def _thought(self) -> str | None:
        if not self._thinks or self._chance.yes(0.2):
            return None
        return self._chance.pick(THOUGHTS) if self._chance.yes(0.75) else ""

    def _hosted(self, probability: float) -> tuple[str, ...]:
        chance = self._chance
        if not self.taste.hosted or not chance.yes(probability):
            return ()
        return tuple(chance.pick(HOSTED) for _ in range(1 + chance.yes(0.25)))
