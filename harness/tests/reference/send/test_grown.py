"""Whatever grew, whoever is asked next takes it: every target, with the blobs that its makers really made."""

from hashlib import sha256

import pytest
from reference.send.grown import MODELS, Growth
from reference.send.makers import MAKERS, refused_by

from sendable import oracle
from sendable.model.json import encode_json
from sendable.model.outcome import Verdict
from sendable.model.target import parse_target
from sendable.reference.send import assemble
from sendable.replay import Modelled

OTHERS = [
    "openai-chat:gpt-5.4",
    "openai-chat:gpt-3.5-turbo",
    "vllm-chat:qwen3",
    "vllm-messages:qwen3",
    "llamacpp-chat:qwen3",
    "llamacpp-messages:qwen3",
    "bedrock-converse:amazon.nova-pro-v1:0",
]
TARGETS = [
    parse_target(each) for each in dict.fromkeys([*MAKERS.values(), *MODELS["openai"], *MODELS["anthropic"], *OTHERS])
]
BATCH = 250
THROUGH_SDKS = 20
ASKER = Modelled()


def test_all_apis_are_asked():
    """There is a target of every API that the oracle knows."""
    assert {target.api for target in TARGETS} == set(oracle.apis())


def check(seed):
    """Every request on the way and to every target is accepted; nothing that is stored has changed."""
    growth = Growth(seed)
    history = growth.grow()
    before = [sha256(encode_json(node)).hexdigest() for node in history["nodes"]]
    sent = [*growth.requests, *((target, assemble(history, target)) for target in TARGETS)]
    assert [(str(target), found) for target, request in sent if (found := refused_by(request, target))] == []
    assert [sha256(encode_json(node)).hexdigest() for node in history["nodes"]] == before
    if seed % THROUGH_SDKS == 0:
        check_bytes(sent)


def check_bytes(sent):
    """The bytes that the official SDKs serialize are the body, and are accepted too."""
    for target, request in sent:
        asked = ASKER.ask(request.body, target)
        assert isinstance(asked.outcome, Verdict), (str(target), asked.outcome)
        assert (str(target), asked.outcome.accepted, asked.outcome.rule) == (str(target), True, None)


@pytest.mark.parametrize("step", ["prefix", "renaming", "order", "cleanup", "reasoning", "joined"])
def test_each_step_is_needed_by_some_of_them(step):
    """Left out, a provider refuses: what grows here is not harmless."""
    left_out = frozenset({step})
    histories = (Growth(seed).grow() for seed in range(BATCH))
    requests = ((target, assemble(history, target, without=left_out)) for history in histories for target in TARGETS)
    assert any(refused_by(request, target) for target, request in requests)


@pytest.mark.parametrize("batch", range(4))
def test_a_thousand_grown_conversations_are_sendable(batch):
    """Reasoning, compactions, images, switches of provider, turns that were cut off: all go to all."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check(seed)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(80))
def test_twenty_thousand_grown_conversations_are_sendable(batch):
    """The same, 20,000 times."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check(seed)
