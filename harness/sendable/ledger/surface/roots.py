"""Where an SDK declares the history of each operation: types, by the names of their modules."""

from collections.abc import Callable

import msgspec

from sendable.ledger.surface.members import literals, members
from sendable.ledger.surface.walk import by_role, by_type


class Root(msgspec.Struct, frozen=True):
    """A field of a type of the SDK, as ``openai.types.responses.response:Response.output``; later steps go deeper.

    as_items: its objects are items by their ``type``.
    """

    at: str
    as_items: bool = False


class Operation(msgspec.Struct, frozen=True):
    """One API: how its items are named, where requests and responses hold them, where tools are defined."""

    api: str
    names: Callable[[type], list[str]]
    request: tuple[Root, ...]
    response: tuple[Root, ...]
    tools: Root
    apart: str = ""
    beta: bool = False


def input_items(declaring: type) -> list[str]:
    """Name an input item: by its ``type``; with a role alone it is a message, with an id alone a reference."""
    if literals(declaring, "type"):
        return by_type(declaring)
    fields = members(declaring).keys()
    return ["message"] if "role" in fields else ["item_reference"] if fields == {"id"} else []


_RESPONSES = Operation(
    api="openai-responses",
    names=input_items,
    request=(Root("openai.types.responses.response_create_params:ResponseCreateParamsBase.input"),),
    response=(
        Root("openai.types.responses.response:Response.output"),
        Root("openai.types.responses.response_item_list:ResponseItemList.data"),
    ),
    tools=Root("openai.types.responses.response_create_params:ResponseCreateParamsBase.tools"),
)
_CHAT = Operation(
    api="openai-chat",
    names=by_role,
    request=(Root("openai.types.chat.completion_create_params:CompletionCreateParamsBase.messages"),),
    response=(Root("openai.types.chat.chat_completion:ChatCompletion.choices.message"),),
    tools=Root("openai.types.chat.completion_create_params:CompletionCreateParamsBase.tools"),
)
_MESSAGES = Operation(
    api="anthropic-messages",
    names=by_role,
    request=(
        Root("anthropic.types.message_create_params:MessageCreateParamsBase.messages"),
        Root("anthropic.types.message_create_params:MessageCreateParamsBase.system", as_items=True),
    ),
    response=(Root("anthropic.types.message:Message"),),
    tools=Root("anthropic.types.message_create_params:MessageCreateParamsBase.tools"),
    apart="content",
)
_BETA_MESSAGES = Operation(
    api="anthropic-messages",
    names=by_role,
    request=(
        Root("anthropic.types.beta.message_create_params:MessageCreateParamsBase.messages"),
        Root("anthropic.types.beta.message_create_params:MessageCreateParamsBase.system", as_items=True),
    ),
    response=(Root("anthropic.types.beta.beta_message:BetaMessage"),),
    tools=Root("anthropic.types.beta.message_create_params:MessageCreateParamsBase.tools"),
    apart="content",
    beta=True,
)

OPERATIONS = {"openai": (_RESPONSES, _CHAT), "anthropic": (_MESSAGES, _BETA_MESSAGES)}
BETA_NAMES = {"anthropic": "anthropic.types.anthropic_beta_param:AnthropicBetaParam"}
