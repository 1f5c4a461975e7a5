"""``sendable corpus``."""

from pathlib import Path

import click

from sendable.cli._io import write_json


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
