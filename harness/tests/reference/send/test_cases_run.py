"""The main job on the cases of the send side, for every API that no other test runs: SDKs and plain HTTP in the loop."""

import pytest

from sendable.tasks.run import Plan, exit_code, run
from sendable.tasks.selection import Selection

TARGETS = (
    "vllm-responses:qwen3",
    "vllm-chat:qwen3",
    "vllm-messages:qwen3",
    "llamacpp-responses:qwen3",
    "llamacpp-chat:qwen3",
    "llamacpp-messages:qwen3",
    "gemini:gemini-3.5-flash",
    "mistral:mistral-large-latest",
    "bedrock-converse:anthropic.claude-haiku-4-5-v1:0",
)


@pytest.mark.parametrize("address", ["reference", "reference:letter"])
def test_every_case_ends_as_it_says(tmp_path, address):
    """Nothing fails, nothing could not be asked; the letter ends as the cases say of it."""
    plan = Plan(address=address, targets=TARGETS, jobs=1)
    report = run(plan, Selection(contract="send"), tmp_path, lambda _done, _all: None)
    assert [(each.case, each.target) for each in report.results if not each.ok] == []
    assert (report.complete, exit_code(report)) == (True, 0)
    assert {each.target for each in report.results} == set(TARGETS)
