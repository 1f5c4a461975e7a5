"""The adapters' shared modules are siblings of the scripts, not a package."""

import sys
from pathlib import Path

ADAPTERS = Path(__file__).parents[2] / "adapters"
sys.path.insert(0, str(ADAPTERS))
