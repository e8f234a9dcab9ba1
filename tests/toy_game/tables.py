"""The tables of Night Mail: its wagons, actions, decisions, events, and ways to end."""

from railgym.envs.core.actions import ActionTable

__all__ = ["ACTIONS", "END_REASONS", "EVENTS", "PHASES", "WAGON_NAMES"]

WAGON_NAMES = ("coal", "mail", "milk", "timber")

# Blocks of ids in a fixed order. They never move once replays and trained agents exist: new blocks go to the end.
ACTIONS = ActionTable(
    [
        ("pass", ["pass"]),  # 0: only when nothing else is legal
        ("load", [f"load {wagon}" for wagon in WAGON_NAMES]),  # 1 .. 4
        ("look", ["look at the top wagon"]),  # 5
        ("decide", ["keep it", "put it under"]),  # 6, 7: what follows a look
    ]
)
PASS, LOAD, LOOK, KEEP = (block.start for block in ACTIONS)
PUT_UNDER = KEEP + 1

PHASES = ("take one action", "keep the wagon or put it under")
ACTION, DECIDE = range(len(PHASES))

# Every kind of event with its sentence, and a second one for those who may not see its data.
EVENTS = {
    "loaded": "{who} loads {a:wagon}",
    "signal": "{who} rolls {a}",
    "derailed": "{who} derails for the {a:time} time",
    "left": "{who} is out",
    "looked": ("{who} looks at {a:wagon}", "{who} looks at the top wagon"),
    "kept": "{who} keeps it",
    "returned": "{who} puts it under",
    "reshuffled": "the deck is shuffled: {a} wagons",
    "passed": "{who} passes",
}
LOADED, SIGNAL, DERAILED, LEFT, LOOKED, KEPT, RETURNED, RESHUFFLED, PASSED = range(len(EVENTS))

END_REASONS = ("still running", "a train arrived", "one player was left", "the night is over")
RUNNING, ARRIVAL, LAST_ONE, DAWN = range(len(END_REASONS))
