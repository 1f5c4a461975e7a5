"""The small language of addresses: ``reference``, ``python:package.module:callable``, ``exec:COMMAND``.

An address names code that is run, so it comes from the command line or the user's own configuration, and never from a
case file or a report.
"""

from collections.abc import Callable

from sendable.model.errors import BadUsage
from sendable.normalizers.connected import Connected
from sendable.normalizers.exec import connect_exec
from sendable.normalizers.http import connect_http
from sendable.normalizers.limits import DEFAULT_LIMITS, Limits
from sendable.normalizers.oneshot import connect_oneshot
from sendable.normalizers.python import connect_python
from sendable.normalizers.reference import connect_reference

_HINT = (
    "write reference, reference:letter, python:package.module:callable, exec:COMMAND, oneshot:COMMAND "
    "or http://127.0.0.1:PORT/PATH"
)


def connect(address: str, limits: Limits = DEFAULT_LIMITS) -> Connected:
    """Load or start the implementation at an address.

    Args:
        address: of the normalizer.
        limits: of one that is not in this process.

    Raises:
        BadUsage: the address has no known form.
        NormalizerDidNotStart: there is nothing to call there, or it does not speak the protocol.
    """
    scheme, _, rest = address.partition(":")
    opener = _SCHEMES.get(scheme)
    if opener is None:
        raise BadUsage(f"not an address of a normalizer: {address!r}", hint=_HINT)
    return opener(rest, limits)


_SCHEMES: dict[str, Callable[[str, Limits], Connected]] = {
    "reference": lambda rest, _: connect_reference(rest),
    "python": connect_python,
    "exec": connect_exec,
    "oneshot": connect_oneshot,
    "http": connect_http,
}
