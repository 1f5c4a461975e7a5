"""``sendable measure``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sendable.cli._io import parse_headers, read_input, shown_name, write_json
from sendable.cli._numbers import DOLLARS
from sendable.model.errors import BadUsage, UnreadableInput
from sendable.model.json import Json, parse_json

if TYPE_CHECKING:
    from sendable.tasks.measure import Wish
    from sendable.tasks.record import Recorded
    from sendable.tasks.record_plan import Questions


@click.command("measure", short_help="Find out what a provider does with one field, and write it into the ledger.")
@click.argument("fields", nargs=-1, metavar="API:ITEM.FIELD…")
@click.option("--pending", is_flag=True, help="Measure all that sendable drift reports.")
@click.option("--model", help="Whom to ask; a current model of the API by default.")
@click.option("--value", metavar="JSON", help="Of the field, where the SDK's types tell none or another is meant.")
@click.option("--body", metavar="FILE", help="A valid request to put the field into; built from the types by default.")
@click.option("--header", "headers", multiple=True, metavar="K:V", help="Of both requests, such as anthropic-beta.")
@click.option("--semantic", type=click.Choice(["compaction"]), help="Ask whether another model reads a compaction.")
@click.option("--target", "targets", multiple=True, metavar="TARGET", help="With --semantic: the maker, the reader.")
@click.option("--base-url", metavar="URL", help="Another server than the provider's own.")
@click.option("--gateway", is_flag=True, help="The server at --base-url passes on to the API's own provider.")
@click.option("--budget-usd", "budget", type=DOLLARS, metavar="X", help="Send nothing that might cost more than this.")
@click.option("--price", metavar="IN/OUT", help="Dollars a million tokens, for a model that the table lacks.")
@click.option("--again", is_flag=True, help="Ask although the answers are on file.")
@click.option("--out", default="cassettes", show_default=True, type=click.Path(path_type=Path), help="Recordings.")
@click.option("--ledger", type=click.Path(path_type=Path), help="Folder with ledger rows of your own.")
@click.option("--yes", is_flag=True, help="Do not ask before money is spent; needed without a terminal.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def command(
    *,
    fields: tuple[str, ...],
    pending: bool,
    model: str | None,
    value: str | None,
    body: str | None,
    headers: tuple[str, ...],
    semantic: str | None,
    targets: tuple[str, ...],
    base_url: str | None,
    gateway: bool,
    budget: float | None,
    price: str | None,
    again: bool,
    out: Path,
    ledger: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Send the same valid request with and without one field, keep both answers, and write the ledger's row.

    The field is named as sendable drift names it. A field whose request is refused without it as well could not be
    measured; a refusal that is not about the field being unknown marks nothing. --semantic compaction asks whether
    another model of the same provider type still knows what a compaction held: offered, and not measured by us.
    The ledger changes where --ledger says, or in Sendable's own checkout with its own cassettes; the plan lists the
    files. Exit code 3: something could not be measured, or another command writes into --out.

    \b
    Example:
      sendable measure openai-responses:function_call.caller --budget-usd 0.10 --yes
      sendable measure --pending --yes
      sendable measure --semantic compaction --target openai-responses:gpt-5.4 --target openai-responses:gpt-5.6
    """
    if semantic:
        _probe(targets, base_url, yes=yes, as_json=as_json)
    words = _words(fields, ledger, pending=pending)
    from sendable.tasks.measure import wishes

    given = _json(value, "--value") if value is not None else None
    request = parse_json(read_input(body), shown_name(body)) if body else None
    if request is not None and not isinstance(request, dict):
        raise UnreadableInput("the request is no object", where=shown_name(body or ""))
    import msgspec

    wished = wishes(words, model, msgspec.UNSET if value is None else given, request, parse_headers(headers))
    _measure(
        wished,
        base_url,
        gateway=gateway,
        budget=budget,
        price=price,
        again=again,
        out=out,
        ledger=ledger,
        yes=yes,
        as_json=as_json,
    )


def _words(fields: tuple[str, ...], ledger: Path | None, *, pending: bool) -> list[str]:
    if pending == bool(fields):
        raise click.UsageError("name fields, or say --pending: one of both")
    if not pending:
        return list(fields)
    from sendable.tasks.measure import pending as reported

    words = reported(ledger)
    if not words:
        click.echo("nothing new is pending since the dated set; sendable ledger show lists the set", err=True)
        sys.exit(0)
    return words


def _json(text: str, name: str) -> Json:
    return parse_json(text, name)


def _measure(
    wished: "list[Wish]",
    base_url: str | None,
    *,
    gateway: bool,
    budget: float | None,
    price: str | None,
    again: bool,
    out: Path,
    ledger: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    import msgspec

    from sendable.cli.record import confirm, plan_of, recording
    from sendable.model.errors import NothingJudged
    from sendable.replay.prices import parse_price
    from sendable.report.measure import measured_text
    from sendable.tasks.measure import bodies, judge
    from sendable.tasks.record_ledger import may_write
    from sendable.tasks.record_lock import only_one
    from sendable.tasks.record_plan import Asking, Server, questions

    failed: dict[str, str] = {}
    asking = Asking(
        out=out,
        server=Server(base_url, gateway),
        again=again,
        indexed=False,
        price=parse_price(price) if price else None,
    )
    wanted = list(bodies(wished, failed))
    if not wanted:
        raise NothingJudged("; ".join(f"{name}: {why}" for name, why in failed.items()))
    with only_one(out):
        found = questions(wanted, asking)
        click.echo(plan_of(found, asking, ledger, counted=True), err=as_json)
        confirm(found, asking, budget, yes=yes)
        done = recording(found, asking, budget, jobs=1, ledger=ledger)
        unasked = _unasked(found, done) | done.not_asked | dict(found.unsendable)
        measured, written = judge(wished, found, unasked, failed, ledger, writes=may_write(ledger, out))
    lines = [msgspec.to_builtins(each) for each in measured]
    if as_json:
        write_json(
            {"measured": lines, "written": list(written), "fields": list(done.fields), "dollars": done.dollars}
            | {"stopped": done.stopped}
        )
    else:
        click.echo(measured_text(lines, written, done.stopped))
    sys.exit(3 if any(each.found == "could-not-measure" for each in measured) else 0)


def _unasked(found: "Questions", done: "Recorded") -> dict[str, str]:
    """Return why the run stopped, for each request that was to be sent."""
    if not done.stopped:
        return {}
    return {f"{origin}, {each.target}": done.stopped for each in found.to_send for origin in each.origins}


def _probe(targets: tuple[str, ...], base_url: str | None, *, yes: bool, as_json: bool) -> None:
    from contextlib import closing

    import msgspec

    from sendable.model.target import parse_target
    from sendable.replay.live import Live
    from sendable.report.measure import probe_text
    from sendable.tasks.semantic import probe_compaction

    if len(targets) != 2:  # noqa: PLR2004 - a maker and a reader
        raise click.UsageError("--semantic needs --target twice: who compacts, and who is asked to read it")
    maker, reader = map(parse_target, targets)
    if not yes:
        raise BadUsage("nothing was sent: three requests of up to 2,048 output tokens", hint="say --yes")
    with closing(Live(base_url)) as live:
        found = probe_compaction(live, maker, reader)
    if as_json:
        write_json(msgspec.to_builtins(found))
    else:
        click.echo(probe_text(found.maker, found.reader, (found.control, found.answer), found.said))
    sys.exit(0 if found.told else 3)
