"""The case files of the seed's send side, against the reference and the oracle."""

import json
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from sendable import oracle
from sendable.checks import Answered, Output, judge_answer
from sendable.corpus import load_cases, realize
from sendable.model.json import encode_json
from sendable.model.target import parse_target
from sendable.reference.send import assemble

ROOT = Path(__file__).resolve().parents[4]
CASES = load_cases([ROOT / "cases" / "send"])
READINGS = json.loads((Path(__file__).parent / "readings.json").read_text(encoding="utf-8"))
TARGETS = [
    parse_target(each)
    for each in (
        "openai-responses:gpt-5.4",
        "openai-responses:gpt-5.5",
        "openai-responses:gpt-6-astra",
        "openai-responses:o3-mini",
        "openai-chat:gpt-5.4",
        "openai-chat:gpt-3.5-turbo",
        "anthropic-messages:claude-opus-5-5",
        "anthropic-messages:claude-opus-4-8",
        "anthropic-messages:claude-haiku-4-5",
        "vllm-responses:qwen3",
        "vllm-chat:qwen3",
        "vllm-messages:qwen3",
        "llamacpp-chat:qwen3",
        "llamacpp-responses:qwen3",
        "llamacpp-messages:qwen3",
        "mistral:mistral-large-latest",
        "gemini:gemini-3.5-flash",
        "bedrock-converse:anthropic.claude-haiku-4-5-v1:0",
    )
]
MOST = 60


def wanted(case, target):
    return not case.targets or any(fnmatchcase(str(target), glob) for glob in case.targets)


ASKED = [(case, target) for case in CASES for target in TARGETS if wanted(case, target)]


def request_of(case, target, *, letter=False):
    return assemble(realize(case.history), target, list(case.next), letter=letter)


def judged(body, target):
    """Whether the provider takes it, and the rule that refuses."""
    verdict = oracle.judge(target.api, body, model=target.model)
    return verdict.accepted, verdict.rule


@pytest.mark.parametrize(("case", "target"), ASKED, ids=[f"{case.id}-{target}" for case, target in ASKED])
def test_case_ends_as_it_says(case, target):
    """Every output is what the case expects, and with the letter what its letter expects, by the rule it names."""
    expect = case.expect.at(target)
    literal = expect.letter or expect
    assert judged(request_of(case, target).body, target) == (expect.outcome == "accepted", expect.rule)
    letter = request_of(case, target, letter=True)
    assert judged(letter.body, target) == (literal.outcome == "accepted", literal.rule)


@pytest.mark.parametrize(("case", "target"), ASKED, ids=[f"{case.id}-{target}" for case, target in ASKED])
def test_case_loses_nothing_that_it_must_not(case, target):
    """The checks that hold every normalizer hold the reference: nothing lost, order kept, input untouched."""
    history = realize(case.history)
    bodies = [assemble(history, target, list(case.next)).body for _ in range(2)]
    answered = Answered(
        case=case,
        target=target,
        outcome=oracle.judge(target.api, bodies[0]),
        given=realize(case.history),
        given_after=history,
        output=Output(bodies[0]),
        second=Output(bodies[1]),
    )
    assert [(each.check, each.detail) for each in judge_answer(answered) if not each.passed] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_stored_history_is_untouched(case):
    """The bytes of the history are the same before and after (2.8)."""
    history = realize(case.history)
    before = encode_json(history)
    for target in TARGETS:
        assemble(history, target, list(case.next))
    assert encode_json(history) == before


@pytest.mark.parametrize(("case", "target"), [(case, target) for case in READINGS for target in READINGS[case]])
def test_case_is_read_as_on_file(case, target):
    """Item by item, and warning by warning, the request is the one that the checklist works out."""
    request = request_of(next(each for each in CASES if each.id == case), parse_target(target))
    reading = READINGS[case][target]
    assert [told(each) for each in request.body.get("input") or request.body["messages"]] == reading["items"]
    assert [[each.code, *(item.type for item in each.items)] for each in request.warnings] == reading["warnings"]


def told(item):
    """Say an item of a request in a few words: what it is, its ids, the start of its text."""
    made = item.get("type", "message")
    if made == "message":
        calls = [f"call {call['id']}" for call in item.get("tool_calls", [])]
        words = [
            text_of(item.get("content")),
            *calls,
            *([f"of {item['tool_call_id']}"] if "tool_call_id" in item else []),
        ]
        more = sorted(set(item) - {"type", "role", "content", "tool_calls", "tool_call_id"})
        return f"{' '.join([item['role'], *more])}: {' '.join(each for each in words if each)}"
    others = sorted(
        set(item) - {"type", "call_id", "id", "name", "arguments", "output", "summary", "encrypted_content"}
    )
    return " ".join(
        str(each)
        for each in (made, item.get("call_id"), item.get("id"), text_of(item.get("output")), *others)
        if each not in (None, "")
    )


def text_of(content):
    said = " + ".join(map(part_of, content)) if isinstance(content, list) else content or ""
    return said if len(said) <= MOST else f"{said[:MOST]}…"


def part_of(part):
    made = part.get("type")
    ids = [part[key] for key in ("id", "tool_use_id") if key in part]
    words = part.get("text") or part.get("thinking") or text_of(part.get("content"))
    more = sorted(set(part) & {"annotations", "logprobs", "parsed"})
    known = () if made in ("text", "input_text", "output_text") else (made,)
    return " ".join(each for each in (*known, *ids, words, *more) if each)


def test_every_statement_of_the_seed_has_a_case():
    """Each numbered statement on the store, the shapes, compaction, budget and cleanup is a feature of some case."""
    numbers = {feature for case in CASES for feature in case.features}
    store = [f"2.{n}" for n in range(12, 16)]
    shapes = [f"2.{n}" for n in range(31, 58)]
    rest = [f"2.{n}" for n in (58, 60, *range(61, 72))]
    lettered = [*(f"2.58{each}" for each in "abc"), *(f"2.59{each}" for each in "abcdefghi")]
    assert [each for each in (*store, *shapes, *rest, *lettered) if each not in numbers] == []


def test_switching_models_within_a_provider_type_changes_only_the_model():
    """Byte for byte, when both take the same modalities (2.41)."""
    (case,) = (each for each in CASES if each.id == "send-switch-within-a-provider")
    first, second = (
        request_of(case, parse_target(f"openai-responses:{model}")).body for model in ("gpt-5.4", "gpt-5.5")
    )
    assert encode_json({**first, "model": ""}) == encode_json({**second, "model": ""})


@pytest.mark.parametrize(("size", "turns"), [(195_999, 0), (196_000, 0), (196_001, 1)])
def test_budget_cases_are_as_long_as_they_say(size, turns):
    """Each stands right at its side of the line, and what is over it loses one turn."""
    (case,) = (each for each in CASES if each.id == f"send-budget-{size}")
    target = parse_target("anthropic-messages:claude-haiku-4-5")
    whole = assemble(realize(case.history), target, list(case.next), without=frozenset({"budget"}))
    assert len(encode_json(whole.body)) == size
    assert request_of(case, target).counters["turns_dropped"] == turns
