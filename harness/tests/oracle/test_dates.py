"""Dates: which rules hold when."""

import pytest

from sendable import oracle
from sendable.oracle.book import _active, _epoch, active
from sendable.oracle.settings import Settings

APIS = oracle.apis()


def _dates(api: str) -> list[str]:
    changes = {date for record in oracle.rules(api) for date in (record.since, record.until) if date}
    return sorted(changes | {f"{date}x" for date in changes} | {"2023-01-01", "2026-11-30", "2030-01-01"})


@pytest.mark.parametrize("api", APIS)
def test_dates_of_one_epoch_have_the_same_rules(api) -> None:
    """The table of the epoch is the table of the date itself, before, on and after every change."""
    for date in _dates(api):
        settings = Settings(api=api, model="m", as_of=date)
        assert active(settings, frozenset()) == _active(settings, frozenset()), date


def test_neighbouring_dates_share_an_epoch() -> None:
    """A year of recordings does not make a table a day."""
    days = {f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)}
    assert len({_epoch("openai-chat", day) for day in days}) < 20
