"""Where an API is served, and what it takes to be let in."""

import msgspec

from sendable.model.json import JsonObject


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """What the file of one API says of its provider's service.

    address: the provider's own base URL; ``""`` where every user runs their own. address_name: the environment
    variable that holds the address then. key_name: the environment variable that holds the key. key_needed: whether
    the provider itself asks nobody without one. root: the path that a bare ``http://host:port`` gets. own_root: the
    SDK adds the root itself, so that one given by the user is taken off. key_header: for plain HTTP;
    ``authorization`` carries it behind ``Bearer``. answer: keys of which a 2xx answer has at least one. least: what
    keeps the answer as short as the provider allows, for the top level of a body.
    """

    address: str = ""
    address_name: str = ""
    key_name: str
    key_needed: bool = True
    root: str = "/v1"
    own_root: bool = False
    key_header: str = "authorization"
    answer: tuple[str, ...]
    least: JsonObject
