"""A provider for the tests: an honest little HTTP server that holds requests to three rules, and has bad days on order.

Rules: a call without its result is a 400; a result without a call before it is a 400; a blob that it did not make, or
that stands at another item or text than its own, is a 400. It speaks Chat, Responses, Messages, Gemini and Mistral.
It runs in a thread (`serving`) or as a process: ``python fake_provider.py --limit-every 5``.
"""

import argparse
import base64
import hmac
import json
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_KEY = b"of the fake provider"
_BROKEN = "BREAK THE SERVER"
_ANSWERS = json.loads(Path(__file__).with_name("fake_answers.json").read_text(encoding="utf-8"))
PAGES = _ANSWERS["pages"]


@dataclass(frozen=True)
class Seen:
    """One request that came in. key: as it was sent. status: 0 where the connection was dropped."""

    path: str
    key: str
    body: dict
    content: bytes
    status: int


@dataclass
class FakeProvider:
    """How it behaves. Each ``*_every`` counts all requests: the fifth, tenth, … is limited, dropped, or fails.

    key: that it wants; ``""`` is any or none. retry_after: of a 429. page: of `PAGES`, for every request. paged_after:
    requests that are answered well before it. location: where a redirect points. at_first: what becomes of the first
    requests, in their order: ``limited`` or ``dropped``. slow: seconds before each answer.
    log: a file that gets one line for each answer of a rule.
    """

    key: str = ""
    limit_every: int = 0
    retry_after: str = "0"
    drop_every: int = 0
    fail_every: int = 0
    page: str = ""
    paged_after: int = 0
    location: str = "http://elsewhere.invalid/v1"
    at_first: tuple[str, ...] = ()
    slow: float = 0.0
    log: str = ""
    base_url: str = ""
    seen: list[Seen] = field(default_factory=list)
    count: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def verdicts(self) -> list[Seen]:
        """The requests that its rules answered, in their order."""
        return [each for each in self.seen if each.status in (200, 400)]


@contextmanager
def serving(provider: FakeProvider, port: int = 0) -> Iterator[FakeProvider]:
    """Run it in a thread, on a port of this machine."""
    server = _Server(("127.0.0.1", port), _handler(provider))
    provider.base_url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self._open = []

    def process_request(self, request, address) -> None:
        """Remember the connection: a server that ends, ends its connections too."""
        self._open.append(request)
        super().process_request(request, address)

    def server_close(self) -> None:
        """Break what is open."""
        super().server_close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, _request, _address) -> None:
        """Say nothing of clients that went away."""


def _handler(provider: FakeProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("content-length", 0)))
            time.sleep(provider.slow)
            key = _key_of(self.headers)
            with provider.lock:
                provider.count += 1
                number = provider.count
            body = json.loads(content or b"{}")
            if _is_due(number, provider.drop_every) or _at_first(provider, number) == "dropped":
                self._seen(key, body, content, 0)
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            status, kind, text, more = _answer(provider, number, self.path, key, body)
            self._seen(key, body, content, status)
            self._send(status, kind, text, more)

        def _seen(self, key, body, content, status) -> None:
            with provider.lock:
                provider.seen.append(Seen(self.path, key, body, content, status))

        def _send(self, status: int, kind: str, text: str, more: dict[str, str]) -> None:
            content = text.encode()
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(content)))
            for name, value in more.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_arguments) -> None:
            """Say nothing."""

        def handle(self) -> None:
            """Serve; a client that goes away is no error."""
            try:
                super().handle()
            except (ConnectionError, ValueError, OSError):
                self.close_connection = True

    return Handler


def _answer(
    provider: FakeProvider, number: int, path: str, key: str, body: dict
) -> tuple[int, str, str, dict[str, str]]:
    if provider.page and number > provider.paged_after:
        status, kind, text = PAGES[provider.page]
        return status, kind, text, {"location": provider.location} if status == 302 else {}
    if provider.key and key != provider.key:
        return *_json(_unauthorized(path, key)), {}
    if _is_due(number, provider.limit_every) or _at_first(provider, number) == "limited":
        error = {"error": {"type": "rate_limit_error", "code": "rate_limit_exceeded", "message": "Slow down."}}
        return 429, "application/json", json.dumps(error), {"retry-after": provider.retry_after}
    if _is_due(number, provider.fail_every) or _BROKEN in json.dumps(body):
        return *_json((500, {"error": {"type": "server_error", "message": "The server had an error."}})), {}
    status, answer = _judged(path, body)
    if provider.log:
        _log(provider, path, body, status)
    return *_json((status, answer)), {"x-request-id": f"req_{number}", "set-cookie": "session=secret-cookie"}


def _at_first(provider: FakeProvider, number: int) -> str:
    return provider.at_first[number - 1] if number <= len(provider.at_first) else ""


def _log(provider: FakeProvider, path: str, body: dict, status: int) -> None:
    line = {"path": path, "status": status, "body": sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()}
    with provider.lock, Path(provider.log).open("a") as file:
        file.write(json.dumps(line) + "\n")


def _is_due(number: int, every: int) -> bool:
    return bool(every) and number % every == 0


def _key_of(headers) -> str:
    bearer = headers.get("authorization", "").removeprefix("Bearer ")
    return headers.get("x-api-key") or headers.get("x-goog-api-key") or bearer


def _unauthorized(path: str, key: str) -> tuple[int, dict]:
    """Answer a wrong key as the providers do; OpenAI's words quote it."""
    if ":generateContent" in path:
        reason = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
        message = "API key not valid. Please pass a valid API key."
        return 400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT", "details": [reason]}}
    if "/messages" in path:
        return 401, {"type": "error", "error": {"type": "authentication_error", "message": f"invalid x-api-key {key}"}}
    message = f"Incorrect API key provided: {key}. You can find your API key at https://example.invalid."
    return 401, {
        "error": {"message": message, "type": "invalid_request_error", "param": None, "code": "invalid_api_key"}
    }


def _json(answer: tuple[int, dict]) -> tuple[int, str, str]:
    return answer[0], "application/json", json.dumps(answer[1])


# What its rules say


def _judged(path: str, body: dict) -> tuple[int, dict]:
    for ending, (read, refuse, accept) in _APIS.items():
        if path.endswith(ending):
            fault = _fault(read(body))
            return refuse(fault) if fault else (200, accept(body))
    if path.endswith("/responses/compact"):
        item_id = _made_id("cmp")
        return 200, {"output": [{"type": "compaction", "id": item_id, "encrypted_content": blob(item_id)}]}
    if path.endswith(("/responses/input_tokens", "/messages/count_tokens")):
        return 200, {"object": "response.input_tokens", "input_tokens": len(json.dumps(body)) // 4}
    return 404, {"error": {"message": f"Invalid URL (POST {path})", "type": "invalid_request_error", "code": None}}


def _fault(events: list[tuple[str, str, str]]) -> str:
    """Return what is wrong with a history, ``""`` for nothing. events: ``call``, ``result``, ``blob``, in order."""
    called, open_calls = set(), {}
    for kind, name, owner in events:
        if kind == "call":
            called.add(name)
            open_calls[name] = True
        elif kind == "result":
            if name not in called:
                return f"No tool call found for the result {name}."
            open_calls.pop(name, None)
        elif not is_blob(name, owner):
            return "A blob could not be verified."
    return f"No tool output found for the call {next(iter(open_calls))}." if open_calls else ""


def blob(owner: str) -> str:
    """Make a blob for an item id or a text; whoever has it can have it verified, also after a restart."""
    said = owner.encode()
    return base64.urlsafe_b64encode(hmac.digest(_KEY, said, "sha256") + said[:12]).decode()


def is_blob(text: str, owner: str) -> bool:
    """Whether it is exactly what was handed out for this item or text."""
    return hmac.compare_digest(text.encode(), blob(owner).encode())


def _made_id(prefix: str) -> str:
    return f"{prefix}_{secrets.token_hex(12)}"


def _chat_events(body: dict) -> list[tuple[str, str, str]]:
    found = []
    for message in body.get("messages", []):
        found += [("call", call["id"], "") for call in message.get("tool_calls") or []]
        if message.get("role") == "tool":
            found.append(("result", message.get("tool_call_id", ""), ""))
    return found


def _responses_events(body: dict) -> list[tuple[str, str, str]]:
    found = []
    for item in body["input"] if isinstance(body.get("input"), list) else []:
        kind = item.get("type")
        if kind == "function_call":
            found.append(("call", item["call_id"], ""))
        elif kind == "function_call_output":
            found.append(("result", item["call_id"], ""))
        elif kind in ("reasoning", "compaction") and item.get("encrypted_content"):
            found.append(("blob", item["encrypted_content"], item.get("id", "")))
    return found


def _messages_events(body: dict) -> list[tuple[str, str, str]]:
    found = []
    for message in body.get("messages", []):
        for block in message["content"] if isinstance(message.get("content"), list) else []:
            if block["type"] == "tool_use":
                found.append(("call", block["id"], ""))
            elif block["type"] == "tool_result":
                found.append(("result", block["tool_use_id"], ""))
            elif block["type"] == "thinking":
                found.append(("blob", block.get("signature", ""), block["thinking"]))
    return found


def _gemini_events(body: dict) -> list[tuple[str, str, str]]:
    found = []
    for content in body.get("contents", []):
        for part in content.get("parts", []):
            if "functionCall" in part:
                name = part["functionCall"]["name"]
                found.append(("call", name, ""))
                if "thoughtSignature" in part:
                    found.append(("blob", part["thoughtSignature"], "gemini"))
            elif "functionResponse" in part:
                found.append(("result", part["functionResponse"]["name"], ""))
    return found


def _openai_refusal(fault: str) -> tuple[int, dict]:
    return 400, {"error": {"message": fault, "type": "invalid_request_error", "param": "input", "code": None}}


def _anthropic_refusal(fault: str) -> tuple[int, dict]:
    return 400, {"type": "error", "error": {"type": "invalid_request_error", "message": fault}, "request_id": "req_1"}


def _gemini_refusal(fault: str) -> tuple[int, dict]:
    return 400, {"error": {"code": 400, "message": fault, "status": "INVALID_ARGUMENT"}}


def _completion(body: dict) -> dict:
    return {"id": _made_id("chatcmpl"), "model": body["model"], **_ANSWERS["completion"]}


def _response(body: dict) -> dict:
    own, output = _made_id(""), []
    if "reasoning.encrypted_content" in body.get("include", ()):
        item_id = f"rs{own}"
        output.append({"type": "reasoning", "id": item_id, "summary": [], "encrypted_content": blob(item_id)})
    if body.get("tools") and "include" in body:
        output.append({"id": f"fc{own}", "call_id": f"call{own}", **_ANSWERS["function_call"]})
    else:
        output.append({"id": f"msg{own}", **_ANSWERS["output_message"]})
    return {"id": _made_id("resp"), "model": body["model"], "output": output, **_ANSWERS["response"]}


def _message(body: dict) -> dict:
    content = [{"type": "text", "text": "ok"}]
    if body.get("thinking"):
        thought = f"Thinking of {_made_id('this')}"
        content.insert(0, {"type": "thinking", "thinking": thought, "signature": blob(thought)})
    return {"id": _made_id("msg"), "model": body["model"], "content": content, **_ANSWERS["message"]}


def _candidate(body: dict) -> dict:
    call = {"functionCall": {"name": "get_weather", "args": {}}, "thoughtSignature": blob("gemini")}
    content = {"role": "model", "parts": [call if body.get("tools") else {"text": "ok"}]}
    return {"candidates": [{"index": 0, "content": content, "finishReason": "STOP"}], **_ANSWERS["candidate"]}


_APIS = {
    "/chat/completions": (_chat_events, _openai_refusal, _completion),
    "/responses": (_responses_events, _openai_refusal, _response),
    "/messages": (_messages_events, _anthropic_refusal, _message),
    ":generateContent": (_gemini_events, _gemini_refusal, _candidate),
}


def main() -> None:
    """Run it as a process until it is ended; its first line is its base URL."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    for each in fields(FakeProvider):
        if each.type in (str, int, float) and each.name not in ("base_url", "count"):
            parser.add_argument(f"--{each.name.replace('_', '-')}", type=each.type, default=each.default)
    options = vars(parser.parse_args())
    with serving(
        FakeProvider(**{key: value for key, value in options.items() if key != "port"}), options["port"]
    ) as provider:
        print(provider.base_url, flush=True)  # noqa: T201 - whoever started it reads it
        threading.Event().wait()


if __name__ == "__main__":
    main()
