"""Servers run in child processes that end with the work, and a server that exits is told as what it is."""

import sys
import urllib.request
from pathlib import Path

import pytest

from servers.process import ServerDidNotStart, free_port, running

HEALTHY = """
import http.server, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/die":
            print("going", flush=True)
            import os; os._exit(7)
        self.send_response(200); self.end_headers()
    def log_message(self, *words): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
"""


def test_a_server_that_exits_at_the_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    """The exit code and what the program wrote are in the error."""
    command = [sys.executable, "-c", "print('no such model'); raise SystemExit(3)"]
    with (
        pytest.raises(ServerDidNotStart) as told,
        running("tiny", command, free_port(), tmp_path / "log"),
    ):
        pytest.fail("it did not start")
    assert str(told.value) == "tiny exited with 3; it wrote:\nno such model\n"


def test_a_server_that_stays_silent_is_given_up(tmp_path: Path) -> None:
    """After the patience is over, the server is ended and the error says how long it was waited for."""
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    with (
        pytest.raises(ServerDidNotStart, match=r"tiny was not healthy within 0\.5 s"),
        running("tiny", command, free_port(), tmp_path / "log", patience=0.5),
    ):
        pytest.fail("it did not start")


def test_a_server_is_yielded_when_healthy_and_ended_afterwards(tmp_path: Path) -> None:
    """It answers inside the block and is gone after it."""
    port = free_port()
    with running("tiny", [sys.executable, "-c", HEALTHY, str(port)], port, tmp_path / "log") as server:
        assert server.fate == ""
        with urllib.request.urlopen(f"{server.base_url}/health", timeout=5) as answer:
            assert answer.status == 200
    assert server.fate.startswith("tiny exited with -15")


def test_a_server_that_exits_under_way_is_told(tmp_path: Path) -> None:
    """The fate of a server that breaks down holds its exit code and last words."""
    port = free_port()
    with running("tiny", [sys.executable, "-c", HEALTHY, str(port)], port, tmp_path / "log") as server:
        with pytest.raises(OSError, match="Remote end closed"):
            urllib.request.urlopen(f"{server.base_url}/die", timeout=5)
        server.wait(5)
        assert server.fate == "tiny exited with 7; it wrote:\ngoing\n"
