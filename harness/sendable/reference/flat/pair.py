"""Rule (3), closing repair: every call gets its result, every result has its call.

One function object, `repair`, serves the normalizer and the reasoner that repairs mid-loop.
"""

from functools import cached_property
from itertools import chain
from typing import Final

from sendable.model.errors import UnreadableInput
from sendable.model.json import Json, JsonObject, dotted
from sendable.reference.flat.ids import is_usable
from sendable.reference.flat.result import SYNTHETIC_CONTENT, Repaired, Tally
from sendable.reference.flat.rules import BEYOND_THE_LETTER, NOTHING, check_names

LEAD: Final = ("system", "tool")


def repair(
    messages: list[JsonObject],
    *,
    tally: Tally | None = None,
    letter: bool = False,
    without: frozenset[str] = NOTHING,
) -> Repaired:
    """Close the tool pairing of flat messages (seed 1, rule 3); idempotent.

    An unanswered call gets a synthetic result next to it, an orphan or second result is dropped, an id declared again
    is dropped from the later place, and a late result moves next to its call. A result that leads the list still
    answers its call: to strip it is rule (4). The input is not changed; a message that needs no change is handed on.

    Args:
        messages: flat messages (a text role; text ids).
        tally: where to count, when this is one step of a longer procedure; a new one when left out.
        letter: match ids over the whole list and move nothing, as the letter of the seed has it.
        without: rules left out, names of `RULES`.

    Raises:
        UnreadableInput: when an element is no flat message.
        BadUsage: when `without` names no rule.
    """
    if without:
        check_names(without)
    tally = tally or Tally(range(len(messages)))
    pairing = _Pairing(messages, tally, without | BEYOND_THE_LETTER if letter else without)
    try:
        pairing.run()
    except (AttributeError, KeyError, TypeError):
        _refuse_what_is_not_flat(messages)
        raise
    return pairing.repaired()


class _Pairing:
    """One application of the rule over positions in `messages`.

    A row is a stretch of positions at whose end results may be put: a turn with calls opens one, and whatever stands
    behind it up to the next such turn, results of that turn apart, is a row of its own.
    """

    def __init__(self, messages: list[JsonObject], tally: Tally, without: frozenset[str]) -> None:
        self.messages = list(messages)
        self.tally = tally
        self.without = without
        self.later_may_declare = "first-declaration-owns" in without
        self.over_the_whole_list = "result-after-call" in without
        self.rows: list[list[int]] = [[]]
        self.declared: set[str] = set()
        self.unanswered: dict[str, list[int]] = {}
        self.early: list[tuple[int, str]] = []
        self.early_answer: set[str] = set()
        self.gone: set[int] = set()

    def run(self) -> None:
        row, is_turn, unanswered = self.rows[0], False, self.unanswered
        for position, message in enumerate(self.messages[:]):
            if message["role"] == "tool":
                call_id: str = message.get("tool_call_id", "")
                if is_turn and unanswered.get(call_id) is row:
                    del unanswered[call_id]
                    row.append(position)
                else:
                    self._take_stray_result(position, call_id)
            elif "tool_calls" in message:
                opened = self._take_turn(position, message)
                if opened:
                    row, is_turn = opened, True
            elif is_turn:
                row, is_turn = [position], False
                self.rows.append(row)
            else:
                row.append(position)
        self._settle_early_results()
        if "answer-open-calls" not in self.without:
            self._answer_open_calls()

    def _take_turn(self, position: int, message: JsonObject) -> list[int] | None:
        """Open a row for a turn with the calls that it owns; None when nothing of the turn is left."""
        row, calls, kept, declared = [position], message["tool_calls"], [], self.declared
        for call in calls:
            call_id = call.get("tool_call_id") if isinstance(call, dict) else None
            if is_usable(call_id, self.without) and (call_id not in declared or self.later_may_declare):
                declared.add(call_id)
                if not self.early_answer or call_id not in self.early_answer:
                    self.unanswered[call_id] = row
                kept.append(call)
            else:
                self.tally.drop("call", position, call_id if isinstance(call_id, str) else "")
        if not kept or len(kept) < len(calls):
            self.messages[position] = message = _with_calls(message, kept)
            if calls and not kept and not message.get("content") and "drop-emptied-turn" not in self.without:
                self.tally.drop("turn", position)
                return None
        self.rows.append(row)
        return row

    def _take_stray_result(self, position: int, call_id: str) -> None:
        """Take a result that does not stand in the block of the call it answers."""
        row = self.rows[-1]
        if call_id in self.unanswered:
            late = self.unanswered.pop(call_id)
            if "result-next-to-call" not in self.without:
                self.tally.move(position, call_id)
                row = late
        elif call_id not in self.declared:
            self.early.append((position, call_id))
            if self.over_the_whole_list:
                self.early_answer.add(call_id)
        elif "drop-duplicate-result" not in self.without:
            self.tally.drop("result", position, call_id)
            return
        row.append(position)

    def _settle_early_results(self) -> None:
        """Decide on results that stand before every call of their id, now that all calls are known."""
        answered: set[str] = set()
        for position, call_id in self.early:
            answers = self.over_the_whole_list or position < self.end_of_lead
            if call_id not in self.declared:
                stays = "drop-orphan-result" in self.without
            elif call_id in answered:
                stays = "drop-duplicate-result" in self.without
            else:
                stays = answers
                answered.add(call_id)
            if not stays:
                self.gone.add(position)
                self.tally.drop("result", position, call_id or "")
            elif answers:
                self.unanswered.pop(call_id, None)

    @cached_property
    def end_of_lead(self) -> int:
        """Where the leading stretch of systems and results ends."""
        return next((place for place, each in enumerate(self.messages) if each["role"] not in LEAD), len(self.messages))

    def _answer_open_calls(self) -> None:
        for call_id, row in self.unanswered.items():
            self.tally.synthesize(row[0], call_id)
            row.append(len(self.messages))
            self.messages.append({"role": "tool", "content": SYNTHETIC_CONTENT, "tool_call_id": call_id})

    def repaired(self) -> Repaired:
        places = list(chain.from_iterable(self.rows))
        if self.gone:
            places = [place for place in places if place not in self.gone]
        return Repaired(list(map(self.messages.__getitem__, places)), places, self.tally.origins, self.tally)


def _with_calls(turn: JsonObject, calls: list[JsonObject]) -> JsonObject:
    """Return the turn with these calls; with none it loses the key, for some APIs refuse an empty list."""
    changed = {**turn, "tool_calls": calls}
    if not calls:
        del changed["tool_calls"]
    return changed


def _refuse_what_is_not_flat(messages: Json) -> None:
    for position, message in enumerate(messages):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            what = "closing repair takes flat messages, and this is a map without a text role, or no map at all"
        elif not isinstance(message.get("tool_call_id", ""), str):
            what = "closing repair takes flat messages, and this tool_call_id is no text"
        elif not isinstance(message.get("tool_calls", []), list):
            what = "closing repair takes flat messages, and these tool_calls are no list"
        else:
            continue
        raise UnreadableInput(what, where=dotted((position,)), hint="normalize_flat takes messages of any shape")
