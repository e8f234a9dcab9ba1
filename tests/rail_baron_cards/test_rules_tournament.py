"""Variants of tournaments: exchange of the first run's ends, the fee for own track, and all dice at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from given import given, legal, play, written
from rail_baron_cards.checker import pick
from rail_baron_cards.moves import RIVAL, STOP, cities, hand_of, player, ride, rolling

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

TWO_FIRST, ONE_FIRST = "roll two dice first", "roll one die first"
KEEP, EXCHANGE = range(2)  # the first two actions in an exchange
OPTIONS = {"home_swap": True, "dice_at_once": True, "own_track_fee": True}


def variant(**options: Any) -> Game:
    return make_game("rail_baron_cards_v0", **{"board": "small", **options})


@pytest.fixture(scope="module")
def swap() -> Game:
    return variant(home_swap=True, bids="none")


@pytest.fixture(scope="module")
def at_once() -> Game:
    return variant(dice_at_once=True)


def begun(game: Game, seed: int = 2) -> Position:
    """A game after random choices of set-up, in which the first player is asked."""
    position, rng = game.new_position(seed), np.random.default_rng(seed)
    while position.phase.startswith("choose"):
        position.play(int(rng.choice(position.legal_actions)))
    return position


def run_of(position: Position) -> list[str]:
    """The cities where the run of seat 0 begins and ends."""
    return cities(player(position, 0)["run"])


# --- the ends of the first run -------------------------------------------------------------------------------------


def test_first_run__may_be_exchanged_before_the_first_move(swap: Game) -> None:
    """RB-R14.1: start and destination change places, and with them the train; then the player rolls."""
    position = begun(swap)
    start, goal = run_of(position)
    assert position.phase == "keep or exchange start and destination"
    told = play(position, position.action_words(position.legal_actions[EXCHANGE]))
    assert told[0] == f"player_0 exchanges the ends of the run: from {goal} to {start}"
    assert told[1].startswith("player_0 rolls")
    assert run_of(position) == [goal, start] and player(position, 0)["at"] == goal
    assert position.phase == "move"


def test_first_run__may_be_kept(swap: Game) -> None:
    """RB-R14.1: nothing changes but that the player rolls."""
    position = begun(swap)
    before = player(position, 0)
    told = play(position, position.action_words(position.legal_actions[KEEP]))
    assert len(told) == 1 and told[0].startswith("player_0 rolls")
    assert player(position, 0) == before


def test_exchange__pays_what_the_run_pays_and_leaves_the_hand(swap: Game) -> None:
    """RB-R14.1: the two cards add up in either direction, and the other two can be used after either end."""
    position = begun(swap)
    hand = hand_of(position, 0)
    a, b = (next(i for i, city in enumerate(swap.board.cities) if city.name == name) for name in run_of(position))
    position.play(position.legal_actions[EXCHANGE])
    assert hand_of(position, 0) == hand and len(hand) == 2
    assert swap.board.payout(a, b) == swap.board.payout(b, a)


def test_exchange__is_asked_of_each_player_in_the_first_round_only(swap: Game) -> None:
    """RB-R14.1: after the moves of those before them, and never again."""
    position, asked = begun(swap), []
    while int(position.record["round"][0]) < 3:
        if position.phase.startswith("keep or exchange"):
            asked.append((int(position.record["round"][0]), position.current_player))
        position.play(position.legal_actions[0])
    assert asked == [(1, 0), (1, 1)]


def test_exchange__is_not_offered_without_the_option(small: Game) -> None:
    """RB-R14.1"""
    position = begun(small)
    while position.phase.startswith("bid"):
        position.play(position.legal_actions[0])
    assert position.phase == "move"


def test_exchange__names_both_runs_and_is_all_zeros_in_the_phases_of_the_observation(swap: Game) -> None:
    """RB-R14.1: the width is that of other games."""
    position = begun(swap)
    start, goal = run_of(position)
    keep, exchange = (position.action_words(action) for action in position.legal_actions)
    assert keep.startswith(f"keep the run from {start} (") and f" to {goal} (" in keep
    assert exchange.startswith(f"exchange the ends: run from {goal} (") and f" to {start} (" in exchange
    observation, _ = swap.rules.observe(position.record, 0)
    assert not swap.observation_layout.split(observation)["phase"].any()
    assert len(observation) == variant().observation_layout.size
    again = Position.from_dict(swap, position.to_dict())
    assert again.record.tobytes() == position.record.tobytes()


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_bots__exchange_some_runs_and_keep_others(bot: str) -> None:
    """RB-R14.1: by what the cards left pay from either end."""
    swap = variant(board="standard", home_swap=True, bids="none")
    agent, chosen = make_agent(bot, swap), set()
    for seed in range(12):
        position = begun(swap, seed)
        chosen.add(position.legal_actions.index(agent.act(position.view())))
    assert chosen == {KEEP, EXCHANGE}


# --- the fee for own track -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "cash"), [(False, 20_000), (True, 19_000)])
def test_own_track__costs_a_thousand_with_the_option(option: bool, cash: int) -> None:
    """RB-R14.2: the base game's rule; tournaments, as the manual, let players ride their own track for nothing."""
    game = variant(own_track_fee=option, actions="full")
    position = given(game, players=[{"run": ["Chicago", "Mankato"], "railroads": ["GLP"]}, RIVAL], pips=12)
    ride(position, "GLP: Chicago - D23 - D20")
    play(position, STOP)
    assert position.scores == (cash, 20_000)


def test_own_track__and_the_banks_cost_one_thousand_together() -> None:
    """RB-R14.2: one fee a turn, to the bank."""
    game = variant(own_track_fee=True, actions="full")
    position = given(game, players=[{"run": ["Chicago", "Mankato"], "railroads": ["GLP"]}, RIVAL], pips=12)
    ride(position, "GLP: Chicago - D26", "BLS: D26 - D27")
    assert "player_0 pays $1,000 to the bank" in play(position, STOP)
    assert position.scores == (19_000, 20_000)


# --- all dice at once ----------------------------------------------------------------------------------------------


def before(game: Game, engine: str, dice: Sequence[int]) -> Position:
    """Seat 0 is about to stop; then it is the turn of seat 1, which will roll these dice."""
    rival = {"run": ["Madison", "Chicago"], "engine": engine}
    return given(game, players=[RIVAL, rival], pips=5, random=rolling({1: dice}))


def pips(position: Position) -> tuple[int, int]:
    """The dots of this roll that are left, and those of the second one."""
    found = written(position)
    return found["pips"], found["second_roll"]


def test_superchief__sees_both_rolls_before_the_first_move(at_once: Game) -> None:
    """RB-R14.3: the second is used after the first, as it was rolled."""
    position = before(at_once, "Superchief", (1, 1, 6, 4))
    told = play(position, STOP)
    assert told[-2:] == ["player_1 rolls 1 and 1: 2 dots", "player_1 rolls 6 and 4: 10 dots"]
    assert pips(position) == (2, 10)
    assert not any("rolls" in words for words in play(position, STOP))
    assert pips(position) == (10, 0) and position.current_player == 1
    play(position, STOP)
    assert position.current_player == 0


@pytest.mark.parametrize(("order", "first", "second"), [(TWO_FIRST, 8, 2), (ONE_FIRST, 2, 8)])
def test_express__chooses_the_order_of_dice_that_it_sees(at_once: Game, order: str, first: int, second: int) -> None:
    """RB-R14.3: three dice are rolled, then the owner says which are used first."""
    position = before(at_once, "Express", (3, 5, 2))
    told = play(position, STOP)
    assert told[-2:] == ["player_1 rolls 3 and 5: 8 dots", "player_1 rolls 2 dots with one die"]
    assert position.phase == "choose which dice to roll first"
    words = {position.action_words(action) for action in position.legal_actions}
    assert words == {f"{TWO_FIRST} (8 dots, then 2)", f"{ONE_FIRST} (2 dots, then 8)"}
    play(position, order)
    assert pips(position) == (first, second) and position.phase == "move"
    play(position, STOP)
    assert pips(position) == (second, 0)


def test_freight__has_one_roll(at_once: Game) -> None:
    """RB-R14.3: it has no other dice."""
    position = before(at_once, "Freight", (6, 6))
    play(position, STOP)
    assert pips(position) == (12, 0)
    play(position, STOP)
    assert position.current_player == 0


def test_bonus_die_of_a_freight__is_rolled_at_once(at_once: Game) -> None:
    """RB-R14.3, RB-R5.3: with both options, the die that a double six earns is seen before the move."""
    game = variant(dice_at_once=True, bonus_on_double_six=True)
    position = before(game, "Freight", (6, 6, 4))
    play(position, STOP)
    assert pips(position) == (12, 4)


def test_second_roll__is_known_in_all_worlds(at_once: Game) -> None:
    """RB-R14.3: what is rolled is public; and the observation has it within its bounds."""
    position = before(at_once, "Superchief", (1, 1, 6, 6))
    play(position, STOP)
    for seed in range(5):
        world = position.view(0).sample(seed)
        play(world, STOP)
        assert pips(world) == (12, 0)
    observation, _ = at_once.rules.observe(position.record, 1)
    assert at_once.observation_layout.split(observation)["move"][1] == 1
    assert "then 12 dots" in position.view(1).describe()


# --- together ------------------------------------------------------------------------------------------------------


def test_random_board__is_played_to_the_end_with_all_of_them() -> None:
    """RB-R14.1, RB-R14.2, RB-R14.3"""
    game, rng = variant(board="random:3:size=small", num_players=3, goal=100_000, **OPTIONS), np.random.default_rng(1)
    state = game.rules.new_state(1)
    while not state["terminated"][0]:
        game.rules.apply(state, pick(game, game.rules.legal(state), rng, "eager"))
    assert state["payoff"][0, :3].max() == 1


def test_tournament_rules__are_off_by_default(small: Game) -> None:
    """RB-R14.1, RB-R14.2, RB-R14.3"""
    assert [getattr(small.options, name) for name in OPTIONS] == [False, False, False]
    assert legal(begun(small))
