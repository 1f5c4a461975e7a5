"""The classes that take the place of values in a digest: what providers judge stays, the words go."""

import re

import msgspec

_PREFIX = re.compile(r"[a-z]{1,12}[_-]")
_ALPHANUMERIC = re.compile(r"[A-Za-z0-9]+")
_BASE64 = re.compile(r"[A-Za-z0-9+/_\-\s]+={0,2}\s*")
_DATA_URL = re.compile(r"data:(?P<mime>[^;,]*)(?P<flags>[^,]*),")
_ARGUMENTS = {"{}": "object", "[]": "json", "null": "json", "1": "json", "{": "not json", "": "empty"}


def text_class(text: str) -> str:
    """Class a text: empty, blank, or text with or without outer white space on either side."""
    if not text:
        return "empty"
    before, after = text[0].isspace(), text[-1].isspace()
    if not before and not after:
        return "text"
    if text.isspace():
        return "blank"
    return ("_text" if before else "text") + ("_" if after else "")


def arguments_class(arguments: str) -> str:
    """Class the text of a call's arguments: a JSON object, other JSON, no JSON, empty."""
    known = _ARGUMENTS.get(arguments)
    if known is not None:
        return known
    try:
        value = msgspec.json.decode(arguments)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return "not json"
    return "object" if isinstance(value, dict) else "json"


def id_shape(id_: str) -> str:
    """Return what is judged of an id: its prefix, its character classes and its exact length.

    Letters and digits are one class, for which of them a random id happens to hold says nothing; any other character
    stands for itself.
    """
    prefix = _PREFIX.match(id_)
    return (prefix[0] if prefix else "") + name_shape(id_[prefix.end() :] if prefix else id_)


def name_shape(name: str) -> str:
    """Return what is judged of a tool's name: its length and its character classes."""
    return f"{len(name)}{''.join(sorted(set(_ALPHANUMERIC.sub('', name))))!r}"


def media_class(media: str) -> str:
    """Class media: a data URL by its MIME type and whether it is base64, an address, base64, or what a text is."""
    if media.startswith(("https://", "http://")):
        return "url"
    data = _DATA_URL.match(media)
    if data:
        return f"data {data['mime']} {data['flags']} {_payload_class(media[data.end() :])}"
    return _payload_class(media)


def _payload_class(payload: str) -> str:
    return "base64" if _BASE64.fullmatch(payload) else text_class(payload)
