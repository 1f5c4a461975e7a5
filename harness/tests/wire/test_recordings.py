"""Recorded bodies survive the way to entries and back."""

import gzip
import json
from collections import Counter

from sendable.model.target import Target
from sendable.wire import from_body, to_body

PARTS = {
    "openai-chat": ("messages",),
    "openai-responses": ("input",),
    "anthropic-messages": ("system", "messages"),
    "gemini": ("systemInstruction", "contents"),
    "mistral": ("messages",),
    "bedrock-converse": ("system", "messages"),
}
REASONS = {
    "openai-chat": {"no list": 2},
    "openai-responses": {"no list": 160},
    "anthropic-messages": {"no list": 4},
    "gemini": {"an older way": 293, "no list": 3},
    "mistral": {},
    "bedrock-converse": {"no list": 1},
}
FLOOR = {
    "openai-chat": 6886,
    "openai-responses": 1428,
    "anthropic-messages": 2639,
    "gemini": 1919,
    "mistral": 674,
    "bedrock-converse": 677,
}
OLDER = {"function": "user", None: "user"}


def test_accepted_bodies_come_back_with_the_same_history(shared):
    """Every accepted body whose history is a list comes back equal: 6886 of 6888, 1428 of 1588, 2639 of 2643, …

    and 1919 of 2215 of Gemini, all 674 of Mistral, 677 of 678 of Bedrock.

    What does not: a Responses ``input`` that is a bare text (141) comes back as the user message it stands for; one
    that is absent (19), a Chat body without ``messages`` (2) and an Anthropic body whose ``messages`` are absent or a
    bare text (4) hold no list of messages and come back with an empty one; 293 of Gemini's say role ``function``, no
    role, a single part or ``system_instruction``, and come back with today's words for the same, and 3 have no
    contents; one of Bedrock's has no messages.
    """
    survived, lost = Counter(), {api: Counter() for api in PARTS}
    with gzip.open(shared / "recordings" / "round-trips.jsonl.gz", "rt") as rows:
        for row in map(json.loads, rows):
            api = row["api"]
            if api not in PARTS or not 200 <= row["status"] < 300:
                continue
            body = row["request"]
            back = to_body(from_body(api, body), Target(api=api, model="m"))
            if all(back.get(part) == body.get(part) or _both_absent(part, back, body) for part in PARTS[api]):
                survived[api] += 1
            else:
                lost[api][_why(api, body, back)] += 1
    assert lost == REASONS
    assert all(survived[api] >= FLOOR[api] for api in PARTS)


def _both_absent(part, back, body):
    """An empty system is none."""
    return part == "system" and not back.get(part) and body.get(part) == []


def _why(api, body, back):
    if not isinstance(body.get(PARTS[api][-1]), list):
        return "no list"
    return "an older way" if api == "gemini" and _in_todays_words(body) == _in_todays_words(back) else "changed"


def _in_todays_words(body):
    contents = [
        {
            **content,
            "role": OLDER.get(content.get("role"), content.get("role")),
            "parts": [content["parts"]] if isinstance(content["parts"], dict) else content["parts"],
        }
        for content in body["contents"]
    ]
    return body.get("systemInstruction", body.get("system_instruction")), contents
