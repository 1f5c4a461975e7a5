"""Results that a new branch has to carry along."""

from collections import Counter
from collections.abc import Iterator

from sendable.model.json import JsonObject
from sendable.model.node import Node
from sendable.reference.write.calls import calls_in, is_result
from sendable.reference.write.store import Store


def results_elsewhere(store: Store, node: str) -> list[JsonObject]:
    """Return the results of calls that are open on the path to a node, from the branches below it."""
    missing = _open_on_path(store, node)
    found: list[JsonObject] = []
    for result in _results_below(store, node) if missing.total() else ():
        if missing[result["call_id"]] > 0:
            missing[result["call_id"]] -= 1
            found.append(result)
    return found


def _open_on_path(store: Store, node: str) -> Counter[str]:
    answered: Counter[str] = Counter()
    for each in store.above(node):
        if each.kind != "results":
            called = Counter(call.call_id for call in calls_in(each.id, each.received))
            return called - answered
        answered += Counter(result["call_id"] for result in _leading(each))
    return Counter()


def _results_below(store: Store, node: str) -> Iterator[JsonObject]:
    """Yield the results that follow a node directly, of its oldest branch first."""
    waiting = store.children(node)
    while waiting:
        each = waiting.pop(0)
        yield from _leading(each)
        if each.kind == "results":
            waiting = store.children(each.id) + waiting


def _leading(node: Node) -> Iterator[JsonObject]:
    for item in node.sent:
        if not is_result(item):
            return
        yield item
