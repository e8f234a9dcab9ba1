"""The action table.

::

      0       pass      only when nothing else is legal
      1 .. 4  load      coal mail milk timber
      5       look      at the top wagon of the deck; then:
      6 .. 7    decide  keep it, put it under
"""

from railgym.envs.core.actions import ActionTable

__all__ = ["KEEP", "KIND_NAMES", "LOAD", "LOOK", "NUM_ACTIONS", "PASS", "PUT_UNDER", "TABLE"]

KIND_NAMES = ("coal", "mail", "milk", "timber")

TABLE = ActionTable(
    [
        ("pass", ["pass"]),
        ("load", [f"load {kind}" for kind in KIND_NAMES]),
        ("look", ["look at the top wagon"]),
        ("decide", ["keep it", "put it under"]),
    ]
)

NUM_ACTIONS = len(TABLE)
PASS, LOAD, LOOK, KEEP = (block.start for block in TABLE)
PUT_UNDER = KEEP + 1
