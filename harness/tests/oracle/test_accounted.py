"""Every collected rule of a provider is a record here, stands behind one, or is left out with a reason."""

import tomllib
from collections import Counter
from pathlib import Path

import yaml

import sendable.oracle as room
from sendable import oracle

LEFT_OUT = tomllib.loads(Path(room.__path__[0], "not_modelled.toml").read_text(encoding="utf-8"))
RECORDS = [record for api in oracle.apis() for record in oracle.rules(api)]
KNOWN = {record.id for record in RECORDS}
REPLACED = {rule_id for record in RECORDS for rule_id in record.supersedes}
WHYS = {
    "file contents",
    "stored state",
    "account",
    "needs a tokenizer",
    "bytes on the wire",
    "chance",
    "another endpoint",
    "names of models",
    "not told",
    "statement, no shape",
    "merged",
}


def test_every_collected_rule_is_accounted_for_once(shared: Path) -> None:
    """All 430 ids: a record, replaced by one, or left out with a reason; nothing is left out that was not collected."""
    files = sorted((shared / "evidence").glob("rules-*.yaml"))
    collected = [row["id"] for file in files for row in yaml.safe_load(file.read_text(encoding="utf-8"))]
    ways = {
        rule_id: [rule_id in KNOWN, rule_id in REPLACED - KNOWN, rule_id in LEFT_OUT].count(True)
        for rule_id in collected
    }
    assert len(collected) == len(ways) == 430
    assert {rule_id: count for rule_id, count in ways.items() if count != 1} == {}
    assert LEFT_OUT.keys() <= ways.keys()


def test_what_is_left_out_says_why() -> None:
    """Each has an API of the oracle, one of the known kinds of reasons, and a sentence; a merged one names records."""
    for rule_id, entry in LEFT_OUT.items():
        merged = entry.get("merged_into", [])
        assert entry.keys() - {"merged_into"} == {"api", "why", "reason"}, rule_id
        assert entry["api"] in oracle.apis(), rule_id
        assert entry["why"] in WHYS, rule_id
        assert entry["reason"].endswith("."), rule_id
        assert (entry["why"] == "merged") is bool(merged), rule_id
        assert set(merged) <= KNOWN, rule_id
    assert Counter(entry["why"] for entry in LEFT_OUT.values()).keys() == WHYS


def test_what_is_left_out_is_no_record() -> None:
    """A rule that is written leaves the list of those that are not."""
    assert LEFT_OUT.keys() & (KNOWN | REPLACED) == set()
