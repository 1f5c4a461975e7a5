"""Bodies of Chat Completions for recordings: each another question, by turns taken and refused by the fake provider."""

import json

MODEL = "gpt-6.1-terra"  # of which no public recording is in the index
_TURN = [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": "Done."}]
_CALL = {
    "role": "assistant",
    "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}
_RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "18 degrees"}
_KINDS = (("accepted", []), ("refused", [_CALL]), ("accepted", [_CALL, _RESULT]), ("refused", [_RESULT]))


def bodies(count: int) -> list[dict]:
    """Make so many bodies, no two of one shape."""
    return [
        {"model": MODEL, "messages": [*_TURN * (n // 4), *_KINDS[n % 4][1], {"role": "user", "content": "And?"}]}
        for n in range(count)
    ]


def verdicts(count: int) -> dict[str, int]:
    """How many of them are accepted and refused."""
    words = [_KINDS[n % 4][0] for n in range(count)]
    return {word: words.count(word) for word in sorted(set(words))}


def lines(count: int) -> str:
    """Write them as a JSONL file."""
    return "".join(json.dumps(each) + "\n" for each in bodies(count))


def recorded_at(base_url: str) -> list[str]:
    """Return the words that record a file of them at a server that stands for the provider."""
    return ["record", "bodies.jsonl", "--api", "openai-chat", "--base-url", base_url, "--gateway", "--yes"]
