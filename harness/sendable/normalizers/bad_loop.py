"""A loop that ships as a bad example: it puts the results of calls that it did not run on the next round's input.

That spares a write and keeps the code simple, and it works as long as there is a next round (seed 2). Its address is
``python:sendable.normalizers.bad_loop:next_round_loop``.
"""

from collections.abc import Iterator
from contextlib import suppress

from sendable.model.arguments import parsed
from sendable.model.json import Json, JsonObject

_CALLS = ("function_call", "custom_tool_call")


def next_round_loop(history: JsonObject, target: dict[str, str], next: list[Json]) -> JsonObject:  # noqa: A002, ARG001
    """Play a script and return the messages that were stored when it was over, or when the worker died."""
    loop = _NextRoundLoop(history["script"])
    with suppress(_WorkerDied):
        loop.run()
        return {"stored": {"messages": loop.stored}, "queued": loop.said}
    return {"stored": {"messages": loop.stored}}


next_round_loop.contracts = ("write",)  # type: ignore[attr-defined]  # how a callable says what it is held to


class _WorkerDied(Exception):
    """Only what is stored is left."""


class _NextRoundLoop:
    """`stored` is the database; everything else is memory: `said` waits for the next round, and so do results."""

    def __init__(self, script: JsonObject) -> None:
        self.stored: list[JsonObject] = []
        self._script = script
        self._results: list[JsonObject] = []
        self.said: list[JsonObject] = []
        self._now = 0.0
        self._begin_turn()

    def run(self) -> None:
        for each in self._script["rounds"]:
            self._round(each)

    def _begin_turn(self) -> None:
        self._over = False
        self._started = self._now
        self._run = self._approved = 0
        self._made: list[Json] = []

    def _round(self, each: JsonObject) -> None:
        self._at("start", each)
        if self._is_over():
            self._begin_turn()
            return
        self.stored += self._results + self.said
        self._results, self.said = [], []
        self._at("model", each)
        if not self._is_over():
            self._now += each.get("seconds", 0)
            self.stored += _answer(each["model"])
            self._at("answer", each)
            self._run_calls(each)
        self._at("end", each)
        if self._is_over() or not any(_calls(each["model"])):
            self._begin_turn()

    def _run_calls(self, each: JsonObject) -> None:
        calls = list(_calls(each["model"]))
        final = any(call["name"] == self._script.get("final_tool") for call in calls)
        for call in calls:
            call_id = call["call_id"]
            told = each.get("calls", {}).get(call_id, "run")
            runs = not self._over and not final and told != "refuse" and self._may_run(call)
            self._at(f"call:{call_id}", each)
            text = f"result of {call_id}" if runs and told == "run" and not self._over else "not run"
            text = "submitted" if call["name"] == self._script.get("final_tool") else text
            self._results.append({"role": "tool", "tool_call_id": call_id, "content": text})
            if not (runs and told == "hang"):
                self._at(f"done:{call_id}", each)
        hangs = any(each.get("calls", {}).get(call["call_id"]) == "hang" for call in calls)
        self._over = self._over or final or hangs

    def _may_run(self, call: JsonObject) -> bool:
        caps = self._script.get("caps", {})
        late = self._now - self._started >= caps.get("seconds", float("inf"))
        if late or self._run >= caps.get("calls", float("inf")):
            self._over = True
            return False
        made = (call["name"], parsed(call["arguments"]) or call["arguments"])
        approval = call["name"] in self._script.get("needs_approval", ())
        if made in self._made or (approval and self._approved >= caps.get("approvals", float("inf"))):
            return False
        self._run += 1
        self._approved += approval
        self._made.append(made)
        return True

    def _is_over(self) -> bool:
        return self._over

    def _at(self, point: str, each: JsonObject) -> None:
        self.said += [{"role": "user", "content": said["text"]} for said in each.get("user", []) if said["at"] == point]
        if each.get("stop_at") == point:
            self._over = True
        if each.get("die_at") == point:
            raise _WorkerDied


def _calls(items: list[JsonObject]) -> Iterator[JsonObject]:
    return (item for item in items if item["type"] in _CALLS)


def _answer(items: list[JsonObject]) -> Iterator[JsonObject]:
    """Yield the answer as one message, as Chat has it."""
    texts = [part["text"] for item in items if item["type"] == "message" for part in item["content"]]
    calls = [
        {"tool_call_id": call["call_id"], "name": call["name"], "arguments": call["arguments"]}
        for call in _calls(items)
    ]
    if texts or calls:
        yield {"role": "assistant", "content": "".join(texts)} | ({"tool_calls": calls} if calls else {})
