"""What the next worker does for one that died: it closes what is known, and claims nothing of the rest.

Results of calls that had finished are stored. Calls that were never started are told so. Of a call that was running
nobody knows whether it took effect: it gets no result, and the removing cleanup of the send side leaves it out, with
its warning.
"""

from collections.abc import Callable

import msgspec

from sendable.model.json import JsonObject
from sendable.model.node import Node
from sendable.reference.write.calls import calls_in
from sendable.reference.write.decisions import Decision
from sendable.reference.write.store import OpenCall, Store


def recover(store: Store, conversation: str, ids: Callable[[], str]) -> None:
    """Close what a dead worker left open on the path of a conversation, in one transaction; else do nothing."""
    leaf = store.leaf(conversation)
    asked = None if leaf is None else next((each for each in store.above(leaf) if each.kind != "results"), None)
    if asked is None:
        return
    left = store.open_calls(asked.id)
    if asked.status != "open" and not left:
        return
    results = _results(asked, left)
    with store.transaction():
        if asked.status == "open":
            store.complete(msgspec.structs.replace(asked, status="failed"))
        if results:
            found = Node(id=ids(), parent=leaf, turn=asked.turn, kind="results", sent=results)
            store.append(conversation, found)
        for each in left:
            store.drop_call(each)


def _results(asked: Node, left: list[OpenCall]) -> tuple[JsonObject, ...]:
    calls = {call.position: call for call in calls_in(asked.id, asked.received)}
    lost = Decision("worker-lost").text(running=False)
    known = ((each.result, calls[each.position], each.state) for each in left)
    return tuple(result or call.result(lost) for result, call, state in known if result or state == "waiting")
