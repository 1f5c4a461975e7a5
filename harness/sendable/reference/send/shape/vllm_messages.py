"""Duties for Anthropic Messages as vLLM speaks it."""

from typing import Final

from sendable.model.target import Target
from sendable.reference.send.shape.apart import apart
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.messages_server import messages_duties
from sendable.reference.send.shape.models import vllm_way
from sendable.reference.send.shape.plain_texts import plain_texts
from sendable.reference.send.shape.vllm import for_the_way, longest_name

_BLOCKS: Final = frozenset({"tool_reference", "tool_addition", "tool_removal"})


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: vllm-messages-block-type, vllm-messages-tool-input, vllm-messages-role, vllm-messages-nothing-left;
    gpt-oss refuses thoughts with a signature, mistral-common's version 3 all thoughts.
    """
    way = vllm_way(target.model)
    further = {**({"plain-texts": plain_texts} if way != "template" else {}), **for_the_way(way)}
    if way == "mistral-v3":
        further["apart"] = apart
    return messages_duties(target, _BLOCKS, thinks=way != "mistral-v3", longest=longest_name(way), further=further)
