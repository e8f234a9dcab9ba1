"""What a player is told: prices, regions, what is left of a roll, why a card may not be chosen, and what ranks."""

import re
from io import StringIO

import pytest
from given import given, play
from rail_baron_cards.moves import STOP, ride, steps
from rich.console import Console

from railgym.agents.human.screen import Screen
from railgym.agents.human.terminal import Terminal
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position


def spoken(position: Position) -> list[str]:
    """All that may be done, in full words."""
    return [position.action_words(action) for action in position.legal_actions]


def asked(game: Game, position: Position, *lines: str) -> str:
    """What the terminal shows to the seat that decides, if these lines are typed."""
    out = StringIO()
    typed = StringIO("".join(f"{line}\n" for line in lines))
    person = Terminal(game, Screen(game, Console(file=out, width=200)), typed)
    person.act(position.view())
    return out.getvalue()


# --- moves ---------------------------------------------------------------------------------------------------------


def test_purchase__is_offered_with_name_and_price(two: Game) -> None:
    """The label alone buys it as well, because older replays have only the label."""
    position = given(two, players=[{"run": ["New York", "Chicago"], "cash": 60_000}], phase="purchase")
    words = "buy CRI&P (Chicago, Rock Island & Pacific, $29,000)"
    assert {words, "buy the Express ($20,000)"} <= set(spoken(position))
    for said in (words, "buy CRI&P"):
        assert position.action_id(said) == two.actions.ids["buy CRI&P"]
    assert position.question() == "purchase ($60,000 in cash)"
    assert "player_0: purchase ($60,000 in cash)" in asked(two, position, "1")


def test_sale__is_offered_with_its_price(two: Game) -> None:
    """Half the price, or bids from there."""
    position = given(
        two,
        players=[{"run": ["New York", "Chicago"], "cash": 500, "railroads": ["PA"]}, {"cash": 30_000}],
        phase="sell a railroad",
        due={"player_1": 5_000},
    )
    assert spoken(position) == [
        "sell PA to the bank (Pennsylvania, $17,500)",
        "auction PA (Pennsylvania, from $17,500)",
    ]
    assert position.question() == "sell a railroad ($500 in cash, $5,000 due)"


def test_ride__names_the_unused_dots(small: Game) -> None:
    """A ride ends the move; older replays have it without that note."""
    position = given(small, players=[{"run": ["Chicago", "Duluth"]}], pips=3)
    rides = [words for words in spoken(position) if ", shortest route: " in words]
    assert [words.partition(" (")[2] for words in rides] == ["2 unused)", "1 unused)", ""]
    before = position.action_id(rides[0])
    assert position.action_id(rides[0].removesuffix(" (2 unused)")) == before


def test_step__leads_from_the_train_to_the_other_end(small_full: Game) -> None:
    """Whichever end comes first in the board's file."""
    position = given(small_full, players=[{"run": ["Chicago", "Duluth"]}], pips=5)
    names = {dot: position.game.display.words.dot(number) for number, dot in enumerate(dot_names(position))}
    assert {f"ride IM to {names['D24']}", f"ride BLS to {names['D26']}"} <= set(spoken(position))
    assert position.action_id("ride IM to D24 near Chicago") == position.action_id(f"ride IM to {names['D24']}")
    ride(position, "IM: Chicago - D24")
    assert "ride IM to Peoria" in spoken(position)


def dot_names(position: Position) -> list[str]:
    """The dots of the board as its file names them."""
    return [dot.name for dot in position.game.display.words.board.dots]


def test_dots__are_named_by_direction_and_distance_from_the_nearest_city() -> None:
    """Each by a name of its own, almost none with the number that only the board's file has."""
    words = make_game("rail_baron_cards_v0").display.words
    names = [words.dot(dot) for dot in range(len(words.board.dots))]
    assert len(set(names)) == len(names)
    away = [name for name in names if " of " in name]
    assert len(away) > 400 and all(re.match(r"\d+ dots? (north|east|south|west)", name) for name in away)
    assert sum("(D" in name for name in names) < 10


# --- cards ---------------------------------------------------------------------------------------------------------


CHOICES = (("Boston", "Northeast"), ("New York", "Northeast"), ("Miami", "Southeast"))


def choosing(game: Game) -> Position:
    """Miami must come between New York and Boston."""
    return given(
        game,
        players=[{"run": ["Chicago"], "hand": ["New York", "Boston", "Miami"]}],
        phase="choose the next destination",
    )


def test_cards__are_shown_with_their_regions(two: Game) -> None:
    position = choosing(two)
    shown = position.view(0).describe()
    assert "run: from Chicago (North Central, " in shown
    assert [f"{city} ({region}, " in shown for city, region in CHOICES] == [True] * 3
    words = next(words for words in spoken(position) if words.startswith("go to Boston for $"))
    assert words.endswith(" (Northeast)")
    assert position.action_id(words.removesuffix(" (Northeast)")) == position.action_id(words)


def test_cards__have_their_copies_and_the_payout_of_the_next_run(small: Game) -> None:
    """RB-2.5; the next run begins at the destination, and where that is to be chosen, at the start."""
    cities = {city.name: i for i, city in enumerate(small.board.cities)}
    params, hand = small.params[0], ["Duluth", "Peoria"]
    moving = given(small, players=[{"run": ["Madison", "Chicago"], "hand": hand}], pips=5)
    for position, here in (
        (moving, "Chicago"),
        (given(small, players=[{"run": ["Madison"], "hand": hand}], phase="choose the next destination"), "Madison"),
    ):
        shown = position.describe()
        for name in ("Duluth", "Peoria"):
            a, b = cities[here], cities[name]
            copies = small.board.cities[b].copies
            region = small.board.regions[small.board.cities[b].region].name
            note = f"{region}, {copies} {'copy' if copies == 1 else 'copies'}"
            if small.board.cities[a].region == small.board.cities[b].region:
                note += f"; no run from {here}"
            else:
                dots = int(params["away"][b, small.board.cities[a].dot])
                note += f"; ${int(params['payout'][a, b]):,} and {dots} dots from {here}"
            assert f"{name} ({note})" in shown
    madison, chicago = (f"{name}: {small.board.cities[cities[name]].copies} cop" for name in ("Madison", "Chicago"))
    run = next(line for line in moving.describe().splitlines() if line.startswith("  run: Madison to Chicago for $"))
    assert madison in run and chicago in run


def test_illegal_card__has_its_reason(two: Game) -> None:
    """RB-R4: because the others could not be used after it, or because it lies where the train is."""
    shown = asked(two, choosing(two), "go to miami", "go to boston")
    assert shown.count("the other cards could not all be used then, because no run stays in one region") == 2
    position = given(
        two, players=[{"run": ["New York"], "hand": ["Boston", "Miami"]}], phase="choose the next destination"
    )
    [boston] = position.likely_illegal()
    with pytest.raises(
        IllegalActionError, match=r"the run begins in New York \(Northeast\), and no run stays in one region"
    ):
        position.play(boston)


def test_card__to_be_discarded_is_of_the_crowded_region(small: Game) -> None:
    position = given(
        small, players=[{"hand": ["Duluth", "Mankato", "Minneapolis", "Chicago"]}], phase="choose a card to discard"
    )
    [reason] = position.likely_illegal().values()
    assert reason == "only cards of the region that you hold too many of are discarded"


def test_likely_illegal__reveals_no_hand(two: Game) -> None:
    """A player who is not to choose learns nothing about the cards."""
    position = choosing(two)
    assert position.view(0).likely_illegal() and not position.view(1).likely_illegal()


# --- what cannot be done ---------------------------------------------------------------------------------------------


def test_illegal_purchase__names_the_price_and_the_missing_cash(two: Game) -> None:
    """RB-4.6: with $30,000 the dearest railroads of the bank; railroads of other players are not listed."""
    position = given(
        two, players=[{"run": ["New York", "Chicago"], "cash": 30_000}, {"railroads": ["AT&SF"]}], phase="purchase"
    )
    told = {two.actions.labels[action]: why for action, why in position.likely_illegal().items()}
    missing = {line.abbreviation: line.price - 30_000 for line in two.board.railroads if line.price > 30_000}
    assert set(told) == {f"buy {line}" for line in missing} - {"buy AT&SF"} | {"buy the Superchief"}
    assert told["buy SP"] == "it costs $42,000: you lack $12,000"
    assert told["buy the Superchief"] == "the Superchief is bought after the Express"
    assert "it costs $42,000: you lack $12,000" in asked(two, position, "buy SP", "1")
    assert position.why_illegal(two.actions.ids["buy AT&SF"]) == "player_1 owns it, not the bank"


def test_illegal_engine__names_the_price_and_the_missing_cash(two: Game) -> None:
    """RB-5.6."""
    seat = {"run": ["New York", "Chicago"], "cash": 15_000, "engine": "Express"}
    position = given(two, players=[seat], phase="purchase")
    told = {two.actions.labels[action]: why for action, why in position.likely_illegal().items()}
    assert told["buy the Superchief"] == "the Superchief costs $20,000: you lack $5,000"
    assert "buy the Express" not in told
    assert position.why_illegal(two.actions.ids["buy the Express"]) == "you have the Express already"


def test_illegal_sale__has_its_reason(two: Game) -> None:
    """RB-R8.1: no bidder has half the price; others' railroads are not for sale."""
    players = [{"run": ["New York", "Chicago"], "cash": 500, "railroads": ["PA"]}, {"cash": 9_000, "railroads": ["SP"]}]
    position = given(two, players=players, phase="sell a railroad", due={"player_1": 5_000})
    assert position.likely_illegal() == {
        two.actions.ids["auction PA"]: "no other player has the $17,500 of the least bid"
    }
    for words, why in (
        ("sell SP to the bank", "player_1 owns it, not you"),
        ("auction UP", "the bank owns it, not you"),
        ("buy UP", "railroads are bought on arrival at a destination"),
    ):
        assert position.why_illegal(two.actions.ids[words]) == why


def test_illegal_bid__names_the_missing_cash(small: Game) -> None:
    """RB-R8.2: half of 16,000 is the least bid."""
    position = given(
        small,
        players=[{"run": ["Minneapolis", "Chicago"], "cash": 0, "railroads": ["GLP"]}, {"cash": 9_000}],
        pips=1,
        due={"player_1": 5_000},
    )
    play(position, "ride 1 dot, shortest route", "auction GLP")
    bids = [position.why_illegal(small.actions.ids[f"bid {amount}"]) for amount in (1_000, 1_500)]
    assert bids == ["", "it is above your cash: you lack $500"]


def test_illegal_ride__names_the_roll_the_length_or_the_other_route(small: Game) -> None:
    """RB-4.1, RB-R5.2."""
    position = given(
        small, players=[{"run": ["Chicago", "Madison"], "at": "D23"}, {"run": ["Milwaukee", "Duluth"]}], pips=12
    )
    reasons = {
        action: position.why_illegal(action)
        for action in range(small.actions.blocks["ride"].start, small.actions.blocks["ride"].stop)
    }
    assert all(bool(why) != position.is_legal(action) for action, why in reasons.items())
    assert {why.split(" ")[0] for why in reasons.values() if why} <= {"the", "so"}
    position = Position.from_dict(small, {**position.to_dict(), "pips": 1})
    assert position.why_illegal(small.actions.ids["ride 2 dots, shortest route"]) == ("the roll leaves 1 dot to ride")


def test_illegal_step__has_its_reason(small_full: Game) -> None:
    """RB-R5.4: track ridden in this run, and track elsewhere; the list has only the track at the train."""
    position = given(small_full, players=[{"run": ["Chicago", "Mankato"]}], pips=12)
    ride(position, "GLP: Chicago - D26")
    [ridden], told = steps(position, "GLP: Chicago - D26"), position.likely_illegal()
    assert "was ridden in this run" in told[ridden]
    [elsewhere] = steps(position, "GLP: D23 - Chicago")
    assert elsewhere not in told
    assert "at neither end of it" in position.why_illegal(elsewhere)


# --- the end -------------------------------------------------------------------------------------------------------


def test_standing__shows_cash_and_worth(small_three: Game) -> None:
    """RB-R9.2: cash and half the price of railroads; in the result line and in the table."""
    seats = {"cash": 19_500}, {"cash": 12_000, "railroads": ["GLP"]}, {"cash": 0, "out": 1}
    position = given(small_three, players=seats, current_player="player_1", pips=5, round=200)
    play(position, STOP)
    result = str(position.result)
    ranked = "player_0 $19,500 (worth $19,500), player_1 $12,000 (worth $20,000), player_2 bankrupt"
    assert result == f"the last round was played: {ranked}"
    out = StringIO()
    Screen(small_three, Console(file=out, width=80)).ending(position, ("a", "b", "c"))
    rows = [line for line in out.getvalue().splitlines() if "player_" in line and line.startswith("|")]
    assert ["player_1" in rows[0], "$12,000 (worth $20,000)" in rows[0]] == [True, True]
    assert "player_0" in rows[1] and "bankrupt" in rows[2]
