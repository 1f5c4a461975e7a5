"""All that a conversation may hold does occur among generated ones: nothing that was asked for is missing by chance."""

import json
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from sendable.corpus.generate import GENERATORS, PROVIDERS
from sendable.corpus.generate.tastes import binds
from sendable.corpus.generate.words import MODELS
from sendable.model.node import read_conversation
from sendable.oracle.seals import open_seal

DRAWS = 2000
LEAST = 5


def any_of(wanted):
    """Make a feature of a history's entries: some entry has it."""
    return lambda history: any(map(wanted, entries(history)))


def entries(history):
    """All messages, or all items, of a history."""
    if "nodes" not in history:
        return history.get("messages") or history["items"]
    return [item for node in history["nodes"] for key in ("sent", "received") for item in node.get(key, ())]


def nodes(history):
    return history["nodes"]


def path(history):
    conversation = read_conversation(history)
    return conversation.path(conversation.leaf)


def depth(history):
    """How many compactions stand behind each other on the way from the leaf to the first original."""
    conversation = read_conversation(history)
    found, leaf = 0, conversation.leaf
    while leaf is not None:
        root = conversation.path(leaf)[0]
        found += root.kind == "compaction"
        leaf = root.pointer
    return found


def children(history):
    return Counter(node.get("parent") for node in nodes(history) if node.get("kind") != "compaction")


def content(entry):
    return entry.get("content", entry.get("output"))


def parts(entry):
    return content(entry) if isinstance(content(entry), list) else []


def kinds(entry):
    return {part.get("type") for part in parts(entry)}


def text(entry):
    said = content(entry)
    return said if isinstance(said, str) else "".join(part.get("text", "") for part in parts(entry))


def is_result(entry):
    return entry.get("role") == "tool" or entry.get("type") == "function_call_output"


def arguments(entry):
    calls = entry.get("tool_calls") or ([entry] if entry.get("type") == "function_call" else [])
    return [json.loads(call["arguments"]) for call in calls]


def calls_in(history):
    return [call for each in history["messages"] for call in each.get("tool_calls", ())]


def rounds_in_a_row(history):
    """Whether a result is followed by another answer with calls."""
    found = history["messages"]
    return any(is_result(one) and two.get("tool_calls") for one, two in pairwise(found))


def out_of_order(history):
    called = [call["tool_call_id"] for call in calls_in(history)]
    return called != [each["tool_call_id"] for each in history["messages"] if is_result(each)]


def seals(history):
    """The seals of Claude's blocks."""
    blocks = [item.get("provider_data") or {} for item in entries(history) if item["type"] == "reasoning"]
    found = [open_seal(block.get("signature") or block.get("data")) for block in blocks]
    return [each for each in found if each is not None and each.provider == "anthropic"]


def models(history):
    held = nodes(history) if "nodes" in history else history["items"]
    return {each["model"] for each in held if "model" in each}


def makers(history):
    held = nodes(history) if "nodes" in history else history["items"]
    return {each["provider"] for each in held if "provider" in each}


def switches_in_a_turn(history):
    """Whether results go to another provider than the one that called."""
    by_id = {node["id"]: node for node in nodes(history)}
    return any(
        node.get("provider") and node["sent"][0]["type"] == "function_call_output"
        and by_id[node["parent"]]["provider"] != node["provider"]
        for node in nodes(history)
        if node.get("sent")
    )  # fmt: skip


def last_entry(history):
    held = path(history)[-1] if "nodes" in history else None
    return (held.received or held.sent)[-1] if held else entries(history)[-1]


BOTH = {
    "unicode": any_of(lambda each: not text(each).isascii()),
    "outer white space": any_of(lambda each: each.get("role") == "user" and text(each) != text(each).strip()),
    "user with two texts": any_of(lambda each: each.get("role") == "user" and len(parts(each)) == 2),
    "image": any_of(lambda each: each.get("role") == "user" and kinds(each) & {"input_image", "image_url"}),
    "empty result": any_of(lambda each: is_result(each) and content(each) == ""),
    "result in parts": any_of(lambda each: is_result(each) and parts(each)),
    "text 0": any_of(lambda each: text(each) == "0"),
    "no arguments": any_of(lambda each: {} in arguments(each)),
    "nested arguments": any_of(lambda each: any("deep" in found for found in arguments(each))),
    "system": any_of(lambda each: each.get("role") == "system"),
    "ends with a result": lambda history: is_result(last_entry(history)),
    "ends with an answer": lambda history: (
        not is_result(last_entry(history)) and last_entry(history).get("role") != "user"
    ),
}
ITEMS = {
    "tools told": lambda history: "tools" in history,
    "tools not told": lambda history: "tools" not in history,
    "encrypted reasoning": any_of(lambda each: open_seal(each.get("encrypted_content", "")) is not None),
    "summary of reasoning": any_of(lambda each: each["type"] == "reasoning" and each["summary"]),
    "reasoning without words": any_of(lambda each: each["type"] == "reasoning" and not each["summary"]),
    "plain reasoning": any_of(lambda each: each["type"] == "reasoning" and each.get("content")),
    "bound thinking": lambda history: any(each.prefix for each in seals(history)),
    "unbound thinking": lambda history: any(each.prefix is None for each in seals(history)),
    "second thinking block": lambda history: any(each.place == (1, 2) for each in seals(history)),
    "redacted thinking": lambda history: any(each.kind == "redacted" for each in seals(history)),
    "phase": any_of(lambda each: "phase" in each),
    "citation": any_of(lambda each: any(part.get("annotations") for part in parts(each))),
    "image in a result": any_of(lambda each: is_result(each) and "input_image" in kinds(each)),
    **{
        name: any_of(lambda each, name=name: each["type"] == name)
        for name in (
            "web_search_call",
            "code_interpreter_call",
            "file_search_call",
            "image_generation_call",
            "server_tool_use",
            "web_search_tool_result",
            "bash_code_execution_tool_result",
        )
    },
    **{f"made by {name}": lambda history, name=name: name in makers(history) for name in PROVIDERS},
}
FEATURES = {
    "messages": {
        **BOTH,
        "developer": any_of(lambda each: each["role"] == "developer"),
        "no system": lambda history: history["messages"][0]["role"] == "user",
        "ends with the user": lambda history: history["messages"][-1]["role"] == "user",
        "calls beside nothing": any_of(lambda each: each.get("tool_calls") and "content" not in each),
        "calls beside null": any_of(lambda each: each.get("tool_calls") and each.get("content", 0) is None),
        "calls beside an empty text": any_of(lambda each: each.get("tool_calls") and each.get("content") == ""),
        "calls beside a text": any_of(lambda each: each.get("tool_calls") and each.get("content")),
        "two calls": any_of(lambda each: len(each.get("tool_calls", ())) == 2),
        "three calls": any_of(lambda each: len(each.get("tool_calls", ())) == 3),
        "several rounds in a turn": rounds_in_a_row,
        "three turns": lambda history: sum(each["role"] == "user" for each in history["messages"]) == 3,
        "no calls": lambda history: not calls_in(history),
        "results in another order than the calls": out_of_order,
        **{
            f"ids of {length} characters": any_of(
                lambda each, length=length: any(
                    len(call["tool_call_id"]) == length for call in each.get("tool_calls", ())
                )
            )
            for length in (6, 9, 29, 30, 32, 46)
        },
    },
    "items": {
        **BOTH,
        **ITEMS,
        "ends with the user": lambda history: history["items"][-1].get("role") == "user",
        **{
            f"model {model}": lambda history, model=model: model in models(history)
            for maker in PROVIDERS
            for model in MODELS[maker]
        },
    },
    "nodes": {
        **BOTH,
        **ITEMS,
        "one provider": lambda history: len(makers(history)) == 1,
        "two providers": lambda history: len(makers(history)) == 2,
        "three providers": lambda history: len(makers(history)) == 3,
        "Claude behind Converse": lambda history: any(each.startswith("anthropic.") for each in models(history)),
        "switches in the middle of a turn": switches_in_a_turn,
        "binding model": lambda history: any(map(binds, models(history))),
        "prefix digest": lambda history: any("prefix_digest" in node for node in nodes(history)),
        **{f"compactions {count} deep": lambda history, count=count: depth(history) == count for count in range(5)},
        "compaction of OpenAI": lambda history: any(
            node.get("kind") == "compaction" and node["provider"] == "openai" for node in nodes(history)
        ),
        "compaction of Claude": lambda history: any(
            node.get("kind") == "compaction" and node["provider"] == "anthropic" for node in nodes(history)
        ),
        "branch": lambda history: any(parent and count > 1 for parent, count in children(history).items()),
        "first answer tried again": lambda history: children(history)[None] > 1,
        "leaf is not the last": lambda history: history["leaf"] != nodes(history)[-1]["id"],
        "leaf of results": lambda history: path(history)[-1].kind == "results",
        "turns are told": lambda history: any("turn" in node for node in nodes(history)),
    },
}


@pytest.mark.parametrize("shape", GENERATORS)
def test_every_feature_occurs(shape):
    """Each occurs at least five times in 2,000 draws."""
    found = Counter()
    for seed in range(DRAWS):
        history = GENERATORS[shape](Random(seed))
        found.update(name for name, holds in FEATURES[shape].items() if holds(history))
    assert {name: found[name] for name in FEATURES[shape] if found[name] < LEAST} == {}
