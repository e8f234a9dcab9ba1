"""What a player is told of what ranks."""

from io import StringIO

from rail_baron_cards.positions import STOP, Seat, Table
from rich.console import Console

from railgym.agents.human.screen import Screen
from railgym.envs.core.game import Game

# --- the end -------------------------------------------------------------------------------------------------------


def test_standing__shows_what_ranks(small_three: Game) -> None:
    """RB-R9: cash and half the price of railroads; in the result line and in the table."""
    seats = Seat(cash=19_500), Seat(cash=12_000, owns="GLP"), Seat(cash=0, out=1)
    table = Table(small_three, *seats, mover=1, round=200)
    table.play(STOP)
    result = small_three.result_to_string(table.state)
    ranked = "player_0 $19,500 (worth $19,500), player_1 $12,000 (worth $20,000), player_2 bankrupt"
    assert result == f"the last round was played: {ranked}"
    out = StringIO()
    Screen(small_three, Console(file=out, width=80)).ending(table.state, ("a", "b", "c"))
    rows = [line for line in out.getvalue().splitlines() if "player_" in line and line.startswith("|")]
    assert ["player_1" in rows[0], "$12,000 (worth $20,000)" in rows[0]] == [True, True]
    assert "player_0" in rows[1] and "bankrupt" in rows[2]
