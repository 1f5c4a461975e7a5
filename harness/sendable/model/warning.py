"""What a step changed or left out on its way to the wire, told to the user."""

import msgspec


class Touched(msgspec.Struct, frozen=True, omit_defaults=True):
    """One item that a step changed or removed; never its arguments or content."""

    type: str
    call_id: str | None = None
    id: str | None = None
    position: int | None = None


class StepWarning(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step's report.

    step: which step, as ``shape`` or ``cleanup``. code: stable, for machines. message: for people.
    items: what was touched. `position` counts the entries (flat messages, or items of the context) from 0.
    """

    step: str
    code: str
    message: str
    items: tuple[Touched, ...] = ()
