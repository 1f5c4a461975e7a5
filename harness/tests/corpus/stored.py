"""Small well-formed items and trees, written by hand, as their makers returned them."""

from sendable import wire
from sendable.model.claude_block import read_block, read_part
from sendable.model.gemini_part import read_item
from sendable.model.gemini_part import read_part as read_part_of_gemini
from sendable.model.target import Target
from sendable.oracle.anthropic_messages.prefixes import prefix_of
from sendable.oracle.minted import mint_id
from sendable.oracle.seals import seal
from sendable.reference.send.held import entries_of
from sendable.reference.send.prefix import prefix_digest

TOOLS = [{"name": "search", "description": "Search.", "parameters": {"type": "object", "properties": {}}}]
ARGUMENTS = '{"query":"oldest"}'


def asks(text):
    """Make a message of the user."""
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def answers(text, **more):
    """Make a message of the model."""
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}], **more}


def calls(call_id, **more):
    """Make a function call."""
    return {"type": "function_call", "call_id": call_id, "name": "search", "arguments": ARGUMENTS, **more}


def returns(call_id, text):
    """Make the output of a function call."""
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def by(maker, model, *items):
    """Name the maker of items."""
    return [{**item, "provider": maker, "model": model} for item in items]


def thinks(name):
    """Make reasoning of OpenAI."""
    item_id = mint_id("rs", name)
    return {
        "type": "reasoning",
        "id": item_id,
        "summary": [],
        "encrypted_content": seal("openai", "gpt-5.4", item_id),
    }


def _led(prefix, name):
    return {"id": mint_id(prefix, name, after_reasoning=mint_id("rs", name))}


def _thought(text, place=(0, 1), prefix=None):
    signature = seal("anthropic", "claude-opus-5-5", content=text, place=place, prefix=prefix)
    return read_block({"type": "thinking", "thinking": text, "signature": signature})


def _redacted(place):
    data = seal("anthropic", "claude-opus-5-5", kind="redacted", place=place)
    return read_block({"type": "redacted_thinking", "data": data})


def _used(call_id):
    return read_block({"type": "tool_use", "id": call_id, "name": "search", "input": {"query": "oldest"}})


def _said(text):
    part = read_part({"type": "text", "text": text, "citations": None}, "assistant")
    return {"type": "message", "role": "assistant", "content": [part]}


_SEARCHED = [
    {"type": "server_tool_use", "id": "srvtoolu_01abc", "name": "web_search", "input": {"query": "oldest"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01abc", "content": []},
]
_GOOGLE = {"thoughtSignature": seal("google", "gemini-3-pro-preview", "one")}
_FUNCTION_CALL = {"functionCall": {"id": "c7", "name": "search", "args": {"query": "oldest"}}, **_GOOGLE}
_GEMINI_TEXT = read_part_of_gemini({"text": "There.", **_GOOGLE}, "assistant")
_CUSTOM = {"type": "custom_tool_call", "call_id": "call_c", "name": "search", "input": "oldest"}
_WEB = {"type": "web_search_call", "status": "completed", "action": {"type": "search", "query": "oldest"}}
_COMPACTION_ID = mint_id("cmp", "one")

PLAIN = [
    {"type": "message", "role": "system", "content": "Be brief."},
    asks("Look up both."),
    answers("Let me look."),
    calls("call_1"),
    calls("call_2"),
    returns("call_1", "One."),
    returns("call_2", "Two."),
    answers("Both are there."),
    asks("And the third?"),
    calls("call_3"),
    returns("call_3", "Three."),
    answers("That too."),
]
OPENAI = [
    {
        "type": "compaction",
        "id": _COMPACTION_ID,
        "encrypted_content": seal("openai", "gpt-5.4", _COMPACTION_ID, kind="compaction"),
        "provider": "openai",
    },
    asks("Look it up."),
    *by("openai", "gpt-5.4", thinks("one"), {**_WEB, **_led("ws", "one")}),
    *by("openai", "gpt-5.4", thinks("two"), calls("call_a", **_led("fc", "two"))),
    returns("call_a", "Found."),
    *by("openai", "gpt-5.4", thinks("four"), answers("There.", **_led("msg", "four"))),
    asks("And the newest?"),
    *by("openai", "gpt-5.4", thinks("five"), answers("There too.", **_led("msg", "five"))),
]
CUSTOM = [
    asks("Look it up."),
    *by("openai", "gpt-5.4", thinks("three"), {**_CUSTOM, **_led("ctc", "three")}),
    {"type": "custom_tool_call_output", "call_id": "call_c", "output": "Found."},
    *by("openai", "gpt-5.4", thinks("six"), answers("There.", **_led("msg", "six"))),
]
CLAUDE = [
    asks("Look it up."),
    *by("anthropic", "claude-opus-5-5", _thought("First I search."), _said("Looking."), _used("toolu_1")),
    returns("toolu_1", "Found."),
    *by("anthropic", "claude-opus-5-5", *map(read_block, _SEARCHED), _said("There.")),
    asks("And the newest?"),
    *by("anthropic", "claude-opus-5-5", _thought("Easy.", (0, 2)), _redacted((1, 2)), _said("There too.")),
]
_BEFORE = [{"type": "message", "role": "system", "content": "Be brief."}, asks("Look it up.")]
CLAUDE_TARGET = Target("anthropic-messages", "claude-opus-5-5")
_PREFIX = prefix_of(wire.to_body(list(entries_of(_BEFORE)), CLAUDE_TARGET, TOOLS))
BOUND = [*_BEFORE, *by("anthropic", "claude-opus-5-5", _thought("Easy.", prefix=_PREFIX), _said("There."))]
GEMINI = [
    asks("Look it up."),
    *by("google", "gemini-3-pro-preview", read_item(_FUNCTION_CALL)),
    returns("c7", "Found."),
    *by(
        "google",
        "gemini-3-pro-preview",
        {"type": "message", "role": "assistant", "content": [_GEMINI_TEXT]},
    ),
]

BASES = {"plain": PLAIN, "openai": OPENAI, "custom": CUSTOM, "anthropic": CLAUDE, "bound": BOUND, "google": GEMINI}


def tree(items, maker="openai", model="gpt-5.4"):
    """Store items in nodes: a new one begins where the client speaks after the model."""
    nodes = []
    for item in items:
        given = item.get("role") in ("user", "system") or str(item["type"]).endswith("_call_output")
        if not nodes or (given and nodes[-1]["received"]):
            parent = nodes[-1]["id"] if nodes else None
            nodes.append({"id": f"n{len(nodes)}", "parent": parent, "sent": [], "received": []})
            nodes[-1] |= {"provider": maker, "model": model}
        if not given and not nodes[-1]["received"]:
            nodes[-1]["prefix_digest"] = prefix_digest([each for node in nodes for each in _held(node)], TOOLS)
        nodes[-1]["sent" if given else "received"].append(item)
    return {"nodes": nodes, "leaf": nodes[-1]["id"], "tools": TOOLS}


def _held(node):
    return [*node["sent"], *node["received"]]
