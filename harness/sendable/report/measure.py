"""What was found of fields, for people."""

from collections.abc import Iterable, Mapping

_COULD_NOT = "could-not-measure"


def measured_text(found: Iterable[Mapping[str, str]], written: Iterable[str], stopped: str = "") -> str:
    """Write a line for each field with what was found, and the provider's words below it.

    Args:
        found: ``field``, ``found``, ``before``, ``said``, ``without``, ``with``.
        written: files of the ledger.
        stopped: why not all was asked.
    """
    lines = []
    for each in found:
        was = "" if each["before"] == each["found"] or each["found"] == _COULD_NOT else f"  (was {each['before']})"
        lines.append(f"{each['found']:<18} {each['field']}{was}")
        lines += [f"  said     {each['said']}"] if each["said"] else []
        lines += [f"  {name:<8} {each[name]}" for name in ("without", "with") if each[name]]
    lines += [f"STOPPED  {stopped}"] if stopped else []
    return "\n".join([*lines, *(f"written  {file}" for file in written)])


def probe_text(maker: str, reader: str, answers: tuple[str, str], said: Mapping[str, str]) -> str:
    """Write what a semantic probe brought.

    Args:
        maker: the target that compacted.
        reader: the one that was given its compaction.
        answers: the maker's own (the control) and the reader's.
        said: by target, its words.
    """
    control, answer = answers
    lines = [f"maker    {maker}: {control}", f"reader   {reader}: {answer}"]
    lines += [f"said     {target}: {words}" for target, words in said.items()]
    if control != "knows":
        lines.append("nothing was measured: the maker itself does not tell what its compaction held")
    return "\n".join(lines)
