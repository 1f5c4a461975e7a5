"""``sendable ingest``."""

from pathlib import Path

import click

from sendable.cli._io import write_json


@click.command("ingest", short_help="Add recordings to the ledgers and to the index of digests.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Folder to write to; the package's own by default.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def command(files: tuple[Path, ...], *, out: Path | None, as_json: bool) -> None:
    """Read recorded round trips into the ledgers of measured fields and into the index of digests.

    FILES are vcrpy or Ruby VCR cassettes, HAR files, JSONL rows, or folders of them. What was ingested before is not
    counted again; decisions by hand stay. No body is kept.

    \b
    Example:
      sendable ingest my-cassettes/ --out ledgers/
    """
    from sendable.report.ingest import ingest_text
    from sendable.tasks.ingest import ingest

    done = ingest(files, out)
    if as_json:
        write_json(done)
    else:
        click.echo(
            ingest_text((done.read, done.fresh, done.pairs, done.added), done.moved, done.passed_over, done.written)
        )
