"""A server on this machine that stands where a provider would: keeps each request body, gives the smallest answer."""

import json
import threading
from collections.abc import Callable, Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_PATHS = {"/chat/completions": "openai-chat", "/responses": "openai-responses", "/messages": "anthropic-messages"}
_USAGE = {"input_tokens": 1, "output_tokens": 1}


class NothingSent(Exception):
    """The peer returned without sending a request to the API that was asked for."""


def base_url(api: str) -> str:
    """Return what a client of an API takes as its base URL: with ``/v1``, but for Anthropic's, which adds it itself."""
    host, port = _server().server_address[:2]
    root = f"http://{host}:{port}"
    return root if api == "anthropic-messages" else f"{root}/v1"


def sent_by(call: Callable[[], object], api: str) -> dict[str, Any]:
    """Return the last body that a call sends to an API; what it raises later, about our answer, does not count.

    Raises:
        Exception: what the call raised before anything was sent.
        NothingSent: it raised nothing, or sent its request to another API.
    """
    seen = _server().seen
    seen.clear()
    try:
        call()
    except Exception:
        if not _bodies(seen, api):
            raise
    found = _bodies(seen, api)
    if not found:
        raise NothingSent(f"nothing was sent to {api}; seen: {[to for to, _ in seen]}")
    return found[-1]


def _bodies(seen: list[tuple[str, dict[str, Any]]], api: str) -> list[dict[str, Any]]:
    return [body for to, body in seen if to == api]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: list[tuple[str, dict[str, Any]]] = []


@cache
def _server() -> _Server:
    server = _Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # The head and the body of an answer go out as two packets; without this each waits for the client's word.
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("content-length", 0)))
        path = self.path.partition("?")[0]
        api = next((name for end, name in _PATHS.items() if path.endswith(end)), None)
        if api is None:
            self._reply(404, "application/json", b'{"error":{"message":"no such path"}}')
            return
        body = json.loads(content)
        self.server.seen.append((api, body))  # type: ignore[attr-defined]  # it is a _Server
        answer = _ANSWERS[api](body.get("model", ""))
        if body.get("stream"):
            self._reply(200, "text/event-stream", b"".join(_EVENTS[api](answer)))
        else:
            self._reply(200, "application/json", json.dumps(answer).encode())

    def do_GET(self) -> None:
        self._reply(404, "application/json", b'{"error":{"message":"no such path"}}')

    def _reply(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Say nothing."""


def _chat(model: str) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": "ok"}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [choice],
        "usage": usage,
    }


def _response(model: str) -> dict[str, Any]:
    said = {"type": "output_text", "text": "ok", "annotations": []}
    message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [said]}
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 0,
        "model": model,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "output": [message],
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "usage": {**_USAGE, "total_tokens": 2, **details},
    }


def _message(model: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": "ok"}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": _USAGE,
    }


_ANSWERS = {"openai-chat": _chat, "openai-responses": _response, "anthropic-messages": _message}


def _event(data: dict[str, Any] | str, name: str = "") -> bytes:
    text = data if isinstance(data, str) else json.dumps(data)
    return (f"event: {name}\n" if name else "").encode() + f"data: {text}\n\n".encode()


def _chat_events(answer: dict[str, Any]) -> Iterator[bytes]:
    head = {key: answer[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    yield _event(head | {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "ok"}}]})
    yield _event(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": answer["usage"]})
    yield _event("[DONE]")


def _response_events(answer: dict[str, Any]) -> Iterator[bytes]:
    begun = answer | {"status": "in_progress", "output": []}
    (message,) = answer["output"]
    at = {"output_index": 0, "item_id": message["id"]}
    steps: list[dict[str, Any]] = [
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": message | {"content": []}},
        {"type": "response.output_text.delta", **at, "content_index": 0, "delta": "ok", "logprobs": []},
        {"type": "response.output_item.done", "output_index": 0, "item": message},
        {"type": "response.completed", "response": answer},
    ]
    for number, step in enumerate(steps):
        yield _event(step | {"sequence_number": number}, step["type"])


def _message_events(answer: dict[str, Any]) -> Iterator[bytes]:
    steps: list[dict[str, Any]] = [
        {"type": "message_start", "message": answer | {"content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "ok"}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": _USAGE},
        {"type": "message_stop"},
    ]
    for step in steps:
        yield _event(step, step["type"])


_EVENTS = {"openai-chat": _chat_events, "openai-responses": _response_events, "anthropic-messages": _message_events}
