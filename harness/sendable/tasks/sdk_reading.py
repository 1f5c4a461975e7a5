"""One release of an SDK, read: what its types declare and what it sends; ``python -m`` of this file prints it as JSON.

A reading costs the import of the SDK, so it is kept (`sendable.tasks.readings`).
"""

import sys

import msgspec

from sendable.ledger.surface import Surface
from sendable.ledger.surface import read as read_surface
from sendable.ledger.surface.aliases import aliased_items
from sendable.replay.serialized import Sent, send_echoes, send_smoke


class Reading(msgspec.Struct, frozen=True):
    """What is known of a release.

    headers: of its requests that name versions and betas. sent: the smoke bodies. echoed: returned objects given back.
    """

    surface: Surface
    headers: dict[str, str]
    sent: tuple[Sent, ...]
    echoed: tuple[Sent, ...]


def take_reading(sdk: str) -> Reading:
    """Import an SDK, read its types, and let it send the smoke bodies to a far end in this process.

    Raises:
        BadUsage: the SDK is not known here, or not installed.
    """
    surface = read_surface(sdk)
    sent = send_smoke(sdk)
    echoed: list[Sent] = []
    for each in surface.apis:
        if not each.beta:
            echoed += send_echoes(sdk, each.api, aliased_items(each.response))
    headers = {name: value for one in sent for name, value in one.headers.items()}
    return Reading(surface, headers, tuple(sent), tuple(echoed))


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(take_reading(sys.argv[1])))
