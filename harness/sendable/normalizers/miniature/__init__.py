"""Six miniature normalizers: one that is right, and five that are wrong in one way each.

They are for authors of adapters, as examples, and for tests of the net: a harness that a wrong normalizer passes proves
nothing. Each is a callable of ``(history, target, next)`` for the contract `flat`, with the address
``python:sendable.normalizers.miniature.NAME:normalize``.

=========== ============================================================== ======================
name        what it does                                                   the check that catches
=========== ============================================================== ======================
perfect     the reference; `assemble` and `loop` do the other contracts    none
lossy       a perfect answer, but only the last turn of it                 nothing-lost
reordering  a perfect answer, with what the user said in front             order-kept
inventing   a perfect answer, with a made-up result for every call         nothing-lost
crashing    looks up the result of each call, and there is none            accepted (it crashed)
hanging     waits for the result of each call, and none comes              accepted (it timed out)
=========== ============================================================== ======================

The last two return a well-formed history as it is. None of them sends what the provider refuses; that is
`sendable.normalizers.examples.identity`, the seventh.
"""
