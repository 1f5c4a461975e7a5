"""Annotations for GitHub: it shows ten a step, so findings are grouped."""

from collections.abc import Iterator

from sendable.model.drift import Drift, SdkDrift
from sendable.report.drift import groups

_SHOWN = 10


def drift_annotations(found: Drift) -> str:
    """Write at most ten workflow commands; the last one says what the others had no room for."""
    level = "warning" if found.passed else "error"
    all_of_them = [one for each in found.sdks for one in _of_sdk(each)]
    kept = all_of_them if len(all_of_them) <= _SHOWN else all_of_them[: _SHOWN - 1]
    lines = [_command(level, title, text) for title, text in kept]
    left = all_of_them[len(kept) :]
    if left:
        lines.append(_command(level, f"{len(left)} more", "\n".join(title for title, _ in left)))
    return "\n".join(lines)


def _of_sdk(each: SdkDrift) -> Iterator[tuple[str, str]]:
    release = f"{each.sdk} {each.version}"
    for group in groups(each.undecided):
        paths = "\n".join(field.path for field in group.fields)
        yield (
            f"{release}: {group.title}",
            f"Nobody has measured it; it is not sent meanwhile.\n{paths}\n{group.measure}",
        )
    leaks = [f"{one.api}:{one.path}" for one in each.strip if one.leaks]
    if leaks:
        yield f"{release}: sent, and requests do not take it", "\n".join(leaks)
    bodies = [f"{one.api} {one.name}: {'; '.join(one.says)}" for one in each.serialized if one.kind == "body"]
    if bodies:
        yield f"{release}: sends otherwise than it was given", "\n".join(bodies)
    if each.unread:
        yield f"{release}: declarations not understood", "\n".join(each.unread)


def _command(level: str, title: str, text: str) -> str:
    head = _escaped(title).replace(",", "%2C").replace(":", "%3A")
    return f"::{level} title={head}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
