"""Items, nodes and trees for the tests of the send side: short words for long dicts."""

from hypothesis import strategies as st


def user(text="hi"):
    return {"type": "message", "role": "user", "content": text}


def said(text="ok"):
    return {"type": "message", "role": "assistant", "content": text}


def call(call_id="a", **more):
    return {"type": "function_call", "call_id": call_id, "name": "look", "arguments": "{}", **more}


def result(call_id="a", output="r"):
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def thought(item_id="rs_1", **more):
    return {"type": "reasoning", "id": item_id, "summary": [], "encrypted_content": "gAAAAABmb3JfdGhl", **more}


def claudes_thought(signature="c2lnbmF0dXJl"):
    return {
        "type": "reasoning",
        "id": "",
        "summary": [{"type": "summary_text", "text": "so"}],
        "encrypted_content": signature,
        "provider": "anthropic",
        "provider_data": {"type": "thinking", "thinking": "so", "signature": signature},
    }


def compaction(**more):
    return {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAAABjb21wYWN0", **more}


def node(name, parent=None, **more):
    return {"id": name, "parent": parent, **more}


def tree(*nodes):
    """A history whose leaf is the last node."""
    return {"nodes": list(nodes), "leaf": nodes[-1]["id"]}


def turn(number, text="question", *, answer="answer"):
    """The items of one turn with a call in it."""
    call_id = f"call_{number}"
    return [user(f"{text} {number}"), call(call_id), result(call_id), said(f"{answer} {number}")]


def touched(warning):
    """What a warning names: type, call id and position of each item."""
    return [(each.type, each.call_id, each.position) for each in warning.items]


def codes(request):
    """The warnings of a request that shape did not give."""
    return [(each.step, each.code) for each in request.warnings if each.step != "shape"]


CLEAN_ROUND = st.integers(1, 3).flatmap(
    lambda calls: st.tuples(st.just(calls), st.booleans(), st.booleans()).map(
        lambda drawn: {"calls": drawn[0], "interrupted": drawn[1], "ends": drawn[2]}
    )
)


@st.composite
def clean_items(draw):
    """A well-formed conversation: every call answered at once by an id of its own."""
    items = []
    for number, shape in enumerate(draw(st.lists(CLEAN_ROUND, max_size=5))):
        ids = [f"call_{number}_{at}" for at in range(shape["calls"])]
        items += [user(f"question {number}"), *map(call, ids), *map(result, draw(st.permutations(ids)))]
        items += [user("by the way")] if shape["interrupted"] else []
        items += [said(f"answer {number}")] if shape["ends"] else []
    return items


IDS = st.sampled_from(["a", "b", "c", "bad id", "0", "", " ", None, 5])
PIECES = st.one_of(
    st.builds(user, st.sampled_from(["hi", "stop"])),
    st.builds(said),
    st.builds(call, IDS),
    st.builds(result, IDS),
    st.builds(thought),
    st.just({"type": "compaction", "encrypted_content": "gAAAAABjb21wYWN0", "provider": "openai"}),
    st.just({"type": "compaction", "content": "so far so good", "provider": "anthropic"}),
)
ANY_ITEMS = st.lists(PIECES, max_size=12)
SENT = st.lists(st.one_of(st.builds(user), st.builds(said), st.builds(call, IDS), st.builds(result, IDS)), max_size=8)
RECEIVED = st.lists(st.one_of(st.builds(said), st.builds(call, IDS)), max_size=5)


@st.composite
def trees(draw, sent=ANY_ITEMS, received=ANY_ITEMS):
    """A stored tree: items in any order, branches, compactions that point anywhere, also at nothing."""
    count = draw(st.integers(1, 6))
    names = [f"n{at}" for at in range(count)]
    nodes = []
    for at, name in enumerate(names):
        kind = draw(st.sampled_from(["llm", "llm", "results", "compaction"]))
        nodes.append(
            {
                "id": name,
                "parent": draw(st.sampled_from([None, *names[:at]])) if kind != "compaction" else None,
                "kind": kind,
                "turn": draw(st.sampled_from([None, 1, 2])),
                "provider": draw(st.sampled_from([None, "openai", "anthropic"])),
                "sent": draw(sent),
                "received": draw(received),
                "pointer": draw(st.sampled_from([None, "gone", *names])) if kind == "compaction" else None,
            }
        )
    return {"nodes": nodes, "leaf": draw(st.sampled_from(names))}
