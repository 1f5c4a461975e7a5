"""``sendable run``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sendable.cli._io import check_date, is_default
from sendable.cli._numbers import memory_option, timeout_option
from sendable.model.errors import BadUsage

if TYPE_CHECKING:
    from sendable.model.evidence import Basis
    from sendable.model.report import Report
    from sendable.tasks.run import Plan
    from sendable.tasks.selection import Selection

# As in `tasks.save`, which is not imported before the command runs.
_FORMATS = ("json", "markdown", "junit", "ctrf", "github")


@click.command("run", short_help="Hold a normalizer against the corpus: the main job.")
@click.option("--normalizer", "address", default="reference", show_default=True, help="Address of the normalizer.")
@click.option("--target", "targets", multiple=True, metavar="TARGET", help="API[@vendor]:model; may be repeated.")
@click.option("--cases", "paths", multiple=True, metavar="PATH", help="Case files or folders, not the shipped ones.")
@click.option("--profile", metavar="NAME", help="A frozen set of cases: 2026-12 (10,000), or smoke (500 of them).")
@click.option("--case", "case_globs", multiple=True, metavar="GLOB", help="Only cases whose id fits; may be repeated.")
@click.option("--contract", type=click.Choice(["flat", "send", "write"]), help="Only the cases of one contract.")
@click.option(
    "--basis",
    type=click.Choice(["modelled", "recorded", "live"]),
    default="modelled",
    show_default=True,
    help="Who answers: the oracle, recordings, or the providers themselves.",
)
@click.option("--base-url", metavar="URL", help="Live: ask this server, not the providers' own.")
@click.option("--cassettes", metavar="DIR", help="Recorded: the folder of recordings; ./cassettes where there is one.")
@click.option("--strict", is_flag=True, help="Recorded: exit with 3 when anything is not on file.")
@click.option("--bases", metavar="FILE", help="Histories to break (from corpus import); the shipped cases stay out.")
@click.option(
    "--broken",
    type=click.IntRange(0),
    default=2600,
    show_default=True,
    help="How many broken histories to make at most; none with --cases, and none live unless you say so.",
)
@click.option("--seed", default=0, show_default=True, help="Which of the possible breaks are drawn.")
@click.option("--as-of", help="ISO date of the verdicts; the evidence's own date by default.")
@click.option("--out", default="reports/latest", show_default=True, help="Folder for the report in its formats.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as there are processors by default.")
@click.option("--baseline", metavar="FILE", help="TOML of expected failures; an unexpected pass fails the run too.")
@click.option("--write-baseline", metavar="FILE", help="Write (or renew) the baseline that this run would pass with.")
@click.option("--reason", default="not looked into yet", show_default=True, help="For new entries of the baseline.")
@timeout_option(
    "For each answer of the normalizer; live, when given, of the server too (120 by default): "
    "a request ends after three times that, tries and pauses included."
)
@memory_option("For a normalizer outside this process.")
@click.option("--format", "form", type=click.Choice(_FORMATS), help="Print the report so, not as a table.")
@click.option("--json", "as_json", is_flag=True, help="Print report.json: short for --format json.")
def command(
    *,
    address: str,
    targets: tuple[str, ...],
    paths: tuple[str, ...],
    profile: str | None,
    case_globs: tuple[str, ...],
    contract: str | None,
    basis: "Basis",
    base_url: str | None,
    cassettes: str | None,
    strict: bool,
    bases: str | None,
    broken: int,
    seed: int,
    as_of: str | None,
    out: str,
    jobs: int | None,
    baseline: str | None,
    write_baseline: str | None,
    reason: str,
    timeout: float,
    memory: int,
    form: str | None,
    as_json: bool,
) -> None:
    """Send every case through a normalizer and ask each target whether it would take the result.

    Hand-written cases, and recorded conversations broken by single mutators and pairs of them, are normalized,
    serialized by the official SDKs and judged. Nothing leaves this machine, unless with --basis live: then the
    providers are asked, with the keys in OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY and MISTRAL_API_KEY, and
    servers of your own at VLLM_BASE_URL, LLAMACPP_BASE_URL or --base-url.

    \b
    Example:
      sendable run --normalizer python:my.module:normalize --target openai-chat:gpt-5.4
      sendable run --basis live --base-url http://127.0.0.1:8080 --target llamacpp-chat:tiny
      sendable run --basis recorded --target llamacpp-chat:tiny-scripted
      sendable run --normalizer 'exec:node normalizer.mjs' --baseline sendable-baseline.toml
    """
    from sendable.cli._progress import progress_of
    from sendable.normalizers import Limits
    from sendable.tasks.run import Plan, exit_code, run
    from sendable.tasks.save import prepare, remove_older, save
    from sendable.tasks.selection import Selection

    _refuse_what_does_not_go_together(basis, base_url, cassettes, as_of, strict=strict)
    if profile and (paths or bases or not (is_default("broken") and is_default("seed"))):
        hint = "leave out --cases, --bases, --broken and --seed, or the profile"
        raise BadUsage("a profile is a set of cases by itself", hint=hint)
    prepare(Path(out))
    if write_baseline and (case_globs or contract):
        raise BadUsage("a baseline is not written after a partial run", hint="leave out --case and --contract")
    selection = Selection(
        cases=tuple(map(Path, paths)),
        case_globs=case_globs,
        contract=contract,
        bases=Path(bases) if bases else None,
        broken=0 if basis == "live" and is_default("broken") else broken,
        seed=seed,
        profile=profile,
    )
    plan = Plan(
        address=address,
        targets=targets,
        basis=basis,
        as_of=check_date(as_of) if as_of else None,
        jobs=jobs,
        limits=Limits(seconds=timeout, memory=memory * 1024**2),
        baseline=Path(baseline) if baseline else None,
        base_url=base_url,
        patience=None if is_default("timeout") else timeout,
        cassettes=_cassettes(basis, cassettes),
        strict=strict,
    )
    remove_older(Path(out))
    with progress_of("cases") as step:
        report = run(plan, selection, Path(out), step)
    click.echo(save(report, Path(out), "json" if as_json else form))
    if write_baseline:
        _write_baseline(Path(write_baseline), report, plan, selection, reason)
        return
    _tell_unasked(report)
    _tell_missing(report)
    sys.exit(exit_code(report, strict=strict))


def _refuse_what_does_not_go_together(
    basis: str, base_url: str | None, cassettes: str | None, as_of: str | None, *, strict: bool
) -> None:
    if base_url and basis != "live":
        raise BadUsage("--base-url is for asking live", hint="add --basis live")
    if (cassettes or strict) and basis != "recorded":
        raise BadUsage("--cassettes and --strict are for the recorded basis", hint="add --basis recorded")
    if as_of and basis == "live":
        raise BadUsage("a live verdict is of today", hint="leave out --as-of")


def _cassettes(basis: str, given: str | None) -> Path | None:
    """Return the folder of recordings; the one of this folder when there is one, else the index alone is used."""
    if basis != "recorded":
        return None
    folder = Path(given or "cassettes")
    if given and not folder.is_dir():
        raise BadUsage("no such folder of recordings", where=given)
    return folder if folder.is_dir() else None


def _tell_unasked(report: "Report") -> None:
    from sendable.tasks.run import unasked

    for count, why in unasked(report):
        click.echo(f"not asked   {count} of {len(report.results)} requests: {why}", err=True)


def _tell_missing(report: "Report") -> None:
    from sendable.tasks.run import missing

    found = missing(report)
    if found is None:
        return
    dollars = "price not known" if found.dollars is None else f"{found.dollars:.2f} dollars"
    requests = f"{found.recordings} request{'' if found.recordings == 1 else 's'}"
    cost = f"{requests}, at most {found.tokens} tokens, {dollars}"
    click.echo(f"not on file {found.requests} of {len(report.results)} requests; recording them costs {cost}", err=True)
    for example in found.examples:
        click.echo(f"            {example}", err=True)


def _write_baseline(file: Path, report: "Report", plan: "Plan", selection: "Selection", reason: str) -> None:
    from sendable.tasks.baseline import write_baseline
    from sendable.tasks.run import scope_of

    scope = scope_of(plan, selection, report.normalizer.version)
    count = write_baseline(file, report, scope, reason)
    click.echo(f"baseline    {count} expected failures written to {file}", err=True)
