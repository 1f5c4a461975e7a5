"""Fixtures that several rooms use."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault of a law: neither a slow draw nor a slow example fails it. Nor does a change fail by luck:
# the examples are the same each time, and `nox -s laws` looks for others.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, **_PATIENT)
settings.register_profile("others", **_PATIENT)
settings.load_profile("others" if os.environ.get("SENDABLE_OTHER_EXAMPLES") else "same")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The team's folder of evidence and recordings; users have none, so what needs it skips."""
    folder = Path(os.environ.get("SENDABLE_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("needs the team's folder of evidence and recordings, which users do not have")
    return folder
