"""What an ingest changed."""

from collections.abc import Mapping, Sequence

_SHOWN = 20


def ingest_text(
    counts: tuple[int, int, int, int],
    moved: Mapping[str, Sequence[str]],
    passed_over: Mapping[str, int],
    written: Sequence[str],
) -> str:
    """Write the counts (read, fresh, pairs, added), the fields whose verdict changed, and the files written."""
    read, fresh, pairs, added = counts
    lines = [f"{read} round trips read, {fresh} not seen before; {pairs} shapes on file, {added} of them new"]
    for api, fields in moved.items():
        lines.append(f"{api}: {len(fields)} field{'' if len(fields) == 1 else 's'} changed")
        lines += [f"  {field}" for field in fields[:_SHOWN]]
        lines += [f"  … and {len(fields) - _SHOWN} more"] if len(fields) > _SHOWN else []
    lines += [f"passed over  {count:6}  {why}" for why, count in passed_over.items()]
    lines += [f"written      {path}" for path in written]
    return "\n".join(lines)
