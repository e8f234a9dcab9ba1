"""The kinds of event of Night Mail.

========== ======================================
kind       data
========== ======================================
LOADED     kind of wagon
SIGNAL     the die, 0..5
DERAILED   how often the seat has derailed
OUT        -
LOOKED     kind of wagon (only for who looked)
KEPT       -
PUT_UNDER  -
RESHUFFLED wagons in the new deck
PASSED     -
ARRIVED    points
========== ======================================
"""

__all__ = ["EVENT_KINDS"]

EVENT_KINDS = (
    "loaded", "signal", "derailed", "out", "looked", "kept", "put_under", "reshuffled", "passed", "arrived",
)  # fmt: skip
LOADED, SIGNAL, DERAILED, OUT, LOOKED, KEPT, PUT_UNDER, RESHUFFLED, PASSED, ARRIVED = range(len(EVENT_KINDS))
