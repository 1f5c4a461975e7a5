"""Whom a request is for: ``API[@vendor]:model``."""

import re

import msgspec

from sendable.model.errors import BadUsage

_TARGET = re.compile(r"(?P<api>[a-z][a-z0-9-]*)(?:@(?P<vendor>[a-z0-9-]+))?(?::(?P<model>.+))?")
_PROVIDER_TYPE = {
    "openai-responses": "openai",
    "openai-chat": "openai",
    "anthropic-messages": "anthropic",
    "bedrock-converse": "anthropic",
    "gemini": "google",
    "mistral": "mistral",
}
# Vendors that make opaque items of their own in another's format (rule xai-encrypted-undecryptable).
_OWN_BLOBS = frozenset({"xai"})


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """An API, perhaps as a vendor speaks it, and a model."""

    api: str
    model: str
    vendor: str | None = None

    @property
    def api_name(self) -> str:
        """The API with its overlay, as in ``openai-chat@deepseek``."""
        return f"{self.api}@{self.vendor}" if self.vendor else self.api

    @property
    def provider_type(self) -> str:
        """Who can read the opaque items of this target (design, section 2)."""
        if self.vendor in _OWN_BLOBS:
            return str(self.vendor)
        return _PROVIDER_TYPE.get(self.api) or self.api.partition("-")[0]

    def __str__(self) -> str:
        return f"{self.api_name}:{self.model}"


def parse_target(text: str, default_model: str | None = None) -> Target:
    """Read ``API[@vendor]:model``.

    Raises:
        BadUsage: the text has another form, or no model is named and there is no default.
    """
    match = _TARGET.fullmatch(text)
    model = match and (match["model"] or default_model)
    if not match or not model:
        raise BadUsage(f"not a target: {text!r}", hint="write API[@vendor]:model, for example openai-responses:gpt-5.4")
    return Target(api=match["api"], vendor=match["vendor"], model=model)
