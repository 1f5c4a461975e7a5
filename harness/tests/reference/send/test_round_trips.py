"""A conversation goes to other providers and comes back: what the first one made is there again, byte for byte."""

from itertools import product

import pytest
from reference.send.makers import MAKERS, PIXEL, TARGETS, TOOLS, answered, refused_by
from reference.send.talk import result, user

from sendable.model.json import encode_json
from sendable.reference.send import assemble

STORY = {
    "text": {"calls": []},
    "call": {"calls": [("call_0_a", "look", '{"at": 1}')]},
    "calls": {"calls": [("call_0_a", "look", '{"at": 1}'), ("call_0_b", "find", "{}")]},
    "unanswered": {"calls": [("call_0_a", "look", "{}"), ("call_0_b", "find", "{}")], "open": 1},
    "mid-turn": {"calls": [("call_0_a", "look", "{}")], "beside": [user("hurry up")]},
    "image": {"calls": [], "asked": [{"type": "input_image", "image_url": PIXEL}]},
    "words-and-call": {"text": "let me see", "calls": [("call_0_a", "look", "{}")]},
}
NEXTS = ([user("go on")], [user("never mind"), user("something else")])
PAIRS = list(product(MAKERS, repeat=2))
TRIPLES = list(product(MAKERS, repeat=3))
SAMPLED = 19  # shares no factor with the numbers of makers and stories, so that every one of them comes up
TRIPS = [(*makers, story) for makers in [*PAIRS, *TRIPLES] for story in STORY]


def numbered(story, at):
    """The calls of a story under ids of the round they are made in."""
    return [(call_id.replace("_0_", f"_{at}_"), tool, text) for call_id, tool, text in STORY[story]["calls"]]


def asked(story, at):
    text = {"type": "input_text", "text": f"question {at}"}
    more = STORY[story].get("asked", [])
    return {"type": "message", "role": "user", "content": [text, *more] if more else f"question {at}"}


def visit(history, maker, story, at):
    """One turn with a maker: the question, what it calls, the results, its last word; yields each request."""
    told = STORY[story]
    said = {
        "thought": f"thought {at}",
        "text": told.get("text", "") if told["calls"] else "done",
        "calls": numbered(story, at),
    }
    history, first = answered(history, maker, [asked(story, at)], said)
    requests = [(maker, first)]
    if told["calls"]:
        made = [item["call_id"] for item in history["nodes"][-1]["received"] if item["type"] == "function_call"]
        results = [result(call_id, f"found {at}") for call_id in made[: told.get("open", len(made))]]
        last = {"thought": f"last thought {at}", "text": f"done {at}", "calls": []}
        history, second = answered(history, maker, [*results, *told.get("beside", [])], last)
        requests.append((maker, second))
    return history, requests


def said_in(body):
    """The history in a body of any API, in order."""
    return next(body[key] for key in ("input", "messages", "contents") if key in body)


def beside(body):
    return {key: value for key, value in body.items() if key not in ("input", "messages", "contents")}


def trip(makers, story):
    """Go through all makers and return to the first one: all requests, and the history after each visit."""
    history = {"nodes": [], "leaf": None, "tools": TOOLS}
    requests, stages = [], []
    for at, maker in enumerate(makers):
        history, sent = visit(history, maker, story, at)
        requests += sent
        stages.append(history)
    return requests, stages


def check(makers, story):
    """Every request is accepted; back at the first maker, its part equals a request without the detour.

    And whoever is asked next takes the stored path, whatever the user says.
    """
    requests, stages = trip(makers, story)
    assert [(maker, found) for maker, sent in requests if (found := refused_by(sent, TARGETS[maker]))] == []
    stored = encode_json(stages[-1])
    home = TARGETS[makers[0]]
    detour = asked(story, 1)
    direct, back = (assemble(each, home, next=[detour]).body for each in (stages[0], stages[-1]))
    assert beside(back) == beside(direct)
    assert said_in(back)[: len(said_in(direct))] == said_in(direct)
    sent = encode_json(back).decode()
    assert "thought 0" in sent
    assert [blob for blob in blobs(stages[0]) if blob not in sent] == []
    for name, target in TARGETS.items():
        verdicts = [refused_by(assemble(stages[-1], target, next=turn), target) for turn in NEXTS]
        assert (name, verdicts) == (name, [None, None])
    assert encode_json(stages[-1]) == stored


def blobs(history):
    """Every opaque blob that stands in the first maker's answers, as it is stored."""
    items = [item for node in history["nodes"] for item in node["received"]]
    kept = [item["encrypted_content"] for item in items if item.get("encrypted_content")]
    return kept + [
        item["provider_data"]["thoughtSignature"]
        for item in items
        if "thoughtSignature" in item.get("provider_data", {})
    ]


@pytest.mark.parametrize("trip_", TRIPS[::SAMPLED], ids="-".join)
def test_what_a_provider_made_is_there_again_when_the_conversation_returns(trip_):
    """Pairs and triples of provider types, a sample of all."""
    check(trip_[:-1], trip_[-1])


@pytest.mark.long
@pytest.mark.parametrize("trip_", TRIPS, ids="-".join)
def test_every_pair_and_triple_returns(trip_):
    """Every ordered pair and triple of provider types, every story."""
    check(trip_[:-1], trip_[-1])
