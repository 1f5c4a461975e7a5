"""The small language of addresses: ``reference``, ``python:package.module:callable``."""

from collections.abc import Callable

from sendable.model.errors import BadUsage
from sendable.normalizers.connected import Connected
from sendable.normalizers.python import connect_python
from sendable.normalizers.reference import connect_reference

_HINT = "write reference, reference:letter, or python:package.module:callable"


def connect(address: str) -> Connected:
    """Load the implementation at an address.

    Raises:
        BadUsage: the address has no known form.
        NormalizerDidNotStart: there is nothing to call there.
    """
    scheme, _, rest = address.partition(":")
    opener = _SCHEMES.get(scheme)
    if opener is None:
        raise BadUsage(f"not an address of a normalizer: {address!r}", hint=_HINT)
    return opener(rest)


_SCHEMES: dict[str, Callable[[str], Connected]] = {"reference": connect_reference, "python": connect_python}
