"""The examples of rules about opaque blobs and minted ids: written by this file, for their blobs are computed.

``python harness/tests/oracle/seal_examples.py`` writes ``cases/oracle/<api>.seals.json``; a test compares.
"""

import json
from pathlib import Path
from typing import Any

from sendable.oracle.anthropic_messages.prefixes import prefix_of
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import Seal, issue, seal, short_digest

DATA = Path(__file__).resolve().parents[3] / "cases" / "oracle"
Body = dict[str, Any]
Example = dict[str, Any]

# --- OpenAI Responses ---------------------------------------------------------------------------------------------

HELLO = {"role": "user", "content": "Which file is the oldest?"}
AGAIN = {"role": "user", "content": "And the newest?"}
CALL = {"type": "function_call", "call_id": "call_a1", "name": "list_files", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_a1", "output": "notes.txt"}
RS, RS_LATER = mint_id("rs", "first"), mint_id("rs", "second")


def told(**more: str) -> Body:
    """Return an assistant message."""
    text = {"type": "output_text", "text": "The oldest is notes.txt.", "annotations": []}
    return {"type": "message", **more, "role": "assistant", "content": [text]}


def thought(blob: str, **more: str) -> Body:
    """Return a reasoning item."""
    return {"type": "reasoning", **more, "summary": [], "encrypted_content": blob}


def openai(provider: str = "openai", **bound: str) -> str:
    """Issue the blob of the reasoning item RS."""
    return seal(provider, "gpt-5.4", bound.pop("item_id", RS), **bound)


def changed(blob: str) -> str:
    """Change one character in the middle of a blob."""
    at = len(blob) // 2
    return blob[:at] + ("A" if blob[at] != "A" else "B") + blob[at + 1 :]


def responses(*items: Body, model: str = "gpt-5.4", store: bool | None = False) -> Body:
    """Return a request body; store None leaves the key out."""
    return {"model": model, "input": list(items)} | ({} if store is None else {"store": store})


def after(blob: str, **more: str) -> Body:
    """Return a body with one reasoning item."""
    return responses(HELLO, thought(blob, **({"id": RS} | more)), told(), AGAIN)


def openai_examples() -> list[Example]:
    """Return the examples of openai-responses."""
    good, ends = {"body": after(openai())}, openai("anthropic")
    unreadable = "could not be verified. Reason: Encrypted content could not be decrypted or parsed."
    quoted = f"The encrypted content {ends[:4]}...{ends[-4:]} {unreadable}"
    moved = (
        f"The encrypted content for item {RS_LATER} could not be verified. "
        "Reason: Encrypted content item_id did not match the target item id."
    )
    compaction = {"type": "compaction", "id": mint_id("cmp", "a"), "encrypted_content": openai("xai")}
    own = compaction | {"encrypted_content": seal("openai", "gpt-5.4", compaction["id"], kind="compaction")}
    spare = {"body": responses(HELLO, thought(openai()), told(), AGAIN)}
    return [
        refusal("resp-encrypted-content-item-id-mismatch", after(openai(), id=RS_LATER), good, message=moved),
        refusal("resp-encrypted-content-item-id-mismatch", after(openai(), id=RS_LATER), spare),
        refusal("azure-reasoning-exact-pair", after(openai(), id=RS_LATER), good, message=moved, vendor="azure"),
        refusal("resp-encrypted-content-other-org", after(openai(organization="org-b")), good),
        refusal("resp-encrypted-undecryptable-2026h2", after(ends), good, message=quoted),
        refusal("resp-encrypted-undecryptable-2026h2", after(changed(openai())), good),
        refusal("resp-encrypted-undecryptable-2026h2", after(openai()[:-8]), good),
        refusal("resp-encrypted-undecryptable-2026h2", after("rsn_not-openai"), good),
        refusal("resp-encrypted-undecryptable-2026h2", after("no blob at all"), good),
        refusal(
            "resp-encrypted-undecryptable-2026h2",
            responses(compaction, AGAIN),
            {"body": responses(own, AGAIN)},
        ),
        refusal(
            "resp-encrypted-content-undecryptable",
            after(ends),
            good,
            message=f"The encrypted content for item {RS} {unreadable}",
            as_of="2026-06-04",
        ),
        refusal(
            "resp-encrypted-content-undecryptable",
            responses(HELLO, thought(ends), told(), AGAIN),
            good,
            message=quoted,
            as_of="2026-06-04",
        ),
        refusal("resp-encrypted-content-unverifiable", after(changed(openai())), good, as_of="2025-12-16"),
        refusal("resp-encrypted-content-unverifiable", after(openai(), id=RS_LATER), good, as_of="2025-12-16"),
        refusal("codex-encrypted-code-null", after(ends), good, message=quoted, vendor="codex"),
        refusal("relay-encrypted-code-number", after(ends), good, vendor="compatible"),
        refusal("xai-encrypted-undecryptable", after(openai()), {"body": after(openai("xai"))}, vendor="xai"),
        refusal("xai-encrypted-undecryptable", after("gAAAAABopenai"), {"body": after("b3BhcXVl")}, vendor="xai"),
        *minted_examples(),
    ]


def minted_examples() -> list[Example]:
    """Return the examples in which an id says with which reasoning it was made."""
    led, free = mint_id("msg", "a", after_reasoning=RS), mint_id("msg", "a")
    called = CALL | {"id": mint_id("fc", "a", after_reasoning=RS)}
    again = CALL | {"id": mint_id("fc", "b", after_reasoning=RS_LATER), "call_id": "call_b1"}
    searched = {"type": "web_search_call", "id": mint_id("ws", "a", after_reasoning=RS), "status": "completed"}
    searched |= {"action": {"type": "search", "query": "oldest file"}}
    first, second = thought(openai(), id=RS), thought(openai(item_id=RS_LATER), id=RS_LATER)
    whole = {"body": responses(HELLO, first, told(id=led), AGAIN, store=None)}
    word = f"Item '{led}' of type 'message' was provided without its required 'reasoning' item: '{RS}'."
    answered = OUTPUT | {"call_id": "call_b1"}
    return [
        refusal(
            "resp-message-without-reasoning", responses(HELLO, told(id=led), AGAIN, store=None), whole, message=word
        ),
        refusal(
            "resp-message-without-reasoning",
            responses(HELLO, told(id=led), AGAIN, store=None),
            {"body": responses(HELLO, told(id=free), AGAIN, model="o4-mini", store=None)},
        ),
        # Reasoning stands in the turn, but not the one that the message was made with.
        refusal("resp-message-without-reasoning", responses(HELLO, second, told(id=led), AGAIN, store=None), whole),
        refusal(
            "resp-function-call-without-reasoning",
            responses(HELLO, called, OUTPUT, store=None),
            {"body": responses(HELLO, first, called, OUTPUT, store=None)},
        ),
        refusal(
            "resp-web-search-call-without-reasoning",
            responses(HELLO, searched, told(), store=None),
            {"body": responses(HELLO, first, searched, told(), store=None)},
        ),
        refusal(
            "resp-reasoning-without-following-item",
            responses(HELLO, first, second, called, OUTPUT, again, answered, store=None),
            {"body": responses(HELLO, first, called, OUTPUT, second, again, answered, store=None)},
        ),
        refusal(
            "compaction-request-ids-without-reasoning",
            responses(HELLO, told(id=led), AGAIN),
            {"body": responses(HELLO, first, told(id=led), AGAIN)},
            vendor="azure",
        ),
    ]


# --- Anthropic Messages -------------------------------------------------------------------------------------------

BOUND, FREE = "claude-opus-5-5", "claude-opus-4-8"
BETA = {"anthropic-beta": "thinking-binding-controls-2026-08-01"}
COMPACT = {"anthropic-beta": "compact-2026-09-04"}
GO, NEXT = {"role": "user", "content": "go"}, {"role": "user", "content": "next"}
SAID = {"type": "text", "text": "hi"}
USE = {"type": "tool_use", "id": "toolu_a", "name": "look", "input": {}}
TOOL = {"name": "look", "input_schema": {"type": "object"}}
DONE = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_a", "content": "ok"}]}
DROP = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}


def messages(*history: Body, model: str = FREE, **more: Any) -> Body:
    """Return a request body."""
    return {"model": model, "max_tokens": 4096, **more, "messages": list(history)}


def assistant(*blocks: Body) -> Body:
    """Return a message of the assistant."""
    return {"role": "assistant", "content": list(blocks)}


def thinking(text: str = "hm", *, said: str | None = None, provider: str = "anthropic", **bound: Any) -> Body:
    """Return a thinking block whose signature was made over `said` (the text itself unless given)."""
    over = text if said is None else said
    blob = seal(provider, bound.pop("model", FREE), content=over, **bound)
    return {"type": "thinking", "thinking": text, "signature": blob}


def redacted(provider: str = "anthropic", **bound: Any) -> Body:
    """Return a redacted thinking block."""
    return {"type": "redacted_thinking", "data": seal(provider, FREE, kind="redacted", **bound)}


def bound_to(before: Body) -> Body:
    """Return a thinking block that the asked model made as the next block of a body."""
    return thinking(model=before["model"], prefix=prefix_of(before))


def conversation(
    *, system: str = "Be brief.", tools: int = 1, first: str = "go", model: str = BOUND, **more: Any
) -> tuple[Body, Body]:
    """Return the body of a first request, and the thinking block that came back."""
    offered = [TOOL, TOOL | {"name": "find"}][:tools]
    body = messages({"role": "user", "content": first}, model=model, system=system, tools=offered, **more)
    return body, bound_to(body)


def replayed(body: Body, *more: Body) -> Body:
    """Return the body with further messages."""
    return body | {"messages": [*body["messages"], *more]}


def binding_examples() -> list[Example]:
    """Return the examples of thinking that is bound to its prefix."""
    rule = "anthropic-thinking-prefix-binding-2026-11"
    body, block = conversation()
    turn = assistant(block, SAID)
    same = {"body": replayed(body, turn, NEXT)}
    word = (
        "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. "
        'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
    )
    beta = " That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header."
    system = " The `system` prompt differs from the one this block was created with."
    tools = " The `tools` list differs from the one this block was created with."
    other = replayed(conversation(system="Be long.")[0], turn, NEXT)
    second = bound_to(replayed(body, assistant(block, USE), DONE))
    third_before = replayed(body, assistant(block, USE), DONE, assistant(second, SAID), NEXT)
    third = bound_to(third_before)
    whole = replayed(third_before, assistant(third, SAID), NEXT)
    gap = replayed(body, assistant(block, USE), DONE, assistant(SAID), NEXT, assistant(third, SAID), NEXT)
    headless = replayed(body, assistant(USE), DONE, assistant(second, SAID), NEXT, assistant(third, SAID), NEXT)
    missing = " The `thinking` block that preceded this one when it was created is missing from this request."
    older = conversation(model=FREE)
    return [
        refusal(rule, other, same, message=word + beta + system),
        refusal(rule, other, same, message=word + system, headers=BETA),
        refusal(rule, replayed(conversation(tools=2)[0], turn, NEXT), same, message=word + beta + tools),
        refusal(rule, replayed(conversation(first="gone")[0], turn, NEXT), same, message=word + beta),
        refusal(rule, gap, {"body": whole}, message=word.replace("messages.1", "messages.5") + beta + missing),
        refusal(rule, gap, {"body": headless}),
        # Older models do not bind, and what another model thought is dropped before it could be compared.
        refusal(rule, other, {"body": replayed(conversation(system="Be long.", model=FREE)[0], *_told(older), NEXT)}),
        {"rule": "anthropic-thinking-model-switch", "accepted": {"body": replayed(body, *_told(older), NEXT)}},
        {"rule": "anthropic-thinking-drop-block", "accepted": {"body": other | {"thinking": DROP}, "headers": BETA}},
        {"rule": "anthropic-thinking-strip-all-legal", "accepted": {"body": replayed(body, assistant(SAID), NEXT)}},
        {
            "rule": "anthropic-thinking-account-bound",
            "accepted": {
                "body": messages(
                    GO,
                    assistant(thinking(model="claude-sonnet-5-5", organization="org-b"), SAID),
                    NEXT,
                    model="claude-sonnet-5-5",
                )
            },
        },
    ]


def _told(made: tuple[Body, Body]) -> list[Body]:
    return [assistant(made[1], SAID)]


def signature_examples() -> list[Example]:
    """Return the examples of signatures that do not verify."""
    good = {"body": messages(GO, assistant(thinking(), SAID), NEXT)}
    hidden = {"body": messages(GO, assistant(thinking(""), SAID), NEXT, assistant(SAID), NEXT)}
    cut = thinking() | {"signature": thinking()["signature"][:-8]}
    altered = thinking() | {"signature": changed(thinking()["signature"])}
    invalid, redaction = "anthropic-thinking-signature-invalid", "anthropic-redacted-thinking-data-invalid"
    bodies = [
        messages(GO, assistant(block, SAID), NEXT)
        for block in (
            thinking(provider="openai"),
            cut,
            altered,
            thinking() | {"signature": "gAAAAABopenai"},
            thinking() | {"signature": "no signature"},
            thinking(kind="redacted"),
        )
    ]
    edited = messages(GO, assistant(thinking("new", said="old"), SAID), NEXT, assistant(SAID), NEXT)
    emptied = messages(GO, assistant(thinking("", said="old"), SAID), NEXT, assistant(SAID), NEXT)
    kept = {"body": messages(GO, assistant(redacted(), SAID), NEXT)}
    return [
        *(refusal(invalid, body, good) for body in bodies),
        refusal(invalid, edited, {"body": messages(GO, assistant(thinking("old"), SAID), NEXT, assistant(SAID), NEXT)}),
        refusal("anthropic-thinking-text-stripped", emptied, hidden),
        refusal(redaction, messages(GO, assistant(redacted("openai"), SAID), NEXT), kept),
        refusal(redaction, messages(GO, assistant({"type": "redacted_thinking", "data": "no data"}, SAID), NEXT), kept),
        *latest_examples(),
    ]


def latest_examples() -> list[Example]:
    """Return the examples of a latest turn whose thinking is not as it was."""
    rule = "anthropic-thinking-latest-turn-modified"
    first, second = thinking("one", place=(0, 2)), thinking("two", place=(1, 2))
    tools = {"tools": [TOOL]}
    whole = {"body": messages(GO, assistant(first, second, USE), DONE, **tools)}
    stripped = {"body": messages(GO, assistant(USE), DONE, **tools)}
    edited = messages(GO, assistant(thinking("new", said="old"), SAID), NEXT)
    return [
        refusal(rule, edited, {"body": messages(GO, assistant(thinking("old"), SAID), NEXT)}),
        refusal(rule, messages(GO, assistant(first, USE), DONE, **tools), whole),
        refusal(rule, messages(GO, assistant(second, USE), DONE, **tools), whole),
        refusal(rule, messages(GO, assistant(second, first, USE), DONE, **tools), stripped),
        refusal(rule, messages(GO, assistant(thinking("", said="old"), SAID), NEXT), whole),
    ]


def compaction_examples() -> list[Example]:
    """Return the examples of signed compactions."""

    def compacted(block: Body) -> Body:
        return messages(assistant(block), NEXT)

    changes = [{"type": "tool_addition", "tool": {"type": "tool_reference", "name": "look"}}]
    signed = issue(
        Seal("anthropic", FREE, kind="compaction", content=short_digest("What was."), changes=short_digest(changes))
    )
    block = {"type": "compaction", "content": "What was.", "signature": signed, "tool_changes": changes}
    good = {"body": compacted(block), "headers": COMPACT}
    return [
        refusal(rule, compacted(block | change), good, headers=COMPACT)
        for rule, change in (
            ("anthropic-compaction-signature-invalid", {"signature": changed(signed)}),
            ("anthropic-compaction-signature-invalid", {"signature": seal("openai", "gpt-5.4", kind="compaction")}),
            ("anthropic-compaction-signature-invalid", {"signature": thinking()["signature"]}),
            ("anthropic-compaction-content-mismatch", {"content": "What never was."}),
            ("anthropic-compaction-tool-changes-mismatch", {"tool_changes": []}),
        )
    ]


# --- Gemini -------------------------------------------------------------------------------------------------------

FLASH = "gemini-3-flash-preview"


def signed(signature: str, model: str = FLASH) -> Body:
    """Return a request body with one signed call."""
    call = {"functionCall": {"name": "look", "args": {}}, "thoughtSignature": signature}
    answer = {"functionResponse": {"name": "look", "response": {"r": 1}}}
    turns = (("user", {"text": "go"}), ("model", call), ("user", answer))
    return {"model": model, "contents": [{"role": role, "parts": [part]} for role, part in turns]}


def gemini_examples() -> list[Example]:
    """Return the examples of gemini."""
    rule, own, newer = "gemini-thought-signature-invalid", seal("google", FLASH), "gemini-3.5-pro"
    foreign = seal("openai", "gpt-5.4")
    good, marker = {"body": signed(own)}, {"body": signed("skip_thought_signature_validator")}
    word = "Unable to submit request because Thought signature is not valid.."
    return [
        refusal(rule, signed(changed(own)), good, message="Corrupted thought signature."),
        refusal(rule, signed(seal("google", FLASH, organization="org-b")), good),
        refusal(rule, signed(foreign), marker),
        refusal(
            rule,
            signed(foreign, newer),
            {"body": signed(seal("google", newer), newer)},
            message="Invalid thought signature.",
        ),
        refusal(rule, signed(foreign), good, message=word, vendor="vertex"),
    ]


# --- Files --------------------------------------------------------------------------------------------------------


def refusal(rule: str, body: Body, neighbour: Example, **more: Any) -> Example:
    """Return one example; vendor, date and headers hold for the neighbour as well."""
    shared = {key: value for key, value in more.items() if key != "message"}
    return {"rule": rule, "trips": {"body": body, **more}, "neighbour": {**shared, **neighbour}}


def files() -> dict[str, str]:
    """Return the text of each file by its name: one example a line."""
    by_name = {
        "gemini.seals.json": gemini_examples(),
        "openai-responses.seals.json": openai_examples(),
        "anthropic-messages.seals.json": [*signature_examples(), *binding_examples(), *compaction_examples()],
    }
    return {name: _lines(examples) for name, examples in by_name.items()}


def _lines(examples: list[Example]) -> str:
    return "[\n" + ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in examples) + "\n]\n"


if __name__ == "__main__":
    for name, text in files().items():
        (DATA / name).write_text(text, encoding="utf-8")
