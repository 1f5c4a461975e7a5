"""What a recording will cost, and what it brought, for people."""

from collections.abc import Iterator, Mapping, Sequence

_SHOWN = 12


def plan_text(
    counts: Mapping[str, int],
    money: tuple[int, float | None, float],
    unpriced: Mapping[str, int],
    priced_on: str,
    changed: Sequence[str] = (),
) -> str:
    """Write what is about to be sent.

    Args:
        counts: ``wanted``, ``questions``, ``on_file``, ``indexed``, ``to_send``, ``minted``, ``unbounded``,
            ``unsendable``.
        money: tokens at most, dollars at most (None when a price is not known), and what minting costs about.
        unpriced: requests by target whose price is not known.
        priced_on: ISO day of the table of prices.
        changed: files of ledgers, and the index, that answers may change.
    """
    tokens, dollars, minting = money
    requests = counts["to_send"]
    are = "is" if counts["wanted"] == 1 else "are"
    different = "1 question" if counts["questions"] == 1 else f"{counts['questions']} different questions"
    lines = [
        f"bodies      {counts['wanted']}, which {are} {different}",
        f"on file     {counts['on_file']} in the recordings, {counts['indexed']} in the index of digests",
        f"to send     {_count(requests, 'request')}, at most {tokens:,} tokens",
    ]
    if dollars is not None:
        lines.append(f"dollars     at most ${dollars:.4f} (prices of {priced_on}; retries that get lost come on top)")
    lines += [f"dollars     UNKNOWN for {name}: {_count(count, 'request')}" for name, count in unpriced.items()]
    if counts["minted"]:
        lines.append(
            f"minting     {counts['minted']} of them need genuine blobs, which their makers are asked for first: "
            f"about ${minting:.4f} on top, less where one serves twice"
        )
    if counts["unbounded"]:
        lines.append(
            f"unbounded   {counts['unbounded']} of them hold images, files, stored items or hosted tools: "
            "their bytes are no bound"
        )
    if counts["unsendable"]:
        lines.append(f"unsendable  {_bodies(counts['unsendable'])} that the SDK does not serialize")
    if requests:
        lines.append(f"ledger      {'may change: ' + ', '.join(changed) if changed else 'no file of it changes'}")
    return "\n".join(lines)


def recorded_text(fields: Mapping[str, object], lists: Mapping[str, Sequence[str]]) -> str:
    """Write what was recorded.

    Args:
        fields: ``verdicts`` and ``counted`` by target, ``files``, ``requests``, ``dollars``, ``seconds``, ``left``,
            ``stopped``.
        lists: lines by their heading (``refused``, ``not asked``, ``CHANGED``, ``NEW FIELD``, ``moved``, ``written``).
    """
    return "\n".join(_lines(fields, lists))


def _lines(fields: Mapping[str, object], lists: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for word in ("verdicts", "counted"):
        by_target = fields[word]
        for target, counts in by_target.items() if isinstance(by_target, dict) else ():
            said = ", ".join(f"{count} {name}" for name, count in counts.items())
            yield f"{'answered' if word == 'verdicts' else 'no verdict':<11} {target}: {said}"
    for heading, lines in lists.items():
        yield from (f"{heading:<11} {line}" for line in lines[:_SHOWN])
        if len(lines) > _SHOWN:
            yield f"{'':<11} … and {len(lines) - _SHOWN} more (--json)"
    dollars = fields["dollars"]
    spent = f"at most ${dollars:.4f}" if isinstance(dollars, float) else "unknown dollars"
    requests = fields["requests"]
    written = _count(fields["files"], "recording")
    yield f"{'spent':<11} {spent}, {_count(requests, 'request')}, {fields['seconds']} s; {written} written"
    if fields["stopped"]:
        yield f"{'STOPPED':<11} {fields['stopped']}"
    if fields["left"]:
        were = "request was" if fields["left"] == 1 else "requests were"
        yield f"{'left':<11} {fields['left']} {were} not sent; the same command goes on from here"


def _bodies(number: int) -> str:
    return "1 body" if number == 1 else f"{number} bodies"


def _count(number: object, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
