"""From the history of a case file to the history that a normalizer is given."""

from sendable.corpus.recipe import expand
from sendable.corpus.tagged import decode_tags, has_tags
from sendable.model.json import JsonObject


def needs_process(history: JsonObject) -> bool:
    """Whether a history holds values that JSON cannot carry, so that only an in-process normalizer can be given it."""
    return has_tags(history)


def realize(history: JsonObject) -> JsonObject:
    """Return a fresh history: recipes carried out, tagged values decoded. It shares no mutable object with the case."""
    fresh: JsonObject = expand(history)
    return decode_tags(fresh) if has_tags(history) else fresh
