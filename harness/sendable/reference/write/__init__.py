"""Attach on write: every call gets a result, however the turn ends (seed 2).

`Recorder` is what an agent loop tells what it does; `open_store` opens its file of conversations.
"""

from sendable.reference.write.calls import Call
from sendable.reference.write.decisions import FINAL_ACCEPTED, Decision, Reason, TurnRules
from sendable.reference.write.queue import say, waiting
from sendable.reference.write.recorder import RULES, Recorder
from sendable.reference.write.store import Store, open_store, store_in_memory
from sendable.reference.write.turn import Round, Turn

__all__ = [
    "FINAL_ACCEPTED",
    "RULES",
    "Call",
    "Decision",
    "Reason",
    "Recorder",
    "Round",
    "Store",
    "Turn",
    "TurnRules",
    "open_store",
    "say",
    "store_in_memory",
    "waiting",
]
