"""What a target is sent of items that others made, exactly: reasoning, ids, images, fields, types."""

import json

import pytest

from sendable.ledger import allowlist
from sendable.model.entry import Entry
from sendable.model.target import parse_target
from sendable.oracle import judge
from sendable.reference.send.shape import media, models, openai_responses, shape, vllm_responses
from sendable.wire import from_body, to_body

OPENAI = "openai-responses:gpt-5.4"
CLAUDE = "anthropic-messages:claude-opus-5-5"
TARGETS = {
    "openai": OPENAI,
    "openai-chat": "openai-chat:gpt-5.4",
    "anthropic": CLAUDE,
    "bedrock": "bedrock-converse:anthropic.claude-opus-5-5",
    "google": "gemini:gemini-3.8-flash",
    "mistral": "mistral:mistral-large-latest",
    "vllm": "vllm-responses:qwen3",
    "vllm-chat": "vllm-chat:qwen3",
    "vllm-messages": "vllm-messages:qwen3",
    "llamacpp": "llamacpp-responses:tiny",
    "llamacpp-chat": "llamacpp-chat:tiny",
    "llamacpp-messages": "llamacpp-messages:tiny",
}
THINKING = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
SIGNED = {"text": "hm", "thought": True, "thoughtSignature": "c2ln"}
REASONING = {
    "openai": {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"},
    "anthropic": {
        "type": "reasoning",
        "id": "",
        "summary": [{"type": "summary_text", "text": "hm"}],
        "encrypted_content": "c2ln",
        "provider_data": THINKING,
    },
    "google": {
        "type": "reasoning",
        "id": "",
        "summary": [{"type": "summary_text", "text": "hm"}],
        "encrypted_content": "c2ln",
        "provider_data": SIGNED,
    },
    "mistral": {
        "type": "reasoning",
        "id": "",
        "summary": [],
        "provider_data": {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
    },
    "vllm": {
        "type": "reasoning",
        "id": "rs_v",
        "summary": [],
        "content": [{"type": "reasoning_text", "text": "hm"}],
        "encrypted_content": None,
        "status": "completed",
    },
    "llamacpp": {
        "type": "reasoning",
        "id": "rs_l",
        "summary": [],
        "content": [{"type": "reasoning_text", "text": "hm"}],
        "encrypted_content": "",
    },
}
IDS = {"openai": "fc_1", "vllm": "fc_v", "llamacpp": "fc_l"}


def user(text="x"):
    return Entry("user", ({"type": "message", "role": "user", "content": text},))


def made(provider, *items):
    return Entry("assistant", tuple({**item, "provider": provider} for item in items), provider=provider)


def called(provider, call_id="toolu_1"):
    item_id = {"id": IDS[provider]} if provider in IDS else {}
    return {"type": "function_call", "call_id": call_id, "name": "look", "arguments": '{"x":1}', **item_id}


def answered(call_id="toolu_1"):
    return Entry("tool", ({"type": "function_call_output", "call_id": call_id, "output": "r"},))


def talk(provider):
    return [user(), made(provider, REASONING[provider], called(provider)), answered(), user("y")]


def sent(entries, target):
    """Return the body, the codes of the warnings and the counters."""
    target = parse_target(target)
    shaped = shape(entries, target)
    body = to_body(shaped.entries, target, shaped.tools)
    return body, [each.code for each in shaped.warnings], shaped.counters


def verdict(body, target):
    target = parse_target(target)
    return judge(target.api, body, model=target.model, vendor=target.vendor)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("provider", REASONING)
def test_every_targets_oracle_takes_the_talk_of_every_provider(provider, target):
    """Six makers, twelve targets: thought, call, result, and the next user turn are accepted."""
    body, codes, _ = sent(talk(provider), target)
    answer = verdict(body, target)
    assert (answer.accepted, answer.rule, codes in ([], ["reasoning-left-out"], ["call-id-rewritten"])) == (
        True,
        None,
        True,
    )


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("provider", REASONING)
def test_shaping_a_talk_twice_is_shaping_it_once(provider, target):
    """The second time there is nothing to change, to warn of or to count."""
    first = shape(talk(provider), parse_target(target))
    again = shape(first.entries, parse_target(target))
    assert (again.entries, again.warnings, again.counters) == (first.entries, (), {})


FOREIGN = [
    (provider, target)
    for provider in REASONING
    for target in TARGETS.values()
    if parse_target(target).provider_type != provider
]


@pytest.mark.parametrize(("provider", "target"), FOREIGN)
def test_foreign_reasoning_is_dropped_and_counted_without_a_warning(provider, target):
    """Checklist 2.37: nothing of it is sent, and it is routine."""
    body, codes, counters = sent(talk(provider), target)
    assert "c2ln" not in json.dumps(body)
    assert "gAAA" not in json.dumps(body)
    assert "hm" not in json.dumps(body)
    assert "reasoning-left-out" not in codes
    assert counters["foreign_reasoning_dropped"] == 1


def test_checklist_2_37_word_for_word():
    """A Claude turn for OpenAI: no reasoning, no item id, the call_id kept, no warning."""
    body, codes, counters = sent(talk("vllm")[:3], OPENAI)
    assert (body["input"][1:], codes) == (
        [
            {"type": "function_call", "call_id": "toolu_1", "name": "look", "arguments": '{"x":1}'},
            {"type": "function_call_output", "call_id": "toolu_1", "output": "r"},
        ],
        [],
    )
    assert counters == {"foreign_reasoning_dropped": 1, "foreign_ids_removed": 1}


def test_ids_go_by_provenance_and_never_by_their_look():
    """A foreign id that looks like OpenAI's goes, an own one that looks strange stays, an unknown maker's stays."""
    entries = [
        user(),
        made("vllm", {**called("vllm", "a"), "id": "fc_0123"}),
        answered("a"),
        made("openai", {**called("openai", "b"), "id": "strange"}),
        answered("b"),
        Entry("assistant", ({**called("openai", "c"), "id": "toolu_9"},)),
        answered("c"),
    ]
    body, _, counters = sent(entries, OPENAI)
    ids = [item.get("id") for item in body["input"] if item["type"] == "function_call"]
    assert (ids, counters) == ([None, "strange", "toolu_9"], {"foreign_ids_removed": 1})


def test_the_same_request_is_refused_with_the_foreign_id_and_accepted_without():
    """Checklist 2.39, the minimal pair: one field differs, the verdict flips."""
    body, _, _ = sent([user(), made("anthropic", {**called("anthropic"), "id": "toolu_1"}), answered()], OPENAI)
    with_id = json.loads(json.dumps(body))
    with_id["input"][1]["id"] = "toolu_1"
    assert (verdict(body, OPENAI).accepted, verdict(with_id, OPENAI).rule) == (True, "resp-id-prefix-function-call")


OWN = {
    OPENAI: ("openai", [REASONING["openai"]]),
    "openai-responses:gpt-5.6-sol": ("openai", [REASONING["openai"]]),
    "llamacpp-responses:tiny": ("llamacpp", [REASONING["llamacpp"]]),
}


@pytest.mark.parametrize(("target", "made_by"), OWN.items())
def test_own_reasoning_of_a_responses_api_goes_back_as_it_came(target, made_by):
    """Encrypted content, id and summary are what was stored."""
    provider, expected = made_by
    body, codes, counters = sent(talk(provider), target)
    assert ([item for item in body["input"] if item["type"] == "reasoning"], codes, counters) == (expected, [], {})


def test_own_reasoning_of_claude_and_gemini_is_the_block_it_came_as():
    """On Anthropic, on Bedrock and on Gemini, from provider_data."""
    on_claude, _, _ = sent(talk("anthropic"), CLAUDE)
    assert on_claude["messages"][1]["content"][0] == THINKING
    on_bedrock, _, _ = sent(talk("anthropic"), TARGETS["bedrock"])
    assert on_bedrock["messages"][1]["content"][0] == {
        "reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}
    }
    on_gemini, _, _ = sent(talk("google"), TARGETS["google"])
    assert on_gemini["contents"][1]["parts"][0] == SIGNED


def test_claudes_reasoning_without_its_block_is_made_of_what_the_item_says():
    """Summary and encrypted content are the block's text and signature."""
    bare = {key: value for key, value in REASONING["anthropic"].items() if key != "provider_data"}
    body, _, counters = sent([user(), made("anthropic", bare, called("anthropic")), answered()], CLAUDE)
    assert body["messages"][1]["content"][0] == THINKING
    assert counters["reasoning_rewritten"] == 1


def test_reasoning_that_openai_would_have_to_look_up_is_left_out_with_a_warning():
    """Without encrypted content it is an id that nobody stored (rule resp-item-not-persisted)."""
    bare = {"type": "reasoning", "id": "rs_1", "summary": []}
    body, codes, _ = sent([user(), made("openai", bare, called("openai")), answered()], OPENAI)
    assert ([item["type"] for item in body["input"]], codes) == (
        ["message", "function_call", "function_call_output"],
        ["reasoning-left-out"],
    )


VLLM = {
    "as it came, without the encrypted field": (
        {"id": "rs_v", "summary": [], "content": [{"type": "reasoning_text", "text": "hm"}], "status": "completed"},
        {"encrypted_content": "x"},
    ),
    "with id and status, which older releases ask for": (
        {"summary": [], "content": [{"type": "reasoning_text", "text": "hm"}], "status": "completed"},
        {"id": None, "status": None},
    ),
    "with its content filled from the summary": (
        {
            "id": "rs_v",
            "summary": [{"type": "summary_text", "text": "hm"}],
            "content": [{"type": "reasoning_text", "text": "hm"}],
            "status": "completed",
        },
        {"content": None},
    ),
}


@pytest.mark.parametrize(("expected", "stored"), VLLM.values(), ids=VLLM)
def test_own_reasoning_on_vllm(expected, stored):
    """Id, status, summary and filled content are there, encrypted content is not (checklist 2.50, 2.51)."""
    body, codes, counters = sent(
        [user(), made("vllm", {"type": "reasoning", **expected, **stored}, called("vllm"))], "vllm-responses:qwen3"
    )
    [reasoning] = [item for item in body["input"] if item["type"] == "reasoning"]
    assert reasoning.pop("id").startswith("rs_")
    assert reasoning == {"type": "reasoning", **{key: value for key, value in expected.items() if key != "id"}}
    assert (codes, counters) == ([], {"reasoning_rewritten": 1})


def test_a_made_id_is_the_same_every_time():
    """Determinism: the id of a thought without one is made of what it says."""
    stored = {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "hm"}]}
    bodies = [sent([user(), made("vllm", stored, called("vllm"))], "vllm-responses:qwen3")[0] for _ in range(2)]
    assert bodies[0] == bodies[1]


def test_a_thought_of_vllm_goes_to_all_three_of_its_apis():
    """One provider type: an item on Responses, reasoning_content in Chat, an unsigned block on Messages."""
    chat, _, _ = sent(talk("vllm"), "vllm-chat:qwen3")
    assert chat["messages"][1]["reasoning_content"] == "hm"
    messages, _, _ = sent(talk("vllm"), "vllm-messages:qwen3")
    assert messages["messages"][1]["content"][0] == {"type": "thinking", "thinking": "hm"}


def test_a_response_of_foreign_reasoning_alone_leaves_no_empty_message():
    """What is left of it is nothing."""
    body, _, _ = sent([user(), made("openai", REASONING["openai"]), user("y")], CLAUDE)
    assert body["messages"] == [{"role": "user", "content": "x"}, {"role": "user", "content": "y"}]


PICTURE = {"type": "input_image", "image_url": "data:image/png;base64,AAAA", "filename": "plan.png"}
IMAGES = {
    "a name on the part": (PICTURE, "[image: plan.png]"),
    "no name": ({"type": "input_image", "image_url": "data:image/png;base64,AAAA"}, "[image]"),
    "chat's form": ({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}, "[image]"),
    "an address that ends in a file's name": (
        {"type": "input_image", "image_url": "https://example.test/a/my%20plan.png?x=1"},
        "[image: my plan.png]",
    ),
    "an address that does not": ({"type": "input_image", "image_url": "https://example.test/f"}, "[image]"),
    "claude's block": (
        {
            "type": "input_image",
            "image_url": "data:image/png;base64,AAAA",
            "provider": "anthropic",
            "provider_data": {"type": "image", "source": {}, "title": "plan.png"},
        },
        "[image: plan.png]",
    ),
}


@pytest.mark.parametrize(
    "target",
    [
        "openai-chat:o3-mini",
        "openai-responses:o3-mini",
        "vllm-chat:gpt-oss-20b",
        "vllm-messages:gpt-oss-20b",
        "llamacpp-responses:gpt-oss-20b",
    ],
)
@pytest.mark.parametrize(("part", "note"), IMAGES.values(), ids=IMAGES)
def test_a_text_only_model_reads_a_note_in_the_place_of_a_picture(part, note, target):
    """In messages and in results, wherever they stand (checklist 2.40); the stored item is untouched."""
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "see"}, part]}
    result = {"type": "function_call_output", "call_id": "toolu_1", "output": [part]}
    entries = [Entry("user", (said,)), made("openai", called("openai")), Entry("tool", (result,)), user()]
    kept = json.dumps([entry.items for entry in entries])
    body, codes, _ = sent(entries, target)
    assert json.dumps(body).count(note) == 2
    assert ("base64" in json.dumps(body), "example.test" in json.dumps(body)) == (False, False)
    assert codes == ["media-as-note"]
    assert json.dumps([entry.items for entry in entries]) == kept
    assert verdict(body, target).accepted


def test_a_model_with_eyes_gets_the_picture():
    """No note, no warning; the file's name is no field of the API."""
    body, codes, counters = sent([Entry("user", ({"type": "message", "role": "user", "content": [PICTURE]},))], OPENAI)
    assert body["input"][0]["content"] == [{"type": "input_image", "image_url": "data:image/png;base64,AAAA"}]
    assert (codes, counters) == ([], {"fields_removed": 1})


@pytest.mark.parametrize(
    ("model", "blind"),
    [
        ("o3-mini", True),
        ("gpt-3.5-turbo-0125", True),
        ("openai/gpt-oss-120b", True),
        ("open-mixtral-8x7b", True),
        ("gpt-5.4", False),
        ("claude-opus-5-5", False),
        ("gemini-3.8-flash", False),
        ("mistral-small-latest", False),
    ],
)
def test_which_models_read_text_alone(model, blind):
    """The data decides; a name that nobody knows takes pictures."""
    assert models.text_only(model) is blind


FIELDS = {
    "status of a call": ({**called("openai"), "status": "completed"}, called("openai"), 1),
    "created_by of a compaction": (
        {"type": "compaction", "id": "cmp_1", "encrypted_content": "x", "created_by": "y"},
        {"type": "compaction", "id": "cmp_1", "encrypted_content": "x"},
        1,
    ),
    "phase stays, status goes": (
        {
            "type": "message",
            "role": "assistant",
            "id": "msg_1",
            "status": "completed",
            "phase": "commentary",
            "content": [],
        },
        {"type": "message", "role": "assistant", "id": "msg_1", "phase": "commentary", "content": []},
        1,
    ),
    "namespace stays": ({**called("openai"), "namespace": "n"}, {**called("openai"), "namespace": "n"}, 0),
    "fields inside parts, at every level": (
        {
            "type": "message",
            "role": "assistant",
            "content": [
                {
                    "type": "output_text",
                    "text": "x",
                    "parsed": {},
                    "annotations": [
                        {
                            "type": "url_citation",
                            "url": "u",
                            "title": "t",
                            "start_index": 0,
                            "end_index": 1,
                            "extra": 1,
                        },
                        {"type": "container_file_citation", "file_id": "f"},
                    ],
                }
            ],
        },
        {
            "type": "message",
            "role": "assistant",
            "content": [
                {
                    "type": "output_text",
                    "text": "x",
                    "annotations": [
                        {"type": "url_citation", "url": "u", "title": "t", "start_index": 0, "end_index": 1}
                    ],
                }
            ],
        },
        3,
    ),
}


@pytest.mark.parametrize(("stored", "expected", "removed"), FIELDS.values(), ids=FIELDS)
def test_openai_is_sent_the_fields_that_a_round_trip_has_shown_to_pass(stored, expected, removed):
    """The rest is removed at every level and counted, without a warning (checklist 2.42)."""
    body, codes, counters = sent([user(), made("openai", stored)], OPENAI)
    assert (body["input"][1], codes) == (expected, [])
    assert counters.get("fields_removed", 0) == removed


@pytest.mark.parametrize("kind", sorted(allowlist("openai-responses")))
def test_no_field_without_a_list_entry_passes(kind):
    """For every type that has a list: a field that tomorrow's response adds is not sent back."""
    fields = allowlist("openai-responses")[kind]
    item = {**dict.fromkeys(fields, "x"), "type": kind, "role": "user", "tomorrow": {"by": 1}}
    item = {key: value for key, value in item.items() if key in fields or key == "tomorrow"}
    body, _, _ = sent([made("openai", {"encrypted_content": "x", **item} if kind == "reasoning" else item)], OPENAI)
    [written] = [each for each in body["input"] if each["type"] == kind]
    assert set(written) <= set(fields)


def test_a_refusal_goes_out_as_the_text_it_is():
    """The model said it; the part's type has no list, the text has one."""
    refused = {
        "type": "message",
        "role": "assistant",
        "id": "msg_1",
        "content": [{"type": "refusal", "refusal": "No."}],
    }
    for target in (OPENAI, "vllm-responses:qwen3", "llamacpp-responses:tiny"):
        body, codes, counters = sent([user(), made(parse_target(target).provider_type, refused), user()], target)
        assert body["input"][1]["content"] == [{"type": "output_text", "text": "No."}]
        assert (codes, counters, verdict(body, target).accepted) == ([], {"refusals_as_text": 1}, True)


SHELL = {"type": "shell_call", "call_id": "s1", "action": {"commands": ["ls"]}}
SHELL_OUTPUT = {"type": "shell_call_output", "call_id": "s1", "output": []}


def test_an_item_type_without_a_list_is_left_out_with_its_pair_and_its_reasoning():
    """Checklist 2.45: the call goes, its output with it, and the thought that led to nothing else; each is told."""
    entries = [user(), made("openai", REASONING["openai"], SHELL), Entry("tool", (SHELL_OUTPUT,)), user("y")]
    target = parse_target(OPENAI)
    shaped = shape(entries, target)
    assert [item["content"] for item in to_body(shaped.entries, target)["input"]] == ["x", "y"]
    assert [(each.code, [item.type for item in each.items]) for each in shaped.warnings] == [
        ("item-left-out", ["shell_call"]),
        ("reasoning-without-follower", ["reasoning"]),
        ("pair-left-out", ["shell_call_output"]),
    ]


def test_reasoning_with_another_follower_stays():
    """It led to a message too."""
    said = {"type": "message", "role": "assistant", "id": "msg_1", "content": "z"}
    entries = [user(), made("openai", REASONING["openai"], SHELL, said), Entry("tool", (SHELL_OUTPUT,)), user("y")]
    body, codes, _ = sent(entries, OPENAI)
    assert [item["type"] for item in body["input"]] == ["message", "reasoning", "message", "message"]
    assert codes == ["item-left-out", "pair-left-out"]


def test_an_object_of_a_form_without_a_list_takes_its_item_with_it():
    """A search that opens a page has no measured form; the one that searches has."""
    opened = {
        "type": "web_search_call",
        "id": "ws_1",
        "status": "completed",
        "action": {"type": "open_page", "url": "u"},
    }
    searched = {**opened, "id": "ws_2", "action": {"type": "search", "query": "q", "sources": []}}
    body, codes, _ = sent([user(), made("openai", opened, searched)], OPENAI)
    assert body["input"][1:] == [
        {"type": "web_search_call", "id": "ws_2", "status": "completed", "action": {"type": "search", "query": "q"}}
    ]
    assert codes == ["item-left-out"]


SERVER = {
    "type": "server_tool_use",
    "provider_data": {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
}


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_server_tools_item_goes_home_and_nowhere_else(target):
    """Claude's is restored for Anthropic, and left out with a warning for everyone else."""
    body, codes, _ = sent([user(), made("anthropic", SERVER, called("anthropic")), answered()], target)
    assert ("srvtoolu_1" in json.dumps(body)) == (target == CLAUDE)
    assert ("item-left-out" in codes) == (target != CLAUDE)


def test_gemini_three_is_told_not_to_verify_calls_that_it_did_not_sign():
    """The first call of each step carries the documented mark, its siblings and signed ones do not; Gemini 2 needs none."""
    signed = {"functionCall": {"id": "g1", "name": "look", "args": {}}, "thoughtSignature": "c2ln"}
    own = {"type": "function_call", "call_id": "g1", "name": "look", "arguments": "{}", "provider_data": signed}
    entries = [
        user(),
        made("openai", called("openai", "a"), called("openai", "b")),
        answered("a"),
        answered("b"),
        made("google", own),
        answered("g1"),
    ]
    body, _, counters = sent(entries, TARGETS["google"])
    marks = [
        part.get("thoughtSignature") for each in body["contents"] for part in each["parts"] if "functionCall" in part
    ]
    assert marks == ["skip_thought_signature_validator", None, "c2ln"]
    assert counters["signatures_skipped"] == 1
    assert verdict(body, TARGETS["google"]).accepted
    older, _, counters = sent(entries, "gemini:gemini-2.5-flash")
    assert ("skip_thought" in json.dumps(older), "signatures_skipped" in counters) == (False, False)


def test_openai_and_vllm_share_no_list():
    """Each keeps its rules for itself (checklist 2.49, 2.52): no container of one is the other's."""

    def containers(module):
        return {
            id(value): name
            for name, value in vars(module).items()
            if isinstance(value, (list, dict, set, frozenset, tuple)) and not name.startswith("__")
        }

    assert not containers(openai_responses).keys() & containers(vllm_responses).keys()
    tree = allowlist("openai-responses")
    for target in ("vllm-responses:qwen3", "vllm-responses:gpt-oss"):
        for duty in vllm_responses.duties(parse_target(target)).values():
            assert all(cell.cell_contents is not tree for cell in getattr(duty, "__closure__", None) or ())


SWITCHES = [
    ("openai-responses:gpt-5.4", "openai-responses:gpt-6-sol"),
    ("openai-chat:gpt-5.4", "openai-chat:gpt-4.1"),
    ("anthropic-messages:claude-opus-5-5", "anthropic-messages:claude-haiku-5-5"),
    ("anthropic-messages:claude-opus-5-5", "anthropic-messages:claude-fable-5-2"),
    ("gemini:gemini-3.8-flash", "gemini:gemini-4-argon"),
    ("mistral:mistral-large-latest", "mistral:mistral-medium-latest"),
    ("bedrock-converse:anthropic.claude-opus-5-5", "bedrock-converse:anthropic.claude-haiku-5-5"),
    ("vllm-responses:qwen3", "vllm-responses:llama4"),
    ("vllm-chat:qwen3", "vllm-chat:llama4"),
    ("vllm-messages:qwen3", "vllm-messages:llama4"),
    ("llamacpp-responses:a", "llamacpp-responses:b"),
]


@pytest.mark.parametrize(("before", "after"), SWITCHES)
def test_a_switch_of_models_within_a_provider_changes_the_model_alone(before, after):
    """Byte for byte (checklist 2.41), whoever made the history; where the model is no part of the body, nothing at all."""
    for provider in REASONING:
        bodies = [sent([*talk(provider), *talk("openai")[1:]], target)[0] for target in (before, after)]
        assert [body.pop("model", None) for body in bodies] in (
            [parse_target(each).model for each in (before, after)],
            [None, None],
        )
        assert json.dumps(bodies[0]) == json.dumps(bodies[1])


def test_media_of_another_api_are_noted_and_garbage_is_left_for_the_provider():
    """A document block for OpenAI becomes a note; a part that nobody knows is not excused."""
    document = {"type": "document", "title": "a.pdf", "source": {"type": "url", "url": "u"}}
    [entry] = from_body("anthropic-messages", {"messages": [{"role": "user", "content": [document]}]})
    body, codes, _ = sent([entry], "openai-chat:gpt-5.4")
    assert (body["messages"][0]["content"], codes) == (
        [{"type": "text", "text": "[document: a.pdf]"}],
        ["media-as-note"],
    )
    garbage = {"type": "message", "role": "user", "content": [{"type": "hologram"}]}
    body, codes, _ = sent([Entry("user", (garbage,))], "openai-chat:gpt-5.4")
    assert (body["messages"][0]["content"], codes) == ([{"type": "hologram"}], [])


def test_a_note_names_every_kind_of_medium():
    """The word before the name is the medium's."""
    assert [media.note(part) for part in ({"type": "input_file", "filename": "a.csv"}, {"type": "video"})] == [
        "[file: a.csv]",
        "[video]",
    ]
