"""Find the texts of a history in an output: as they are, or inside a text that several were joined to."""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable

from sendable.checks.content import dumps, find, text_of
from sendable.checks.content import verbatim as verbatim_text
from sendable.checks.piece import Kept, Piece

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool"})


def kept_texts(given: list[Piece], output: list[Piece], *, verbatim: bool) -> list[Kept]:
    """Match texts: the parts of a message joined to one, equal ones of one role, equal ones, joined ones.

    Then contents that are no text with any text left.

    A role that no API knows may come back as any other.

    Args:
        given: texts of the history, in order; their contents may be of any type.
        output: texts of the output, in order.
        verbatim: outer white space must be kept too.
    """
    search = _Search(given, output)
    strict = (lambda text: text) if verbatim else str.strip
    search.together(strict)
    foreign = {_key(each, strict) for each in given if each.role not in _ROLES}
    search.equal(lambda each: (each.role if _key(each, strict) not in foreign else "", _key(each, strict)))
    search.equal(lambda each: _key(each, strict))
    search.joined(strict)
    search.in_any_form()
    return _untangled(search.kept, lambda each: (each.role, _key(each, strict)))


def _untangled(kept: list[Kept], key: Callable[[Piece], Hashable]) -> list[Kept]:
    """Let equal texts stand in their order: which of two stands inside a joined text, nobody can tell."""
    alike: defaultdict[Hashable, list[Kept]] = defaultdict(list)
    for each in kept:
        alike[key(each.piece)].append(each)
    return [each for group in alike.values() for each in (group if len(group) == 1 else _in_order(group))]


def _in_order(group: list[Kept]) -> list[Kept]:
    pieces = sorted((each.piece for each in group), key=lambda piece: piece.at)
    places = sorted(group, key=lambda each: each.at)
    return [Kept(piece, place.of, place.at) for piece, place in zip(pieces, places, strict=True)]


def _key(piece: Piece, strict: Callable[[str], str]) -> Hashable:
    return strict(piece.content) if isinstance(piece.content, str) else dumps(piece.content)[0]


class _Search:
    """Keeps what was found, and from where the rest of each text of the output is still free."""

    def __init__(self, given: list[Piece], output: list[Piece]) -> None:
        self.kept: list[Kept] = []
        self._given = given
        self._output = output
        self._ends: dict[tuple[int, int], int] = {}

    def together(self, strict: Callable[[str], str]) -> None:
        """Match the texts of one message with a text that holds these, in their order, and nothing else."""
        of_several = [parts for parts in _by_message(self._given) if len(parts) > 1]
        waiting: defaultdict[Hashable, deque[Piece]] = defaultdict(deque)
        for of in self._output if of_several else ():
            waiting[of.role, _squeezed(text_of(of.content))].append(of)
        found = []
        for parts in of_several:
            words = [_inside_form(each, strict) or "" for each in parts]
            key = parts[0].role, _squeezed("".join(words))
            if all(words) and waiting.get(key):
                found += _laid_out(parts, words, waiting[key].popleft())
        self._keep(found)

    def equal(self, key: Callable[[Piece], Hashable]) -> None:
        """Match whole texts that have the same key, in order; of more than are needed, those behind the text before."""
        waiting: defaultdict[Hashable, deque[Piece]] = defaultdict(deque)
        for each in self._output:
            waiting[key(each)].append(each)
        needed = Counter(map(key, self._given))
        found: list[Kept] = []
        for each in self._given:
            queue = waiting[key(each)]
            while found and len(queue) > needed[key(each)] and queue[0].at < found[-1].at:
                queue.popleft()
            needed[key(each)] -= 1
            if queue:
                of = queue.popleft()
                found.append(Kept(each, of, of.at))
        self._keep(found)

    def joined(self, strict: Callable[[str], str]) -> None:
        """Look for each text inside the texts left over, behind what was found in there before."""
        inside = [self._inside(each, _inside_form(each, strict)) for each in self._given]
        found = {each.piece.at: each for each in inside if each}
        self._given = [each for each in self._given if each.at not in found]
        self.kept += found.values()

    def in_any_form(self) -> None:
        """Take any text left over for a content that was no text: how it is written is free."""
        free = [of for of in self._output if of.at not in self._ends and text_of(of.content).strip()]
        for each in [each for each in self._given if verbatim_text(each.content) is None]:
            of = next((of for of in free if of.role == each.role), free[0] if free else None)
            if of:
                free.remove(of)
                self._keep([Kept(each, of, of.at)])

    def _keep(self, found: list[Kept]) -> None:
        self.kept += found
        taken, used = {each.piece.at for each in found}, {each.of.at for each in found}
        self._given = [each for each in self._given if each.at not in taken]
        self._output = [of for of in self._output if of.at not in used]

    def _inside(self, piece: Piece, text: str | None) -> Kept | None:
        for of in self._output if text else ():
            start = find(str(text), text_of(of.content), self._ends.get(of.at, 0))
            if start >= 0:
                self._ends[of.at] = start + len(str(text))
                return Kept(piece, of, (*of.at, start))
        return None


def _by_message(given: list[Piece]) -> list[list[Piece]]:
    messages: defaultdict[int, list[Piece]] = defaultdict(list)
    for each in given:
        messages[each.at[0]].append(each)
    return list(messages.values())


def _laid_out(parts: list[Piece], words: list[str], of: Piece) -> list[Kept]:
    """Say where in a text the parts stand that it is made of; nothing where white space keeps them from being found."""
    found, end = [], 0
    for each, text in zip(parts, words, strict=True):
        start = find(text, text_of(of.content), end)
        if start < 0:
            return []
        found.append(Kept(each, of, (*of.at, start)))
        end = start + len(text)
    return found


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _inside_form(piece: Piece, strict: Callable[[str], str]) -> str | None:
    """Return what to look for inside other texts; None where that cannot be known."""
    text = verbatim_text(piece.content)
    if text is not None:
        return strict(text)
    return None if isinstance(piece.content, str) else dumps(piece.content)[0]
