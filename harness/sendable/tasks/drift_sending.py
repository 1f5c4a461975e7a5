"""How a release sends: its headers, and the bytes it makes of the same bodies."""

from collections.abc import Collection, Iterator

from sendable.model.drift import Serialized
from sendable.replay.serialized import Sent
from sendable.tasks.sdk_reading import Reading

_VERSION = "anthropic-version"
_SHOWN = 20


def settings(reading: Reading, dated: Reading, measured: Collection[str]) -> Iterator[str]:
    """Say what changed of headers and beta names, and whether the ledger was measured under another API version."""
    for name in sorted(reading.headers.keys() | dated.headers.keys()):
        now, then = reading.headers.get(name, "nothing"), dated.headers.get(name, "nothing")
        if now != then:
            yield f"{name}: {now} is sent, {then} by {dated.surface.sdk} {dated.surface.version}"
    sent = reading.headers.get(_VERSION)
    if sent and sent not in measured:
        known = ", ".join(sorted(each for each in measured if each[:1].isdigit())) or "none"
        yield f"{_VERSION}: {sent} is sent; the ledger's fields were measured under {known}"
    came = sorted({*reading.surface.betas} - {*dated.surface.betas})
    went = sorted({*dated.surface.betas} - {*reading.surface.betas})
    yield from [f"beta names new: {', '.join(came)}"] if came else []
    yield from [f"beta names gone: {', '.join(went)}"] if went else []


def serialized(reading: Reading, dated: Reading) -> Iterator[Serialized]:
    """Yield the bodies that do not go out as they were given, and those that the dated release wrote in other bytes."""
    before = {(each.api, each.name): each for each in dated.sent}
    for each in reading.sent:
        says = each.differences()
        then = before.get((each.api, each.name))
        if says:
            yield Serialized(api=each.api, name=each.name, kind="body", says=says)
        elif then is not None and then.body and then.given == each.given and then.body != each.body:
            yield Serialized(api=each.api, name=each.name, kind="bytes", says=(_bytes(each, then),))
    for each in reading.echoed:
        says = each.differences()
        if says:
            yield Serialized(api=each.api, name=each.name, kind="echo", says=says)


def _bytes(now: Sent, then: Sent) -> str:
    at = next((n for n, (one, two) in enumerate(zip(now.body, then.body, strict=False)) if one != two), 0)
    one, other = now.body[at : at + _SHOWN], then.body[at : at + _SHOWN]
    return f"the same JSON in other bytes, from byte {at}: {one!r}, before {other!r}"
