"""One recorded round trip, whatever file it came from."""

import msgspec

from sendable.model.json import Json
from sendable.model.outcome import ProviderError


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a recording lies: repository and commit when known, the file, and which interaction of it (from 1)."""

    path: str
    n: int = 0
    repo: str = ""
    commit: str = ""


class RoundTrip(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A request that a provider really answered.

    api: the wire format. provider: who answered (``openai``, ``azure``, ``llamacpp``, …). status: HTTP. request: the
    parsed body. response: the parsed body when it was kept (text when it was a stream of events). headers: version and
    beta headers of the request. date: ISO, ``""`` when unknown. count: how many recordings had this very shape. scope:
    of a refusal, ``history`` or ``other``.
    """

    api: str
    provider: str
    status: int
    request: Json
    response: Json = None
    error: ProviderError | None = None
    scope: str | None = None
    headers: dict[str, str] = {}
    date: str = ""
    count: int = 1
    host: str = ""
    url_path: str = ""
    source: Source = Source(path="")

    @property
    def accepted(self) -> bool:
        """Whether the provider answered with a 2xx."""
        return 200 <= self.status < 300  # noqa: PLR2004 - HTTP

    @property
    def counting(self) -> bool:
        """Whether a counting endpoint answered: that is no verdict on the request (design, section 6.4)."""
        return self.url_path.endswith(_COUNTING)

    @property
    def first_party(self) -> bool:
        """Whether the API's own provider answered, after whom it is named: only these are evidence about it."""
        return f"{self.api}-".startswith(f"{self.provider}-")


_COUNTING = ("/count_tokens", "/input_tokens", ":countTokens", "/count-tokens")
