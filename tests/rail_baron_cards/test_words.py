"""What a player is told: prices, regions, what is left of a roll, why a card may not be chosen, and what ranks."""

from io import StringIO

import numpy as np
import pytest
from rail_baron_cards.positions import STOP, Seat, Table
from rich.console import Console

from railgym.agents.human.screen import Screen
from railgym.agents.human.terminal import Terminal
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases


def spoken(table: Table) -> list[str]:
    """All that may be done, in full words."""
    legal = np.flatnonzero(table.game.legal(table.state))
    return [table.game.action_to_string(table.state, int(action)) for action in legal]


def asked(game: Game, table: Table, *lines: str) -> str:
    """What the terminal shows to the seat that decides, if these lines are typed."""
    out = StringIO()
    typed = StringIO("".join(f"{line}\n" for line in lines))
    person = Terminal(game, Screen(game, Console(file=out, width=200)), typed)
    person.act(game.view(table.state, int(table["current"])), game.legal(table.state))
    return out.getvalue()


# --- moves ---------------------------------------------------------------------------------------------------------


def test_purchase__is_offered_with_name_and_price(two: Game) -> None:
    """The label alone buys it as well, for so it stands in older replays."""
    table = Table(two, Seat("New York - Chicago", cash=60_000), phase=phases.PURCHASE)
    words = "buy CRI&P (Chicago, Rock Island & Pacific, $29,000)"
    assert {words, "buy the Express ($20,000)"} <= set(spoken(table))
    for said in (words, "buy CRI&P"):
        assert two.action_from_string(table.state, said) == two.actions.ids["buy CRI&P"]
    assert two.decision_to_string(table.state) == "purchase ($60,000 in cash)"
    assert "player_0: purchase ($60,000 in cash)" in asked(two, table, "1")


def test_sale__is_offered_with_what_it_brings(two: Game) -> None:
    """Half the price, or bids from there."""
    table = Table(two, Seat("New York - Chicago", cash=500, owns="PA"), Seat(cash=30_000), phase=phases.SELL)
    table.state["due"][0, 1] = 5_000
    assert spoken(table) == ["sell PA to the bank (Pennsylvania, $17,500)", "auction PA (Pennsylvania, from $17,500)"]
    assert two.decision_to_string(table.state) == "sell a railroad ($500 in cash, $5,000 due)"


def test_ride__tells_what_it_leaves_unused(small: Game) -> None:
    """A ride ends the move; older replays have it without that note."""
    table = Table(small, Seat("Chicago - Duluth"), pips=3)
    rides = [words for words in spoken(table) if ", shortest route: " in words]
    assert [words.partition(" (")[2] for words in rides] == ["2 unused)", "1 unused)", ""]
    before = small.action_from_string(table.state, rides[0])
    assert small.action_from_string(table.state, rides[0].removesuffix(" (2 unused)")) == before


def test_step__leads_from_the_train_to_the_other_end(small_full: Game) -> None:
    """Whichever end comes first in the board's file."""
    table = Table(small_full, Seat("Chicago - Duluth"), pips=5)
    assert {"ride IM to D24 near Chicago", "ride BLS to D26 near Chicago"} <= set(spoken(table))
    table.ride("IM: Chicago - D24")
    assert "ride IM to Peoria" in spoken(table)


# --- cards ---------------------------------------------------------------------------------------------------------


def choosing(game: Game) -> Table:
    """Miami must come between New York and Boston."""
    return Table(game, Seat("Chicago", hand="New York, Boston, Miami"), phase=phases.NEXT_GOAL)


def test_cards__are_shown_with_their_regions(two: Game) -> None:
    table = choosing(two)
    shown = two.describe(two.view(table.state, 0))
    assert "run: from Chicago (North Central)" in shown
    assert "hand: Boston (Northeast), New York (Northeast), Miami (Southeast)" in shown
    words = next(words for words in spoken(table) if words.startswith("go to Boston for $"))
    assert words.endswith(" (Northeast)")
    assert two.action_from_string(table.state, words.removesuffix(" (Northeast)")) == two.action_from_string(
        table.state, words
    )


def test_card__that_may_not_be_chosen_has_its_reason_told(two: Game) -> None:
    """RB-R4: because the others could not be used after it, or because it lies where the train is."""
    shown = asked(two, choosing(two), "go to miami", "go to boston")
    assert shown.count("the other cards could not all be used then, for no run stays in a region") == 2
    table = Table(two, Seat("New York", hand="Boston, Miami"), phase=phases.NEXT_GOAL)
    [boston] = two.forbidden(table.state)
    with pytest.raises(
        IllegalActionError, match=r"the run begins in New York \(Northeast\), and none stays in a region"
    ):
        two.apply(table.state, boston)


def test_card__to_be_discarded_is_of_the_crowded_region(small: Game) -> None:
    table = Table(small, Seat(hand="Duluth, Mankato, Minneapolis, Chicago"), phase=phases.SETUP_DISCARD)
    [reason] = small.forbidden(table.state).values()
    assert reason == "only cards of the region that you hold too many of are discarded"


def test_forbidden__betrays_no_hand(two: Game) -> None:
    """Who is not to choose learns nothing of the cards."""
    table = choosing(two)
    assert two.forbidden(two.view(table.state, 0)) and not two.forbidden(two.view(table.state, 1))


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
