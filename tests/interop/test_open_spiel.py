"""Whole games of every environment run through OpenSpiel's environment, bots and simulation test."""

import json
from typing import Any

import numpy as np
import pytest
from small_games import small_tables

from railgym.agents.registry import make_agent
from railgym.envs.core.errors import ArgumentError, OptionsError, UnknownNameError

pyspiel = pytest.importorskip("pyspiel")
rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
pytestmark = pytest.mark.interop


def made(id: str, **options: Any) -> Any:
    from railgym.envs.open_spiel import open_spiel_game

    return open_spiel_game(id, **options)


@small_tables
def test_open_spiel__environment_plays_whole_games(id: str, options: dict[str, Any]) -> None:
    """Time steps hold the observations and legal actions of every seat; the last one pays all of them."""
    game = made(id, **options)
    env, out, rng = rl_environment.Environment(game), 0, np.random.default_rng(0)
    env.seed(1)
    for _ in range(5):
        step = env.reset()
        while not step.last():
            position = env.get_state.position
            seat = step.observations["current_player"]
            assert not position.out >> seat & 1
            for player in range(game.num_players()):
                assert step.observations["info_state"][player] == position.view(player).observation.tolist()
                assert (len(step.observations["legal_actions"][player]) > 0) == (player == seat)
            step = env.step([int(rng.choice(step.observations["legal_actions"][seat]))])
        assert step.rewards == position.record["payoff"][0][: game.num_players()].tolist()
        out += bool(position.record["out"][0].any())
    assert (out > 0) == (options.get("num_players", 1) > 1 and "board" in options)


@small_tables
def test_open_spiel__bots_play_whole_games(id: str, options: dict[str, Any]) -> None:
    uniform = pytest.importorskip("open_spiel.python.bots.uniform_random")
    game = made(id, **options)
    bots = [uniform.UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(game.num_players())]
    paid = pyspiel.evaluate_bots(game.new_initial_state(), bots, 5)
    assert len(paid) == 1 or sum(paid) == pytest.approx(0, abs=1e-6)


def test_open_spiel__simulation_test_passes() -> None:
    """OpenSpiel's own checks of a game: clones, words of actions, returns."""
    game = made("rail_baron_cards_v0", num_players=4, board="small", goal=50_000, max_rounds=60)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_open_spiel__history_gives_the_position_again() -> None:
    """The deal is the first action, so clones and histories need nothing else; clones go their own way."""
    game = made("rail_baron_cards_v0", num_players=3, board="small")
    state = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 10_000
    state.apply_action(4711)
    for _ in range(40):
        state.apply_action(state.legal_actions()[-1])
    before, twin, again = state.position.record.tobytes(), state.clone(), game.new_initial_state()
    twin.apply_action(twin.legal_actions()[0])
    assert state.position.record.tobytes() == before != twin.position.record.tobytes()
    for action in state.history():
        again.apply_action(action)
    assert again.position.record.tobytes() == before
    assert (
        state.action_to_string(state.legal_actions()[0])
        in str(state)
        == again.observation_string(again.current_player())
    )


def begun(id: str, plies: int = 30) -> tuple[Any, Any]:
    """A game and a state after some actions."""
    game = made(id)
    state = game.new_initial_state()
    state.apply_action(7)
    for _ in range(plies):
        state.apply_action(state.legal_actions()[0])
    return game, state


def test_open_spiel__structs_are_the_notation_in_json() -> None:
    """A state, what a player observes, and actions, there and back."""
    _, state = begun("ticket_to_ride_card_v0")
    assert json.loads(state.to_json()) == state.position.to_dict()
    player = state.current_player()
    seen = json.loads(state.to_observation_struct(1 - player).to_json())
    assert seen == state.position.view(1 - player).to_dict()
    action = state.legal_actions()[1]
    struct = state.action_to_struct(player, action)
    assert json.loads(struct.to_json()) == {"action": action, "words": state.position.action_words(action)}
    assert state.struct_to_actions(struct) == [action]
    state.apply_action_struct(struct)
    assert state.history()[-1] == action


def test_open_spiel__samples_agree_with_what_the_player_knows() -> None:
    """And differ in what is hidden; clones keep the sample."""
    _, state = begun("ticket_to_ride_card_v0")
    player, sampler = state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = [state.resample_from_infostate(player, sampler) for _ in range(3)]
    assert all(world.position.view(player) == state.position.view(player) for world in worlds)
    assert len({world.position.record.tobytes() for world in worlds}) > 1
    assert worlds[0].clone().position == worlds[0].position


@pytest.mark.parametrize("id", ["ticket_to_ride_card_v0", "rail_baron_cards_v0"])
def test_open_spiel__its_search_plays_ours(id: str) -> None:
    """MCTS, which sees the deal, and IS-MCTS, which samples what is hidden."""
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    game, state = begun(id, 3)
    rng = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        mcts.MCTSBot(game, 1.4, 6, rollouts, random_state=rng),
        ismcts.ISMCTSBot(game, rollouts, 1.4, 6, random_state=rng, use_observation_string=True),
    ]
    for bot in bots:
        assert bot.step(state) in state.legal_actions()


def test_open_spiel__alpha_rank_orders_our_agents() -> None:
    """From a table of payoffs that OpenSpiel's matches of our agents give."""
    alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
    heuristic = pytest.importorskip("open_spiel.python.egt.heuristic_payoff_table")

    class Bot(pyspiel.Bot):
        """An agent of ours in a seat."""

        def __init__(self, code: str, seat: int, seed: int) -> None:
            super().__init__()
            self.agent, self.seat = make_agent(code, game.game), seat
            self.agent.reset(seat, seed)

        def step(self, state: Any) -> int:
            return self.agent.act(state.position.view(self.seat))

    game, codes = made("ticket_to_ride_card_v0"), ("random", "greedy", "planner")
    payoffs = np.zeros((3, 3))
    for i, own in enumerate(codes):
        for j, other in enumerate(codes):
            for seed in range(2):
                bots = [Bot(code, seat, seed) for seat, code in enumerate((own, other))]
                payoffs[i, j] += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0] / 2
    _, _, ranks, _, _ = alpharank.compute([heuristic.from_matrix_game((payoffs - payoffs.T) / 2)], alpha=10)
    assert int(np.argmax(ranks)) == 2


@pytest.mark.parametrize(
    ("id", "options", "error", "words"),
    [
        ("rail_baron", {}, UnknownNameError, "rail_baron_cards_v0"),
        ("rail_baron_cards_v0", {"deals": 0}, ArgumentError, "deals=0: give a whole number from 1"),
        ("rail_baron_cards_v0", {"deals": "many"}, ArgumentError, "deals must be a whole number, got str 'many'"),
        ("rail_baron_cards_v0", {"num_player": 3}, OptionsError, "did you mean num_players"),
    ],
)
def test_open_spiel__refuses_in_words(id: str, options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        made(id, **options)
