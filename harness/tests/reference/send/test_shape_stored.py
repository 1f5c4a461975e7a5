"""What generated histories showed: custom calls of anyone, without a name or an input; keys that only Gemini's answers have."""

import pytest
from reference.send.talk import said, user

from sendable import oracle
from sendable.model.target import parse_target
from sendable.oracle.seals import seal
from sendable.reference.send import assemble

ON_RESPONSES = ("openai-responses:gpt-5.4", "vllm-responses:tiny")
GEMINI = "gemini:gemini-3-pro"
CALL = {"type": "custom_tool_call", "call_id": "c1", "name": "patch", "input": "x"}
RESULT = {"type": "custom_tool_call_output", "call_id": "c1", "output": "done"}
TEXT = {"text": "Here.", "thoughtSignature": "skip_thought_signature_validator"}
SEARCHED = {"executableCode": {"language": "PYTHON", "code": "print(1)"}}


def sent(items, target):
    """Assemble items: the body, the codes of the warnings, and the rule that refuses it."""
    to = parse_target(target)
    request = assemble({"items": items}, to)
    verdict = oracle.judge(to.api, request.body, model=to.model)
    return request.body, [each.code for each in request.warnings], verdict.rule


def of_gemini(part, **more):
    """Make a message of Gemini with one kept part."""
    text = {"type": "output_text", "text": part.get("text", ""), "provider": "google", "provider_data": part}
    return {**said([text]), "provider": "google", **more}


@pytest.mark.parametrize("target", ON_RESPONSES)
@pytest.mark.parametrize("name", [None, "", " ", 7])
def test_a_custom_call_without_a_name_gets_one(name, target) -> None:
    """As a function call does (rules resp-call-field-type, vllm-responses-custom-call-incomplete)."""
    body, codes, rule = sent([user(), {**CALL, "name": name}, RESULT], target)
    assert (body["input"][1]["name"], codes, rule) == ("unknown_tool", ["name-missing"], None)


@pytest.mark.parametrize("target", ON_RESPONSES)
@pytest.mark.parametrize(("given", "text"), [(None, ""), ({"a": 1}, '{"a":1}'), (7, "7")])
def test_the_input_of_a_custom_call_is_a_text(given, text, target) -> None:
    """What is none is its JSON text, and nothing is the empty text; so is a missing one."""
    body, codes, rule = sent([user(), {**CALL, "input": given}, RESULT], target)
    assert (body["input"][1]["input"], codes, rule) == (text, ["arguments-written"], None)


def test_a_custom_call_without_any_input_has_the_empty_one() -> None:
    """It stays, with its result."""
    bare = {key: value for key, value in CALL.items() if key != "input"}
    body, _, rule = sent([user(), bare, RESULT], "vllm-responses:tiny")
    assert ([each["type"] for each in body["input"][1:3]], rule) == ([CALL["type"], RESULT["type"]], None)


def test_a_custom_call_of_another_provider_goes_to_openai_without_its_id() -> None:
    """It is no opaque item: nothing in it belongs to its maker but the id."""
    made = {**CALL, "id": "ctc_1", "provider": "vllm"}
    body, codes, rule = sent([user(), made, RESULT], ON_RESPONSES[0])
    assert (body["input"][1:3], codes, rule) == ([CALL, RESULT], [], None)


def test_a_key_that_only_geminis_answers_have_stays_at_home() -> None:
    """A part goes back as far as the ledger knows it to pass (rule gemini-unknown-name)."""
    body, codes, rule = sent([user(), of_gemini({**TEXT, "index": 0, "brand_new": {"a": 1}})], GEMINI)
    assert (body["contents"][1]["parts"], codes, rule) == ([TEXT], [], None)


def test_a_part_in_the_other_spelling_goes_back_as_it_came() -> None:
    """A JSON parser of protobuf takes either."""
    snake = {"text": "Here.", "thought_signature": "skip_thought_signature_validator"}
    body, _, rule = sent([user(), of_gemini(snake)], GEMINI)
    assert (body["contents"][1]["parts"], rule) == ([snake], None)


def test_a_known_part_keeps_its_known_fields() -> None:
    """Inside a part too what nobody has measured is cut; a part of an unknown kind is left out, and told."""
    code = {"type": "executableCode", "provider": "google", "provider_data": {**SEARCHED, "brand_new": 1}}
    other = {"type": "hologram", "provider": "google", "provider_data": {"hologram": {"a": 1}}}
    body, codes, rule = sent([user(), code, other, of_gemini(TEXT)], GEMINI)
    parts = [part for each in body["contents"] if each["role"] == "model" for part in each["parts"]]
    assert (parts, codes, rule) == ([SEARCHED, TEXT], ["item-left-out"], None)


def test_a_thought_stored_twice_is_one_whatever_else_was_stored_with_it() -> None:
    """The id and the blob tell which thought it is; two of another id or blob are two."""
    one = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": seal("openai", "gpt-5.4", "rs_1")}
    other = {**one, "id": "rs_2", "encrypted_content": seal("openai", "gpt-5.4", "rs_2")}
    response = [one, {**one, "status": "completed"}, other, {**said(), "id": "msg_1"}]
    body, codes, rule = sent([user(), *response], ON_RESPONSES[0])
    assert ([each.get("id") for each in body["input"][1:4]], codes, rule) == (["rs_1", "rs_2", "msg_1"], [], None)
