"""How an adapter speaks the line protocol, for whoever writes it."""

from collections.abc import Iterable, Iterator


def protocol_text(who: str, steps: Iterable[tuple[str, bool, str, str]]) -> str:
    """Write one line a step (name, passed, detail, hint); below a wrong one what came back, and what to do."""
    return "\n".join([who, *(line for step in steps for line in _lines(*step))])


def _lines(name: str, passed: bool, detail: str, hint: str) -> Iterator[str]:  # noqa: FBT001 - a step's own field
    first, *more = detail.splitlines() or [""]
    yield f"{'ok   ' if passed else 'WRONG'}  {name}" + (f": {first}" if first else "")
    yield from (f"         {line}" for line in more)
    if hint:
        yield f"         hint: {hint}"
