"""Small well-formed conversations, written by hand, for tests of the corpus."""

from sendable.corpus import Base
from sendable.model.roundtrip import Source


def system(text="Be brief."):
    """Make a system message."""
    return {"role": "system", "content": text}


def user(text):
    """Make a user message."""
    return {"role": "user", "content": text}


def says(text, *ids):
    """Make an assistant message with calls."""
    calls = [{"tool_call_id": each, "name": "search", "arguments": "{}"} for each in ids]
    return {"role": "assistant", "content": text, **({"tool_calls": calls} if ids else {})}


def gives(call_id, text):
    """Make a result."""
    return {"role": "tool", "tool_call_id": call_id, "content": text}


ONE_CALL = [user("Look it up."), says("", "call_1"), gives("call_1", "Found."), says("It is there.")]
PARALLEL = [
    system(),
    user("Look up both."),
    says("Let me look.", "call_1", "call_2"),
    gives("call_1", "One."),
    gives("call_2", "Two."),
    says("Both are there."),
    user("And the third?"),
    says("", "call_3"),
    gives("call_3", "Three."),
    says("That too."),
]


def base(messages, name="base-1"):
    """Make a base of a conversation."""
    return Base(id=name, messages=tuple(messages), source=Source(path="x.yaml"), api="openai-chat", vendor="openai")
