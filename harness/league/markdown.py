"""The league as pages: two axes in separate columns, every red cell with a case and the command that runs it."""

from collections.abc import Iterator
from pathlib import Path

from league.control import ITS_OWN
from league.judge import BECAME, DAMAGES
from league.tally import League, Peer, Red, Standing

_LOOKED_AT = Path(__file__).with_name("looked_at.md")
_WHY = 200
_HEAD = """# The league

What other people's code makes of the same histories, most of them broken in one way: a call without a result, a result
without a call, an id that comes twice. Each entry is a way into a library that its users take, run as it is, offline;
what is judged is the request body that it really sends. Nothing here is a mark: a framework that repairs nothing says
so, and leaves the repair to you.

**Two axes, never one number.** Left: would the provider take it. *Refused*: no. *Declined*: the library raised an
error of its own instead of sending. *Cannot hold*: its types have no place for this history. Neither of the last two is
a failure. *Crashed*: its code broke. Right: what the body says, of every body that was made, taken or refused.

- *lost*: a text, or the result of a call that was kept, is gone, though nothing forced that;
- *dropped*: a call or a result is gone that could not be paired, or whose id names two things; that is allowed, and
  somebody may still want to know;
- *invented*: it holds a result, call or text that the history does not; a library that answers an open call with
  "interrupted" does so on purpose;
- *reordered*: two things changed places; not counted where one id names two things, or a lost text equals another;
- *unstable*: the same history twice gave two bodies.

Verdicts are modelled: rules with dated evidence, none of them unconfirmed, none of them live. Cases that every
normalizer would have refused are left out. Each adapter had to pass its control first: a history without a fault comes
out accepted and whole. How histories are put into each library's types: [harness/adapters](../harness/adapters)."""


def pages(league: League) -> dict[str, str]:
    """Write the page, and one of red cells for each entry: by their paths, beside each other."""
    parts = [_HEAD, _dates(league)]
    for target in _targets(league):
        parts += [f"## {target}", _table(league, target), f"### {target}, by family", *_families(league, target)]
    parts += [_LOOKED_AT.read_text("utf-8").strip()] if _LOOKED_AT.exists() else []
    red = {f"league/{peer.entry.key}.md": _red_page(peer) for peer in league.peers if _is_red(peer)}
    return {"league.md": "\n\n".join(parts) + "\n", **red}


_REDS = """One case for each kind of outcome in each family, with the command that runs it from the root of a checkout.
A refusal names the rule (`sendable rules` shows its evidence) and the grade of that evidence."""


def _is_red(peer: Peer) -> bool:
    return any(each.red for each in peer.standings)


def _red_page(peer: Peer) -> str:
    entry = peer.entry
    parts = [
        f"# {entry.key}: {entry.title}, {entry.package} {entry.version}",
        f"Back to [the league](../league.md). {_REDS}",
    ]
    for each in peer.standings:
        if each.red:
            parts += [f"## {each.target}", "\n".join(_line(each, red) for red in each.red)]
    return "\n\n".join(parts) + "\n"


def _dates(league: League) -> str:
    asked = [peer for peer in league.peers if not peer.broken]
    projects = {peer.entry.project for peer in asked}
    lines = [
        f"- run on {league.date} with sendable {league.sendable}, verdicts as of {league.as_of}",
        f"- cases: `{' '.join(league.words)}`",
        f"- {len(asked)} entries of {len(projects)} projects",
        "- versions: " + ", ".join(sorted({f"{peer.entry.package} {peer.entry.version}" for peer in asked})),
    ]
    lines += [
        f"- not judged, its control failed: {peer.entry.key}: {peer.broken[0]}" for peer in league.peers if peer.broken
    ]
    keys = {peer.entry.key for peer in asked}
    lines += [
        f"- {key}, of a history without a fault, {damage}: {why}"
        for (key, damage), why in ITS_OWN.items()
        if key in keys
    ]
    return "\n".join(lines)


def _targets(league: League) -> list[str]:
    return sorted({each.target for peer in league.peers for each in peer.standings})


def _at(league: League, target: str) -> list[tuple[Peer, Standing]]:
    found = [(peer, each) for peer in league.peers for each in peer.standings if each.target == target]
    return sorted(found, key=lambda pair: pair[0].entry.key)


def _table(league: League, target: str) -> str:
    became = [name for name in BECAME if name != "not judged"]
    head = ["entry", "what", "version", "cases", *became, *DAMAGES]
    rows: list[list[object]] = [
        [
            peer.entry.key,
            f"{peer.entry.title} ({', '.join(peer.entry.contracts)})",
            peer.entry.version,
            each.cases,
            *(each.became[name] for name in became),
            *(each.damages[name] for name in DAMAGES),
        ]
        for peer, each in _at(league, target)
    ]
    return _grid(head, rows)


def _families(league: League, target: str) -> Iterator[str]:
    found = _at(league, target)
    names = sorted({name for _, each in found for name in each.families}, key=lambda name: (name == "two faults", name))
    heads = ["family", *(peer.entry.key for peer, _ in found)]
    yield "Accepted of sent; what was declined or cannot be held is left out, crashes count as sent."
    rows: list[list[object]] = [[name, *(_taken(peer, each, name) for peer, each in found)] for name in names]
    yield _grid(heads, rows)
    yield "Of the same bodies: in how many something was lost (-), invented (+), reordered (~)."
    rows = [[name, *(_damaged(peer, each, name) for peer, each in found)] for name in names]
    yield _grid(heads, rows)


def _grid(head: list[str], rows: list[list[object]]) -> str:
    """Write a table without padding, for a link fills a cell and not a column."""
    lines: list[list[object]] = [[*head], ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def _taken(peer: Peer, standing: Standing, family: str) -> str:
    counts = standing.families.get(family, {})
    sent = counts.get("accepted", 0) + counts.get("refused", 0) + counts.get("crashed", 0)
    if not sent:
        return "·"
    text = f"{counts.get('accepted', 0)}/{sent}"
    kind = next((each for each in ("refused", "crashed") if counts.get(each)), None)
    return f"[{text}]({_link(peer, standing, family, kind)})" if kind else text


def _damaged(peer: Peer, standing: Standing, family: str) -> str:
    counts = standing.families.get(family, {})
    signs = {"lost": "-", "invented": "+", "reordered": "~"}
    told = [
        f"[{sign}{counts[kind]}]({_link(peer, standing, family, kind)})"
        for kind, sign in signs.items()
        if counts.get(kind)
    ]
    return " ".join(told)


def _link(peer: Peer, standing: Standing, family: str, kind: str) -> str:
    return f"league/{peer.entry.key}.md#{_anchor(standing, family, kind)}"


def _anchor(standing: Standing, family: str, kind: str) -> str:
    api = standing.target.partition(":")[0]
    return f"{api}-{family}-{kind}".replace(" ", "-")


def _line(standing: Standing, red: Red) -> str:
    why = " ".join(red.why.split())[:_WHY].replace("`", "'")
    grade = f" ({red.grade})" if red.grade else ""
    anchor = f'<a id="{_anchor(standing, red.family, red.kind)}"></a>'
    return f"- {anchor}**{red.family}**: {red.kind} {red.count} of {red.of}: {why}{grade}\n  `{red.command}`"
