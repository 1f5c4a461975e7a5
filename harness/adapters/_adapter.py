"""What every adapter in Python shares: who it is, the line protocol, and what an exception of the peer means.

An adapter is a script with its own pinned dependencies. It says `be_quiet` before it imports the peer, and `serve` at
its end; between them stands what is peculiar to the peer: how a history is put into its types, and how it is sent.
"""

import asyncio
import json
import os
import sys
import traceback
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Any

from _capture import NothingSent, base_url, sent_by
from _history import Call, Message, NotExpressible, Request, Tool, expressing, items_of
from _quiet import NetworkRefused, be_quiet, take_stdout

__all__ = [
    "Call",
    "Declined",
    "Entry",
    "Message",
    "NotExpressible",
    "Project",
    "Request",
    "Tool",
    "base_url",
    "be_quiet",
    "expressing",
    "items_of",
    "sent_by",
    "serve",
    "wait",
]

# What code raises that did not foresee its input. Anything else is taken for the peer's own word on it.
_FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    NameError,
    RecursionError,
    TypeError,
    NetworkRefused,
    NothingSent,
)
_SHOWN = 500


class Declined(Exception):
    """The peer said no without raising. type: what it calls that."""

    def __init__(self, type: str, message: str) -> None:  # noqa: A002 - the protocol's word
        super().__init__(message)
        self.type = type


@dataclass(frozen=True)
class Entry:
    """One way into a peer that its users take.

    title: what a reader of a table is told, as ``ChatOpenAI.invoke``. targets: globs on ``API[@vendor]:model``.
    send: from a request to the body that the peer sends. flat: from a request to messages, for a peer with such a
    function; None is no such function. An entry has one of the two: who can be asked for a body and for messages has
    two entries. package: whose version is shown, where it is not the project's.
    """

    title: str
    targets: tuple[str, ...]
    send: Callable[[Request], dict[str, Any]] | None = None
    flat: Callable[[Request], list[Any]] | None = None
    package: str = ""


@dataclass(frozen=True)
class Project:
    """A peer. package: whose version is shown. wrappers: names of its errors that may pass on a fault of its code."""

    name: str
    package: str
    homepage: str
    entries: dict[str, Entry]
    issues: str = ""
    wrappers: frozenset[str] = field(default_factory=frozenset)


def serve(project: Project, words: Sequence[str] | None = None) -> None:
    """Answer the line protocol for the entry that the command line names; ``--entries`` lists them as JSON."""
    (word,) = (sys.argv[1:] if words is None else words) or ("",)
    if word == "--entries":
        print(json.dumps(_listed(project)))
        return
    if word not in project.entries:
        sys.exit(f"name one entry of {project.name}: {', '.join(project.entries)}")
    answers = take_stdout()
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # it is a TextIOWrapper
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "stop":
            break
        answers.write(_line(_answer(project, word, request)) + "\n")
        answers.flush()
    # A peer's threads (tracing, caches) would keep the process for seconds; everything is answered.
    os._exit(0)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def wait(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine to its end, all of them on one loop, so that clients may be kept from request to request."""
    return _loop().run_until_complete(work)


def _listed(project: Project) -> dict[str, Any]:
    entries = [
        {"name": name, "title": each.title, "targets": each.targets, "contracts": _contracts(each)}
        | _package(project, each)
        for name, each in project.entries.items()
    ]
    return {"project": project.name, "homepage": project.homepage, "entries": entries}


def _package(project: Project, entry: Entry) -> dict[str, str]:
    package = entry.package or project.package
    return {"package": package, "version": version(package)}


def _answer(project: Project, word: str, request: dict[str, Any]) -> dict[str, Any]:
    entry = project.entries[word]
    if request["op"] == "start":
        return _about(project, word, entry)
    try:
        return {"seq": request["seq"], **_asked(entry, request)}
    except Exception as error:  # noqa: BLE001 - whatever a peer raises has a meaning
        return {"seq": request["seq"], **_meaning(error, project.wrappers)}


def _about(project: Project, word: str, entry: Entry) -> dict[str, Any]:
    about = {
        "name": f"{project.name} {word}",
        "version": _package(project, entry)["version"],
        "language": "python",
        "contracts": _contracts(entry),
        "accepts": ["messages"],
        "targets": list(entry.targets),
        "homepage": project.homepage,
    }
    return about | ({"issues": project.issues} if project.issues else {})


def _contracts(entry: Entry) -> list[str]:
    return [name for name, held in (("flat", entry.flat), ("send", entry.send)) if held is not None]


def _asked(entry: Entry, request: dict[str, Any]) -> dict[str, Any]:
    to = request["target"]
    if request["contract"] == "flat" and entry.flat is not None:
        flat = Request(to["api"], to["model"], to.get("vendor"), request["history"], [])
        return {"messages": entry.flat(flat)}
    if entry.send is None:
        raise NotExpressible(f"this entry does not answer {request['contract']}")
    return {"body": entry.send(Request(to["api"], to["model"], to.get("vendor"), request["history"], request["next"]))}


def _meaning(error: Exception, wrappers: frozenset[str]) -> dict[str, Any]:
    """Tell what the types cannot hold, what was refused and what broke."""
    if isinstance(error, NotExpressible):
        return {"not_expressible": str(error)}
    if isinstance(error, Declined):
        return {"refused": {"type": error.type, "message": str(error)[:_SHOWN]}}
    fault = _fault(error, wrappers)
    if fault is not None:
        last = traceback.format_tb(fault.__traceback__)[-1:] if fault.__traceback__ else []
        return {"error": f"{type(fault).__name__}: {fault}"[:_SHOWN] + "".join(last).rstrip()}
    return {"refused": {"type": type(error).__name__, "message": str(error)[:_SHOWN]}}


def _fault(error: BaseException, wrappers: frozenset[str]) -> BaseException | None:
    """Return the fault of the code that an exception is, or that a wrapper of this name passes on in its own words."""
    if isinstance(error, _FAULTS):
        return error
    inner = error.__cause__ or error.__context__
    if inner is None or type(error).__name__ not in wrappers:
        return None
    found = _fault(inner, wrappers)
    # A peer that caught the fault and says in other words what is wrong with the history has declined it.
    return found if found is not None and str(found) in str(error) else None


def _line(answer: dict[str, Any]) -> str:
    """Write one answer; what JSON cannot carry in it is a fault of the peer's."""
    try:
        return json.dumps(answer, ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        return json.dumps({"seq": answer["seq"], "error": f"the body is not JSON: {error}"})
