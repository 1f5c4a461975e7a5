"""The small language of ``when``: ``openai >= 3, normalizer < 2``."""

import operator
import re
from collections.abc import Callable, Mapping

from sendable.model.errors import UnreadableInput

_TERM = re.compile(r"\s*([\w.-]+)\s*(>=|<=|==|!=|<|>)\s*([\w.+-]+)\s*")
_NUMBER = re.compile(r"\d+")
_OPERATORS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}


def holds(condition: str, versions: Mapping[str, str]) -> bool:
    """Whether every term of a condition holds; versions are compared by the numbers in them.

    Raises:
        UnreadableInput: a term has another form, or names something without a version.
    """
    return all(_holds(term, versions) for term in condition.split(","))


def _holds(term: str, versions: Mapping[str, str]) -> bool:
    match = _TERM.fullmatch(term)
    if not match or match[1] not in versions:
        known = ", ".join(sorted(versions))
        raise UnreadableInput(
            f"not a condition: {term.strip()!r}", where="when", hint=f"write NAME >= VERSION; names are {known}"
        )
    have, wanted = _numbers(versions[match[1]]), _numbers(match[3])
    length = max(len(have), len(wanted))
    return _OPERATORS[match[2]](_padded(have, length), _padded(wanted, length))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in _NUMBER.findall(version))


def _padded(numbers: tuple[int, ...], length: int) -> tuple[int, ...]:
    return numbers + (0,) * (length - len(numbers))
