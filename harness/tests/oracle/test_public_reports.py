"""Histories that people reported as stuck, restated, and the provider's answer.

The data stand in ``reports/<api>.json``: a list of
``{"title", "where", "date", "body", "status", "message", "param"?, "vendor"?, "as_of"?}``; a null message is a 200, one
that ends in ``…`` is a beginning. ``uncovered.toml`` names the collected reports that no body can stand for.
"""

import json
import re
import tomllib
from pathlib import Path

import pytest
from oracle.reported import as_said

from sendable import oracle

FOLDER = Path(__file__).parent / "reports"
REPORTS = [
    (api, report)
    for api in ("bedrock-converse", "gemini", "mistral", "openai-chat", "vllm-responses")
    for report in json.loads((FOLDER / f"{api}.json").read_text(encoding="utf-8"))
]
UNCOVERED = tomllib.loads((FOLDER / "uncovered.toml").read_text(encoding="utf-8"))
_HEADING = re.compile(r"^(?:## |\*\*)\d+\. (.*)", re.MULTILINE)
_THREAD = re.compile(r"([\w.-]+/[\w.-]+)#(\d+)")
_ADDRESS = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/(\d+)")


@pytest.mark.parametrize(("api", "report"), REPORTS, ids=[f"{api}-{report['title']}" for api, report in REPORTS])
def test_a_reported_history_gets_the_reported_verdict(api: str, report: dict) -> None:
    """Status and text are those of the report, the param too where it was shown."""
    verdict = oracle.judge(
        api,
        report["body"],
        vendor=report.get("vendor"),
        as_of=report.get("as_of", "2026-11-30"),
    )
    error = verdict.error
    assert as_said(verdict, report) == (report["status"], report["message"])
    assert "param" not in report or (error is not None and error.param == report["param"])


def test_every_collected_report_has_a_history_here(shared: Path) -> None:
    """Each report of the team's collection is restated, or its place on the list of uncovered ones is earned."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((shared / "evidence").glob("public-reports-*.md"))]
    collected = {"#".join(_THREAD.search(heading).groups()) for text in texts for heading in _HEADING.findall(text)}
    rows = [row for path in FOLDER.glob("*.json") for row in json.loads(path.read_text(encoding="utf-8"))]
    restated = {"#".join(found.groups()) for row in rows if (found := _ADDRESS.match(row["where"]))}
    assert len(collected) == 48
    assert collected - restated == UNCOVERED.keys()


def test_what_is_uncovered_says_why() -> None:
    """A sentence for each."""
    assert all(entry.keys() == {"why"} and entry["why"].endswith(".") for entry in UNCOVERED.values())
