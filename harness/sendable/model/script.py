"""A loop's script: what a write case makes happen, told to any agent loop (design, section 4)."""

from typing import Any, Literal, TypeAlias

import msgspec

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject, dotted

Fate: TypeAlias = Literal["run", "refuse", "hang"]
_CALL_TYPES = frozenset({"function_call", "custom_tool_call"})
_POINTS = ("start", "model", "answer", "end")


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the user says, and at which point of the round."""

    at: str
    text: str


class Caps(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The limits of one turn; None is no limit, and calls that are not run count for none.

    calls: how many calls it runs. seconds: how long it may last. approvals: how many of the calls that need approval
    it runs.
    """

    calls: int | None = None
    seconds: float | None = None
    approvals: int | None = None


class ScriptRound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One round: a model call, and the calls that its answer makes.

    model: the items of the answer. calls: what becomes of each call: ``run`` (the default: it returns
    ``result of CALL_ID``), ``refuse`` (the loop's own check declines it) or ``hang`` (it never returns).
    user, stop_at, die_at: what the user says, where he stops the turn, where the worker dies: at a point, see `Script`.
    seconds: how long the model takes. by: who answers, ``{"provider", "model"}``.
    """

    model: tuple[JsonObject, ...] = ()
    calls: dict[str, Fate] = {}
    user: tuple[Said, ...] = ()
    stop_at: str | None = None
    die_at: str | None = None
    seconds: float = 0
    by: dict[str, str] = {}


class Script(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A whole script.

    A round has these points, in order: ``start`` (before the model call), ``model`` (it is answering), ``answer`` (its
    answer is stored, no call is decided yet), for each call of the answer in order ``call:ID`` (it is running, or it
    was just decided that it is not) and ``done:ID`` (what it returned is known; a call that hangs has no such moment,
    and the next is started beside it), and ``end``. Where several things are named for one point, the user speaks
    first, then stops the turn, then the worker dies. A stop at ``start`` or ``model`` leaves the answer out. When all
    calls were started and one hangs, the time limit ends the turn.

    A turn ends with an answer without calls, the final answer, a cap, the time limit or a stop. Rounds that follow are
    the next turn; what was said after the last model call of a turn opens it. A call whose tool and arguments are
    those of one that was run in the turn is not run again.

    caps: of every turn. final_tool: the tool that submits the final answer. needs_approval: tools whose calls count
    for ``caps.approvals``.
    """

    rounds: tuple[ScriptRound, ...]
    caps: Caps = Caps()
    final_tool: str | None = None
    needs_approval: tuple[str, ...] = ()


def read_script(history: JsonObject) -> Script:
    """Read the history of a write case, ``{"script": …}``.

    Raises:
        UnreadableInput: another shape, a point that its round does not have, or a call without an id; says where.
    """
    try:
        script = msgspec.convert(history.get("script"), Script)
    except msgspec.ValidationError as error:
        what, _, inside = str(error).partition(" - at `")
        where = "$.script" + inside.rstrip("`").removeprefix("$")
        raise UnreadableInput(f"not a script: {what}", where=where, hint="see `Script` in the documentation") from error
    for index, each in enumerate(script.rounds):
        _check_round(each, index)
    return script


def calls_of(items: tuple[JsonObject, ...]) -> list[JsonObject]:
    """Return the items that call a tool of the loop's own."""
    return [item for item in items if item.get("type") in _CALL_TYPES]


def result_text(call_id: str) -> str:
    """Return what a scripted call returns."""
    return f"result of {call_id}"


def _check_round(each: ScriptRound, index: int) -> None:
    place: tuple[str | int, ...] = ("script", "rounds", index)
    ids = [_call_id(call, (*place, "model")) for call in calls_of(each.model)]
    points = [*_POINTS, *(f"{kind}:{call_id}" for call_id in ids for kind in ("call", "done"))]
    named = {"stop_at": each.stop_at, "die_at": each.die_at}
    named |= {f"user[{n}].at": said.at for n, said in enumerate(each.user)}
    for key, point in named.items():
        if point is not None and point not in points:
            hint = "points of this round: " + ", ".join(points)
            raise UnreadableInput(f"no point {point!r}", where=f"{dotted(place)}.{key}", hint=hint)
    unknown = sorted(set(each.calls) - set(ids))
    if unknown:
        raise UnreadableInput(f"no call {unknown[0]!r} in the answer", where=dotted((*place, "calls")))


def _call_id(call: dict[str, Any], place: tuple[str | int, ...]) -> str:
    call_id: Json = call.get("call_id")
    if not isinstance(call_id, str) or not call_id.strip():
        raise UnreadableInput("a call without an id", where=dotted(place), hint="write a call_id")
    return call_id
