"""Reading the surface of the SDK that is installed here."""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sendable.ledger.surface.annotation import Unfolded, unfold
from sendable.ledger.surface.members import members
from sendable.ledger.surface.record import ApiSurface, Surface
from sendable.ledger.surface.roots import BETA_NAMES, OPERATIONS, Operation, Root
from sendable.ledger.surface.walk import Walk, Walked
from sendable.model.errors import BadUsage

SDKS = tuple(sorted(OPERATIONS))
"""The SDKs whose surface can be read."""


def read(sdk: str) -> Surface:
    """Import an SDK and read what its types declare.

    Raises:
        BadUsage: the SDK is not known here, or not installed.
    """
    if sdk not in OPERATIONS:
        raise BadUsage(f"no SDK named {sdk!r} is known", hint="known are " + ", ".join(SDKS))
    try:
        release = version(sdk)
    except PackageNotFoundError as error:
        raise BadUsage(f"the {sdk} SDK is not installed", hint=f"pip install {sdk}") from error
    return Surface(sdk=sdk, version=release, apis=tuple(map(_api, OPERATIONS[sdk])), betas=_betas(sdk))


def _api(operation: Operation) -> ApiSurface:
    request = _walk(operation, operation.request, operation.tools)
    response = _walk(operation, operation.response)
    return ApiSurface(
        api=operation.api,
        beta=operation.beta,
        request=request.history,
        response=response.history,
        tools=request.tools,
    )


def _walk(operation: Operation, roots: tuple[Root, ...], tools: Root | None = None) -> Walked:
    walk = Walk(operation.names, operation.apart)
    for root in roots:
        (walk.blocks if root.as_items else walk.envelopes)(_at(root.at), root.at)
    if tools is not None:
        walk.definitions(_at(tools.at), "tools")
    return walk.result()


def _at(root: str) -> Unfolded:
    """Find a root; one that is not there is unread, so that a moved type is never taken for an empty one."""
    module, _, steps = root.partition(":")
    name, *fields = steps.split(".")
    try:
        found = unfold(getattr(import_module(module), name), {})
    except (ImportError, AttributeError) as error:
        return Unfolded(unread=[f"not found: {error}"])
    for field in fields:
        member = members(found.objects[0][1]).get(field) if found.objects else None
        if member is None:
            return Unfolded(unread=[f"no field {field}"])
        found = member.holds
    return found


def _betas(sdk: str) -> tuple[str, ...]:
    if sdk not in BETA_NAMES:
        return ()
    found: Any = _at(BETA_NAMES[sdk])
    return tuple(sorted(found.values))
