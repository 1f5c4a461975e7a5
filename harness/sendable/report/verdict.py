"""A verdict for a tired engineer."""

from sendable.model.outcome import Verdict


def verdict_text(verdict: Verdict, target: str, note: str = "") -> str:
    """Write one verdict as a few lines: the answer, the provider's words, the rule, the evidence."""
    head = "accepted" if verdict.accepted else "refused"
    lines = [f"{head}  {verdict.status}  {target}  (basis: {verdict.basis}, as of {verdict.as_of})"]
    lines += [f"  note       {note}"] if note else []
    lines += _refusal(verdict)
    lines += [f"  evidence   {each.kind} {each.date} {each.where}" for each in verdict.evidence]
    lines += [f"  warning    {each.message} (unconfirmed rule {each.rule}, {each.path})" for each in verdict.warnings]
    lines += [f"  assumed    {each}" for each in verdict.assumptions]
    return "\n".join(lines)


def _refusal(verdict: Verdict) -> list[str]:
    if verdict.error is None:
        return []
    words = "provider" if verdict.message_basis == "quoted" else "our words"
    lines = [f"  {words:<10} {verdict.error.message}"]
    lines += [f"  at         {verdict.path}"] if verdict.path else []
    if verdict.rule:
        lines.append(f"  rule       {verdict.rule}")
    return lines
