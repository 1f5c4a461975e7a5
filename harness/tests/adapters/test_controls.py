"""The control of every adapter: a history without a fault comes out accepted and whole, in each of its ways."""

import os

import pytest

from league.control import faults
from league.peers import ROOT, clean, entries, scripts
from sendable.normalizers import Limits, connect
from sendable.tasks.protocol_check import check_protocol
from sendable.tasks.run import DEFAULT_TARGETS

LIMITS = Limits(seconds=120)
pytestmark = pytest.mark.skipif(
    not os.environ.get("SENDABLE_ADAPTERS"), reason="installs the adapters' environments: nox -s league"
)


@pytest.mark.parametrize("script", scripts(), ids=str)
def test_a_clean_history_is_accepted_and_whole(script, monkeypatch) -> None:
    """For every target that an entry supports; and it speaks the protocol."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", clean()["PATH"])
    found = {}
    for entry in entries(script):
        steps = check_protocol(entry.address, LIMITS).steps
        found[entry.name] = [f"{each.name}: {each.detail}" for each in steps if not each.passed]
        normalizer = connect(entry.address, LIMITS)
        found[entry.name] += faults(
            normalizer, tuple(each for each in DEFAULT_TARGETS if entry.supports(each)), entry.key
        )
        normalizer.close()
    assert found == {name: [] for name in found}
    assert found
