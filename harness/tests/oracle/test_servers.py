"""The oracle against servers that were run: every verdict of every probed shape, the 500s included.

``servers/shapes*.json`` hold the bodies by API and shape; each other file is one server: which shapes, under which model
name and date to ask the oracle, and what was refused with which status and text (white space as one space, and cut where
the measurement cut it; how many schema errors there were is left out for ``shapes.vllm.json``). A shape that is not named there was accepted. ``not_judged`` says what is not about the history.
"""

import json
import re
from pathlib import Path

import pytest

from sendable import oracle

FOLDER = Path(__file__).parent / "servers"
SERVERS = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("[!s]*.json"))}
SHAPES = {path.name: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("shapes*.json"))}
CASES = [
    (name, api, shape)
    for name, server in SERVERS.items()
    for api, probed in SHAPES[server["shapes"]].items()
    for shape in probed["shapes"]
]


def _body(server: dict, api: str, shape: str) -> dict:
    """Write a shape out: the API's defaults, its own keys, the server's model and ids."""
    probed = SHAPES[server["shapes"]][api]
    own = probed["shapes"][shape]
    body = {**probed["defaults"], **own, "model": server["model"], "stream": False}
    for key in body.pop("$without", ()):
        del body[key]
    text = json.dumps(body)
    for short, nine in server.get("ids", {}).items():
        text = text.replace(f'"{short}"', f'"{nine}"')
    return json.loads(text)


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize(("name", "api", "shape"), CASES, ids=["/".join(case) for case in CASES])
def test_the_oracle_says_what_the_server_said(name: str, api: str, shape: str) -> None:
    """Status and text are the server's; a text agrees as far as both the measurement and the rule write it out."""
    server = SERVERS[name]
    if (why := server.get("not_judged", {}).get(api, {}).get(shape)) is not None:
        assert why, "a reason is given"
        return
    status, text = server["refused"][api].get(shape, (200, ""))
    verdict = oracle.judge(f"{server['family']}-{api}", _body(server, api, shape), as_of=server["as_of"])
    assert (verdict.status, verdict.rule is None) == (status, status == 200)
    said = _one_line(verdict.error.message) if verdict.error else ""
    if "shapes.vllm" in server["shapes"]:
        said = re.sub(r"^\d+ ", "", said)
    length = min(len(said), len(text))
    assert said[:length] == text[:length]
    assert length >= min(len(text), 40)


def test_every_refusal_and_exception_names_a_shape() -> None:
    """No expectation outlives its shape."""
    for server in SERVERS.values():
        for named in (server["refused"], server.get("not_judged", {})):
            assert all(set(shapes) <= SHAPES[server["shapes"]][api]["shapes"].keys() for api, shapes in named.items())


def test_the_probes_are_whole() -> None:
    """All shapes of the probes are there: 42 of chat, 83 of Responses, 68 of Messages."""
    sizes = {api: len(probed["shapes"]) for api, probed in SHAPES["shapes.probes.json"].items()}
    assert sizes == {"chat": 42, "responses": 83, "messages": 68}
