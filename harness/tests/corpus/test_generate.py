"""Generated conversations are well formed: whoever made one takes it as it is stored."""

from collections.abc import Iterator
from hashlib import sha256
from random import Random

import pytest

from sendable import oracle
from sendable.corpus.generate import GENERATORS, PROVIDERS, asked, flat, items, long_history, raw_request, tree
from sendable.corpus.generate.raw import target_of
from sendable.corpus.realize import realize
from sendable.corpus.recipe import expand
from sendable.corpus.wellformed import fault_in
from sendable.model.json import encode_json
from sendable.model.node import read_conversation
from sendable.reference.send import assemble

NEXT = {"type": "message", "role": "user", "content": "Continue."}
BATCH = 1000
SHA256_OF_50 = {
    "messages": "3d02aaa02403ebd0212f6949ac9ee51d02f81806f1d8eabd6d8acfcb9cd6c768",
    "items": "4a1d86d0c815a13c049705aa783853460a458006d289be659140024fb61ec702",
    "nodes": "9094b9eb9d083eae99fed32b781ae8988e68eca9c7c7bb7fc5e4a071cda3aebb",
}


def refused(target, body):
    """What the target's own oracle objects to, None for nothing; a warning counts."""
    verdict = oracle.judge(target.api, body, model=target.model)
    return None if verdict.accepted and not verdict.warnings else (str(target), verdict.rule, verdict.warnings)


def fault(history) -> object:
    """What is wrong with a generated history, None for nothing."""
    return next(filter(None, faults(history)), None)


def faults(history) -> Iterator[object]:
    if "messages" in history:
        yield fault_in(history["messages"])
        yield refused(*raw_request(history))
    elif "items" in history:
        yield from faults_of_items(history)
    else:
        yield from faults_of_tree(history)


def faults_of_items(history) -> Iterator[object]:
    """Taken as it stands where the user or a tool spoke last, and in any case once the user has gone on.

    OpenAI takes it with and without storing it: each item stands with the reasoning it was made with.
    """
    target, body = raw_request({**history, "items": [*history["items"], NEXT]})
    yield refused(target, body)
    if target.api == "openai-responses":
        yield refused(target, {**body, "store": True})
    last = history["items"][-1]
    if last.get("role") == "user" or last["type"].endswith("_output"):
        yield refused(*raw_request(history))


def faults_of_tree(history) -> Iterator[object]:
    """Each maker took its request, from which nothing but what it has no place for was left out.

    So does whoever answered last, once the user has gone on, and no call waits for its result.
    """
    for target, request in [*asked(history), *asked_again(history)]:
        yield refused(target, request.body)
        yield next((each for each in request.warnings if each.step != "shape"), None)
    yield next((item for item in path_to_leaf(history)[-1].received if item["type"] == "function_call"), None)


def asked_again(history):
    answered = [node for node in path_to_leaf(history) if node.provider and node.kind == "llm"]
    for node in answered[-1:]:
        target = target_of(node.provider, node.model)
        yield target, assemble(history, target)


def path_to_leaf(history):
    conversation = read_conversation(history)
    return conversation.path(conversation.leaf)


def check(shape, seeds):
    assert [(seed, found) for seed in seeds if (found := fault(GENERATORS[shape](Random(seed))))] == []


@pytest.mark.parametrize("shape", GENERATORS)
def test_three_hundred_of_each_shape_are_well_formed(shape):
    """Who made it takes it raw: 300 of each shape."""
    check(shape, range(300))


@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
@pytest.mark.parametrize("shape", GENERATORS)
def test_twenty_thousand_of_each_shape_are_well_formed(shape, batch):
    """The same, 20,000 times."""
    check(shape, range(batch * BATCH, (batch + 1) * BATCH))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_each_provider_takes_its_own_items(provider):
    """A named provider made every answer, and takes all of it."""
    for seed in range(100):
        history = items(Random(seed), provider)
        assert {item["provider"] for item in history["items"] if "provider" in item} <= {provider}
        assert (seed, fault(history)) == (seed, None)


def test_custom_tools_are_called():
    """OpenAI's calls of tools that take free text are answered by items of their own family."""
    histories = [items(Random(seed), "openai") for seed in range(100)]
    assert [found for history in histories if (found := fault(history))] == []
    types = {item["type"] for history in histories for item in history["items"]}
    assert {"custom_tool_call", "custom_tool_call_output"} <= types


@pytest.mark.parametrize("shape", GENERATORS)
def test_a_seed_gives_the_same_history_everywhere(shape):
    """Fifty histories of each shape have the bytes that they had when this was written, on every Python."""
    made = b"\n".join(encode_json(GENERATORS[shape](Random(seed))) for seed in range(50))
    assert sha256(made).hexdigest() == SHA256_OF_50[shape]


@pytest.mark.parametrize("shape", GENERATORS)
def test_histories_share_nothing(shape):
    """What is done to one history does not show in the next."""
    fresh = encode_json(GENERATORS[shape](Random(1)))
    for seed in range(200):
        spoil(GENERATORS[shape](Random(seed)))
    assert encode_json(GENERATORS[shape](Random(1))) == fresh


def spoil(value):
    """Empty every object and list, the inner ones first."""
    for inner in list(value.values() if isinstance(value, dict) else value):
        if isinstance(inner, dict | list):
            spoil(inner)
    value.clear()


@pytest.mark.parametrize("shape", GENERATORS)
def test_most_are_short(shape):
    """Most histories have 3 to 9 messages or items, and few bytes; some are longer."""
    histories = [GENERATORS[shape](Random(seed)) for seed in range(1000)]
    lengths = sorted(map(length, histories))
    assert 3 <= lengths[500] <= 9
    assert lengths[-1] > 15
    assert (
        sum(len(encode_json(each)) for each in histories) / 1000
        < {"messages": 800, "items": 1800, "nodes": 2800}[shape]
    )


def length(history):
    """How many messages or items a history holds."""
    if "nodes" not in history:
        return len(history.get("messages") or history["items"])
    return sum(len(node.get(key, ())) for node in history["nodes"] for key in ("sent", "received"))


@pytest.mark.parametrize("shape", GENERATORS)
def test_long_histories_are_small_on_file(shape):
    """A recipe of some thousand bytes stands for up to 3,000 turns, which are as well formed as short ones."""
    recipes = [long_history(shape, Random(seed)) for seed in range(12)]
    assert max(len(encode_json(each)) for each in recipes) < 3000
    assert max(length(expand(each)) for each in recipes) > 2000
    assert [found for each in recipes if (found := fault_of_long(realize(each)))] == []


def fault_of_long(history):
    """The same as `fault`, but a tree is judged as one request, its whole path as it is stored."""
    if "nodes" not in history:
        return fault(history)
    path = [item for node in history["nodes"] for key in ("sent", "received") for item in node.get(key, ())]
    return refused(*raw_request({"items": [*path, NEXT]}))


def test_a_named_shape_has_its_key():
    """Each generator gives the key of its shape, and nothing unknown beside it."""
    made = {shape: generate(Random(0)).keys() for shape, generate in GENERATORS.items()}
    assert {"messages"} == made["messages"]
    assert made["items"] - {"tools"} == {"items"}
    assert made["nodes"] - {"tools"} == {"nodes", "leaf"}
    assert {"messages": flat, "items": items, "nodes": tree} == GENERATORS
