"""Adversarial random histories: odd ids, odd shapes, stored forms, unusual roles, in every arrangement."""

import random

from hypothesis import strategies as st

IDS = [
    "c1",
    "c2",
    "c3",
    "0",
    "",
    " ",
    0,
    5,
    "5",
    7,
    None,
    True,
    False,
    1.5,
    [],
    {"a": 1},
    "00",
    "\u00e9",
    "x\ud800",
    "x\ufffd",
]
ROLES = ["user", "assistant", "tool", "system", "developer", "operator", "function", "", " ", None, 7, ["user"], "Tool"]
CONTENTS = [
    "",
    "text",
    "0",
    " ",
    "\u00e9",
    "a\ud800",
    None,
    0,
    False,
    1.5,
    float("nan"),
    [],
    {},
    [{"type": "text", "text": "t"}],
    [float("inf")],
    {"k": b"\x00"},
    {1: "number"},
    {None: "null"},
    (1, 2),
    {"deep": [[["x"]]]},
    b"bytes",
]


def history(rng: random.Random) -> list:
    """One history of up to twelve entries; half of them near the flat shape, so that pairing is what is hard."""
    wild = rng.random() < 0.4
    return [entry(rng, wild=wild) for _ in range(rng.randrange(13))]


def entry(rng: random.Random, *, wild: bool) -> object:
    if wild and rng.random() < 0.12:
        return rng.choice([None, "x", 3, [], ["user"], {}, {"content": "no role"}, (1,)])
    role = (
        rng.choice(ROLES)
        if wild and rng.random() < 0.25
        else rng.choice(["user", "assistant", "assistant", "tool", "tool", "tool", "system"])
    )
    made = {"role": role}
    if not wild or rng.random() < 0.9:
        made["content"] = rng.choice(CONTENTS) if wild and rng.random() < 0.4 else rng.choice(["", "text", "0"])
    home = made
    if wild and rng.random() < 0.25:
        made["metadata"] = home = {}
    if (role == "assistant" or (wild and rng.random() < 0.1)) and rng.random() < 0.8:
        home["tool_calls"] = calls(rng, wild=wild)
    if (role == "tool" or (wild and rng.random() < 0.1)) and (not wild or rng.random() < 0.95):
        home["tool_call_id"] = an_id(rng, wild=wild)
    if wild and rng.random() < 0.1:
        made["extra"] = {"kept": ["no"]}
    return made


def calls(rng: random.Random, *, wild: bool) -> object:
    if wild and rng.random() < 0.15:
        return rng.choice([None, [], {}, "c1", 3, {"id": "c1"}, (), ({"id": "c1"},), [None], ["c1"]])
    return [call(rng, wild=wild) for _ in range(rng.choice([0, 1, 1, 1, 2, 3]))]


def call(rng: random.Random, *, wild: bool) -> dict:
    made = {}
    if not wild or rng.random() < 0.8:
        made["tool_call_id"] = an_id(rng, wild=wild)
    if wild and rng.random() < 0.4:
        made["id"] = an_id(rng, wild=wild)
    made["name"] = "s"
    if rng.random() < 0.4:
        made["arguments"] = rng.choice(["{}", {"a": [1]}, {"a": float("nan")}, b"x", "\ud800", None]) if wild else "{}"
    return made


def an_id(rng: random.Random, *, wild: bool) -> object:
    return rng.choice(IDS) if wild or rng.random() < 0.1 else rng.choice(["c1", "c2", "c3", "c4", "c5"])


any_history = st.integers(min_value=0, max_value=2**64).map(lambda seed: history(random.Random(seed)))
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None))
    | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.integers() | st.none(), inner, max_size=3)
    ),
    max_leaves=8,
)
