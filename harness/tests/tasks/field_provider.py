"""A little provider of Responses that knows its fields, may add one to its answers, and keeps secrets in compactions."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class FieldProvider:
    """How it behaves.

    unknown: fields of items that it refuses as unknown. wrong: fields whose value it refuses. broken: kinds of item that
    it refuses altogether. adds: put into the message that it answers. readers: models that can read a compaction.
    """

    unknown: set[str] = field(default_factory=set)
    wrong: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    adds: dict = field(default_factory=dict)
    readers: set[str] = field(default_factory=set)
    bodies: list[dict] = field(default_factory=list)
    base_url: str = ""

    def answer(self, path: str, body: dict) -> tuple[int, dict]:
        """Judge one request."""
        self.bodies.append(body)
        if path.endswith("/input_tokens"):
            return 200, {"object": "response.input_tokens", "input_tokens": 7}
        if path.endswith("/compact"):
            held = base64.b64encode(json.dumps(body["input"]).encode()).decode()
            return 200, {"output": [{"type": "compaction", "id": "cmp_1", "encrypted_content": held}]}
        for at, item in enumerate(_items(body)):
            refused = self._refused(at, item)
            if refused:
                return 400, {"error": refused}
        return 200, self._response(body)

    def _refused(self, at: int, item: dict) -> dict | None:
        if item.get("type") in self.broken:
            return _error(f"The item input[{at}] cannot be used here.", f"input[{at}]", "invalid_value")
        for name, value in item.items():
            if name in self.unknown:
                return _error(f"Unknown parameter: 'input[{at}].{name}'.", f"input[{at}].{name}", "unknown_parameter")
            if name in self.wrong:
                return _error(f"Invalid value: '{value}'.", f"input[{at}].{name}", "invalid_value")
        return None

    def _response(self, body: dict) -> dict:
        part = {"type": "output_text", "text": self._said(body), "annotations": []}
        message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]}
        usage = {"input_tokens": 10, "output_tokens": 2, "total_tokens": 12}
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "status": "completed",
            "model": body["model"],
            "output": [message | self.adds],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": usage,
        }

    def _said(self, body: dict) -> str:
        held = [each["encrypted_content"] for each in _items(body) if each.get("type") == "compaction"]
        if held and body["model"] in self.readers:
            told = json.loads(base64.b64decode(held[0]))[0]["content"]
            return told.rpartition(" ")[2]
        return "ok"


@contextmanager
def serving(provider: FieldProvider) -> Iterator[FieldProvider]:
    """Run it in a thread, on a port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            status, answer = provider.answer(self.path, body)
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_arguments) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.base_url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _items(body: dict) -> list[dict]:
    return body["input"] if isinstance(body["input"], list) else []


def _error(message: str, param: str, code: str) -> dict:
    return {"message": message, "type": "invalid_request_error", "param": param, "code": code}
