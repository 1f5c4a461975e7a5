"""An answer's body as the server-sent events of a streamed one: each text and each call in one piece."""

from collections.abc import Callable, Iterator

from sendable.model.json import JsonObject, encode_json

Event = tuple[str, JsonObject]


def streamed(api: str, body: JsonObject) -> bytes:
    """Return the whole stream of an answer."""
    return b"".join(_WRITERS[api](body))


def _chat(body: JsonObject) -> Iterator[bytes]:
    choice = body["choices"][0]
    message = choice["message"]
    head = {key: body[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    calls = [{"index": index, **call} for index, call in enumerate(message.get("tool_calls", []))]
    delta = {"role": "assistant", "content": message["content"]} | ({"tool_calls": calls} if calls else {})
    for each, finish in ((delta, None), ({}, choice["finish_reason"])):
        yield _data(head | {"choices": [{"index": 0, "delta": each, "finish_reason": finish, "logprobs": None}]})
    yield b"data: [DONE]\n\n"


def _responses(body: JsonObject) -> Iterator[bytes]:
    begun = body | {"status": "in_progress", "output": []}
    events: list[Event] = [("response.created", {"response": begun}), ("response.in_progress", {"response": begun})]
    for index, item in enumerate(body["output"]):
        events += _item_events(item, {"output_index": index, "item_id": item["id"]}, index)
    events.append(("response.completed", {"response": body}))
    for number, (kind, fields) in enumerate(events):
        yield b"event: " + kind.encode() + b"\n" + _data({"type": kind, "sequence_number": number, **fields})


def _item_events(item: JsonObject, at: JsonObject, index: int) -> Iterator[Event]:
    is_call = item["type"] == "function_call"
    nothing: JsonObject = {"arguments": ""} if is_call else {"content": []}
    begun = item | {"status": "in_progress"} | nothing
    yield "response.output_item.added", {"output_index": index, "item": begun}
    if is_call:
        yield "response.function_call_arguments.delta", at | {"delta": item["arguments"]}
        yield "response.function_call_arguments.done", at | {"arguments": item["arguments"], "name": item["name"]}
    for place, part in enumerate(item.get("content", [])):
        here = at | {"content_index": place}
        yield "response.content_part.added", here | {"part": part | {"text": ""}}
        yield "response.output_text.delta", here | {"delta": part["text"], "logprobs": []}
        yield "response.output_text.done", here | {"text": part["text"], "logprobs": []}
        yield "response.content_part.done", here | {"part": part}
    yield "response.output_item.done", {"output_index": index, "item": item}


def _messages(body: JsonObject) -> Iterator[bytes]:
    events: list[Event] = [("message_start", {"message": body | {"content": [], "stop_reason": None}})]
    for index, block in enumerate(body["content"]):
        events += _block_events(block, index)
    ended = {"stop_reason": body["stop_reason"], "stop_sequence": None}
    events.append(("message_delta", {"delta": ended, "usage": {"output_tokens": body["usage"]["output_tokens"]}}))
    events.append(("message_stop", {}))
    for kind, fields in events:
        yield b"event: " + kind.encode() + b"\n" + _data({"type": kind, **fields})


def _block_events(block: JsonObject, index: int) -> Iterator[Event]:
    if block["type"] == "text":
        begun, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        partial = encode_json(block["input"]).decode()
        begun, delta = block | {"input": {}}, {"type": "input_json_delta", "partial_json": partial}
    yield "content_block_start", {"index": index, "content_block": begun}
    yield "content_block_delta", {"index": index, "delta": delta}
    yield "content_block_stop", {"index": index}


def _data(value: JsonObject) -> bytes:
    return b"data: " + encode_json(value) + b"\n\n"


_WRITERS: dict[str, Callable[[JsonObject], Iterator[bytes]]] = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic-messages": _messages,
}
