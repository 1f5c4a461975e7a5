"""The control of an adapter: a history without any fault comes out accepted and whole, or the adapter is to blame."""

from collections.abc import Iterator

from league.judge import judge
from sendable.model.case import Case
from sendable.model.target import parse_target
from sendable.normalizers import Connected
from sendable.replay import Modelled
from sendable.tasks.asked_as import asked_as


def _call(call_id: str, name: str, arguments: str) -> dict[str, str]:
    return {"tool_call_id": call_id, "name": name, "arguments": arguments}


CLEAN = Case(
    id="league-control",
    title="Kept: a history without a fault",
    contract="flat",
    family="control",
    history={
        "messages": [
            {"role": "user", "content": "Is it warmer in Paris or in Rome?"},
            {
                "role": "assistant",
                "content": "Let me look.",
                "tool_calls": [
                    _call("call_Paris001", "get_weather", '{"city": "Paris"}'),
                    _call("call_Rome0002", "get_weather", '{"city": "Rome"}'),
                ],
            },
            {"role": "tool", "content": "18 degrees in Paris", "tool_call_id": "call_Paris001"},
            {"role": "tool", "content": "24 degrees in Rome", "tool_call_id": "call_Rome0002"},
            {"role": "assistant", "content": "In Rome, by 6 degrees."},
            {"role": "user", "content": "Book a table there."},
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [_call("call_Table003", "book_table", '{"city": "Rome", "seats": 2}')],
            },
            {"role": "tool", "content": "booked for 20:00", "tool_call_id": "call_Table003"},
            {"role": "assistant", "content": "Done: at 20:00."},
        ]
    },
    next=({"role": "user", "content": "Thank you, and for three?"},),
)


# What a library does even to this history, read in its own code and in the body: no fault of its adapter.
ITS_OWN = {
    ("crewai.anthropic", "lost"): "its converter writes tool_use blocks only: the text beside calls is gone",
    ("inspect.anthropic", "invented"): "it writes `(no content)` beside calls without a text",
}


def faults(normalizer: Connected, targets: tuple[str, ...], key: str = "") -> Iterator[str]:
    """Yield what is wrong with an adapter: for each target, that the clean history was not accepted, or not whole.

    Args:
        normalizer: the adapter.
        targets: whom to ask.
        key: the entry's, for what is known of its library.
    """
    case = asked_as(CLEAN, normalizer.contracts)
    assert case is not None, "an adapter answers flat or send"
    pairs = [(case, parse_target(target)) for target in targets]
    for target, row in zip(targets, judge(pairs, normalizer, Modelled()), strict=True):
        if row.became != "accepted":
            yield f"{target}: {row.became}: {row.why}"
        damages = {name: detail for name, detail in row.damages.items() if (key, name) not in ITS_OWN}
        yield from (f"{target}: {name}: {detail}" for name, detail in damages.items())
