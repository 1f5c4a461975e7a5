"""Seals and minted ids: what they say, what no change survives, and what providers answer to them."""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import seal_examples as made
from oracle.seal_examples import AGAIN, CALL, HELLO, OUTPUT, RS, RS_LATER, changed, responses, thought, told

from sendable import oracle
from sendable.model.outcome import ProviderError
from sendable.oracle.anthropic_messages.prefixes import difference, prefix_of, prefixes
from sendable.oracle.minted import MintedId, mint_id, open_id
from sendable.oracle.seals import Prefix, Seal, blob_class, digest_class, issue, open_seal, seal
from sendable.recordings.digest import history_digest

DATA = Path(__file__).parents[3] / "cases" / "oracle"
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MAKERS = st.sampled_from(["openai", "anthropic", "google", "xai", "vllm", "somebody"])
WORDS = st.text(max_size=12).filter(lambda text: text.isascii())
SEALS = st.builds(
    Seal,
    provider=MAKERS,
    model=WORDS,
    item_id=WORDS,
    kind=st.sampled_from(["reasoning", "redacted", "compaction"]),
    prefix=st.none() | st.builds(Prefix, WORDS, WORDS, WORDS, WORDS),
    content=WORDS,
    changes=WORDS,
    organization=WORDS,
    place=st.tuples(st.integers(0, 9), st.integers(0, 9)),
)


@pytest.mark.parametrize("name", sorted(made.files()))
def test_the_examples_are_those_of_the_script(name: str) -> None:
    """The files of examples hold what their script writes today."""
    assert (DATA / name).read_text(encoding="utf-8") == made.files()[name]


@QUICK
@given(SEALS)
def test_a_seal_says_what_was_sealed(said: Seal) -> None:
    """An issued blob opens to the same record, is base64, and is the same each time."""
    blob = issue(said)
    assert open_seal(blob) == said
    assert issue(said) == blob
    assert b64decode(blob.replace("-", "+").replace("_", "/"), validate=True)
    assert blob_class(blob, said.provider, item_id=said.item_id) == ("displaced" if said.organization else "genuine")


@QUICK
@given(SEALS, st.data())
def test_no_change_survives(said: Seal, data: st.DataObject) -> None:
    """A blob with one character changed, or cut off at its end, is never one that its maker takes."""
    blob = issue(said)
    at = data.draw(st.integers(0, len(blob) - 1))
    other = data.draw(st.sampled_from("ABCxyz019-_+/=").filter(lambda character: character != blob[at]))
    spoilt = [blob[:at] + other + blob[at + 1 :], blob[:at]]
    # Changed inside the mark, or cut before it, it is no blob of ours any more.
    assert {blob_class(each, said.provider) for each in spoilt} <= {"tampered", "unknown", "malformed"}
    found = [open_seal(each) for each in spoilt]
    assert all(each is None or not each.intact for each in found)
    assert all(each is not None for each in found) or at < 32


@QUICK
@given(st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()), MAKERS)
def test_what_is_not_ours_cannot_be_opened(value: object, maker: str) -> None:
    """Anything else than a seal opens to nothing and has a class all the same."""
    assert open_seal(value) is None
    assert blob_class(value, maker) in {"unknown", "foreign", "malformed"}


def test_a_blob_looks_like_its_makers() -> None:
    """OpenAI's blobs begin as real ones do, and so do Claude's and Gemini's."""
    heads = {maker: seal(maker, "a-model")[:12] for maker in ("openai", "anthropic", "google", "xai")}
    assert heads == {
        "openai": "gAAAAABrDAAA",
        "anthropic": "ErUBCkYIARgD",
        "google": "Cp4BCpsBAhgA",
        "xai": "AAAAAAAAAAAA",
    }


OWN = seal("openai", "gpt-5.4", RS, prefix=Prefix("a", "b", "c"))
CLASSES = [
    ("genuine", OWN, {"item_id": RS}),
    ("genuine", OWN, {}),
    ("displaced", OWN, {"item_id": RS_LATER}),
    ("displaced", OWN, {"kind": "compaction"}),
    ("displaced", seal("openai", "gpt-5.4", RS, organization="org-b"), {}),
    ("stale", OWN, {"prefix": Prefix("a", "b", "d")}),
    ("genuine", OWN, {"prefix": Prefix("a", "b", "c")}),
    ("foreign", seal("anthropic", "claude-opus-5-5"), {}),
    ("foreign", "eJxfabcd", {}),
    ("tampered", changed(OWN), {}),
    ("tampered", OWN[:-4], {}),
    ("unknown", "blobAAAA1234", {}),
    ("unknown", "gAAAAABo" + "x" * 5000, {}),
    ("unknown", "[REDACTED]", {}),
    ("malformed", "", {}),
    ("malformed", None, {}),
    ("malformed", "what the model thought", {}),
    ("malformed", "abcde", {}),
]


@pytest.mark.parametrize(("name", "blob", "where"), CLASSES)
def test_a_blob_has_a_class(name: str, blob: Any, where: dict) -> None:
    """Each class of blob is told from the others."""
    assert blob_class(blob, "openai", **where) == name


def test_a_digest_tells_blobs_that_no_recording_holds() -> None:
    """A genuine seal has the digest of a recorded blob; a foreign and a changed one have digests of their own."""
    blobs = ["blobAAAA1234", seal("openai", "gpt-5.4", "rs_1"), seal("anthropic", "claude-opus-5-5"), changed(OWN)]
    digests = [
        history_digest(responses(HELLO, thought(blob)), "openai-responses", digest_class("openai")) for blob in blobs
    ]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


# --- Minted ids -----------------------------------------------------------------------------------------------------


def test_a_minted_id_says_what_led_to_it() -> None:
    """An id names the reasoning item it was made with, and has the length of OpenAI's own."""
    led, free = mint_id("msg", "a", after_reasoning=RS), mint_id("msg", "a")
    assert (open_id(RS), open_id(led), open_id(free)) == (MintedId("rs", ""), MintedId("msg", RS), MintedId("msg", ""))
    assert (len(RS), len(led)) == (53, 54)
    assert mint_id("msg", "a") == free != mint_id("msg", "b")


def test_only_reasoning_leads_to_an_item() -> None:
    """An id that is no minted id of a reasoning item cannot have led to another."""
    for wrong in ("rs_0a1", mint_id("msg", "a")):
        with pytest.raises(ValueError, match="no minted id of a reasoning item"):
            mint_id("fc", "a", after_reasoning=wrong)


@QUICK
@given(st.sampled_from(["rs", "fc", "msg"]), st.text(max_size=8), st.data())
def test_a_changed_id_says_nothing(prefix: str, name: str, data: st.DataObject) -> None:
    """No id with one character changed counts as minted here."""
    item_id = mint_id(prefix, name, after_reasoning=RS)
    at = data.draw(st.integers(0, len(item_id) - 1))
    other = data.draw(st.sampled_from("0123456789abcdef_ x").filter(lambda each: each != item_id[at]))
    assert open_id(item_id[:at] + other + item_id[at + 1 :]) is None
    assert open_id(data.draw(st.none() | st.integers() | st.text())) is None


def test_an_id_that_the_service_made_is_taken_for_granted() -> None:
    """A foreign id in a turn without reasoning is accepted, and the verdict says what that assumes; minted ids say it."""
    verdicts = [
        oracle.judge("openai-responses", responses(HELLO, told(id=item_id), AGAIN, store=None))
        for item_id in ("msg_0a1", mint_id("msg", "a"))
    ]
    assert [(each.accepted, each.assumptions) for each in verdicts] == [
        (True, ("the stored item ids of turns without reasoning were made without any",)),
        (True, ()),
    ]


# --- What providers say ---------------------------------------------------------------------------------------------

DECRYPT = "could not be verified. Reason: Encrypted content could not be decrypted or parsed."
INVALID = {"type": "invalid_request_error", "code": "invalid_encrypted_content"}
ABROAD = seal("openai", "gpt-5.4", RS, organization="org-b")
AZURES = changed(OWN)
REPORTED = [
    (
        "openai/codex#13724: a thread of one organization under another",
        {"body": responses(HELLO, thought(ABROAD, id=RS), told(), AGAIN), "vendor": "codex", "as_of": "2026-03-06"},
        {**INVALID, "message": "The encrypted content gAAA... could not be verified. Reason: Encrypted content "
         "organization_id did not match the target organization."},
    ),
    (
        "lidge-jun/opencodex#5583: a thread moved to Azure",
        {"body": responses(HELLO, thought(AZURES, id=RS), told(), AGAIN), "vendor": "azure", "as_of": "2026-09-22"},
        {**INVALID, "message": f"The encrypted content gAAA...{AZURES[-4:]} {DECRYPT}"},
    ),
    (
        "openai/codex#35334: a compaction item that cannot be read",
        {
            "body": responses({"type": "compaction", "id": "cmp_0a1", "encrypted_content": AZURES}, AGAIN),
            "as_of": "2026-07-25",
        },
        {**INVALID, "message": f"The encrypted content for item cmp_0a1 {DECRYPT}"},
    ),
    (
        "lidge-jun/opencodex#2269: the null code of the ChatGPT backend",
        {"body": responses(HELLO, thought(AZURES, id=RS), told(), AGAIN), "vendor": "codex", "as_of": "2026-08-21"},
        {"type": "invalid_request_error", "message": f"The encrypted content gAAA...{AZURES[-4:]} {DECRYPT}"},
    ),
    (
        "prism-php/prism#971: the reasoning of two responses collected before their calls",
        {
            "body": responses(
                HELLO,
                thought(OWN, id=RS),
                thought(seal("openai", "gpt-5.4", RS_LATER), id=RS_LATER),
                CALL | {"id": mint_id("fc", "a", after_reasoning=RS)},
                OUTPUT,
                store=None,
            ),
            "as_of": "2026-03-23",
        },
        {
            "type": "invalid_request_error",
            "param": "input",
            "message": f"Item '{RS}' of type 'reasoning' was provided without its required following item.",
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "error"), [each[1:] for each in REPORTED], ids=[each[0] for each in REPORTED])
def test_a_reported_history_gets_the_reported_error(asked: dict, error: dict) -> None:
    """What public threads show of unreadable blobs comes out once the history's blobs say whose they are."""
    verdict = oracle.judge("openai-responses", **asked)
    assert (verdict.status, verdict.error) == (400, ProviderError(**error))


def test_the_first_unreadable_item_is_named() -> None:
    """Of two blobs with different faults the first in the history is answered."""
    later = seal("openai", "gpt-5.4", RS_LATER)
    foreign, moved = thought(seal("xai", "grok-4.3"), id=RS), thought(later, id=RS)
    orders = [[foreign, told(), moved, told()], [moved, told(), foreign, told()]]
    said = [oracle.judge("openai-responses", responses(HELLO, *items, AGAIN)) for items in orders]
    assert [(each.rule, each.path) for each in said] == [
        ("resp-encrypted-undecryptable-2026h2", "$.input[1].encrypted_content"),
        ("resp-encrypted-content-item-id-mismatch", "$.input[1].encrypted_content"),
    ]


def test_a_generated_history_takes_no_blob_for_granted() -> None:
    """A verdict on sealed blobs has no assumption about them, one on any other blob has."""
    recorded, sealed = ({"type": "thinking", "thinking": "hm", "signature": "YmxvYjEyMzQ="}, made.thinking())
    bodies = [made.messages(made.GO, made.assistant(each, made.SAID), made.NEXT) for each in (recorded, sealed)]
    assert [oracle.judge("anthropic-messages", body).assumptions for body in bodies] == [
        ("Thinking blocks and their signatures are taken for genuine, unchanged, and made for this conversation.",),
        (),
    ]
    own = [responses(HELLO, thought(blob, id=RS), told(), AGAIN) for blob in ("blobAAAA1234", OWN)]
    assert [oracle.judge("openai-responses", body).assumptions for body in own] == [
        ("encrypted content is what the provider made, for this model and this account",),
        (),
    ]


def test_only_a_bound_model_of_its_time_refuses_a_stale_block() -> None:
    """The check has a first day, an account that it holds for, and a switch that drops the block instead."""
    _, block = made.conversation()
    stale = made.replayed(made.conversation(system="Be long.")[0], made.assistant(block, made.SAID), made.NEXT)
    always = made.conversation(model="claude-fable-5-2")
    moved = made.conversation(model="claude-fable-5-2", first="gone")[0]
    other = made.replayed(moved, made.assistant(always[1], made.SAID), made.NEXT)
    asked = [
        oracle.judge("anthropic-messages", stale, as_of="2026-08-30"),
        oracle.judge("anthropic-messages", stale),
        oracle.judge("anthropic-messages", other),
        oracle.judge("anthropic-messages", stale | {"thinking": made.DROP}),
        oracle.judge("anthropic-messages", stale, vendor="bedrock"),
    ]
    account = "The account was made on or after 2026-08-31: older ones are answered with a 200 by this model."
    assert [(each.accepted, account in each.assumptions) for each in asked] == [
        (True, False),
        (False, True),
        (False, False),
        (True, False),
        (False, True),
    ]


def test_thinking_that_is_off_leaves_signatures_unchecked() -> None:
    """Where thinking is off nobody has shown a refusal: the block is accepted, and the verdict says so."""
    body = made.messages(made.GO, made.assistant(made.thinking(provider="openai"), made.SAID), made.NEXT)
    modes = [{"model": "claude-sonnet-4-5"}, {"thinking": {"type": "disabled"}}, {}]
    said = [oracle.judge("anthropic-messages", body | mode) for mode in modes]
    off = "With thinking off, nobody has shown that signatures are checked: they were not."
    assert [(each.accepted, off in each.assumptions) for each in said] == [(True, True), (True, True), (False, False)]


# --- Prefixes -------------------------------------------------------------------------------------------------------

TEXT = {"type": "text", "text": "go"}
BASE = made.messages(made.GO, system="Be brief.", tools=[made.TOOL])
MARKED = {"cache_control": {"type": "ephemeral"}}
SAME = [
    BASE | {"system": [{"type": "text", "text": "Be brief.", **MARKED}]},
    BASE | {"tools": [made.TOOL | MARKED]},
    BASE | {"messages": [{"role": "user", "content": [TEXT | MARKED]}]},
    BASE | {"messages": [{"role": "system", "content": "x", "clear_at": "next_user_message"}, made.GO]},
    BASE | {"max_tokens": 1, "temperature": 0.5, "output_config": {"effort": "high"}},
    BASE | {"messages": [made.GO, made.assistant(made.thinking())]},
]
OTHER = [
    ("system", BASE | {"system": "Be long."}),
    ("system", {key: value for key, value in BASE.items() if key != "system"}),
    ("tools", BASE | {"tools": []}),
    ("messages", BASE | {"messages": [made.NEXT]}),
    ("messages", BASE | {"messages": [{"role": "assistant", "content": "go"}]}),
]


def test_what_changes_nothing_of_a_prefix() -> None:
    """Cache breakpoints, the spelling of content, one turn's system messages and settings leave the prefix alone."""
    before = prefix_of(BASE)
    assert [difference(before, prefix_of(body)) or "-" for body in SAME[:-1]] == ["-"] * 5
    # A thinking block is told apart from messages: put before the first one, it changes what stood before that.
    assert prefix_of(SAME[-1]).messages == before.messages
    assert difference(before, prefix_of(SAME[-1])) == "messages"


@pytest.mark.parametrize(("name", "body"), OTHER)
def test_what_changes_a_prefix_is_named(name: str, body: dict) -> None:
    """A changed prompt, tool list or message is named as such."""
    assert difference(prefix_of(BASE), prefix_of(body)) == name


def test_each_thinking_block_has_the_prefix_of_its_request() -> None:
    """What stands before a block in a long history is what stood in the request that it answered."""
    first, block = made.conversation()
    second = made.replayed(first, made.assistant(block, made.USE), made.DONE)
    whole = made.replayed(second, made.assistant(made.bound_to(second), made.SAID), made.NEXT)
    found = prefixes(whole)
    places = (("messages", 1, "content", 0), ("messages", 3, "content", 0), ())
    assert found == dict(zip(places, (prefix_of(first), prefix_of(second), prefix_of(whole)), strict=True))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
BODIES = [
    (name.partition(".")[0], example.get("trips", example.get("accepted"))["body"])
    for name, text in made.files().items()
    for example in json.loads(text)
]


@QUICK
@given(st.sampled_from(BODIES), st.data(), JSON)
def test_no_spoilt_history_crashes_it(case: tuple[str, dict], data: st.DataObject, value: object) -> None:
    """A history with seals in which any one value is replaced by any JSON gets a verdict."""
    api, body = case[0], json.loads(json.dumps(case[1]))
    container, key = data.draw(st.sampled_from(list(_places(body))))
    container[key] = value
    verdict = oracle.judge(api, body)
    assert verdict.accepted == (verdict.error is None)


def _places(value: object) -> list[tuple]:
    if isinstance(value, dict):
        return [(value, key) for key in value] + [place for each in value.values() for place in _places(each)]
    if isinstance(value, list):
        return [(value, n) for n in range(len(value))] + [place for each in value for place in _places(each)]
    return []
