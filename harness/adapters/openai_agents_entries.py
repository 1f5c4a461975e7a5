# /// script
# requires-python = ">=3.11"
# dependencies = ["openai-agents==0.24.0"]
# ///
"""The OpenAI Agents SDK: a run on a list of items, and a run on a session that holds them.

uv run --script openai_agents_entries.py list | session
"""

from functools import cache
from typing import Any

from _adapter import Entry, Project, Request, base_url, be_quiet, items_of, sent_by, serve, wait

be_quiet()

from agents import (  # noqa: E402 - after the settings that it reads
    Agent,
    FunctionTool,
    Model,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    RunConfig,
    Runner,
    SQLiteSession,
)
from openai import AsyncOpenAI  # noqa: E402


def run_list(request: Request) -> dict[str, Any]:
    """Run an agent on the whole history as input items."""
    items = request.items
    return sent_by(lambda: wait(Runner.run(_agent(request), items, run_config=_CONFIG)), request.api)


def run_session(request: Request) -> dict[str, Any]:
    """Run an agent on the coming text, the history in its session."""
    stored = [item for message in request.stored for item in items_of(message)]
    coming = request.prompt
    return sent_by(lambda: wait(_run_session(_agent(request), stored, coming)), request.api)


async def _run_session(agent: Agent, stored: list[Any], coming: str) -> None:
    session = SQLiteSession("session")  # in memory, and gone with this call
    await session.add_items(stored)
    await Runner.run(agent, coming, session=session, run_config=_CONFIG)
    session.close()


def _agent(request: Request) -> Agent:
    return Agent(name="agent", model=_model(request.api, request.model), tools=_tools(request))


@cache
def _model(api: str, name: str) -> Model:
    client = AsyncOpenAI(api_key="none-needed", base_url=base_url(api), max_retries=0)
    if api == "openai-responses":
        return OpenAIResponsesModel(name, openai_client=client)
    return OpenAIChatCompletionsModel(name, openai_client=client)


def _tools(request: Request) -> list[Any]:
    return [
        FunctionTool(each.name, each.description, each.parameters, _nothing, strict_json_schema=False)
        for each in request.tools
    ]


async def _nothing(_context: Any, _arguments: str) -> str:
    return "nothing"


_CONFIG = RunConfig(tracing_disabled=True)
APIS = ("openai-chat:*", "openai-responses:*")
serve(
    Project(
        name="OpenAI Agents SDK",
        package="openai-agents",
        homepage="https://github.com/openai/openai-agents-python",
        issues="https://github.com/openai/openai-agents-python/issues",
        entries={
            "list": Entry("Runner.run, a list of items", APIS, run_list),
            "session": Entry("Runner.run, a session", APIS, run_session),
        },
    )
)
