# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic==2.14.0", "google-adk==2.13.0", "litellm==1.110.2", "openai==3.57.0"]
# ///
"""Google ADK: a runner that restores a session and asks through LiteLLM or through ADK's own clients.

uv run --script google_adk_entries.py litellm-openai-chat | litellm-anthropic | anthropic | openai-responses
"""

from functools import cache
from itertools import takewhile
from typing import Any

from _adapter import (
    Entry,
    Message,
    NotExpressible,
    Project,
    Request,
    base_url,
    be_quiet,
    expressing,
    sent_by,
    serve,
    wait,
)

be_quiet()

from anthropic import AsyncAnthropic  # noqa: E402 - after the settings that it reads
from google.adk.agents import LlmAgent  # noqa: E402
from google.adk.events import Event  # noqa: E402
from google.adk.integrations.openai import OpenAIResponsesLlm  # noqa: E402
from google.adk.models.anthropic_llm import AnthropicLlm  # noqa: E402
from google.adk.models.lite_llm import LiteLlm  # noqa: E402
from google.adk.runners import InMemoryRunner  # noqa: E402
from google.adk.tools import BaseTool  # noqa: E402
from google.genai import types  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402

APP, USER, AGENT = "app", "user", "agent"


def through_litellm(request: Request) -> dict[str, Any]:
    """Run an agent of a LiteLLM model on the session."""
    provider = "anthropic" if request.api == "anthropic-messages" else "openai"
    return _run(request, LiteLlm(f"{provider}/{request.model}", **_given(request.api), num_retries=0))


def through_anthropic(request: Request) -> dict[str, Any]:
    """Run an agent of ADK's own Claude model on the session."""
    return _run(request, AnthropicLlm(model=request.model, client=_anthropic()))


def through_responses(request: Request) -> dict[str, Any]:
    """Run an agent of ADK's own Responses model on the session."""
    return _run(request, OpenAIResponsesLlm(model=request.model, client=_openai()))


def _given(api: str) -> dict[str, str]:
    return {"api_key": "none-needed", "api_base": base_url(api)}


@cache
def _anthropic() -> AsyncAnthropic:
    return AsyncAnthropic(api_key="none-needed", base_url=base_url("anthropic-messages"), max_retries=0)


@cache
def _openai() -> AsyncOpenAI:
    return AsyncOpenAI(api_key="none-needed", base_url=base_url("openai-responses"), max_retries=0)


def _run(request: Request, model: Any) -> dict[str, Any]:
    """Store the history as events of a session, and run the agent with the coming turn."""
    with expressing():
        opening = list(takewhile(lambda each: each.role == "system", request.messages))
        events = [_event(each, at, request) for at, each in enumerate(request.stored) if at >= len(opening)]
        coming = _coming(request)
        tools = [_Declared(each) for each in request.tools]
        system = "\n\n".join(each.text for each in opening)
        agent = LlmAgent(name=AGENT, model=model, static_instruction=system or None, tools=tools)
    return sent_by(lambda: wait(_turn(agent, events, coming)), request.api)


def _coming(request: Request) -> types.Content:
    if len(request.coming) != 1:
        raise NotExpressible("a coming turn of several messages: a runner takes one")
    return _content(request.coming[0], len(request.stored), request)


async def _turn(agent: LlmAgent, events: list[Event], coming: types.Content) -> None:
    runner = InMemoryRunner(agent, app_name=APP)
    session = await runner.session_service.create_session(app_name=APP, user_id=USER)
    for event in events:
        await runner.session_service.append_event(session, event)
    async for _ in runner.run_async(user_id=USER, session_id=session.id, new_message=coming):
        pass


class _Declared(BaseTool):
    """A tool that is declared and never run."""

    def __init__(self, tool: Any) -> None:
        super().__init__(name=tool.name, description=tool.description)
        self._parameters = tool.parameters

    def _get_declaration(self) -> types.FunctionDeclaration:
        return types.FunctionDeclaration(
            name=self.name, description=self.description, parameters_json_schema=self._parameters
        )


def _event(message: Message, at: int, request: Request) -> Event:
    # What its tools return is an event of the agent, though a content of the user.
    author = "user" if message.role == "user" else AGENT
    return Event(invocation_id=f"e{at}", author=author, content=_content(message, at, request))


def _content(message: Message, at: int, request: Request) -> types.Content:
    texts = [types.Part(text=each) for each in message.texts if each or not message.calls]
    match message.role:
        case "user":
            return types.Content(role="user", parts=texts)
        case "assistant":
            return types.Content(role="model", parts=[*texts, *map(_call, message.calls)])
        case "tool":
            name = request.name_of(message.call_id, at)
            answer = types.FunctionResponse(id=message.call_id, name=name, response={"result": message.text})
            return types.Content(role="user", parts=[types.Part(function_response=answer)])
    raise NotExpressible(f"a {message.role} message behind the opening: there are only an agent's instructions")


def _call(call: Any) -> types.Part:
    return types.Part(function_call=types.FunctionCall(id=call.id, name=call.name, args=call.input))


serve(
    Project(
        name="Google ADK",
        package="google-adk",
        homepage="https://github.com/google/adk-python",
        issues="https://github.com/google/adk-python/issues",
        entries={
            "litellm-openai-chat": Entry("Runner.run_async, LiteLlm(openai)", ("openai-chat:*",), through_litellm),
            "litellm-anthropic": Entry(
                "Runner.run_async, LiteLlm(anthropic)", ("anthropic-messages:*",), through_litellm
            ),
            "anthropic": Entry("Runner.run_async, AnthropicLlm", ("anthropic-messages:*",), through_anthropic),
            "openai-responses": Entry(
                "Runner.run_async, OpenAIResponsesLlm", ("openai-responses:*",), through_responses
            ),
        },
    )
)
