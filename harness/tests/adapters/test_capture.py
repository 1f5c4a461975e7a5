"""The server that stands where a provider would."""

import anthropic
import openai
import pytest
from _capture import NothingSent, base_url, sent_by

SAID = [{"role": "user", "content": "hi"}]


def _openai() -> openai.OpenAI:
    return openai.OpenAI(api_key="none-needed", base_url=base_url("openai-chat"), max_retries=0)


def _anthropic() -> anthropic.Anthropic:
    return anthropic.Anthropic(api_key="none-needed", base_url=base_url("anthropic-messages"), max_retries=0)


def _chat(answers, **more) -> None:
    done = _openai().chat.completions.create(model="m", messages=SAID, **more)
    answers.append(
        "".join(each.choices[0].delta.content or "" for each in done) if more else done.choices[0].message.content
    )


def _responses(answers, **more) -> None:
    done = _openai().responses.create(model="m", input=SAID, **more)
    answers.append(
        next(each.response.output_text for each in done if each.type == "response.completed")
        if more
        else done.output_text
    )


def _messages(answers, **more) -> None:
    done = _anthropic().messages.create(model="m", max_tokens=9, messages=SAID, **more)
    answers.append(
        "".join(each.delta.text for each in done if each.type == "content_block_delta")
        if more
        else done.content[0].text
    )


CALLS = [
    ("openai-chat", _chat, {"model": "m", "messages": SAID}),
    ("openai-responses", _responses, {"model": "m", "input": SAID}),
    ("anthropic-messages", _messages, {"model": "m", "max_tokens": 9, "messages": SAID}),
]


@pytest.mark.parametrize(("api", "call", "body"), CALLS)
@pytest.mark.parametrize("more", [{}, {"stream": True}], ids=["whole", "streamed"])
def test_the_official_clients_take_its_answers(api, call, body, more) -> None:
    """The body that was sent is kept, and the answer is one that the SDK can read, streamed or not."""
    answers: list[str] = []
    assert sent_by(lambda: call(answers, **more), api) == body | more
    assert answers == ["ok"]


def test_the_last_body_counts_and_what_is_raised_afterwards_does_not() -> None:
    """A client that probes first and stumbles over our answer has sent what it has sent."""

    def probe_send_and_fail() -> None:
        _chat([])
        _openai().chat.completions.create(model="second", messages=SAID)
        raise ValueError("cannot read this answer")

    assert sent_by(probe_send_and_fail, "openai-chat")["model"] == "second"


def test_what_is_raised_before_anything_was_sent_is_raised() -> None:
    """It is the peer's word; a body of the call before is not taken for this one's."""

    def refuse() -> None:
        raise ValueError("no")

    sent_by(lambda: _chat([]), "openai-chat")
    with pytest.raises(ValueError, match="no"):
        sent_by(refuse, "openai-chat")


def test_nothing_sent_and_another_api_are_told() -> None:
    """Neither has a body to judge."""
    with pytest.raises(NothingSent, match=r"nothing was sent to openai-chat; seen: \[\]"):
        sent_by(lambda: None, "openai-chat")
    with pytest.raises(NothingSent, match=r"nothing was sent to openai-chat; seen: \['openai-responses'\]"):
        sent_by(lambda: _responses([]), "openai-chat")
