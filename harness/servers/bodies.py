"""The requests that real servers are asked.

What the reference makes of the cases, the histories as they lie, and the examples of the oracle's rules.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

import msgspec

from sendable import wire
from sendable.corpus import needs_process, realize
from sendable.corpus.bodies import BodyAsked, rule_bodies
from sendable.model.case import Case
from sendable.model.json import JsonObject
from sendable.model.target import Target
from sendable.reference.send.shape import shape
from sendable.tasks.record_bodies import Wanted, from_cases
from sendable.tasks.selection import Selection, selected
from sendable.wire import flat

_IMAGE = re.compile(rb'"type":"(image|image_url|input_image)"')


def all_of(target: Target, selection: Selection) -> Iterator[Wanted]:
    """Yield every request for a target; what a digest does not tell apart is not left out yet."""
    yield from repaired(target, selection)
    yield from as_they_lie(target, selection)
    yield from of_rules(target)


def repaired(target: Target, selection: Selection) -> Iterator[Wanted]:
    """Yield what the reference makes of the cases."""
    yield from from_cases("reference", (str(target),), selection)


def as_they_lie(target: Target, selection: Selection) -> Iterator[Wanted]:
    """Yield the flat histories without any repair, with the coming user's turn and the tools that they name.

    Those with images are left out: the tiny models have no eyes, and their servers refuse every image.
    """
    for case in selected(selection):
        if case.contract != "flat" or needs_process(case.history) or not _concerns(case, target):
            continue
        messages = realize(case.history)["messages"]
        if _IMAGE.search(msgspec.json.encode(messages)):
            continue
        entries = flat.entries([*messages, *case.next])
        body = wire.to_body(entries, target, shape(entries, target).tools)
        yield Wanted(body=copied(body), target=target, origin=f"{case.id} (as it lies)", verbatim=True)


def of_rules(target: Target) -> Iterator[Wanted]:
    """Yield the requests that trip a rule of this API, and their neighbours that do not, for this target's model."""
    for number, example in enumerate(rule_bodies()):
        if example.api != target.api:
            continue
        for side in ("trips", "neighbour", "accepted"):
            body = _body(getattr(example, side))
            if body is not None and _is_of(str(body.get("model", "tiny")), target):
                origin = f"rule {example.rule}, {side} ({number})"
                named = {**body, "model": target.model} if "model" in body else body
                yield Wanted(body=named, target=target, headers={}, origin=origin, verbatim=True)


def copied(body: JsonObject) -> JsonObject:
    """Copy a body, so that nobody's change of it is seen elsewhere."""
    made: JsonObject = msgspec.json.decode(msgspec.json.encode(body))
    return made


def _concerns(case: Case, target: Target) -> bool:
    return not case.targets or any(fnmatchcase(str(target), glob) for glob in case.targets)


def _body(asked: BodyAsked | None) -> JsonObject | None:
    """Return a plain body: those with a vendor's deviations or headers are for others."""
    body = asked.written() if asked is not None and not asked.vendor and not asked.headers else None
    return body if isinstance(body, dict) else None


def _is_of(model: str, target: Target) -> bool:
    """Tell whether an example is for this kind of model: what the name says beside ``tiny``."""
    return model.removeprefix("tiny") == target.model.removeprefix("tiny").removeprefix("-scripted")
