"""Gemini's order of turns: a call answers the user, or the results before it (rule gemini-function-call-turn-order)."""

from reference.send.talk import call, result, said, user

from sendable import oracle
from sendable.model.target import parse_target
from sendable.reference.send import assemble

GEMINI = parse_target("gemini:gemini-3.5-flash")
SIGNED = {"thoughtSignature": "skip_thought_signature_validator"}
CALLED = {"functionCall": {"id": "a", "name": "look", "args": {}}, **SIGNED}
ANSWERED = {"role": "user", "parts": [{"functionResponse": {"id": "a", "name": "look", "response": {"output": "r"}}}]}
NEXT = {"role": "user", "parts": [{"text": "Continue."}]}


def contents(items, **options):
    request = assemble({"items": items}, GEMINI, **options)
    verdict = oracle.judge("gemini", request.body, model=GEMINI.model)
    codes = [each.code for each in request.warnings if each.step == "shape"]
    return request.body["contents"], codes, verdict.rule


def test_a_history_that_begins_with_a_call_gets_a_user_turn_in_front():
    """It is a fixed text, and it is told."""
    opened = {"role": "user", "parts": [{"text": "(no content)"}]}
    whole = [opened, {"role": "model", "parts": [CALLED]}, ANSWERED, NEXT]
    assert contents([call(), result()]) == (whole, ["user-turn-added"], None)


def test_behind_a_system_message_too():
    """A system text stands beside the contents, so the call is the first of them."""
    system = {"type": "message", "role": "system", "content": "Be brief."}
    found, codes, rule = contents([system, call(), result()])
    assert ([each["role"] for each in found], codes, rule) == (
        ["user", "model", "user", "user"],
        ["user-turn-added"],
        None,
    )


def test_the_models_words_directly_before_a_call_are_one_content_with_it():
    """However many messages they were stored in; nothing of them is lost."""
    spoken = {"role": "model", "parts": [{"text": "let me"}, {"text": "see"}, CALLED]}
    items = [user(), said("let me"), said("see"), call(), result()]
    messages = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": "let me"},
        {"role": "assistant", "content": "see"},
        {"role": "assistant", "tool_calls": [{"tool_call_id": "a", "name": "look", "arguments": "{}"}]},
        {"role": "tool", "content": "r", "tool_call_id": "a"},
    ]
    whole = [{"role": "user", "parts": [{"text": "hi"}]}, spoken, ANSWERED, NEXT]
    request = assemble({"messages": messages}, GEMINI)
    assert contents(items) == (whole, [], None)
    assert (request.body["contents"], request.counters["words_joined_to_calls"]) == (whole, 2)


def test_no_pair_is_mended_by_it():
    """A call without its result, and a result before its call, stay what they are: the provider still refuses."""
    stuck = frozenset({"order", "cleanup"})
    assert contents([call(), user()], without=stuck)[2] == "gemini-function-response-count"
    assert contents([result(), call(), user()], without=stuck)[2] == "gemini-function-response-name-empty"
    words_between = [user(), call("a"), said("so"), call("b"), result("a"), result("b")]
    messages = [{"role": "user", "content": "hi"}, *flat_words()]
    request = assemble({"messages": messages}, GEMINI, without=stuck)
    assert oracle.judge("gemini", request.body, model=GEMINI.model).rule == "gemini-function-response-count"
    assert contents(words_between)[2] is None


def flat_words():
    """A call that is answered only after other words and another call."""
    for call_id, text in (("a", ""), ("b", "so")):
        calls = [{"tool_call_id": call_id, "name": "look", "arguments": "{}"}]
        yield {"role": "assistant", "content": text}
        yield {"role": "assistant", "content": "", "tool_calls": calls}
    yield {"role": "tool", "content": "r", "tool_call_id": "a"}


def test_what_gemini_itself_made_and_nobody_touched_goes_back_unchanged():
    """The duty has nothing to do where the order is Gemini's own."""
    found, codes, rule = contents([user(), call(), result(), said("done")])
    assert (len(found), codes, rule) == (5, [], None)


def test_a_system_message_between_two_pairs_of_one_id_moves_to_the_front():
    """It is inside of neither: a result names the latest call of its id (ids come again, rule gemini-role-invalid)."""
    system = {"type": "message", "role": "system", "content": "Be brief."}
    items = [user(), call(), result(), system, call(), result()]
    found, codes, rule = contents(items)
    roles = ["user", "model", "user", "model", "user", "user"]
    assert ([each["role"] for each in found], codes, rule) == (roles, ["system-moved"], None)
