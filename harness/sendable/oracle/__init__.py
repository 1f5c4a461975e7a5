"""The oracle: what each API refuses, with dated evidence for every word.

`judge` asks it. One folder an API holds topic files of pure rules, `rules.toml` with their evidence, and one
``<vendor>.toml`` for each vendor that speaks the API with deviations.
"""

from sendable.oracle.book import apis, digest, rules, vendors
from sendable.oracle.judge import envelope, judge

__all__ = ["apis", "digest", "envelope", "judge", "rules", "vendors"]
