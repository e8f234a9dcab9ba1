"""The parts of Rail Baron that the core uses: phases, tables of plans and steps, encoders, trained agents."""

import pickle

import numpy as np
import pytest
from reading import view_of

from railgym.agents.learned import LearnedAgent
from railgym.agents.registry import make_agent
from railgym.envs.aec import make_raw_env
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.rules import phases, turn
from railgym.envs.rail_baron_cards.rules.phases import NEXT_GOAL


def test_turn__has_a_row_for_every_phase_with_the_functions_that_it_calls() -> None:
    """The table in the docstring of ``rules/turn.py`` is up to date."""
    rows = [line.split() for line in (turn.__doc__ or "").splitlines()]
    rows = [row for row in rows if row and row[0] in vars(phases)]
    assert [vars(phases)[row[0]] for row in rows] == list(range(len(phases.PHASES)))
    assert {row[1] for row in rows} <= set(turn.legal.__code__.co_names)
    assert {row[2] for row in rows} <= set(turn.apply.__code__.co_names)


def test_table__with_steps_begins_with_the_plans(two: Game, full: Game) -> None:
    assert full.actions.labels[: len(two.actions)] == two.actions.labels
    assert two.actions.num_plans == full.actions.num_plans == len(two.actions) < len(full.actions)
    assert two.actions.plans_hash == full.actions.plans_hash == two.actions.hash != full.actions.hash


def test_trained_agent__plays_plans_beside_a_player_with_steps(full: Game) -> None:
    """Its network has outputs for plans only; it prefers the last plan."""
    plans = full.actions.num_plans

    def network(observations: Array) -> tuple[Array, Array]:
        n = len(observations)
        return np.tile(np.arange(plans, dtype=np.float32), (n, 1)), np.zeros(n, np.float32)

    agent = LearnedAgent(full, "trained", network)
    state = full.rules.new_state(0)
    while state["ply"][0] < 60 and not state["terminated"][0]:
        seat, mask = int(state["current_player"][0]), full.rules.legal(state)
        agent.reset(seat, 0)
        action = agent.act(view_of(full, state, seat))
        chances, _ = agent.policy_and_value(view_of(full, state, seat))
        assert action == np.flatnonzero(mask[:plans])[-1] == chances.argmax()
        assert chances.shape == mask.shape and chances.sum() == pytest.approx(1) and not chances[plans:].any()
        full.rules.apply(state, action)


def test_encoder__by_node_is_chosen_by_name_and_kept(small: Game) -> None:
    nodes = small.encoded_by("nodes")
    state = small.rules.new_state(1)
    observation = nodes.rules.encode(nodes.rules.view(state, 0), 0)
    vector = small.rules.encode(small.rules.view(state, 0), 0)
    assert len(observation) == nodes.observation_layout.size > len(vector)
    assert (observation[: len(vector)] == vector).all()
    copy = pickle.loads(pickle.dumps(nodes))
    assert copy.observation_layout.encoder == "nodes"
    assert (copy.rules.encode(copy.rules.view(state, 0), 0) == observation).all()
    assert nodes.encoded_by("vector").observation_layout.hash == small.observation_layout.hash
    dots, sections = len(small.board.dots), len(small.board.sections)
    shapes = {name: array.shape for name, array in small.graph.items()}
    assert shapes == {"edges": (2, sections), "railroads": (sections,), "positions": (dots, 2)}


def test_environment__observes_by_node_when_asked() -> None:
    env = make_raw_env("rail_baron_cards_v0", board="small", encoder="nodes")
    env.reset(seed=0)
    assert env.observe("player_0")["observation"].shape == env.observation_space("player_0")["observation"].shape
    assert env.game.observation_layout.encoder == "nodes"
    with pytest.raises(OptionsError, match="encoder='dots': choose 'vector' or 'plans' or 'nodes'"):
        make_raw_env("rail_baron_cards_v0", encoder="dots")


def test_bots__have_a_choice_where_no_order_uses_all_cards(two: Game) -> None:
    """A hand that redrawing could not mend: two cards of one region, of which the first is a legal destination."""
    state, guide = two.rules.new_state(2), make_agent("greedy", two)
    while state["phase"][0] != NEXT_GOAL:
        guide.reset(int(state["current_player"][0]), 0)
        two.rules.apply(state, guide.act(view_of(two, state, int(state["current_player"][0]))))
    mover = int(state["mover"][0])
    seat = state["players"][0, mover]
    regions = two.params["city_region"][0][two.params["card_city"][0][: int(two.params["cards"][0])]]
    here = regions[seat["start"]]
    alike = np.flatnonzero(regions == (here + 1) % 7)[[0, -1]]
    seat["hand"][:] = [*alike, 255, 255]
    seat["hand_size"], seat["not_usable"] = 2, 1
    mask = two.rules.legal(state)
    assert mask.any()
    for code in ("greedy", "planner"):
        agent = make_agent(code, two)
        agent.reset(mover, 0)
        assert mask[agent.act(view_of(two, state, mover))]
