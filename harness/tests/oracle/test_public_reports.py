"""Histories that people reported as stuck, restated, and the provider's answer.

The data stand in ``reports/<api>.json``: a list of
``{"title", "where", "date", "body", "status", "message", "param"?, "vendor"?, "as_of"?}``; a null message is a 200.
"""

import json
from pathlib import Path

import pytest

from sendable import oracle

FOLDER = Path(__file__).parent / "reports"
REPORTS = [
    (api, report)
    for api in ("bedrock-converse", "mistral", "openai-chat")
    for report in json.loads((FOLDER / f"{api}.json").read_text(encoding="utf-8"))
]


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
    assert (verdict.status, error and error.message) == (report["status"], report["message"])
    assert "param" not in report or (error is not None and error.param == report["param"])
