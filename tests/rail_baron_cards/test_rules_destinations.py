"""Variant: starts and destinations by dice, and payoffs by the chart of the base game."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from given import given, legal, play, written
from rail_baron_cards.checker import pick
from rail_baron_cards.moves import RIVAL, STOP, arrive, player

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArtifactError, OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.rail_baron_cards.destination_tables import destination_tables

TURN, ARRIVAL = "choose a destination before the move", "choose the next destination"
ROLL = "roll all starts"
IN_CHICAGO: dict[str, Any] = {"players": [{"run": ["Chicago"]}, RIVAL]}


def variant(**options: Any) -> Game:
    return make_game("rail_baron_cards_v0", **{"board": "small", "destinations": "dice", **options})


@pytest.fixture(scope="module")
def dice() -> Game:
    return variant(bids="none")


@pytest.fixture(scope="module")
def standard() -> Game:
    return variant(board="standard", bids="none")


def begun(game: Game, seed: int) -> tuple[Position, list[str]]:
    """A game after the roll of all starts, and what was told."""
    position = game.new_position(seed)
    return position, play(position, ROLL)


def asked(game: Game, seed: int = 0) -> Position:
    """A game in which the first player has to choose a region at once."""
    while True:
        position, _ = begun(game, seed)
        if position.phase == TURN:
            return position
        seed += 1


def told_of(position: Position, kind: str) -> list[Any]:
    """The last events of a kind."""
    return [event for event in position.events if event.name == kind]


def region_of(game: Any, city: str) -> str:
    """The abbreviation of a city's region."""
    return next(str(game.board.regions[c.region].abbreviation) for c in game.board.cities if c.name == city)


# --- starts --------------------------------------------------------------------------------------------------------


def test_starts__are_rolled_before_play_and_all_different() -> None:
    """RB-R15.1: by one decision; all players see them."""
    game = variant(num_players=6)
    for seed in range(20):
        position = game.new_position(seed)
        assert position.phase == "choose the start" and position.question() == ROLL
        told = play(position, ROLL)
        assert len(told) == 6 and position.phase == "bid for the order of play"
        runs = [player(position, p)["run"] for p in range(6)]
        assert [f"player_{p} rolls the start: {run[0]}" for p, run in enumerate(runs)] == told
        assert len({city for [city] in runs}) == 6
        assert [player(position, p)["at"] for p in range(6)] == [
            name if name not in ("Minneapolis", "St. Paul") else "Minneapolis/St. Paul" for [name] in runs
        ]


def test_starts__follow_the_odds(standard: Any) -> None:
    """RB-R15.1: New York is rolled in 15 / 72 x 14 / 72 of all games, for each player."""
    rolled: Counter[int] = Counter()
    for seed in range(2_000):
        position, _ = begun(standard, seed)
        rolled.update(event.data[0] for event in told_of(position, "rolled_start"))
    chances = destination_tables(standard.board).chances
    assert sum(chances) == pytest.approx(1)
    assert chances[[city.name for city in standard.board.cities].index("New York")] == pytest.approx(15 * 14 / 72**2)
    for city, chance in enumerate(chances):
        assert abs(rolled[city] - 4_000 * chance) < 5 * (4_000 * chance) ** 0.5


def test_cards__are_in_no_hand_deck_or_pile(dice: Game) -> None:
    """RB-R15.1: nor after games of bankrupts; and positions do not mention them."""
    position, rng = begun(dice, 1)[0], np.random.default_rng(1)
    while not position.is_over:
        position.play(pick(dice, position.action_mask, rng, "eager"))
        table = position.record[0]
        assert not table["deck"]["size"] and not table["pile"]["size"] and not table["players"]["hand_size"].any()
    assert not {"deck", "pile", "shuffles"} & set(written(position))
    assert not {"hand", "kept_region"} & set(player(position, 0))
    assert "card" not in position.describe()


# --- destinations --------------------------------------------------------------------------------------------------


def test_first_destination__is_rolled_when_the_first_turn_begins(dice: Game) -> None:
    """RB-R15.2: then the player moves; the other player has none yet."""
    position, told = begun(dice, 3)
    assert position.phase == "move"
    assert told[2].startswith("player_0 rolls the region of a destination: ")
    start, goal = player(position, 0)["run"]
    assert told[3] == f"player_0 starts in {start} and goes to {goal}" and told[4].startswith("player_0 rolls ")
    assert len(player(position, 1)["run"]) == 1
    play(position, STOP)
    assert position.current_player == 1


def test_destination__follows_the_odds_of_region_and_city(standard: Any) -> None:
    """RB-R15.2: the region first, then a city in it."""
    regions, cities = Counter[int](), Counter[int]()
    rolls = 4_000
    for key in range(rolls):
        position = given(
            standard,
            players=[{"run": ["Chicago", "New York"], "at": "New York"}, {"run": ["Denver"]}],
            phase="move",
            pips=3,
            random={"key": str(2 * key + 1)},
        )
        position.play(position.game.actions.ids["stop here"])
        [event] = told_of(position, "rolled_region")
        regions[event.data[0]] += 1
        cities.update(event.data[1] for event in told_of(position, "set_out"))
    tables = destination_tables(standard.board)
    assert tables.regions == (15, 9, 11, 9, 8, 8, 12)
    for region, odds in enumerate(tables.regions):
        assert abs(regions[region] - rolls * odds / 72) < 5 * (rolls * odds / 72) ** 0.5
    plains = [region.name for region in standard.board.regions].index("Plains")  # where the train is: never at once
    for city, chance in enumerate(tables.chances):
        expected = 0 if standard.board.cities[city].region == plains else rolls * chance
        assert abs(cities[city] - expected) <= 5 * expected**0.5


def test_region_of_the_start__is_replaced_by_a_choice_of_any(dice: Any) -> None:
    """RB-R15.3: any of the regions, that of the start as well; the city is rolled in it."""
    regions = [region.abbreviation for region in dice.board.regions]
    for seed in range(40):
        position, _ = begun(dice, seed)
        [event] = told_of(position, "rolled_region")
        start = player(position, 0)["run"][0]
        assert (position.phase == TURN) == (regions[event.data[0]] == region_of(dice, start))
    for choice in regions:
        position = asked(dice, 7)
        assert legal(position) == {f"choose {region}" for region in regions}
        told = play(position, f"choose {choice}")
        assert told[0].startswith("player_0 may choose the region, and chooses ")
        if "loses the turn" not in told[1]:
            assert region_of(dice, player(position, 0)["run"][1]) == choice


def test_arrival__rolls_the_next_destination_at_once() -> None:
    """RB-R15.2, RB-R15.3: before the second move, which begins the new run."""
    game = variant(bids="none")
    chosen = 0
    for key in range(1, 60, 2):
        mover = {"run": ["Madison", "Chicago"], "at": "D23", "engine": "Superchief", "cash": 1_000}
        position = given(game, players=[mover, RIVAL], pips=5, second_roll=2, random={"key": str(key)})
        told = arrive(position)
        assert "player_0 is paid" in told[1] or "is paid" in told[1]
        if position.phase == ARRIVAL:
            chosen += 1
            continue
        goal = player(position, 0)["run"][1]
        assert f"player_0 goes on from Chicago to {goal}" in told
        assert position.current_player == 0 and position.phase == "move"
    assert 3 < chosen < 20


@pytest.mark.parametrize("phase", [TURN, ARRIVAL])
def test_city_where_the_train_is__loses_the_turn(dice: Game, phase: str) -> None:
    """RB-R15.4: the rest of it, the second move included. The next turn rolls again, and moves."""
    lost = 0
    for key in range(1, 200, 2):
        position = given(dice, phase=phase, second_roll=2, random={"key": str(key)}, **IN_CHICAGO)
        told = play(position, "choose IL")
        if "player_0 rolls Chicago, where the train is, and loses the turn" in told:
            lost += 1
            assert position.current_player == 1 and player(position, 0)["run"] == ["Chicago"]
            told = play(position, STOP)
            assert any(words.startswith("player_0 rolls the region of a destination") for words in told)
            assert position.current_player == 0 and position.phase in ("move", TURN)
        else:
            assert position.current_player == 0 and position.phase == "move"
    assert 10 < lost < 60


def test_twin_of_the_city_where_the_train_is__loses_the_turn(dice: Game) -> None:
    """RB-R15.4: both are at one dot, so there is no way to ride."""
    seen = set()
    for key in range(1, 400, 2):
        players = [{"run": ["St. Paul"]}, RIVAL]
        position = given(dice, phase=TURN, players=players, random={"key": str(key)})
        seen |= {words.split(",")[0] for words in play(position, "choose MN") if "loses the turn" in words}
    assert seen == {"player_0 rolls St. Paul", "player_0 rolls Minneapolis"}


def test_lost_turns__do_not_stop_the_game(dice: Game) -> None:
    """RB-R15.4: players who always choose the region of the start play to the last round."""
    game = variant(bids="none", max_rounds=30)
    position, lost = begun(game, 2)[0], 0
    while not position.is_over:
        table = position.record[0]
        if "destination" in position.phase:
            city = int(table["players"]["start"][int(table["mover"])])
            position.play(int(game.params["region"][0] + game.params["city_region"][0, city]))
            lost += len(told_of(position, "lost_turn"))
        else:
            position.play(position.legal_actions[-1])
    assert lost


def test_rolls__are_seen_by_all_and_unknown_before(dice: Game) -> None:
    """RB-R15.2: events are public, and worlds that agree with a view roll other destinations."""
    position = asked(dice, 7)
    view, goals = position.view(), set()
    for seed in range(30):
        world = view.sample(seed)
        play(world, "choose IA")
        goals.update(player(world, 0)["run"][1:])
    assert len(goals) > 2 and {region_of(dice, goal) for goal in goals} == {"IA"}
    play(position, "choose IA")
    assert all(event.visible_to == 255 for event in position.events)
    assert position.event_words(1) == position.event_words(0)


# --- payoffs and tables --------------------------------------------------------------------------------------------


def test_payoff__is_that_of_the_chart(standard: Any) -> None:
    """RB-R15.5: Boston - Knoxville pays 9,500 in the base game, and a run inside a region pays, too."""
    code = {city.name: i for i, city in enumerate(standard.board.cities)}
    chart = destination_tables(standard.board).payoffs
    for a, b, dollars in (
        ("Boston", "Knoxville", 9_500),
        ("Los Angeles", "Boston", 32_500),
        ("Boston", "Albany", 2_000),
    ):
        assert chart[code[a]][code[b]] == chart[code[b]][code[a]] == standard.params["payout"][0, code[a], code[b]]
        assert chart[code[a]][code[b]] == dollars
    position = given(
        standard, players=[{"run": ["New York", "Boston"], "at": "New York"}, {"run": ["Denver"]}], pips=12
    )
    start = position.scores[0]
    ride = max((words for words in legal(position) if "shortest" in words), key=lambda words: int(words.split()[1]))
    assert f"player_0 arrives in Boston and is paid ${chart[code['New York']][code['Boston']]:,}" in play(
        position, ride
    )
    assert position.scores[0] >= start


def test_board_without_tables__takes_its_cards_and_its_distances(dice: Any) -> None:
    """RB-R15.5: copies are the odds, and a dot pays a thousand."""
    tables, cities = destination_tables(dice.board), dice.board.cities
    assert tables.cities == tuple(city.copies for city in cities)
    assert tables.regions == (10, 10, 10, 10)
    a, b = (next(i for i, city in enumerate(cities) if city.name == name) for name in ("Madison", "Chicago"))
    assert tables.payoffs[a][b] == 1000 * dice.params["away"][0, a, cities[b].dot]


# --- options -------------------------------------------------------------------------------------------------------


def test_dice__are_off_by_default_and_part_of_the_base_game(small: Game) -> None:
    """RB-R15.1: the action table of other games has no regions."""
    assert small.options.destinations == "cards" and "region" not in small.actions.blocks  # type: ignore[attr-defined]
    assert variant().actions.labels[: len(small.actions)] == small.actions.labels
    assert make_game("rail_baron_cards_v0", preset="base_game").options.destinations == "dice"  # type: ignore[attr-defined]


def test_reshuffle_cards__are_refused() -> None:
    """RB-R15.1"""
    with pytest.raises(OptionsError, match=r"^option reshuffle_cards=3: there are no cards with .*: give 0$"):
        variant(reshuffle_cards=3)


def test_trained_agent__is_refused_in_one_line() -> None:
    """RB-R15.1: it has learned with cards."""
    with pytest.raises(
        ArtifactError, match="made with option destinations=cards, this game has destinations=dice"
    ) as e:
        make_agent("trained", variant(board="standard"))
    assert "\n" not in str(e.value)


@pytest.mark.parametrize("board", ["standard", "random:3:size=small"])
def test_exchange__comes_after_the_first_destination(board: str) -> None:
    """RB-R15.6: it names both runs, and the next destination is rolled from the other end."""
    game = variant(board=board, bids="none", home_swap=True)
    position = next(p for p, _ in (begun(game, seed) for seed in range(50)) if p.phase.startswith("keep"))
    start, goal = player(position, 0)["run"]
    keep, exchange = (position.action_words(action) for action in position.legal_actions)
    assert keep.startswith(f"keep the run from {start}") and exchange.startswith(f"exchange the ends: run from {goal}")
    play(position, exchange)
    assert player(position, 0)["run"] == [goal, start] and position.phase == "move"


def test_turn_that_is_lost__loses_the_exchange() -> None:
    """RB-R15.6: it is offered in the first round only."""
    game = variant(bids="none", home_swap=True)
    for key in range(1, 99, 2):
        position = given(game, phase=TURN, random={"key": str(key)}, **IN_CHICAGO)
        if any("loses the turn" in words for words in play(position, "choose IL")):
            break
    while position.record["round"][0] == 1:
        position.play(position.legal_actions[0])
    assert position.phase in ("move", TURN)


# --- bots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_bots__choose_the_region_that_pays_most_for_each_dot(standard: Any, bot: str) -> None:
    """RB-R15.3: by the odds of its cities; from Chicago that is a region at a coast."""
    position = given(standard, phase=TURN, players=[{"run": ["Chicago"]}, {"run": ["Denver", "Miami"]}])
    agent = make_agent(bot, standard)
    assert position.action_words(agent.act(position.view())) in ("choose NW (Northwest)", "choose SW (Southwest)")


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_bots__exchange_some_first_runs_and_keep_others(bot: str) -> None:
    """RB-R15.6: by what runs from either end pay."""
    game = variant(board="standard", bids="none", home_swap=True)
    agent, chosen = make_agent(bot, game), set()
    for seed in range(20):
        position, _ = begun(game, seed)
        if position.phase.startswith("keep"):
            chosen.add(position.legal_actions.index(agent.act(position.view())))
    assert chosen == {0, 1}


def test_random_board__is_played_to_the_end() -> None:
    """RB-R15.5: with the odds of its cards."""
    game, rng = variant(board="random:3:size=small", num_players=3, goal=100_000), np.random.default_rng(1)
    state = game.rules.new_state(1)
    while not state["terminated"][0]:
        game.rules.apply(state, pick(game, game.rules.legal(state), rng, "eager"))
    assert state["payoff"][0, :3].max() == 1
