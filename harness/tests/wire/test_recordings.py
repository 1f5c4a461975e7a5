"""Recorded bodies survive the way to entries and back."""

import gzip
import json
from collections import Counter

from sendable.model.target import Target
from sendable.wire import from_body, to_body

PARTS = {"openai-chat": ("messages",), "openai-responses": ("input",), "anthropic-messages": ("system", "messages")}
REASONS = {
    "openai-chat": {"no list": 2},
    "openai-responses": {"no list": 160},
    "anthropic-messages": {"no list": 4},
}
FLOOR = {"openai-chat": 6886, "openai-responses": 1428, "anthropic-messages": 2639}


def test_accepted_bodies_come_back_with_the_same_history(shared):
    """Every accepted body whose history is a list comes back equal: 6886 of 6888, 1428 of 1588, 2639 of 2643.

    What does not: a Responses ``input`` that is a bare text (141) comes back as the user message it stands for; one
    that is absent (19), a Chat body without ``messages`` (2) and an Anthropic body whose ``messages`` are absent or a
    bare text (4) hold no list of messages and come back with an empty one.
    """
    survived, lost = Counter(), {api: Counter() for api in PARTS}
    with gzip.open(shared / "recordings" / "round-trips.jsonl.gz", "rt") as rows:
        for row in map(json.loads, rows):
            api = row["api"]
            if api not in PARTS or not 200 <= row["status"] < 300:
                continue
            body = row["request"]
            back = to_body(from_body(api, body), Target(api=api, model="m"))
            if all(back.get(part) == body.get(part) for part in PARTS[api]):
                survived[api] += 1
            else:
                lost[api]["no list" if not isinstance(body.get(PARTS[api][-1]), list) else "changed"] += 1
    assert lost == REASONS
    assert all(survived[api] >= FLOOR[api] for api in PARTS)
