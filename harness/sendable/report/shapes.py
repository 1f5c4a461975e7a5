"""How each API answers the four shapes: rows for people, in the terminal and in the docs."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from tabulate import tabulate

from sendable.model.outcome import ProviderError
from sendable.model.shape import ShapeAnswer

HEAD = ("shape", "as stored", "answer, or why it is taken", "basis", "evidence of", "after the reference")
_WIDTHS = (28, None, 60, None, None, None)
_LONGEST = 160


def shapes_text(answers: Sequence[ShapeAnswer]) -> str:
    """Write one table an API."""
    tables = []
    for target, of_target in groupby(answers, key=lambda each: each.target):
        rows = [shape_row(each) for each in of_target]
        table = tabulate(rows, headers=HEAD, maxcolwidths=list(_WIDTHS), disable_numparse=True)
        tables.append(f"{target}\n\n{table}")
    return "\n\n".join([*tables, counted(answers)])


def shape_row(answer: ShapeAnswer) -> tuple[str, ...]:
    """Return one row under `HEAD`: the provider's words for a refusal, the acceptance on record for a 2xx."""
    raw, shaped = answer.raw, answer.shaped
    return (
        f"{answer.shape}: {answer.what}",
        str(raw.status),
        _refused(raw.error, raw.message_basis) if raw.error else _why_taken(answer),
        f"{raw.basis}, {answer.grade}" if answer.grade else raw.basis,
        answer.date or "-",
        str(shaped.status) if shaped.accepted else f"{shaped.status} {shaped.rule}",
    )


def counted(answers: Iterable[ShapeAnswer]) -> str:
    """Say in one line how many histories go through, before and after."""
    every = list(answers)
    raw, shaped = (sum(getattr(each, which).accepted for each in every) for which in ("raw", "shaped"))
    return f"accepted: {raw} of {len(every)} as stored, {shaped} of {len(every)} after the reference"


def _refused(error: ProviderError, basis: str | None) -> str:
    line = _first_line(error.message)
    return line if basis == "quoted" else f"(our words) {line}"


def _why_taken(answer: ShapeAnswer) -> str:
    return f"taken: {answer.taken_by}" if answer.taken_by else "taken: its own"


def _first_line(text: str) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= _LONGEST else line[:_LONGEST].rstrip() + " …"
