"""What an SDK makes of a body before it goes out: the bytes it sends for a plain body, and for an object given back."""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

from sendable.model.json import Json, JsonObject, encode_json
from sendable.replay.no_sockets import no_sockets
from sendable.replay.sdk import api_client, client_over

_HEADERS = ("anthropic-version", "anthropic-beta", "openai-beta")
# Python tells of an import that failed in which file it did; where that lies is of no interest.
_IN_A_FILE = re.compile(r" \(\S*[/\\\\]\S*\)")
_SHOWN = 60
_MODEL = {"openai": "gpt-5.4", "anthropic": "claude-sonnet-4-5"}


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """One body on its way out.

    name: of the smoke body, or ``echo`` with the field. given: what should go out. body: the text that went out, empty
    when the SDK would not send it; failure says why. headers: the SDK's own words about versions and betas.
    """

    name: str
    api: str
    given: Json
    body: str
    failure: str = ""
    headers: dict[str, str] = {}

    def differences(self) -> tuple[str, ...]:
        """Say how what went out differs from what was given; an SDK that sent nothing differs as a whole."""
        if not self.body:
            return (f"nothing was sent: {_IN_A_FILE.sub('', self.failure)}",)
        return tuple(differences(self.given, msgspec.json.decode(self.body)))


def differences(given: Json, sent: Json, at: str = "$") -> Iterator[str]:
    """Yield each difference of two JSON values, as ``$.input[0]: 'async' went out as 'async_'``."""
    if isinstance(given, dict) and isinstance(sent, dict):
        yield from _of_objects(given, sent, at)
    elif isinstance(given, list) and isinstance(sent, list) and len(given) == len(sent):
        for n, (one, other) in enumerate(zip(given, sent, strict=True)):
            yield from differences(one, other, f"{at}[{n}]")
    elif type(given) is not type(sent) or given != sent:
        yield f"{at}: {_short(given)} went out as {_short(sent)}"


def send_smoke(sdk: str) -> list[Sent]:
    """Send every smoke body of an SDK's APIs as a plain body."""
    line = _Line(sdk)
    return [line.send(each["name"], each["api"], each["body"]) for each in _smoke() if _sdk_of(each["api"]) == sdk]


def send_echoes(sdk: str, api: str, items: Iterable[tuple[str, JsonObject]]) -> list[Sent]:
    """Let an SDK parse each item as a response and give the parsed object back in the next request."""
    line = _Line(sdk)
    return [line.echo(f"echo {path}", api, item) for path, item in items]


class _Line:
    """A client with a far end that keeps what arrives and answers with what it is told."""

    def __init__(self, sdk: str) -> None:
        self._client: Any = client_over(sdk, self._answer)
        self._model = _MODEL[sdk]
        self._reply: JsonObject = {}
        self._arrived: tuple[bytes, dict[str, str]] = (b"", {})

    def send(self, name: str, api: str, body: JsonObject) -> Sent:
        """Send one body."""
        whole = {"model": self._model, **body}
        return self._sent(name, api, whole, whole)

    def echo(self, name: str, api: str, item: JsonObject) -> Sent:
        """Ask, take the answer's object, and send that."""
        self._reply = _REPLIES[api](api_client(api).ok({"model": self._model}), item)
        try:
            answer = self._create(api, {"model": self._model, **_carrying(api, {"role": "user", "content": "Hi"})})
            returned = _TAKEN[api](answer)
        except Exception as error:  # noqa: BLE001 - an SDK that cannot read the answer cannot echo it either
            return Sent(name=name, api=api, given=item, body="", failure=f"{type(error).__name__}: {error}")
        given = {"model": self._model, **_carrying(api, item)}
        return self._sent(name, api, given, {"model": self._model, **_carrying(api, returned)})

    def _sent(self, name: str, api: str, given: JsonObject, body: JsonObject) -> Sent:
        self._reply = self._reply or api_client(api).ok(body)
        self._arrived, failure = (b"", {}), ""
        try:
            self._create(api, body)
        except Exception as error:  # noqa: BLE001 - an SDK raises anything for what it cannot serialize
            failure = f"{type(error).__name__}: {error}"
        content, headers = self._arrived
        self._reply = {}
        return Sent(name=name, api=api, given=given, body=content.decode(), failure=failure, headers=headers)

    def _create(self, api: str, body: JsonObject) -> Any:
        with no_sockets(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an SDK's word about a model's age is not about its bytes
            return api_client(api).create(self._client, body, {})

    def _answer(self, content: bytes, headers: Mapping[str, str]) -> tuple[int, JsonObject]:
        self._arrived = content, {name: headers[name] for name in _HEADERS if name in headers}
        return 200, self._reply or {}


def _carrying(api: str, item: Any) -> JsonObject:
    """Return the part of a body that carries one item of a history."""
    if api == "openai-responses":
        return {"input": [item]}
    if api == "openai-chat":
        return {"messages": [item]}
    is_block = not isinstance(item, dict) or "role" not in item
    return {"max_tokens": 16, "messages": [{"role": "assistant", "content": [item]} if is_block else item]}


_REPLIES = {
    "openai-responses": lambda ok, item: {**ok, "output": [item]},
    "openai-chat": lambda ok, item: {**ok, "choices": [{"index": 0, "finish_reason": "stop", "message": item}]},
    "anthropic-messages": lambda ok, item: {**ok, "content": [item]},
}
_TAKEN: dict[str, Any] = {
    "openai-responses": lambda answer: answer.output[0],
    "openai-chat": lambda answer: answer.choices[0].message,
    "anthropic-messages": lambda answer: answer.content[0],
}


def _sdk_of(api: str) -> str:
    return api_client(api).SDK


def _smoke() -> list[JsonObject]:
    text = files("sendable.replay").joinpath("smoke.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text)  # type: ignore[no-any-return]  # a test holds the file to its shape


def _of_objects(given: JsonObject, sent: JsonObject, at: str) -> Iterator[str]:
    lost, new = [key for key in given if key not in sent], [key for key in sent if key not in given]
    for key in lost:
        other = next((each for each in new if each.strip("_") == key), None)
        if other is None:
            yield f"{at}: {key!r} did not go out"
        else:
            new.remove(other)
            yield f"{at}: {key!r} went out as {other!r}"
    for key in new:
        yield f"{at}: {key!r} went out and was not given"
    for key in given.keys() & sent.keys():
        yield from differences(given[key], sent[key], f"{at}.{key}")


def _short(value: Json) -> str:
    text = encode_json(value).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
