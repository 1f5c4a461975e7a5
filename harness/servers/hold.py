"""Hold a scripted conversation with a server, and record it."""

from pathlib import Path

import anthropic
import openai

from servers.cassette import recorder
from servers.script import Answer, Conversation
from servers.talks import TALKS, Heard, Talk


class NotRecorded(Exception):
    """A conversation did not go as scripted, or its requests passed by the recorder."""


def record(path: Path, base_url: str, api: str, conversation: Conversation) -> str:
    """Hold one conversation under vcrpy, in the new file `path`, and return the text of the cassette.

    Raises:
        NotRecorded: the server refused, broke down or answered anything but the script, or vcrpy did not see every
            request.
    """
    with recorder("all").use_cassette(str(path)) as cassette:
        try:
            hold(TALKS[api](base_url, conversation), conversation)
        except (anthropic.APIError, openai.APIError) as refused:
            raise NotRecorded(f"{api} {conversation.slug}, round {len(cassette)}: {refused}") from refused
        if len(cassette) != conversation.rounds:
            raise NotRecorded(f"{api} {conversation.slug}: {conversation.rounds} requests, {len(cassette)} recorded")
    return path.read_text("utf-8")


def hold(talk: Talk, conversation: Conversation) -> None:
    """Lead the conversation to its end, giving the scripted results.

    Raises:
        NotRecorded: the server answered anything but the script.
    """
    for turn in conversation.turns:
        talk.say(turn.user)
        for answer in turn.answers:
            heard = talk.ask()
            if not _as_scripted(heard, answer):
                raise NotRecorded(f"{conversation.slug}: the script says {answer}, the server parsed {heard}")
            if answer.calls:
                ids = [key for key, _, _ in heard.calls]
                talk.give(list(zip(ids, answer.calls, strict=True)))


def _as_scripted(heard: Heard, answer: Answer) -> bool:
    calls = [(name, arguments) for _, name, arguments in heard.calls]
    scripted = [(call.name, dict(call.arguments)) for call in answer.calls]
    ids = {key for key, _, _ in heard.calls}
    return (heard.text, heard.thought, calls, len(ids)) == (answer.text, answer.thought, scripted, len(scripted))
