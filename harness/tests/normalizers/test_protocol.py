"""The line protocol: its schemas, its templates, its smoke test, and the other two transports."""

import json
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import jsonschema
import msgspec
import pytest
from cli_command import sendable  # noqa: F401 - a fixture

from sendable.model.outcome import Crashed, NotExpressible, Refused
from sendable.normalizers import BodyAnswer, FlatAnswer, Given, Limits, StoredAnswer, connect, protocol
from sendable.normalizers.answer import read_answer
from sendable.normalizers.schema import MESSAGES, message_schema, schema_text

SCHEMAS = Path(protocol.__file__).parent / "schemas"
TEMPLATES = Path(__file__).resolve().parents[3] / "docs" / "templates"
LIMITS = Limits(seconds=20)
GIVEN = Given(
    contract="flat",
    target={"api": "openai-chat", "model": "gpt-5.4"},
    history={"messages": [{"role": "user", "content": "hi"}]},
    next=[{"role": "user", "content": "Continue."}],
)
ONESHOT = """
import json, sys
request = json.load(sys.stdin)
about = {"name": "once", "version": "1", "language": "python", "contracts": ["flat"],
         "accepts": ["messages"], "targets": ["openai-*"]}
print(json.dumps(about if request["op"] == "start" else
      {"seq": request["seq"], "messages": request["history"]["messages"]}))
"""


@pytest.mark.parametrize("name", MESSAGES)
def test_the_shipped_schema_is_the_generated_one(name) -> None:
    """The file says what the records say; after a change of a record it is written anew."""
    assert (SCHEMAS / f"{name}.schema.json").read_text("utf-8") == schema_text(name)


def test_no_schema_is_left_over() -> None:
    """One file a message."""
    assert sorted(each.name for each in SCHEMAS.iterdir()) == sorted(f"{name}.schema.json" for name in MESSAGES)


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ({"seq": 1, "messages": [], "dropped": 2}, FlatAnswer([], 2)),
        ({"seq": 1, "messages": [{"role": "user"}]}, FlatAnswer([{"role": "user"}], None)),
        ({"seq": 1, "body": {"a": 1}, "warnings": [{}]}, BodyAnswer({"a": 1}, [{}])),
        ({"seq": 1, "stored": {"nodes": [], "leaf": None}}, StoredAnswer({"nodes": [], "leaf": None}, [])),
        ({"seq": 1, "refused": {"type": "T", "message": "m"}}, Refused("T", "m")),
        ({"seq": 1, "not_expressible": "why"}, NotExpressible("why")),
        ({"seq": 1, "error": "boom"}, Crashed("the normalizer reports an error: boom")),
    ],
)
def test_what_the_schema_allows_is_understood(answer, read) -> None:
    """Schema and reader agree on every form of an answer."""
    jsonschema.validate(answer, message_schema("answer"))
    assert read_answer(answer) == read


@pytest.mark.parametrize("answer", [{}, {"seq": "1", "messages": []}, {"seq": 1, "messages": {}}, {"messages": []}])
def test_what_is_no_answer_is_refused_by_the_schema(answer) -> None:
    """A seq that is a text, messages that are no list, no seq at all."""
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, message_schema("answer"))


def test_what_we_send_obeys_the_schema() -> None:
    """Requests of every kind, as they go over the line."""
    write = msgspec.structs.replace(GIVEN, contract="write", history={"script": {"rounds": []}})
    lines = {
        "start": protocol.start_line(),
        "stop": protocol.stop_line(),
        "normalize": protocol.request_line(GIVEN, 17),
        "loop": protocol.request_line(write, 18),
    }
    for name, line in lines.items():
        jsonschema.validate(json.loads(line), message_schema(name))
    assert lines["normalize"] == (
        b'{"op":"normalize","seq":17,"contract":"flat","target":{"api":"openai-chat","model":"gpt-5.4"},'
        b'"history":{"messages":[{"role":"user","content":"hi"}]},"next":[{"role":"user","content":"Continue."}]}'
    )
    assert lines["loop"] == b'{"op":"loop","seq":18,"contract":"write","script":{"rounds":[]}}'


def _program(name: str, folder: Path) -> list[str] | None:
    """Return the command that runs a template, None where its tool is not installed or too old."""
    path = str(TEMPLATES / name)
    if name.endswith(".ts"):
        help_text = subprocess.run(["node", "--help"], capture_output=True, text=True, check=False).stdout
        return ["node", "--experimental-strip-types", path] if "strip-types" in help_text else None
    if name.endswith(".rs"):
        return _rust(path, folder)
    tools = {".py": [sys.executable], ".mjs": ["node"], ".go": ["go", "run"], ".rb": ["ruby"], ".sh": ["bash"]}
    words = tools[Path(name).suffix]
    missing = not shutil.which(words[0]) or (name.endswith(".sh") and not shutil.which("jq"))
    return None if missing else [*words, path]


def _rust(path: str, folder: Path) -> list[str] | None:
    """Build it with whatever serde_json this machine has already: a test downloads nothing."""
    if not shutil.which("cargo"):
        return None
    (folder / "src").mkdir()
    shutil.copy(path, folder / "src" / "main.rs")
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "normalizer"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nserde_json = "1"\n'
    )
    built = subprocess.run(
        ["cargo", "build", "--quiet", "--offline"], cwd=folder, capture_output=True, timeout=300, check=False
    )
    return [str(folder / "target" / "debug" / "normalizer")] if built.returncode == 0 else None


@pytest.mark.parametrize("name", sorted(each.name for each in TEMPLATES.iterdir()))
def test_a_template_passes_the_protocol_check(sendable, tmp_path, name) -> None:  # noqa: F811 - the fixture
    """As it is copied; it is under 40 lines. Python's and Node's always run, the others where their tool is."""
    assert len((TEMPLATES / name).read_text("utf-8").splitlines()) < 40
    words = _program(name, tmp_path)
    if words is None:
        assert not name.endswith(".py")
        pytest.skip(f"no tool for {name} on this machine")
    done = sendable("normalizers", "check", "exec:" + " ".join(words), "--timeout", "60")
    assert done.stdout.splitlines()[1:] == [
        "ok     start",
        "ok     flat: a turn of two messages",
        "ok     flat: the same again",
        "ok     flat: a hard text",
        "ok     flat: a message of 1 MB",
        "ok     flat: an empty history",
        "ok     stop",
    ]
    assert done.returncode == 0


def test_a_faulty_adapter_is_told_what_is_wrong(sendable, tmp_path) -> None:  # noqa: F811 - the fixture
    """What came back, and what to do about it; exit code 1."""
    (tmp_path / "bad.py").write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if request['op'] == 'start':\n"
        "        print(json.dumps({'name': 'bad', 'version': '1', 'language': 'python', 'contracts': ['flat'],"
        " 'accepts': ['messages'], 'targets': ['*']}), flush=True)\n"
        "    elif request['op'] == 'normalize':\n"
        "        print('working on it')\n"
        "        print(json.dumps({'seq': 1, 'messages': []}), flush=True)\n"
    )
    done = sendable("normalizers", "check", f"exec:{sys.executable} bad.py", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert (found["passed"], found["steps"][0]) == (False, {"name": "start", "passed": True})
    assert found["steps"][1] == {
        "name": "flat: a turn of two messages",
        "passed": False,
        "detail": "said what is not JSON: 'working on it'",
        "hint": "stdout is for answers alone, one JSON object a line: write everything else to stderr",
    }


def test_an_adapter_that_does_not_start_ends_with_3(sendable) -> None:  # noqa: F811 - the fixture
    """It is said what its answer to start lacks."""
    done = sendable("normalizers", "check", "exec:echo {}")
    assert done.returncode == 3
    assert "the answer to start: Object missing required field `name`" in done.stderr


def test_oneshot_runs_a_program_a_request(tmp_path) -> None:
    """One request on its stdin, one answer on its stdout."""
    (tmp_path / "once.py").write_text(ONESHOT)
    normalizer = connect(f"oneshot:{sys.executable} {tmp_path / 'once.py'}", LIMITS)
    assert (normalizer.info.name, normalizer.contracts, normalizer.targets) == ("once", ("flat",), ("openai-*",))
    assert normalizer.normalize(GIVEN) == FlatAnswer([{"role": "user", "content": "hi"}], None)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("if request['op'] != 'start': print('{}')", "answered more than once"),
        ("if request['op'] != 'start': sys.exit('too much')", "the process ended with exit code 1"),
        ("if request['op'] != 'start': import time; time.sleep(60)", "no answer within 2 s"),
    ],
)
def test_oneshot_that_breaks_is_a_crash(tmp_path, more, says) -> None:
    """Its own case only."""
    (tmp_path / "once.py").write_text(f"{ONESHOT}\n{more}\n")
    normalizer = connect(f"oneshot:{sys.executable} {tmp_path / 'once.py'}", Limits(seconds=2))
    answer = normalizer.normalize(GIVEN)
    assert isinstance(answer, Crashed)
    assert answer.message == says


class _Served(BaseHTTPRequestHandler):
    """A normalizer behind HTTP; a history with boom in it gets a 500."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        about = {"name": "served", "version": "2", "language": "go", "contracts": ["flat"]}
        answer = about | {"accepts": ["messages"], "targets": ["*"]}
        if request["op"] == "normalize":
            answer = {"seq": request["seq"], "messages": request["history"]["messages"]}
        content = json.dumps(answer).encode()
        self.send_response(500 if "boom" in json.dumps(request) else 200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_http_posts_each_request() -> None:
    """A served normalizer is asked like any other; a 500 costs its own case only."""
    server = HTTPServer(("127.0.0.1", 0), _Served)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        normalizer = connect(f"http://127.0.0.1:{server.server_port}/normalize", LIMITS)
        assert normalizer.info.name == "served"
        boom = msgspec.structs.replace(GIVEN, history={"messages": ["boom"]})
        answers = [normalizer.normalize(each) for each in (GIVEN, boom, GIVEN)]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    fine = FlatAnswer([{"role": "user", "content": "hi"}], None)
    assert [answers[0], answers[2]] == [fine, fine]
    assert isinstance(answers[1], Crashed)
    assert answers[1].message == "answered with HTTP status 500"
    gone = normalizer.normalize(GIVEN)
    assert isinstance(gone, Crashed)
    assert gone.message.startswith("no answer: ConnectionRefusedError")
