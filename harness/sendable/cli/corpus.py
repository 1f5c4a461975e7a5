"""``sendable corpus``."""

import sys
from pathlib import Path

import click
from msgspec import to_builtins

from sendable.cli._io import is_default, write_json
from sendable.model.errors import BadUsage, NothingJudged


@click.group("corpus", short_help="Work with cases and the histories that are broken to make them.")
def command() -> None:
    """Work with cases and the histories that are broken to make them."""


@command.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="A .jsonl file, or a folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def import_(files: tuple[Path, ...], *, out: Path, as_json: bool) -> None:
    """Turn recorded round trips into histories that `sendable run --bases` breaks.

    FILES are vcrpy or Ruby VCR cassettes, HAR files, JSONL rows, or folders of them. Taken are requests that were
    accepted and hold answered tool calls; what is left out is counted by reason.

    \b
    Example:
      sendable corpus import cassettes/ --out my-histories.jsonl
    """
    from sendable.report.importing import importing_text
    from sendable.tasks.importing import import_recordings

    counts = import_recordings(files, out)
    if as_json:
        write_json(counts)
    else:
        click.echo(importing_text(counts))


@command.command("build")
@click.option("--seed", default=0, show_default=True, help="A seed gives the same cases everywhere.")
@click.option("--size", type=click.IntRange(1), default=1000, show_default=True, help="How many cases.")
@click.option("--profile", metavar="NAME", help="Write the cases of a frozen profile instead of new ones.")
@click.option("--out", default="-", metavar="FILE", help="A .jsonl file; stdout by default.")
@click.option("--json", "as_json", is_flag=True, help="With --out: print the count as JSON. The cases are JSON always.")
def build_(*, seed: int, size: int, profile: str | None, out: str, as_json: bool) -> None:
    """Write generated cases as JSON Lines, for any language: conversations with one fault each, and some with none.

    A case's id tells its content, so it never comes to mean another; a shorter corpus of a seed is the beginning of a
    longer one. Each line is a case as cases/case.schema.json describes it.

    \b
    Example:
      sendable corpus build --seed 7 --size 500 --out cases.jsonl
      sendable run --cases cases.jsonl
    """
    from sendable.tasks.corpus import build_lines, profile_lines

    if profile and not (is_default("seed") and is_default("size")):
        raise BadUsage("a profile is frozen: it has neither --seed nor --size", hint="leave them out, or --profile")
    if out != "-" and not out.endswith(".jsonl"):
        raise BadUsage("the cases are written as JSON Lines", where=out, hint="name a file that ends in .jsonl")
    lines = profile_lines(profile) if profile else build_lines(seed, size)
    if out == "-":
        sys.stdout.buffer.write(lines)
        return
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_bytes(lines)
    count = lines.count(b"\n")
    if as_json:
        write_json({"cases": count, "out": out})
    else:
        click.echo(f"{count} cases written to {out}")


@command.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def lint_(paths: tuple[Path, ...], *, as_json: bool) -> None:
    """Say what is wrong with cases: ids, evidence, more than one fault, expectations, contradictions.

    PATHS are case files or folders; without any, the shipped cases and all frozen profiles are read.
    Exit code 1 when something is wrong, 3 when there was no case to look at.

    \b
    Example:
      sendable corpus lint my-cases.jsonl
    """
    from sendable.report.corpus import lint_text
    from sendable.tasks.corpus import lint_cases

    found = lint_cases(paths)
    if as_json:
        write_json({"cases": found.cases, "findings": [to_builtins(each) for each in found.findings]})
    else:
        click.echo(lint_text(found.cases, found.findings))
    if not found.cases:
        raise NothingJudged("no case was found", hint="name case files, or folders that hold some")
    sys.exit(1 if found.findings else 0)


@command.command("coverage")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--profile", default="2026-12", show_default=True, metavar="NAME", help="When no PATHS are given.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def coverage_(paths: tuple[Path, ...], profile: str, *, as_json: bool) -> None:
    """Show how often each mutator, shape and API meet in generated cases; exit code 1 when a pair never does.

    The whole profile meets every pair; ``smoke`` is a part of it without the very long ones, and misses those.

    \b
    Example:
      sendable corpus coverage --profile 2026-12
    """
    from sendable.report.corpus import coverage_text
    from sendable.tasks.corpus import coverage_of

    found = coverage_of(paths, profile)
    if as_json:
        rows = [[*key, count] for key, count in found.counts.items()]
        write_json({"counts": rows, "missing": list(found.missing)})
    else:
        click.echo(coverage_text(found))
    sys.exit(1 if found.missing else 0)
