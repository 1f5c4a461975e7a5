"""The test of the net as people read it."""

from sendable.model.selftest import PartResult, SelfTest, Tried
from sendable.report.selftest import selftest_text


def test_rates_survivors_and_reasons():
    """Each part with its rate; the unexplained survivors first, the others with reason and evidence."""
    tried = (
        Tried(what="oracle x r1", by="case"),
        Tried(what="oracle x r2", by="r2", body=True),
        Tried(what="oracle x r3", reason="taken", evidence=("rule a", "rule b")),
        Tried(what="oracle x r4"),
    )
    found = SelfTest(parts=(PartResult(part="c", tried=tried, stale=("send y",), seconds=1.5),), seconds=2.0)
    assert selftest_text(found).splitlines() == [
        "(c) a rule of the oracle is left out: what it refused turns green",
        "    2 of 4 noticed: 50.0 % in 1.5 s (1 by cases, 1 by a body of the rule's own alone)",
        "    survivors: 2, 1 explained with evidence, 1 unexplained",
        "    stale reason: send y",
        "    UNEXPLAINED oracle x r4: no reason on file",
        "    oracle x r3: taken [rule a; rule b]",
        "",
        "2.0 s",
    ]
