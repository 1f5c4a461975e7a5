"""The plugin in the suite of somebody whose agent is made of LangChain: a planted fault is caught, none is invented."""

import os
import re
import subprocess
import sys

import pytest

pytest.importorskip("langchain_openai", reason="needs langchain-openai: nox -s league")
pytest.importorskip("langchain_anthropic", reason="needs langchain-anthropic: nox -s league")

# Its planted fault is a common one: a window over the messages that counts, and cuts between a call and its results.
AGENT = '''
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage, trim_messages
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

@tool
def weather(city: str) -> str:
    """Tell the weather in a city."""
    return f"mild in {city}"

MODELS = {"openai": lambda: ChatOpenAI(model="gpt-5.4"), "anthropic": lambda: ChatAnthropic(model_name="claude-opus-5-5")}

def run(maker, question, window):
    model = MODELS[maker]().bind_tools([weather])
    messages = [HumanMessage(question)]
    while True:
        kept = trim_messages(messages, max_tokens=window, token_counter=len, strategy="last")
        answer = model.invoke(kept)
        messages.append(answer)
        if not answer.tool_calls:
            return answer.text
        messages += [ToolMessage(weather.invoke(call["args"]), tool_call_id=call["id"]) for call in answer.tool_calls]
'''
TEST = """
import pytest
from agent import run

@pytest.mark.parametrize("window", [WINDOW])
def test_it(provider, window):
    provider.call_all(("weather", {"city": "Paris"}), ("weather", {"city": "Rome"}))
    provider.say("Mild in both.")
    assert run("MAKER", "Weather in Paris and Rome?", window) == "Mild in both."
"""
REFUSALS = {
    "openai": "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
    "anthropic": "unexpected `tool_use_id` found in `tool_result` blocks",
}


@pytest.fixture
def suite(tmp_path):
    """Write the agent and its test, and run pytest there with this plugin alone."""

    def run(maker: str, window: int) -> subprocess.CompletedProcess[str]:
        (tmp_path / "agent.py").write_text(AGENT)
        (tmp_path / "test_agent.py").write_text(TEST.replace("MAKER", maker).replace("WINDOW", str(window)))
        environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
        command = [sys.executable, "-m", "pytest", "-p", "sendable.plugin", "-p", "no:cacheprovider"]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False, env=environment
        )

    return run


@pytest.mark.parametrize("maker", ["openai", "anthropic"])
def test_a_planted_fault_is_caught(suite, maker) -> None:
    """The window lets two results through without their calls: the provider's own error, and the rule that it is."""
    done = suite(maker, window=2)
    assert done.returncode == 1, done.stdout
    assert REFUSALS[maker] in done.stdout
    assert re.search(r"^  rule +\S+", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("maker", ["openai", "anthropic"])
def test_the_same_agent_without_the_fault_passes(suite, maker) -> None:
    """A window that holds the whole turn."""
    done = suite(maker, window=9)
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout
