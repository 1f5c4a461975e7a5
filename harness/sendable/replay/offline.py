"""A provider inside this process, as strict as the real ones: for tests of code that uses the official SDKs."""

from collections import deque
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

from sendable import oracle
from sendable.model.errors import UnreadableInput
from sendable.model.json import JsonObject, parse_json
from sendable.model.outcome import Verdict
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.replay.answers import Call, Reply, reply_body
from sendable.replay.streamed import streamed

_API_OF_PATH = {
    "/chat/completions": "openai-chat",
    "/responses": "openai-responses",
    "/messages": "anthropic-messages",
}
_PROVIDERS = ("api.openai.com", "api.anthropic.com")
_JSON = {"content-type": "application/json", "x-should-retry": "false"}
_EVENTS = {"content-type": "text/event-stream"}


class Received(msgspec.Struct, frozen=True):
    """One request that came in, and what the oracle said."""

    api: str
    body: JsonObject
    verdict: Verdict


class Answered(msgspec.Struct, frozen=True):
    """One HTTP answer."""

    status: int
    headers: dict[str, str]
    content: bytes


class OfflineProvider:
    """Answers the requests of both SDKs with the oracle's verdicts, and with the replies that a test has laid out.

    A request that is accepted gets the next reply, or a short text when none is left. Refusals carry the provider's
    own error. Verdicts are modelled.
    """

    def __init__(self, as_of: str = EVIDENCE_DATE, vendor: str | None = None) -> None:
        """Open it. as_of: ISO date of the verdicts. vendor: whose deviations to apply.

        Raises nothing; an unknown vendor is told at the first request.
        """
        self._as_of = as_of
        self._vendor = vendor
        self._replies: deque[Reply | JsonObject] = deque()
        self._calls = 0
        self.requests: list[Received] = []
        self.refusals_allowed = False

    @property
    def refused(self) -> list[Received]:
        """The requests that the provider refused."""
        return [each for each in self.requests if not each.verdict.accepted]

    def allow_refusals(self) -> None:
        """Let the test pass although a request was refused: it is about the refusal."""
        self.refusals_allowed = True

    def say(self, text: str) -> None:
        """Let the model answer with a text."""
        self._replies.append(Reply(text=text))

    def call(self, name: str, arguments: JsonObject | None = None, *, call_id: str | None = None) -> str:
        """Let the model call a tool; return the call's id."""
        return self.call_all((name, arguments or {}), ids=(call_id,))[0]

    def call_all(self, *calls: tuple[str, JsonObject], ids: tuple[str | None, ...] = ()) -> list[str]:
        """Let the model call several tools in one answer; return the calls' ids."""
        made = []
        for number, (name, arguments) in enumerate(calls):
            self._calls += 1
            given = ids[number] if number < len(ids) else None
            made.append(Call(name, arguments, given or f"call_offline{self._calls:04}"))
        self._replies.append(Reply(calls=tuple(made)))
        return [each.call_id for each in made]

    def reply(self, body: JsonObject) -> None:
        """Let the provider answer with a body of the API's own."""
        self._replies.append(body)

    def answer(self, method: str, url: str, headers: Mapping[str, str], content: bytes) -> Answered | None:
        """Answer one HTTP request; None when it is none of a model API, and may go its way."""
        at = urlsplit(url)
        api = next((api for path, api in _API_OF_PATH.items() if at.path.endswith(path)), None)
        if api is None or method != "POST":
            known = at.hostname in _PROVIDERS
            return _failed(404, f"the offline provider has no {method} {at.path}") if known else None
        try:
            body = parse_json(content, "the request's body")
        except UnreadableInput as error:
            return _failed(400, str(error))
        return self._judged(api, body, headers)

    def _judged(self, api: str, body: JsonObject, headers: Mapping[str, str]) -> Answered:
        plain = {key.lower(): value for key, value in headers.items()}
        verdict = oracle.judge(api, body, vendor=self._vendor, headers=plain, as_of=self._as_of)
        self.requests.append(Received(api, body, verdict))
        if not verdict.accepted:
            error = oracle.envelope(api, verdict, self._vendor)
            return Answered(verdict.status, _JSON, msgspec.json.encode(error))
        reply = self._replies.popleft() if self._replies else Reply(text="ok")
        made = reply_body(api, body, reply, len(self.requests)) if isinstance(reply, Reply) else reply
        if body.get("stream") is True:
            return Answered(200, _EVENTS, streamed(api, made))
        return Answered(200, _JSON, msgspec.json.encode(made))


def _failed(status: int, message: str) -> Answered:
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": f"sendable: {message}"}}
    return Answered(status, _JSON, msgspec.json.encode(error))
