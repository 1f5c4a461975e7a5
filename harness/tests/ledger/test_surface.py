# ruff: noqa: F821, PYI051, PYI061, UP006, UP007, UP035, UP037, UP045 - the SDKs write their types in these words
"""What an SDK declares is read from its types, whatever it writes them with."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Annotated, Any, Dict, List, Literal, NewType, Optional, TypeVar, Union

import pytest
from pydantic import BaseModel
from pydantic import Field as ModelField
from typing_extensions import NotRequired, Required, TypedDict

from sendable.ledger.declared import declared
from sendable.ledger.sample import sample
from sendable.ledger.strip import strip_list
from sendable.ledger.surface import ApiSurface, Change, Field, Position, Side, changes, read
from sendable.ledger.surface.aliases import aliased_items
from sendable.ledger.surface.annotation import unfold
from sendable.ledger.surface.walk import Walk, by_role, by_type
from sendable.model.errors import BadUsage

HERE = __name__


class Alias:
    """What an SDK marks the name on the wire with."""

    def __init__(self, alias: str) -> None:
        self.alias = alias


class Program(TypedDict, total=False):
    type: Required[Literal["program"]]
    caller_id: Required[str]


class Direct(TypedDict):
    type: Literal["direct"]


class Untagged(TypedDict, total=False):
    n: int


class Mood(enum.Enum):
    GOOD = "good"
    BAD = "bad"


Text = NewType("Text", str)
Callers = Union[Program, "Direct"]


class Call(TypedDict, total=False):
    type: Required[Literal["call"]]
    caller: Optional[Callers]
    parts: Union[str, Iterable[Union[Untagged, "Call"]]]
    mood: Mood
    open_mood: Union[str, Literal["good"]]
    is_async: Annotated[bool, Alias("async")]
    free: Dict[str, object]
    text: Text
    tools: List[Direct]
    either: Literal["a", "b", None]


Functional = TypedDict("Functional", {"type": Required[Literal["functional"]], "from": NotRequired[str]}, total=False)


class Returned(BaseModel):
    type: Literal["call"]
    async_: Optional[bool] = ModelField(default=None, alias="async")
    created_by: Optional[str] = None
    caller: Optional[Direct] = None


def _walk(annotation: Any, names=by_type) -> Side:
    walk = Walk(names)
    walk.envelopes(unfold(annotation, globals()), "root")
    return walk.result().history


def test_a_typed_dict():
    """Places, required, nullable and closed fields are read; aliases, forward references, lists and recursion too."""
    side = _walk(Union[Iterable[Call], str])
    assert side.unread == {}
    assert {place: position.where for place, position in side.positions.items()} == {
        "call": f"{HERE}.Call",
        "call.caller:direct": f"{HERE}.Direct",
        "call.caller:program": f"{HERE}.Program",
        "call.parts[]": f"{HERE}.Untagged",
        "call.parts[]:call": f"{HERE}.Call",
    }
    assert side.positions["call"].fields == {
        "async": Field(attribute="is_async"),
        "caller": Field(nullable=True),
        "either": Field(nullable=True, values=("a", "b")),
        "free": Field(),
        "mood": Field(values=("bad", "good")),
        "open_mood": Field(),
        "parts": Field(),
        "text": Field(),
        "tools": Field(),
        "type": Field(required=True, values=("call",)),
    }
    assert side.positions["call.caller:program"].fields["caller_id"] == Field(required=True)


def test_a_functional_typed_dict():
    """A field that is a keyword of Python has its name on the wire."""
    assert _walk(List[Functional]).positions["functional"].fields == {
        "from": Field(),
        "type": Field(required=True, values=("functional",)),
    }


def test_a_model():
    """A pydantic model is read by its aliases."""
    fields = _walk(List[Returned]).positions["call"].fields
    assert fields == {
        "async": Field(nullable=True, attribute="async_"),
        "caller": Field(nullable=True),
        "created_by": Field(nullable=True),
        "type": Field(required=True, values=("call",)),
    }


def test_a_model_beside_typed_dicts_declares_nothing():
    """Response models that a request's union lists for convenience are passed over; alone they count."""
    assert "created_by" not in _walk(List[Union[Call, Returned]]).positions["call"].fields
    assert "created_by" in _walk(List[Returned]).positions["call"].fields


def test_shapes_of_one_tag_are_merged():
    """A field is required only when every shape with the tag requires it."""

    class Short(TypedDict):
        role: Literal["user", "system"]

    class Long(TypedDict, total=False):
        role: Required[Literal["user"]]
        id: Required[str]

    walk = Walk(by_role)
    walk.envelopes(unfold(Union[Short, Long], locals()), "root")
    positions = walk.result().history.positions
    assert {place: sorted(position.fields) for place, position in positions.items()} == {
        "system": ["role"],
        "user": ["id", "role"],
    }
    assert (positions["user"].fields["role"].required, positions["user"].fields["id"].required) == (True, False)


def test_tool_definitions_are_apart():
    """What stands inside tools is no part of the history."""
    walk = Walk(by_type)
    walk.envelopes(unfold(List[Call], globals()), "root")
    walked = walk.result()
    assert "call.tools[]:direct" not in walked.history.positions
    assert list(walked.tools.positions) == ["call.tools[]:direct"]


T = TypeVar("T")
UNKNOWN = {
    "a type variable": T,
    "a class of its own": Alias,
    "a name that is nowhere": "NoSuchType",
    "a callable": Iterable["NoSuchType"],
    "a module": enum,
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_construct_is_reported_by_its_place(name):
    """What is not understood has an entry, and the fields around it are read all the same."""

    class Odd(TypedDict, total=False):
        type: Required[Literal["odd"]]

    Odd.__annotations__["field"] = UNKNOWN[name]
    side = _walk(List[Odd])
    assert list(side.unread) == ["odd.field"]
    assert set(side.positions["odd"].fields) == {"type", "field"}


def test_an_item_without_a_tag_is_reported():
    """An item that nothing tells from others is not passed over in silence."""
    assert _walk(List[Untagged]).unread == {f"root: {HERE}.Untagged": "an item that no tag tells from others"}


SIZES = {"openai-responses": (126, 447), "openai-chat": (32, 84), "anthropic-messages": (175, 596)}


@pytest.mark.parametrize("sdk", ["openai", "anthropic"])
def test_the_installed_sdk_is_read_whole(sdk):
    """Nothing of an installed SDK is unread, and of the dated release it is what the ledger's declarations say."""
    surface = read(sdk)
    assert [(each.name, each.request.unread, each.response.unread) for each in surface.apis] == [
        (each.name, {}, {}) for each in surface.apis
    ]
    for each in surface.apis:
        assert each.request.positions
        assert each.response.positions
        if surface.version == declared(each.api).release and not each.beta:
            assert (len(each.request.positions), len(list(each.request.paths()))) == SIZES[each.api]
            assert set(each.request.paths()) <= set(declared(each.api).paths())
            assert set(strip_list(each)) <= set(declared(each.api).strip)


def test_what_is_no_sdk():
    """An SDK that nobody knows is bad usage."""
    with pytest.raises(BadUsage, match="no SDK named 'mistral'"):
        read("mistral")


def _side(**places):
    return Side({place.replace("__", "."): Position("m.T", fields) for place, fields in places.items()})


def test_changes():
    """Every kind of difference is told by its path; a renamed type is none."""
    before = _side(call={"a": Field(), "b": Field(True), "c": Field(values=("x", "y")), "d": Field(), "e": Field()})
    after = _side(
        call={
            "a": Field(required=True),
            "b": Field(nullable=True),
            "c": Field(values=("y", "z")),
            "d": Field(values=("x",)),
            "f": Field(),
        }
    )
    after.positions["call"] = Position("other.Name", after.positions["call"].fields)
    assert changes(before, after) == (
        Change("call.a", "required"),
        Change("call.b", "optional"),
        Change("call.b", "nullable"),
        Change("call.c", "more-values", "z"),
        Change("call.c", "fewer-values", "x"),
        Change("call.d", "closed"),
        Change("call.e", "removed"),
        Change("call.f", "added"),
    )
    assert changes(before, before) == ()


def test_strip_list():
    """Fields that responses have and requests lack, at their highest place; inside an open object nothing is missing."""
    request = _side(call={"a": Field(), "open": Field()}, **{"call.a:x": {"type": Field()}})
    response = Side(
        {
            "call": Position("T", {"a": Field(), "open": Field(), "created_by": Field(), "more": Field()}),
            "call.a:x": Position("T", {"type": Field(), "file_id": Field()}),
            "call.a:y": Position("T", {"type": Field()}),
            "call.more": Position("T", {"inner": Field()}),
            "call.open:z": Position("T", {"type": Field()}),
        }
    )
    surface = ApiSurface(api="some-chat", request=request, response=response, tools=Side())
    assert strip_list(surface) == ("call.a:x.file_id", "call.a:y.type", "call.created_by", "call.more")


def test_a_sample_carries_its_field():
    """A sample has what its item requires, and the field it was made for, down to its place."""
    side = _walk(List[Call])
    assert sample(side, "call.caller:program.caller_id") == {
        "caller": {"caller_id": "x", "type": "program"},
        "type": "call",
    }
    assert sample(side, "call.parts[].n") == {"parts": [{"n": "x"}], "type": "call"}


def test_aliased_items():
    """Each field whose Python name is not its own stands in a small item."""
    assert list(aliased_items(_walk(List[Returned]))) == [("call.async", {"type": "call", "async": True})]
