"""Whom the net is tested for: models that between them bring every duty and every overlay into play."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Final

from sendable import oracle
from sendable.model.target import Target, parse_target

_MODELS: Final[dict[str, tuple[str, ...]]] = {
    "openai-responses": ("gpt-5.4", "o3-mini"),
    "openai-chat": ("gpt-5.4", "gpt-4o", "gpt-3.5-turbo", "o1-mini"),
    "anthropic-messages": ("claude-opus-5-5", "claude-haiku-4-5"),
    "gemini": ("gemini-3.5-flash",),
    "mistral": ("mistral-large-latest", "open-mistral-7b"),
    "bedrock-converse": (
        "anthropic.claude-haiku-4-5-v1:0",
        "amazon.nova-pro-v1:0",
        "meta.llama3-1-70b-instruct-v1:0",
    ),
}
_SERVED: Final = ("qwen3", "gpt-oss-20b", "my-mistral-v3", "my-mistral-v13")
_OF_VENDORS: Final[dict[str, tuple[str, ...]]] = {
    "azure": ("gpt-5.4", "gpt-6-astra"),
    "deepseek": ("deepseek-v4-flash",),
    "moonshot": ("kimi-k2.6",),
    "xai": ("grok-4",),
}
_ANY: Final = "gpt-5.4"


def targets_of(api: str) -> list[Target]:
    """Return the targets of one API, its own first, then those of its vendors."""
    own = [Target(api=api, model=model) for model in _MODELS.get(api, _SERVED)]
    others = [
        Target(api=api, vendor=vendor, model=model)
        for vendor in oracle.vendors(api)
        for model in _OF_VENDORS.get(vendor, (_model_at(api),))
    ]
    return own + others


def first_target(api: str) -> Target:
    """Return the first target of an API."""
    return targets_of(api)[0]


def all_targets() -> list[Target]:
    """Return the targets of all APIs, one of each first."""
    found = [targets_of(api) for api in oracle.apis()]
    return [each[0] for each in found] + [target for each in found for target in each[1:]]


def concerned(globs: Iterable[str], targets: Iterable[Target]) -> list[Target]:
    """Return the targets that a case or a mutator is about; no glob means all."""
    wanted = tuple(globs)
    return [each for each in targets if not wanted or any(fnmatchcase(str(each), glob) for glob in wanted)]


def default_targets() -> list[Target]:
    """Return the three that a run asks unless told otherwise."""
    from sendable.tasks.run import DEFAULT_TARGETS  # noqa: PLC0415 - a run imports far more than its names

    return [parse_target(each) for each in DEFAULT_TARGETS]


def _model_at(api: str) -> str:
    return _MODELS.get(api, (_ANY,))[0]
