"""What the user says while the agent works: it waits, and goes in right before the next model call.

A message between a call and its result is refused by every provider (seed 2), so it goes in behind all results of the
round before, in the order it was said. It waits in the store, not in the worker: a worker that dies loses no word, and
what is left at the end of a turn opens the next one.
"""

from sendable.model.json import JsonObject
from sendable.reference.write.store import Store


def user_message(said: str | JsonObject) -> JsonObject:
    """Return the item of a text; an item is taken as it is."""
    return {"type": "message", "role": "user", "content": said} if isinstance(said, str) else said


def say(store: Store, conversation: str, said: str | JsonObject) -> None:
    """Queue a message of the user; the worker that holds the conversation need not be asked."""
    with store.transaction():
        store.put_message(conversation, user_message(said))


def waiting(store: Store, conversation: str) -> list[JsonObject]:
    """Return the messages that no model call has been sent yet, oldest first."""
    return [item for _, item in store.inbox(conversation)]
