"""What the drift gate found, for people."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sendable.model.drift import NO_SDK, DeclaredRefused, Difference, Drift, SdkDrift, Serialized, Stripped, Undecided

_SHOWN = 12


class Group(msgspec.Struct, frozen=True):
    """Undecided fields that are one decision: a new item, a new object, or one field at several places."""

    title: str
    fields: tuple[Undecided, ...]

    @property
    def measure(self) -> str:
        """The command that measures them all."""
        first = self.fields[0].measure.partition(" measure ")[0]
        return " ".join([f"{first} measure", *(each.measure.rpartition(" ")[2] for each in self.fields)])


def drift_text(found: Drift) -> str:
    """Write the gate's answer: what fails first, what never fails after it, what to do at the end."""
    lines = [line for each in found.sdks for line in (*_of_sdk(each), "")]
    lines += [f"parked   {file}" for file in found.parked]
    return "\n".join([*lines, _sum(found)])


def groups(fields: Iterable[Undecided]) -> list[Group]:
    """Group undecided fields as people decide on them."""
    by_title: dict[str, list[Undecided]] = {}
    for each in fields:
        by_title.setdefault(_title(each), []).append(each)
    return [Group(title, tuple(together)) for title, together in by_title.items()]


def _title(each: Undecided) -> str:
    place, _, field = each.path.rpartition(".")
    if each.kind == "item":
        return f"{each.api}: new item {each.path.partition('.')[0]}"
    if each.kind == "variant":
        return f"{each.api}: new object {place}"
    return f"{each.api}: new field {field} of {each.where.rpartition('.')[2]}"


def _of_sdk(each: SdkDrift) -> Iterator[str]:
    if each.sdk == NO_SDK:
        yield each.sdk
        yield from _undecided(each.undecided)
        return
    counted = ", ".join(f"{count} {api}" for api, count in each.fields.items())
    yield f"{each.sdk} {each.version}: {counted} request fields"
    pending = sum(each.pending.values())
    since = f"{each.sdk} {each.against} or earlier"
    yield f"  pending    {pending} of them since {since} ({each.dated}): not on the allowlist"
    yield from _undecided(each.undecided)
    yield from (f"  UNREAD     {place}: {what}" for place, what in each.unread.items())
    yield from _serialized(each.serialized)
    yield from _strip(each.strip)
    yield from _refused(each.refused)
    yield from (f"  setting    {line}" for line in each.settings)
    yield from _changes("changed", each.changed)
    yield from _changes("tools", each.tools)


def _undecided(fields: Sequence[Undecided]) -> Iterator[str]:
    for group in groups(fields):
        first = group.fields[0]
        parked = ", parked" if all(each.parked for each in group.fields) else ""
        yield f"  UNDECIDED  {group.title} (since {first.since}{parked})"
        yield f"             {', '.join(each.path for each in group.fields)}"
        yield f"             declared in {first.where}; {_sending(group)}"
        yield f"             {group.measure}"


def _sending(group: Group) -> str:
    sent = [each.path for each in group.fields if each.sent]
    return f"GOES OUT where a response had it: {', '.join(sent)}" if sent else "not sent meanwhile"


def _serialized(found: Sequence[Serialized]) -> Iterator[str]:
    for each in found:
        if each.kind != "bytes":
            word = "SENT OTHERWISE" if each.kind == "body" else "echo"
            yield f"  {word:10} {each.api} {each.name}: {'; '.join(each.says)}"
    if any(each.kind == "echo" for each in found):
        yield "             never give a returned object back: write its JSON, by alias"
    other = [each for each in found if each.kind == "bytes"]
    if other:
        are = "1 body is" if len(other) == 1 else f"{len(other)} bodies are"
        yield f"  bytes      {are} the same JSON in other bytes, as {other[0].api} {other[0].name}"


def _strip(fields: Sequence[Stripped]) -> Iterator[str]:
    for each in fields:
        if each.leaks:
            yield f"  LEAK       {each.api} {each.path}: responses have it, requests do not take it, and it is sent"
    clean = [f"{each.api}:{each.path}" for each in fields if not each.leaks]
    if clean:
        yield f"  strip      {len(clean)} fields of responses that requests lack, none sent unmeasured: {_few(clean)}"


def _refused(fields: Sequence[DeclaredRefused]) -> Iterator[str]:
    for verdict in ("rejected", "disputed"):
        these = [each for each in fields if each.verdict == verdict]
        names = [f"{each.api}:{each.path}{' (sent)' if each.sent else ''}" for each in these]
        if names:
            yield f"  {verdict:10} {len(names)} declared fields: {_few(names)}"


def _changes(word: str, found: Sequence[Difference]) -> Iterator[str]:
    by_kind: dict[str, list[str]] = {}
    for each in found:
        kept = f", still {each.verdict}" if each.what == "removed" and each.verdict else ""
        detail = f" ({each.detail}{kept})" if each.detail else f" ({kept[2:]})" if kept else ""
        by_kind.setdefault(each.what, []).append(f"{each.path}{detail}")
    for what, paths in by_kind.items():
        yield f"  {word:10} {what}, {len(paths)}: {_few(paths)}"


def _few(names: Sequence[str]) -> str:
    more = f" … and {len(names) - _SHOWN} more (--json)" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _sum(found: Drift) -> str:
    fields = sum(len(each.undecided) for each in found.sdks)
    unread = sum(len(each.unread) for each in found.sdks)
    if found.passed:
        return (
            f"passed with {fields} undecided fields, let pass by --allow-pending"
            if fields
            else "passed: every declared field is decided on, or of the dated pending set"
        )
    parts = [f"{fields} undecided fields"] if fields else []
    parts += [f"{unread} places not understood"] if unread else []
    parts += ["something is sent that must not be"] if any(each.blocking for each in found.sdks) else []
    hint = "\n  measure them, or --park and go on with --allow-pending" if fields else ""
    return f"failed: {', '.join(parts)}{hint}"
