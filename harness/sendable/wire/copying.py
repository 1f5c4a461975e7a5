"""Copies of JSON that share nothing with the original."""

from typing import Any


def fresh(value: Any) -> Any:
    """Copy dicts and lists through and through, without recursion; a tuple becomes the list that JSON would write.

    What stands in the value twice stands in the copy twice, so that a value put into itself ends too.
    """
    if not isinstance(value, (dict, list, tuple)):
        return value
    top = _shallow(value)
    copies = {id(value): top}
    todo = [top]
    while todo:
        shell = todo.pop()
        for key, inner in shell.items() if isinstance(shell, dict) else enumerate(shell):
            if isinstance(inner, (dict, list, tuple)):
                if id(inner) not in copies:
                    copies[id(inner)] = _shallow(inner)
                    todo.append(copies[id(inner)])
                shell[key] = copies[id(inner)]
    return top


def _shallow(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else list(value)
