"""Ask a server each request once, however many cases make it."""

from collections.abc import Mapping

from sendable.model.json import JsonObject, encode_json
from sendable.model.target import Target
from sendable.replay.asking import Asked
from sendable.replay.least_output import with_least_output
from sendable.replay.live import Live


class Once:
    """Asks for as little output as the API allows, and remembers every answer.

    live: who asks. extra: added to every body, for a server that needs it.
    """

    def __init__(self, live: Live, extra: Mapping[str, bool] | None = None) -> None:
        """Begin with nothing asked."""
        self.live = live
        self._extra = dict(extra or {})
        self._answers: dict[tuple[str, bytes], Asked] = {}

    def ask(self, body: JsonObject, target: Target, headers: Mapping[str, str] | None = None) -> Asked:
        """Return the answer to a body, of now or of before.

        Raises:
            SendableError: as `Live.ask`.
        """
        least = with_least_output(body, target) | self._extra
        known = (str(target), encode_json(least))
        if known not in self._answers:
            self._answers[known] = self.live.ask(least, target, headers)
        return self._answers[known]
