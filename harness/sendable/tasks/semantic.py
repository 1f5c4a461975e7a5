"""A semantic probe: does another model of the same provider type still know what a compaction held (2.54).

One model is told a word that nobody can guess and compacts the conversation; it, as a control, and the other model are
given the compaction alone and asked for the word. Nobody with keys has run this yet: what providers answer is not
measured. Nothing is stored: the compaction belongs to the account that asked for it.
"""

import secrets
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from sendable.model.errors import BadUsage
from sendable.model.json import Json, JsonObject
from sendable.model.target import Target
from sendable.replay import openai_responses
from sendable.replay.exchange import Exchange
from sendable.replay.live import CannotAsk, Live

_RESPONSES: Final = "openai-responses"
_COMPACTION: Final = ("compaction", "compaction_summary")
_TOKENS: Final = 2048
_TOLD: Final = "Remember this word, I will ask for it later: {word}"
_ASKED: Final = "Which word did I ask you to remember? Answer with the word alone."

Answer = Literal["knows", "does-not-know", "could-not-ask"]


class Probe(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it.

    maker, reader: targets. control: whether the maker itself knows; without that the reader's answer says nothing.
    answer: the reader's. said: by target, its own words.
    """

    maker: str
    reader: str
    control: Answer
    answer: Answer
    said: dict[str, str]
    requests: int

    @property
    def told(self) -> bool:
        """Whether the probe says something."""
        return self.control == "knows" and self.answer != "could-not-ask"


def probe_compaction(live: Live, maker: Target, reader: Target) -> Probe:
    """Let `maker` compact a conversation, and ask both what it held.

    Raises:
        BadUsage: the targets' compactions hold no secret of their maker, or not of one provider type.
        ProviderNotAsked: no request can be answered.
    """
    if {maker.api, reader.api} != {_RESPONSES}:
        raise BadUsage("only compactions of openai-responses are probed", hint="Claude's hold a plain text by design")
    word = f"heliotrope-{secrets.token_hex(4)}"
    said: dict[str, str] = {}
    try:
        item = _compacted(live, maker, word)
    except CannotAsk as error:
        said[str(maker)] = str(error)
        return _result(live, maker, reader, ("could-not-ask", "could-not-ask"), said)
    control = _asked(live, maker, item, word, said)
    answer = control if reader == maker else _asked(live, reader, item, word, said)
    return _result(live, maker, reader, (control, answer), said)


def _result(live: Live, maker: Target, reader: Target, answers: tuple[Answer, Answer], said: dict[str, str]) -> Probe:
    control, answer = answers
    return Probe(
        maker=str(maker), reader=str(reader), control=control, answer=answer, said=said, requests=live.requests
    )


def _compacted(live: Live, maker: Target, word: str) -> JsonObject:
    told = [{"role": "user", "content": _TOLD.format(word=word)}, {"role": "assistant", "content": "I will."}]
    body = {"model": maker.model, "input": told}
    came = live.call(maker, lambda client: client.post("/responses/compact", cast_to=object, body=body))
    found = next((each for each in _objects(came.json()) if each.get("type") in _COMPACTION), None)
    if found is None:
        raise CannotAsk(f"{maker} was asked for a compaction and gave none: {came.status}")
    return found


def _asked(live: Live, target: Target, item: JsonObject, word: str, said: dict[str, str]) -> Answer:
    question = {"role": "user", "content": _ASKED}
    body = {"model": target.model, "input": [item, question], "store": False, "max_output_tokens": _TOKENS}
    try:
        came = live.call(target, lambda client: openai_responses.create(client, body, {}))
    except CannotAsk as error:
        said[str(target)] = str(error)
        return "could-not-ask"
    text = _text(came)
    said[str(target)] = text if came.status < 300 else f"{came.status} {came.content.decode(errors='replace')[:200]}"  # noqa: PLR2004 - HTTP
    return "knows" if word in text else "does-not-know"


def _text(came: Exchange) -> str:
    answer = came.json()
    output = answer.get("output") if isinstance(answer, dict) else None
    return " ".join(str(each["text"]) for each in _objects(output) if each.get("type") == "output_text")


def _objects(value: Json) -> Iterator[JsonObject]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _objects(each)
