"""``sendable record``."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sendable.cli._io import numbered_lines, shown_name, write_json
from sendable.cli._numbers import DOLLARS
from sendable.model.errors import BadUsage

if TYPE_CHECKING:
    from sendable.tasks.record import Recorded
    from sendable.tasks.record_bodies import Wanted
    from sendable.tasks.record_plan import Asking, Questions


@click.command("record", short_help="Ask the real providers what nobody has asked them yet, and keep the answers.")
@click.argument("file", required=False)
@click.option("--normalizer", "address", default="reference", show_default=True, help="Whose outputs are recorded.")
@click.option("--target", "targets", multiple=True, metavar="TARGET", help="API[@vendor]:model; may be repeated.")
@click.option("--cases", "paths", multiple=True, metavar="PATH", help="Case files or folders, not the shipped ones.")
@click.option("--case", "case_globs", multiple=True, metavar="GLOB", help="Only cases whose id fits; may be repeated.")
@click.option("--profile", metavar="NAME", help="The cases of a frozen profile, as 2026-12 or smoke.")
@click.option(
    "--broken", type=click.IntRange(0), default=0, show_default=True, help="Broken histories to make besides."
)
@click.option("--seed", default=0, show_default=True, help="Which of the possible breaks are drawn.")
@click.option("--api", metavar="API[@VENDOR]", help="Of the bodies in FILE that do not name theirs.")
@click.option("--model", help="Of the bodies in FILE that do not name theirs.")
@click.option("--base-url", metavar="URL", help="Another server than the provider's own.")
@click.option("--gateway", is_flag=True, help="The server at --base-url passes on to the API's own provider.")
@click.option("--budget-usd", "budget", type=DOLLARS, metavar="X", help="Send nothing that might cost more than this.")
@click.option("--price", metavar="IN/OUT", help="Dollars a million tokens, for a model that the table lacks.")
@click.option("--max-output", type=click.IntRange(1), metavar="N", help="Output tokens to ask for; the API's fewest.")
@click.option("--probe", type=click.Choice(["count"]), help="Ask the free counting endpoint: listed apart, no verdict.")
@click.option("--again", is_flag=True, help="Ask also what is on file, and tell which answers changed.")
@click.option("--out", default="cassettes", show_default=True, type=click.Path(path_type=Path), help="Recordings.")
@click.option("--ledger", type=click.Path(path_type=Path), help="Folder with ledger rows of your own.")
@click.option("--jobs", type=click.IntRange(1, 64), default=4, show_default=True, help="Requests at the same time.")
@click.option("--yes", is_flag=True, help="Do not ask before money is spent; needed without a terminal.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent and what it costs, and stop.")
@click.option("--list-stale", is_flag=True, help="Send nothing: list recordings that this command would not make.")
@click.option("--max-age", type=click.IntRange(0), metavar="DAYS", help="With --list-stale: list older ones too.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    *,
    file: str | None,
    address: str,
    targets: tuple[str, ...],
    paths: tuple[str, ...],
    case_globs: tuple[str, ...],
    profile: str | None,
    broken: int,
    seed: int,
    api: str | None,
    model: str | None,
    base_url: str | None,
    gateway: bool,
    budget: float | None,
    price: str | None,
    max_output: int | None,
    probe: str | None,
    again: bool,
    out: Path,
    ledger: Path | None,
    jobs: int,
    yes: bool,
    dry_run: bool,
    list_stale: bool,
    max_age: int | None,
    as_json: bool,
) -> None:
    """Send every body that has no recording yet, once, and write each answer to --out as soon as it is there.

    The bodies are what --normalizer makes of the cases for each --target, or the lines of FILE (- is stdin): a body
    with --api, or {"api", "body", "headers"?}. Keys are read from OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, …;
    none is written. An interrupted command goes on where it stopped. Exit code 1: an answer changed (--again), or
    something is stale. 3: something was not asked, or another command writes into --out.

    Bodies that are not of the shipped cases are stored as skeletons: texts, arguments, URLs, media and metadata go;
    names stay (of tools, fields, roles and call ids), and so does the model, a fine-tuned one's ft:… with the
    organisation in it, for a recording is found by them. Do not publish recordings whose names tell something.

    Ledger and index change where --ledger says, or in Sendable's own checkout with its own cassettes; never for
    answers of a server that nobody named. The plan lists the files.

    \b
    Example:
      sendable record --target openai-responses:gpt-5.4 --case 'flat-*' --budget-usd 1 --yes
      sendable record bodies.jsonl --api anthropic-messages --yes
    """
    from sendable.cli._money import waiting
    from sendable.replay.prices import parse_price
    from sendable.tasks.record_bodies import from_cases, from_lines, from_profile
    from sendable.tasks.record_lock import only_one
    from sendable.tasks.record_plan import Asking, Server, questions
    from sendable.tasks.selection import Selection

    if list_stale and not out.is_dir():
        raise BadUsage("no such folder of recordings", where=str(out), hint="name it with --out")
    if file and (targets or profile or paths or case_globs or broken):
        raise click.UsageError("FILE holds whole bodies: leave --target, --profile, --cases, --case and --broken out")
    if profile and (paths or case_globs or broken):
        raise click.UsageError("--profile names the cases: leave --cases, --case and --broken out")
    if file:
        wanted: Iterator[Wanted] = from_lines(numbered_lines(file), shown_name(file), api, model)
    elif profile:
        wanted = from_profile(address, targets, profile)
    else:
        selection = Selection(cases=tuple(map(Path, paths)), case_globs=case_globs, broken=broken, seed=seed)
        wanted = from_cases(address, targets, selection)
    asking = Asking(
        out=out,
        server=Server(base_url, gateway),
        again=again or list_stale,
        counting=probe == "count",
        tokens=max_output,
        price=parse_price(price) if price else None,
    )
    with nullcontext() if dry_run or list_stale else only_one(out):
        with waiting("planning: every body is made, and looked up on file"):
            found = questions(wanted, asking)
        if list_stale:
            _list_stale(found, asking, max_age, as_json=as_json)
        click.echo(plan_of(found, asking, ledger, counted=again), err=as_json)
        if dry_run:
            if as_json:
                write_json(_summary(found))
            return
        confirm(found, asking, budget, yes=yes)
        _print(found, recording(found, asking, budget, jobs=jobs, ledger=ledger, again=again), as_json=as_json)


def plan_of(found: "Questions", asking: "Asking", ledger: Path | None, *, counted: bool) -> str:
    """Return what is about to be sent and which files may change, for people.

    Args:
        found: the questions.
        asking: how they were made.
        ledger: folder of one's own rows.
        counted: the answers are counted in the index.
    """
    from sendable.replay.prices import priced_on
    from sendable.report.record import plan_text
    from sendable.tasks.record_ledger import may_change

    counts, changed = _summary(found), may_change(found, asking, ledger, counted=counted)
    told = plan_text(counts, (found.tokens, found.dollars, found.minting), found.unpriced, priced_on(), changed)
    return "\n".join((told, *map(_filed, found.unnamed(asking.out))))


def _filed(api: str) -> str:
    return (
        f"filed       under local/{api}, for nobody named this server: not as recordings of {api}; "
        "say --gateway if it only passes on to the provider"
    )


def _summary(found: "Questions") -> dict[str, int]:
    return {
        "wanted": found.wanted,
        "questions": len(found.files),
        "on_file": found.on_file,
        "indexed": found.indexed,
        "to_send": len(found.to_send),
        "tokens": found.tokens,
        "minted": sum(each.minted for each in found.to_send),
        "unbounded": sum(not each.bounded for each in found.to_send),
        "unsendable": len(found.unsendable),
    }


def confirm(found: "Questions", asking: "Asking", budget: float | None, *, yes: bool) -> None:
    """Ask before money is spent.

    Args:
        found: the questions.
        asking: how they were made.
        budget: in dollars.
        yes: it was said beforehand.

    Raises:
        BadUsage: nobody said yes, or a budget is given and a price is not known.
    """
    if budget is not None and found.dollars is None:
        unknown = ", ".join(found.unpriced)
        own = asking.server.base_url and not asking.server.gateway
        hint = "give one with --price IN/OUT" + (", or --gateway where it is the provider's own" if own else "")
        raise BadUsage(f"a budget cannot be kept: no price is known of {unknown}", hint=hint)
    if yes or (found.dollars == 0 and not found.minting):
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise BadUsage(
            "nothing was sent: this costs money", hint="without a terminal to ask on, say --yes, best with --budget-usd"
        )
    click.confirm("Send them?", abort=True, err=True)


def recording(
    found: "Questions",
    asking: "Asking",
    budget: float | None,
    *,
    jobs: int,
    ledger: Path | None,
    again: bool = False,
) -> "Recorded":
    """Send the questions, with a bar on a terminal."""
    from sendable.cli._money import money_bar
    from sendable.replay.live import Live
    from sendable.replay.minting import Mints
    from sendable.replay.scrub import known_secrets
    from sendable.tasks.record import How, record

    mints = Mints()
    how = How(
        open_live=lambda: Live(asking.server.base_url, mints=mints),
        out=asking.out,
        secrets=known_secrets(),
        budget=budget,
        jobs=jobs,
        counting=asking.counting,
        ledger=ledger,
        again=again,
        tell=_tell,
    )
    with money_bar("recording") as step:
        return record(found, how, step)


def _tell(said: str) -> None:
    # Not click.echo, which goes past the bar.
    sys.stderr.write(f"{said}\n")
    sys.stderr.flush()


def _print(found: "Questions", done: "Recorded", *, as_json: bool) -> None:
    import msgspec

    from sendable.report.record import recorded_text
    from sendable.tasks.record import exit_code

    if as_json:
        write_json({"plan": _summary(found), **msgspec.to_builtins(done)})
    else:
        lists = {
            "refused": [f"{each.origin}, {each.target}: {each.status} {each.said}" for each in done.refusals],
            "not asked": _by_reason(done.not_asked),
            "unsendable": [f"{origin}: {why}" for origin, why in found.unsendable],
            "CHANGED": done.changed,
            "NEW FIELD": done.fields,
            "moved": done.moved,
            "written": done.ledgers,
        }
        click.echo(recorded_text(msgspec.to_builtins(done), lists))
    sys.exit(exit_code(found, done))


def _by_reason(not_asked: dict[str, str]) -> list[str]:
    reasons: dict[str, list[str]] = {}
    for origin, why in not_asked.items():
        reasons.setdefault(why, []).append(origin)
    return [f"{len(origins)}: {why} ({origins[0]}{', …' if origins[1:] else ''})" for why, origins in reasons.items()]


def _list_stale(found: "Questions", asking: "Asking", max_age: int | None, *, as_json: bool) -> None:
    from sendable.report.stale import stale_text
    from sendable.tasks.stale import stale

    listed = stale(found, asking.out, max_age)
    if as_json:
        write_json(listed)
    else:
        click.echo(stale_text(listed.checked, listed.by_reason()))
    sys.exit(1 if listed.stale else 0)
