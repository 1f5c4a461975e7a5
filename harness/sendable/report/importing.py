"""What an import took and left out."""

from sendable.model.json import JsonObject


def importing_text(counts: JsonObject) -> str:
    """Write the counts of an import as a few lines."""
    lines = [f"{counts['histories']} histories of {counts['round_trips']} round trips written to {counts['out']}"]
    lines += [f"  left out     {count:6}  {why}" for why, count in counts["left_out"].items()]
    lines += [f"  passed over  {count:6}  {why}" for why, count in counts["passed_over"].items()]
    return "\n".join(lines)
