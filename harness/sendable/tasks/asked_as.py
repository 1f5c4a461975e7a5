"""Under which contract a case is asked of a normalizer."""

from collections.abc import Collection

import msgspec

from sendable.model.case import Case, Expect


def asked_as(case: Case, contracts: Collection[str]) -> Case | None:
    """Return the case as it can be asked, None when it cannot.

    A flat history can also be sent: a normalizer that is held to ``send`` alone is asked for the whole body. The exact
    outputs of a ``flat`` case are messages, so they say nothing of a body.
    """
    if case.contract in contracts:
        return case
    if case.contract == "flat" and "send" in contracts:
        return msgspec.structs.replace(case, contract="send", expect=_without_exact(case.expect))
    return None


def _without_exact(expect: Expect) -> Expect:
    by_target = {glob: _without_exact(each) for glob, each in expect.by_target.items()}
    letter = _without_exact(expect.letter) if expect.letter else None
    return msgspec.structs.replace(expect, exact=(), by_target=by_target, letter=letter)
