"""Ask a normalizer as a run does, in the smallest way; no provider is needed to judge an output."""

from copy import deepcopy

from sendable.checks import Answered, Output
from sendable.model.case import Case, Expect
from sendable.model.outcome import ProviderError, Verdict
from sendable.model.target import Target

CHAT = Target(api="openai-chat", model="gpt-5.4")
TAKEN = Verdict(True, 200, "modelled", "gpt-5.4", "2026-11-30")


def refused(rule="chat-tool-calls-unanswered"):
    """Make a refusal."""
    error = ProviderError(message="no")
    return Verdict(False, 400, "modelled", "gpt-5.4", "2026-11-30", error=error, rule=rule, path="$.messages[1]")


def case(messages, contract="flat", **expect):
    """Make a case of a history."""
    return Case(
        id="c", title="t", contract=contract, family="f", history={"messages": messages}, expect=Expect(**expect)
    )


def ask(normalizer, messages, outcome=TAKEN, **expect):
    """Answer a flat case: the normalizer is called twice with the history and once with its own output."""
    given = {"messages": deepcopy(messages)}
    after = {"messages": deepcopy(messages)}
    output = Output(*normalizer(after["messages"]))
    return Answered(
        case=case(messages, **expect),
        target=CHAT,
        outcome=outcome,
        given=given,
        given_after=after,
        output=output,
        second=Output(*normalizer(deepcopy(messages))),
        again=Output(*normalizer(deepcopy(output.value))),
    )


def answered_with(messages, output, contract="flat", **expect):
    """Answer a flat case with a ready output."""
    return Answered(
        case=case(messages, contract, **expect),
        target=CHAT,
        outcome=TAKEN,
        given={"messages": messages},
        output=Output(output),
    )


def system(text):
    """Make a system message."""
    return {"role": "system", "content": text}


def user(text):
    """Make a user message."""
    return {"role": "user", "content": text}


def says(text, *ids, name="search"):
    """Make an assistant message with calls."""
    message = {"role": "assistant", "content": text}
    return {**message, "tool_calls": [{"tool_call_id": each, "name": name} for each in ids]} if ids else message


def gives(call_id, text):
    """Make a result."""
    return {"role": "tool", "content": text, "tool_call_id": call_id}


INTERRUPTED = "Tool call was interrupted; no result."
