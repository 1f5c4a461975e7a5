"""The drift gate on the installed SDKs, on releases that do not exist yet, and on what the types alone say."""

import time

import msgspec
import pytest
from tasks.newer_sdk import keep, surface_with

from sendable.ledger import apis
from sendable.ledger.declared import declared
from sendable.model.errors import BadUsage
from sendable.replay.serialized import differences, send_echoes
from sendable.tasks.dated import dated_reading
from sendable.tasks.drift import Plan, drift, exit_code
from sendable.tasks.readings import installed_reading, installed_release
from sendable.tasks.strip_proof import goes_out

CALL = "openai.types.responses.response_function_tool_call_param.ResponseFunctionToolCallParam"


def _newer(folder, version="99.1.0", **sides):
    keep(folder, surface_with("openai", version, "openai-responses", **sides))
    return f"openai=={version}"


def _run(cache, *sdks, **more):
    return drift(Plan(sdks=sdks, cache=cache, **more))


def test_the_installed_sdks_pass(tmp_path):
    """What was declared on the day of the pending set is decided on or of the set; nothing is unread, nothing leaks."""
    for beta in (False, True):
        found = _run(tmp_path, beta=beta)
        at_the_set = [each for each in found.sdks if each.version == each.against]
        assert [(each.undecided, each.unread, each.blocking) for each in at_the_set] == [((), {}, False)] * len(
            at_the_set
        )
        assert all(exit_code(found) == 0 for each in found.sdks if len(at_the_set) == len(found.sdks))


def test_a_new_field_fails(tmp_path):
    """A field that the ledger lacks is told with its type, release and command, and is not sent."""
    found = _run(
        tmp_path, _newer(tmp_path, request={"function_call": ("mood",)}, response={"function_call": ("mood",)})
    )
    assert exit_code(found) == 1
    assert [msgspec.to_builtins(each) for each in found.sdks[0].undecided] == [
        {
            "api": "openai-responses",
            "path": "function_call.mood",
            "kind": "field",
            "since": "99.1.0",
            "where": CALL,
            "parked": False,
            "sent": False,
            "measure": "sendable measure openai-responses:function_call.mood",
        }
    ]


def test_a_new_item_fails(tmp_path):
    """An item type that the ledger lacks fails with all its fields."""
    found = _run(tmp_path, _newer(tmp_path, request={"poem": ("type", "lines"), "poem.lines[]": ("text",)}))
    assert [(each.path, each.kind) for each in found.sdks[0].undecided] == [
        ("poem.type", "item"),
        ("poem.lines", "item"),
        ("poem.lines[].text", "item"),
    ]


def test_parked_rows_fail_until_they_are_let_pass(tmp_path):
    """Parking writes rows and changes no exit code; ``--allow-pending`` does, and still lists them."""
    name, rows = _newer(tmp_path, request={"function_call": ("mood",)}), tmp_path / "rows"
    parking = _run(tmp_path, name, folder=rows, park=True)
    assert (exit_code(parking), parking.parked) == (1, (str(rows / "openai_responses.toml"),))
    assert [line for line in (rows / "openai_responses.toml").read_text().splitlines() if line.startswith("path")] == [
        'path = "function_call.mood"'
    ]
    again = _run(tmp_path, name, folder=rows)
    assert (exit_code(again), [each.parked for each in again.sdks[0].undecided]) == (1, [True])
    let = _run(tmp_path, name, folder=rows, allow_pending=True)
    assert (exit_code(let), len(let.sdks[0].undecided)) == (0, 1)
    assert _run(tmp_path, name, folder=rows, park=True).parked == ()


def test_a_decision_in_ones_own_rows_ends_it(tmp_path):
    """A row of one's own folder that decides on the field lets the gate pass."""
    name = _newer(tmp_path, request={"function_call": ("mood",)})
    (tmp_path / "openai_responses.toml").write_text(
        'api = "openai-responses"\n\n[[row]]\npath = "function_call.mood"\nverdict = "rejected"\nby = "hand"\n'
    )
    assert exit_code(_run(tmp_path, name, folder=tmp_path)) == 0


def test_the_earliest_release_that_is_known(tmp_path):
    """A field is dated by the first release on file that declares it, after the dated one."""
    more = {"request": {"function_call": ("mood",)}}
    _newer(tmp_path, "99.0.0")
    _newer(tmp_path, "99.0.5", **more)
    found = _run(tmp_path, _newer(tmp_path, "99.1.0", **more))
    assert [each.since for each in found.sdks[0].undecided] == ["99.0.5"]


def test_what_never_fails(tmp_path):
    """Tool definitions, removed fields and moved types are listed, and the decision on a removed field is kept."""
    surface = surface_with("openai", "99.1.0", "openai-responses", tools={"tools[]:poem": ("type",)})
    request = surface.apis[0].request.positions
    del request["function_call"].fields["namespace"]
    try:
        keep(tmp_path, surface)
    finally:
        dated_reading.cache_clear()
    found = _run(tmp_path, "openai==99.1.0")
    assert exit_code(found) == 0
    assert [(each.path, each.what, each.verdict) for each in found.sdks[0].changed] == [
        ("function_call.namespace", "removed", "accepted")
    ]
    assert [(each.path, each.what) for each in found.sdks[0].tools] == [("tools[]:poem.type", "added")]


def test_unread_places_make_it_incomplete(tmp_path):
    """A declaration that is not understood ends with 3 and is named."""
    surface = surface_with("openai", "99.1.0", "openai-responses")
    part = msgspec.structs.replace(
        surface.apis[0], request=msgspec.structs.replace(surface.apis[0].request, unread={"function_call.mood": "~T"})
    )
    keep(tmp_path, msgspec.structs.replace(surface, apis=(part, *surface.apis[1:])))
    found = _run(tmp_path, "openai==99.1.0")
    assert (exit_code(found), found.sdks[0].unread) == (3, {"openai-responses function_call.mood": "~T"})


def test_another_api_version_is_told(tmp_path):
    """The API version header belongs to the surface: another one is listed, and so are new beta names."""
    surface = surface_with("anthropic", "99.1.0", "anthropic-messages")
    surface = msgspec.structs.replace(surface, betas=(*surface.betas, "poems-2027-01-01"))
    keep(tmp_path, surface, headers={"anthropic-version": "2027-01-01"})
    found = _run(tmp_path, "anthropic==99.1.0").sdks[0]
    assert found.settings == (
        "anthropic-version: 2027-01-01 is sent, 2026-10-21 by anthropic 2.14.0",
        "anthropic-version: 2027-01-01 is sent; the ledger's fields were measured under 2023-06-01",
        "beta names new: poems-2027-01-01",
    )


def test_other_bytes_and_other_bodies(tmp_path):
    """The same JSON in other bytes is listed; a body that goes out as other JSON fails."""
    surface = surface_with("openai", "99.1.0", "openai-responses")
    first, second, *rest = dated_reading("openai").sent
    spaced = msgspec.structs.replace(first, body=first.body.replace(":", ": ", 1))
    keep(tmp_path, surface, sent=(spaced, second, *rest))
    found = _run(tmp_path, "openai==99.1.0")
    assert (exit_code(found), [(each.name, each.kind) for each in found.sdks[0].serialized if each.kind != "echo"]) == (
        0,
        [("text", "bytes")],
    )
    lost = msgspec.structs.replace(first, body='{"model":"gpt-5.4"}')
    keep(tmp_path, surface, sent=(lost, second, *rest))
    found = _run(tmp_path, "openai==99.1.0", allow_pending=True)
    assert (exit_code(found), found.sdks[0].serialized[0].says) == (1, ("$: 'input' did not go out",))


def test_created_by_by_types_alone(tmp_path):
    """The field that stuck conversations is on the strip list by the types of the SDK alone."""
    keep(tmp_path, dated_reading("openai").surface)
    found = _run(tmp_path, f"openai=={dated_reading('openai').surface.version}").sdks[0]
    fields = [each for each in found.strip if each.path.endswith(".created_by")]
    assert "compaction.created_by" in {each.path for each in fields}
    assert [each.sent for each in fields] == [False] * len(fields)


@pytest.mark.parametrize("path", [path for path in declared("openai-responses").strip if path.count(".") == 1])
def test_the_allowlist_is_what_keeps_it_in(path):
    """A reference without the allowlist would have sent each field of the strip list; with it, it does not."""
    surface = dated_reading("openai").surface.apis[0]
    assert goes_out(surface, path, without=frozenset({"fields", "items"}))
    assert not goes_out(surface, path)


@pytest.mark.parametrize("path", [p for p in declared("anthropic-messages").strip if p.startswith("text.citations")])
def test_a_citation_loses_its_file(path):
    """The reference does not give a citation's ``file_id`` back, which Anthropic refuses."""
    surface = dated_reading("anthropic").surface.apis[0]
    assert goes_out(surface, path, without=frozenset({"fields"}))
    assert not goes_out(surface, path)


def test_the_alias_that_an_echo_loses(tmp_path):
    """A returned call that is put into the next request of openai from 3.8 on says ``async_``; the check says so."""
    if tuple(map(int, installed_release("openai").split(".")[:2])) < (3, 8):
        pytest.skip("async came with openai 3.8")
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}", "async": True}
    (sent,) = send_echoes("openai", "openai-responses", [("function_call.async", item)])
    if installed_release("openai") == "3.57.0":
        assert sent.differences() == ("$.input[0]: 'async' went out as 'async_'",)
    kept = [each for each in installed_reading("openai", tmp_path).echoed if each.name == "echo function_call.async"]
    assert [each.differences() for each in kept] == [sent.differences()]


@pytest.mark.parametrize(
    ("given", "sent", "says"),
    [
        ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, []),
        ({"a": 1}, {"a": 1.0}, ["$.a: 1 went out as 1.0"]),
        ({"a": 1}, {"a": True}, ["$.a: 1 went out as true"]),
        ({"from": 1}, {"from_": 1}, ["$: 'from' went out as 'from_'"]),
        ({"a": [1]}, {"a": [1, 2], "b": 1}, ["$: 'b' went out and was not given", "$.a: [1] went out as [1,2]"]),
    ],
)
def test_differences(given, sent, says):
    """Each difference is told once, with its place."""
    assert list(differences(given, sent)) == says


@pytest.mark.parametrize("sdk", ["openai", "anthropic"])
def test_the_dated_reading_is_what_the_code_reads(sdk, tmp_path):
    """Of the dated release, the committed reading is the one that is read today."""
    dated = dated_reading(sdk)
    if installed_release(sdk) != dated.surface.version:
        pytest.skip(f"another release of {sdk} is installed")
    assert installed_reading(sdk, tmp_path) == dated


@pytest.mark.speed
def test_a_kept_reading_is_quick(tmp_path):
    """The second run takes under a second of processor time, and imports no SDK."""
    _run(tmp_path)
    before = time.process_time()
    _run(tmp_path)
    assert time.process_time() - before < 1


@pytest.mark.parametrize("name", ["mistral", "mistral==1.0"])
def test_an_unknown_sdk(name, tmp_path):
    """An SDK that nobody knows is bad usage."""
    with pytest.raises(BadUsage, match="no SDK named 'mistral'"):
        _run(tmp_path, name)


def test_the_pending_set_is_in_the_ledgers():
    """Every ledger of an API with an SDK is dated."""
    assert {api: declared(api).dated for api in apis() if declared(api).sdk} == dict.fromkeys(
        ("anthropic-messages", "openai-chat", "openai-responses"), "2026-11-30"
    )
