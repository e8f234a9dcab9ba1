"""The kinds of decision, and the ways a game can end."""

__all__ = ["END_REASONS", "PHASES"]

PHASES = ("take one action", "keep the wagon or put it under")
ACTION, DECIDE = range(len(PHASES))

END_REASONS = ("still running", "a train arrived", "one player was left", "the night is over")
RUNNING, ARRIVAL, LAST_ONE, DAWN = range(len(END_REASONS))
