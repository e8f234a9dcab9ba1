"""The box: cards, board and money."""

import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from given import given, play, written
from rail_baron_cards.moves import ARRIVING, STOP, arrive, cities, deck_of, hand_of, player

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.rail_baron_cards.board import DATA, load_board
from railgym.envs.rail_baron_cards.data import fit_cards


def all_cards(position: Position) -> list[str]:
    """All cards of a game just dealt."""
    found = written(position)
    return [*found["deck"], *(card for player in found["players"] for card in player["hand"])]


def test_deck__has_150_cards(three: Game) -> None:
    """RB-2.1: no blank card and no misprint (RB-7.6) is among them: each names a city."""
    cards = all_cards(three.new_position(3))
    assert len(cards) == len(set(cards)) == 150
    assert set(cities(cards)) == {city.name for city in three.board.cities}


def test_deck__has_as_many_copies_as_the_cards_say(three: Game) -> None:
    """RB-2.5: six of New York, one of Fargo."""
    copies = Counter(cities(all_cards(three.new_position(3))))
    assert copies == {city.name: city.copies for city in three.board.cities}
    assert (copies["New York"], copies["Chicago"], copies["Fargo"]) == (6, 5, 1)


def test_card__has_a_number_for_each_region_but_its_own() -> None:
    """RB-2.4: of seven regions the arrow points at the city's own, the six others have numbers."""
    for city in load_board("standard").cities:
        assert len(city.values) == 7
        assert city.values[city.region] == 0
        assert sum(value > 0 for value in city.values) >= 5  # a few numbers are 0


def test_board__is_the_standard_one_unless_another_is_asked_for() -> None:
    """RB-2.2, RB-R1"""
    game = make_game("rail_baron_cards_v0")
    assert (game.board.name, len(game.board.railroads), len(game.board.cities)) == ("standard", 28, 67)
    assert len(game.board.regions) == 7
    assert make_game("rail_baron_cards_v0", board="small").board.title == "Upper Midwest, 6 railroads"


def test_board__can_be_read_from_a_folder(tmp_path: Path) -> None:
    """RB-R1: a price changed in a folder of files is the price that is paid."""
    folder = Path(shutil.copytree(DATA / "small", tmp_path / "own"))
    railroads = folder / "railroads.csv"
    railroads.write_text(railroads.read_text(encoding="utf-8").replace("Line,4000", "Line,5000"), encoding="utf-8")
    game = make_game("rail_baron_cards_v0", board=str(folder))
    position = given(game, players=[{**ARRIVING, "hand": ["Duluth"], "cash": 1_000}], pips=5)
    arrive(position, "buy GBS")
    assert "GBS" in player(position, 0)["railroads"]
    assert position.scores[0] == 1_000 + 4_000 - 5_000


@pytest.mark.parametrize("players", range(2, 7))
def test_money__is_20_000_each_and_all_railroads_are_the_banks(players: int) -> None:
    """RB-2.2: what everyone begins with."""
    position = make_game("rail_baron_cards_v0", num_players=players).new_position(3)
    assert position.scores == (20_000,) * players
    begun = written(position)["players"]
    assert [(player["railroads"], player["engine"]) for player in begun] == [([], "Freight")] * players


def test_roll__is_of_two_dice(small: Game) -> None:
    """RB-2.2, RB-4.1: a turn begins with two dice; over many games every pair of them comes up, about equally often."""
    rolls = Counter()
    for key in range(3600):
        position = given(small, pips=5, random={"key": f"{2 * key + 1:x}"})
        rolls[play(position, STOP)[1]] += 1
    assert set(rolls) == {f"player_1 rolls {a} and {b}: {a + b} dots" for a in range(1, 7) for b in range(1, 7)}
    assert min(rolls.values()) >= 60 and max(rolls.values()) <= 145


def set_out(game: Game, seed: int) -> Position:
    """A deal played on to the bids."""
    position = game.new_position(seed)
    while position.phase != "bid for the order of play":
        position.play(position.legal_actions[0])
    return position


def test_reshuffle_cards__are_in_the_deck_and_in_no_hand() -> None:
    """RB-2.3: ten of them beside the forty cities of the small board; no player is ever dealt one."""
    game = make_game("rail_baron_cards_v0", board="small", num_players=6, reshuffle_cards=10)
    for seed in range(50):
        position = set_out(game, seed)
        assert deck_of(position).count("reshuffle") == 10
        assert not any("reshuffle" in hand_of(position, p) for p in range(6))


def test_reshuffle_cards__lie_anywhere_in_the_deck() -> None:
    """RB-2.3: over many deals the single one has been at every place, the top and the bottom among them."""
    game = make_game("rail_baron_cards_v0", board="small", reshuffle_cards=1)
    decks = [deck_of(set_out(game, seed)) for seed in range(400)]
    places = Counter(deck.index("reshuffle") for deck in decks if len(deck) == 33)
    assert set(places) == set(range(33))
    assert max(places.values()) < 40


def test_reshuffle_cards__are_none_unless_asked_for(small: Game) -> None:
    """RB-2.3: they are an option."""
    assert "reshuffle" not in deck_of(small.new_position(3))


def test_payout__adds_each_cards_number_for_the_others_region() -> None:
    """RB-4.4, RB-5.1, RB-5.2: Chicago says 3 for the Northeast, New York 6 for the North Central region."""
    board = load_board("standard")
    named = {city.name: city for city in board.cities}
    regions = [region.abbreviation for region in board.regions]
    assert named["Chicago"].values[regions.index("NE")] == 3
    assert named["New York"].values[regions.index("NC")] == 6
    number = [city.name for city in board.cities].index
    assert board.payout(number("Chicago"), number("New York")) == 9_000
    for (i, one), (j, other) in combinations(enumerate(board.cities), 2):
        if one.region != other.region:
            assert board.payout(i, j) == 1_000 * (one.values[other.region] + other.values[one.region])


def test_payout__of_boston_to_knoxville_is_10_000(two: Game) -> None:
    """RB-5.3: 4 and 6, in either direction; the numbers that are printed stay as they are in every fit."""
    for run in ("Boston - Knoxville", "Knoxville - Boston"):
        start, goal = run.split(" - ")
        position = given(two, players=[{"run": [start, goal]}], pips=5)
        assert f"{start} to {goal} for $10,000" in position.describe()
    printed = fit_cards._printed(two.board, fit_cards.Faults(DATA / "standard", "the board"))
    assert sorted(printed.values()) == [4, 6]


def test_payout__between_regions_is_at_least_a_thousand() -> None:
    """RB-R2"""
    for name in ("standard", "small"):
        board = load_board(name)
        runs = [
            board.payout(i, j)
            for i, j in combinations(range(len(board.cities)), 2)
            if board.cities[i].region != board.cities[j].region
        ]
        assert min(runs) >= 1_000


def test_numbers__are_close_to_the_payoffs_of_the_base_game() -> None:
    """RB-R2: the cards are those of the fit, which misses by 600 dollars in the mean."""
    fit = fit_cards.Fit(DATA / "standard")
    assert fit.misses().mean < 0.65
    assert (DATA / "standard" / "cards.csv").read_text(encoding="utf-8") == fit.table()


def test_copies__follow_the_odds_of_the_base_game() -> None:
    """RB-R2: 31 of 150 cards for the Northeast, whose chance is 15 in 72; within it most for New York."""
    board = load_board("standard")
    regions = Counter()
    for city in board.cities:
        regions[board.regions[city.region].abbreviation] += city.copies
    assert regions == {"NE": 31, "SE": 19, "NC": 23, "SC": 19, "PL": 17, "NW": 16, "SW": 25}


def test_phases__begin_with_the_choice_of_the_start(two: Game) -> None:
    """RB-3.4: a game just dealt asks for the start, or first for a card too many of its region (RB-3.3)."""
    phases = {two.new_position(seed).phase for seed in range(50)}
    assert phases == {"choose a card to discard", "choose the start"}
