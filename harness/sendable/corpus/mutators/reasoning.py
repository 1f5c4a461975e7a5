"""Reasoning that is another's, says nothing, stands alone, or is gone."""

from collections.abc import Iterator

from sendable.corpus.line import Line, answered_at, called, changed, is_given, put, response, swap
from sendable.corpus.mutator import Bent, Mutator
from sendable.corpus.mutators._blobs import MAKERS, maker_of, thinks, thought_of, where_of
from sendable.corpus.mutators._table import refusals, standing
from sendable.corpus.pairs import ABSENT
from sendable.model.json import Json
from sendable.oracle.seals import Seal

_NOTHING: tuple[dict[str, Json], ...] = (
    {"summary": [], "encrypted_content": ABSENT, "content": ABSENT, "provider_data": ABSENT},
    {"summary": [], "encrypted_content": None, "content": ABSENT, "provider_data": ABSENT},
    {"summary": [], "encrypted_content": "", "content": [], "provider_data": ABSENT},
    {"summary": ABSENT, "encrypted_content": ABSENT, "content": ABSENT, "provider_data": ABSENT},
)
_TEXT = {"type": "reasoning_text", "text": "The list says it."}


def _responses(line: Line) -> list[range]:
    """Return the responses of the line, in order."""
    found: list[range] = []
    for at, (item, _) in enumerate(line):
        if not is_given(item) and (not found or at not in found[-1]):
            found.append(response(line, at))
    return found


def _foreign(line: Line) -> Iterator[Bent]:
    """Put reasoning of each other maker before each response."""
    for places in _responses(line):
        own = {maker_of(line[at].item) for at in places}
        for maker in MAKERS:
            if maker not in own:
                yield Bent(put(line, places.start, thought_of(maker, f"{maker} {places.start}")))


def _empty(line: Line) -> Iterator[Bent]:
    """Empty each reasoning item; where a response has none, put an empty one before it."""
    for places in _responses(line):
        thoughts = [at for at in places if thinks(line[at].item)]
        for nothing in _NOTHING:
            for at in thoughts:
                yield Bent(swap(line, at, changed(line[at].item, **nothing)))
            if not thoughts:
                bare = {"type": "reasoning", "id": f"rs_empty{places.start}"}
                yield Bent(put(line, places.start, changed(bare, **nothing)))


def _filled(line: Line) -> Iterator[Bent]:
    """Fill the content of each reasoning item with plain text; where a response has none, put one before it."""
    for places in _responses(line):
        thoughts = [at for at in places if thinks(line[at].item)]
        for at in thoughts:
            yield Bent(swap(line, at, changed(line[at].item, content=[dict(_TEXT)])))
        if not thoughts:
            bare = {"type": "reasoning", "id": f"rs_filled{places.start}", "summary": [], "content": [dict(_TEXT)]}
            yield Bent(put(line, places.start, bare))


def _alone(line: Line) -> Iterator[Bent]:
    """Leave out all that each response holds behind its reasoning, the results of its calls among it."""
    for places in _responses(line):
        thoughts = [at for at in places if thinks(line[at].item)]
        last = thoughts[-1] if thoughts else places.stop
        behind = [at for at in places if at > last]
        calls = [call for call in called(line) if call.at in behind]
        left_out = {*behind, *(answered_at(line, call) for call in calls)}
        if behind:
            yield Bent([spot for at, spot in enumerate(line) if at not in left_out])


def _gone(line: Line) -> Iterator[Bent]:
    """Leave out the reasoning of each response, and of several items each alone."""
    for places in _responses(line):
        thoughts = [at for at in places if thinks(line[at].item)]
        if thoughts:
            yield Bent([spot for at, spot in enumerate(line) if at not in thoughts])
        for at in thoughts if len(thoughts) > 1 else ():
            maker = maker_of(line[at].item) or ""
            where = where_of(line, at, Seal(maker, ""))
            yield Bent(swap(line, at), refusals("reasoning-gone", maker, where))


def _twice(line: Line) -> Iterator[Bent]:
    """Store each reasoning item a second time, right behind itself."""
    for at, (item, _) in enumerate(line):
        if thinks(item):
            yield Bent(swap(line, at, item, item))


def _behind(line: Line) -> Iterator[Bent]:
    """Put each reasoning item behind the rest of its response."""
    for places in _responses(line):
        for at in places:
            if thinks(line[at].item) and any(not thinks(line[each].item) for each in places if each > at):
                moved = [*line[:at], *line[at + 1 : places.stop], line[at]]
                yield Bent([*moved, *line[places.stop :]])


FOREIGN_REASONING = Mutator(
    name="foreign-reasoning",
    family="foreign-reasoning",
    why="The user switched to another provider, and its reasoning stayed in the history.",
    evidence=standing("foreign-reasoning"),
    bends=_foreign,
)
EMPTY_REASONING = Mutator(
    name="empty-reasoning",
    family="empty-reasoning",
    why="The encrypted content was not asked for, the store dropped it, or a converter kept only the type.",
    evidence=standing("empty-reasoning"),
    bends=_empty,
)
FILLED_REASONING = Mutator(
    name="filled-reasoning",
    family="filled-reasoning",
    why="A server that speaks the same format writes its thoughts in the clear, and nobody noted who made them.",
    evidence=standing("filled-reasoning"),
    bends=_filled,
)
REASONING_ALONE = Mutator(
    name="reasoning-alone",
    family="orphan-reasoning",
    why="The answer broke off behind its reasoning, or a filter removed the call and left the thought.",
    evidence=standing("reasoning-alone"),
    bends=_alone,
)
REASONING_GONE = Mutator(
    name="reasoning-gone",
    family="reasoning-gone",
    why="A store keeps messages and calls with their ids, but no reasoning.",
    evidence=standing("reasoning-gone"),
    bends=_gone,
)
REASONING_TWICE = Mutator(
    name="reasoning-twice",
    family="reasoning-twice",
    why="The last event of a stream repeats the items, and the loop stored both.",
    evidence=standing("reasoning-twice"),
    bends=_twice,
)
REASONING_BEHIND = Mutator(
    name="reasoning-behind",
    family="reasoning-behind",
    why="Items were stored as they were finished, and the summary of the thought came last.",
    evidence=standing("reasoning-behind"),
    bends=_behind,
)
