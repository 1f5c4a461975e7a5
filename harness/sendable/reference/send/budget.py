"""The step `budget`: when the body is over the model's input limit minus 2 %, whole oldest turns go.

Tokens are counted by a function that asks the provider, as seldom as can be: not at all while a safe bound is below the
line, else by bisecting. The seed's bound is one token a character, for it never measured more than 0.64; on rare
scripts a code point takes up to 4 tokens. A byte-level tokenizer cannot make more tokens than there are UTF-8 bytes, so
the bound here is one token a byte of the shaped body. What bytes say nothing of (images, files, blobs that only the
provider opens, hosted tools) is always counted. Seed: 2.59.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from sendable.model.json import JsonObject, encode_json
from sendable.model.warning import StepWarning
from sendable.reference.send.held import Held
from sendable.reference.send.turns import turn_numbers, without_oldest

Count: TypeAlias = Callable[[JsonObject], int]
"""Asks the provider how many tokens a request body is. Whatever it raises is no failure of the request."""

_OPAQUE_KEYS: Final = frozenset(
    {"encrypted_content", "signature", "thoughtSignature", "thought_signature", "redactedContent"}
    | {"inlineData", "inline_data", "fileData", "file_data", "file_id", "image_url", "input_audio"}
)
_OPAQUE_TYPES: Final = frozenset(
    {"input_image", "image", "image_url", "input_file", "file", "document", "input_audio", "video", "container_upload"}
    | {"redacted_thinking", "compaction", "computer_screenshot"}
)
_BLOB_KEYS: Final = frozenset({"image", "document", "video"})  # of Bedrock's content blocks
_PLAIN_TOOLS: Final = frozenset({"function", "custom"})


class Draft(msgspec.Struct, frozen=True):
    """A body that all steps behind the budget have made, with what they said."""

    body: JsonObject
    warnings: tuple[StepWarning, ...] = ()
    counters: dict[str, int] = {}


Build: TypeAlias = Callable[[Sequence[Held], int], Draft]
"""Runs the later steps on a candidate; told how many turns were left out of it."""


def line_of(limit: int) -> int:
    """Return the input limit minus 2 %: dropping starts above it."""
    return limit * 98 // 100


def bound_of(body: JsonObject) -> int:
    """Return the most tokens that a body of text can be: its UTF-8 bytes."""
    return len(encode_json(body))


def always_counted(body: JsonObject) -> bool:
    """Whether the body holds what its bytes say nothing of."""
    todo: list[Any] = [value for key, value in body.items() if key != "tools"]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            if not _OPAQUE_KEYS.isdisjoint(value) or _text(value.get("type")) in _OPAQUE_TYPES:
                return True
            if any(isinstance(value.get(key), dict) for key in _BLOB_KEYS):
                return True
            todo += value.values()
        elif isinstance(value, list):
            todo += value
    return any(_is_hosted(tool) for tool in body.get("tools") or [])


def _is_hosted(tool: Any) -> bool:
    return isinstance(tool, dict) and "type" in tool and _text(tool["type"]) not in _PLAIN_TOOLS


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


class Meter:
    """Measures bodies against a line: by the bound where it is enough, else by counting, until counting fails."""

    def __init__(self, line: int, count: Count | None) -> None:
        self.line = line
        self.counts = 0
        self.failure = ""
        self._count = count

    def fits(self, body: JsonObject) -> bool:
        """Whether the body is at most at the line."""
        return self.tokens(body) <= self.line

    def tokens(self, body: JsonObject) -> int:
        """Return the count, or the bound where nothing needs or can be counted."""
        bound = bound_of(body)
        if self._count is None or self.failure or (bound < self.line and not always_counted(body)):
            return bound
        self.counts += 1
        try:
            counted: Any = self._count(body)
        except Exception as error:  # noqa: BLE001 - whatever a client raises, the bound decides
            self.failure = type(error).__name__
            return bound
        if not isinstance(counted, int) or isinstance(counted, bool) or counted < 0:
            self.failure = f"an answer that is no number of tokens: {type(counted).__name__}"
            return bound
        return int(counted)


def fit(held: Sequence[Held], build: Build, limit: int, count: Count | None = None) -> Draft:
    """Build the body with as many of the newest turns as fit; the last turn always stays.

    Args:
        held: the context with the coming turn.
        build: runs the later steps.
        limit: the model's input limit in tokens.
        count: asks the provider; at most ceil(log2(turns)) + 2 times.
    """
    meter = Meter(line_of(limit), count)
    draft = build(held, 0)
    if meter.fits(draft.body):
        return _told(draft, meter, dropped=0, over=False)
    numbers = turn_numbers(held)
    low, high, over = 0, max(numbers, default=0), True
    fitting: dict[int, Draft] = {}
    while low + 1 < high:
        middle = (low + high) // 2
        tried = build(list(without_oldest(held, numbers, middle)), middle)
        if meter.fits(tried.body):
            fitting = {middle: tried}
            high = middle
        else:
            low = middle
    if high in fitting:
        draft, over = fitting[high], False
    elif high > 0:
        draft = build(list(without_oldest(held, numbers, high)), high)
        over = not meter.fits(draft.body)
    return _told(draft, meter, dropped=max(high, 0), over=over)


def _told(draft: Draft, meter: Meter, *, dropped: int, over: bool) -> Draft:
    """Add what the budget has to say."""
    said = []
    if meter.failure:
        what = f"Counting failed ({meter.failure}); one token a byte was taken instead."
        said.append(StepWarning(step="budget", code="count-failed", message=what))
    if dropped:
        what = f"The oldest turns were left out, {dropped} of them, to stay at {meter.line} tokens."
        said.append(StepWarning(step="budget", code="turns-dropped", message=what))
    if over:
        what = f"The last turn alone is over {meter.line} tokens; it is sent all the same."
        said.append(StepWarning(step="budget", code="last-turn-over", message=what))
    counters = {"turns_dropped": dropped, "counts": meter.counts, **draft.counters}
    return Draft(draft.body, (*said, *draft.warnings), counters)
