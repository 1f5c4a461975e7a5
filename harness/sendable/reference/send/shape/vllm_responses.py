"""Duties for Responses as vLLM speaks it: its own rules, which share no list with OpenAI's (checklist 2.49 to 2.52).

Keys that it does not know do no harm (rule vllm-responses-unknown-fields-ok), so there is no list of fields.
"""

from hashlib import sha256
from typing import Any, Final

from sendable.model.entry import Entry
from sendable.model.item import CUSTOM_CALL, CUSTOM_RESULT, kind, plain
from sendable.model.json import JsonObject, encode_json
from sendable.model.target import Target
from sendable.reference.send.shape.arguments import as_texts
from sendable.reference.send.shape.content import assistant_says, filled_lists, responses_content
from sendable.reference.send.shape.custom import as_functions
from sendable.reference.send.shape.duty import Duties
from sendable.reference.send.shape.item_ids import item_ids
from sendable.reference.send.shape.listed import listed
from sendable.reference.send.shape.media import media
from sendable.reference.send.shape.models import text_only, vllm_way
from sendable.reference.send.shape.names import names
from sendable.reference.send.shape.plain_texts import plain_texts, refusals
from sendable.reference.send.shape.reasoning import Place, nowhere, reasoning, text_of
from sendable.reference.send.shape.typed import typed, without_nulls
from sendable.reference.send.shape.vllm import calls_alone, for_the_way, longest_name
from sendable.reference.send.shape.vllm_parts import STATUSES, detailed, said_in_parts

_CUSTOM: Final = frozenset({CUSTOM_CALL, CUSTOM_RESULT})


def duties(target: Target) -> Duties:
    """Return the duties in order.

    Rules: vllm-responses-reasoning-id-null, vllm-responses-reasoning-no-summary, vllm-responses-encrypted-content,
    vllm-responses-unsupported-item, vllm-responses-assistant-empty-content-500, vllm-responses-said-no-content,
    vllm-responses-function-call-no-call-id, vllm-responses-output-bad-shape, vllm-responses-harmony-output-list,
    vllm-responses-answered-text, vllm-responses-output-image-detail and those of mistral-common, which reads no part
    but texts and takes no reasoning with its version 3.
    """
    way = vllm_way(target.model)

    def takes(part: JsonObject, medium: str) -> bool:
        seen = way == "template" and not text_only(target.model)
        return medium == "image" and part.get("type") in ("input_image", "image_url") and seen

    return {
        "reasoning": reasoning(target, _place_on(way)),
        "item-ids": item_ids(target),
        **({"custom": as_functions} if way != "template" else {}),
        "items": listed(_taken),
        "media": media(takes),
        "refusals": refusals,
        "lists": filled_lists,
        "content": responses_content,
        "types": typed,
        "nulls": without_nulls,
        **({"plain-texts": plain_texts} if way != "template" else {}),
        **({"assistant": assistant_says} if way.startswith("mistral") else {}),
        **({"either": calls_alone} if way == "mistral-v3" else {}),
        "details": detailed,
        "parts": said_in_parts,
        "names": names(longest_name(way)),
        "arguments": as_texts,
        **for_the_way(way),
    }


def place(item: JsonObject) -> JsonObject | None:
    """Place reasoning with id, status, summary and filled content, and without any encrypted content.

    Every release takes this form: older ones ask for id and status, newer ones make them up where they are missing.
    """
    said = text_of(item)
    if not said:
        return None
    whole = {key: value for key, value in item.items() if key not in ("encrypted_content", "provider_data")}
    whole["id"] = item["id"] if _is_id(item.get("id")) else _made_id(item)
    whole["summary"] = item["summary"] if isinstance(item.get("summary"), list) else []
    whole["content"] = item["content"] if _filled(item.get("content")) else [{"type": "reasoning_text", "text": said}]
    whole["status"] = item["status"] if item.get("status") in STATUSES else "completed"
    return item if whole == {key: value for key, value in item.items() if key != "provider_data"} else whole


def _place_on(way: str) -> Place:
    return nowhere if way == "mistral-v3" else place


def _taken(item: JsonObject, _entry: Entry) -> bool:
    return kind(item) in _CUSTOM


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _made_id(item: JsonObject) -> str:
    return f"rs_{sha256(encode_json(plain(item))).hexdigest()[:32]}"


def _filled(content: Any) -> bool:
    return isinstance(content, list) and bool(content)
