"""One fault each: thoughts behind a change are bound to nothing, and a copy stays the copy that it is."""

from sendable.corpus.bound import bound_in, loosened
from sendable.corpus.line import Home, Spot
from sendable.corpus.mutators.seals import EDITED_THINKING
from sendable.oracle.seals import Seal, issue


def thought(text, prefix=("a", "b", "c", "d")) -> Spot:
    """Claude's thinking, bound to a prefix, in bare items."""
    blob = issue(Seal("anthropic", "claude-opus-5-5", content=text, prefix=prefix))
    block = {"type": "thinking", "thinking": text, "signature": blob}
    item = {"type": "reasoning", "id": "", "encrypted_content": blob, "provider": "anthropic", "provider_data": block}
    return Spot(item, Home(0, "items"))


def test_a_copy_of_what_stands_ahead_keeps_its_binding() -> None:
    """Else the copy would be another blob, and so another fault."""
    one, two = thought("one"), thought("two")
    line = loosened([one, one, two], [one, two])
    assert line[:2] == [one, one]
    assert ([*bound_in(two.item)] != [], [*bound_in(line[2].item)]) == (True, [])


def test_only_a_signed_thought_cannot_be_edited() -> None:
    """Claude's is refused by Claude; Mistral's, which nobody signs, is taken everywhere."""
    said = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "So."}]}
    asked = {"type": "message", "role": "user", "content": "Go."}
    block = {"type": "thinking", "thinking": "Hm."}
    signed = {**block, "signature": issue(Seal("anthropic", "claude-opus-5-5", content="Hm."))}
    refused = {}
    for maker, kept in (("anthropic", signed), ("mistral", block)):
        item = {"type": "reasoning", "id": "", "summary": [], "provider": maker, "provider_data": kept}
        items = [asked, item, {**said, "provider": maker}]
        refused[maker] = [bool(each.expect.by_target) for each in EDITED_THINKING.broken({"items": items})]
    assert refused == {"anthropic": [True], "mistral": [False]}
