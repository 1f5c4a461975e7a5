"""What was seen in the bodies of real peers; a new release that differs is news, not a fault of ours."""

import os

import pytest

from league.peers import ADAPTERS, ROOT, clean, words
from sendable.corpus import load_cases
from sendable.model.outcome import NotExpressible, Refused, Verdict
from sendable.model.target import parse_target
from sendable.normalizers import Limits, connect
from sendable.replay import Modelled
from sendable.tasks.asked_as import asked_as
from sendable.tasks.evaluate import evaluate

LIMITS = Limits(seconds=120)
NODE = (ROOT / ADAPTERS / "node" / "node_modules").is_dir()
CASES = {each.id: each for each in load_cases([ROOT / "cases" / "flat"])}
CHAT, RESPONSES, CLAUDE = "openai-chat:gpt-5.4", "openai-responses:gpt-5.4", "anthropic-messages:claude-opus-5-5"

without_node = pytest.mark.skipif(not NODE, reason="npm ci in harness/adapters/node")
without_uv = pytest.mark.skipif(
    not os.environ.get("SENDABLE_ADAPTERS"), reason="installs the adapters' environments: nox -s league"
)

IN_NODE = [
    ("ai_sdk.mjs generate-text", "flat-keeps-what-is-flat", CLAUDE, "accepted"),
    ("ai_sdk.mjs generate-text", "flat-call-unanswered-at-end", CHAT, "AI_MissingToolResultsError"),
    ("ai_sdk.mjs generate-text", "flat-result-orphan", RESPONSES, "resp-function-output-without-call"),
    ("ai_sdk.mjs generate-text", "flat-empty-assistant-turn", CLAUDE, "anthropic-empty-text-block"),
    ("ai_sdk.mjs ui-messages", "flat-keeps-what-is-flat", RESPONSES, "accepted"),
    ("ai_sdk.mjs ui-messages", "flat-call-unanswered-at-end", CLAUDE, "accepted"),
    ("ai_sdk.mjs ui-messages", "flat-result-orphan", CHAT, "not expressible"),
    ("pi_ai.mjs same-model", "flat-keeps-what-is-flat", CHAT, "accepted"),
    ("pi_ai.mjs same-model", "flat-result-behind-a-user-message", CHAT, "chat-tool-without-call"),
    ("pi_ai.mjs same-model", "flat-systems-to-front", CHAT, "not expressible"),
    ("pi_ai.mjs same-model", "flat-id-blank", CLAUDE, "anthropic-tool-use-id-pattern"),
    ("pi_ai.mjs other-model", "flat-id-blank", CLAUDE, "accepted"),
]
BY_UV = [
    ("tessera_entries.py anthropic", "flat-call-unanswered-at-end", CLAUDE, "anthropic-extra-field-on-block"),
    ("tessera_entries.py openai", "flat-id-empty", CHAT, "IrreparableError"),
    ("tool_call_repair_entries.py anthropic-drop", "flat-id-twice-in-one-turn", CLAUDE, "anthropic-tool-use-duplicate-id"),
    ("turnsafe_entries.py openai", "flat-result-behind-a-user-message", CHAT, "accepted"),
    ("turnsafe_entries.py flat", "flat-calls-not-maps", CHAT, "TypeError"),
    ("haystack_entries.py anthropic", "flat-result-orphan", CLAUDE, "anthropic-tool-result-orphan"),
    ("strands_entries.py session-anthropic", "flat-result-orphan", CLAUDE, "accepted"),
    ("llamaindex_entries.py openai-responses", "flat-id-empty", RESPONSES, "resp-call-id-empty"),
    ("google_adk_entries.py openai-responses", "flat-id-empty", RESPONSES, "resp-function-call-without-output"),
    ("inspect_ai_entries.py openai-responses", "flat-id-empty", RESPONSES, "resp-call-id-empty"),
    ("any_llm_entries.py anthropic", "flat-empty-assistant-turn", CLAUDE, "anthropic-message-empty-content"),
    ("agent_framework_entries.py openai-responses", "flat-id-blank", RESPONSES, "resp-id-charset"),
    ("autogen_entries.py anthropic", "flat-systems-to-front", CLAUDE, "ValueError"),
    ("crewai_entries.py anthropic", "flat-id-empty", CLAUDE, "ValueError"),
]  # fmt: skip


@without_node
@pytest.mark.parametrize(("entry", "case", "target", "became"), IN_NODE)
def test_what_a_peer_in_node_makes_of_a_case(entry, case, target, became) -> None:
    """The rule that refuses, the peer's own error, or neither."""
    script, word = entry.split()
    assert _became(("node", str(ROOT / ADAPTERS / "node" / script), word), case, target) == became


@without_uv
@pytest.mark.parametrize(("entry", "case", "target", "became"), BY_UV)
def test_what_a_peer_in_python_makes_of_a_case(entry, case, target, became, monkeypatch) -> None:
    """The rule that refuses, the peer's own error, or neither."""
    monkeypatch.setenv("PATH", clean()["PATH"])
    script, word = entry.split()
    assert _became((*words(ROOT / ADAPTERS / script), word), case, target) == became


def _became(command: tuple[str, ...], case_id: str, target: str) -> str:
    normalizer = connect("exec:" + " ".join(command), LIMITS)
    case = asked_as(CASES[case_id], normalizer.contracts)
    assert case is not None
    outcome = evaluate(case, parse_target(target), normalizer, Modelled()).outcome
    normalizer.close()
    match outcome:
        case Verdict():
            return "accepted" if outcome.accepted else str(outcome.rule)
        case NotExpressible():
            return "not expressible"
        case Refused():
            return outcome.type
    return repr(outcome)
