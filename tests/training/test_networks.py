"""The network over tables: one set of weights for all rows, whatever the map."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("sb3_contrib")

from reading import reading

from railgym.agents import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.rows import BY_ACTION
from railgym.training.learn.checkpoint import read_checkpoint
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.networks import PolicyNetwork, make_network, plan_tables
from railgym.training.learn.train import run

TABLES = [
    ("empire_builder_v0", {}, "plans"),
    ("resourceful_rails_v0", {}, "vector"),
    ("rail_baron_cards_v0", {}, "vector"),
    ("rail_baron_cards_v0", {}, "plans"),
    ("railways_of_the_world_v0", {"map": "nordic"}, "plans"),
    ("railways_of_the_world_v0", {"map": "nordic", "actions": "full"}, "vector"),
    ("railbot_v0", {}, "plans"),
]
SMALL: dict[str, Any] = {
    "game": "railways_of_the_world_v0",
    "options": {"map": "south_sweden"},
    "timesteps": 512,
    "num_envs": 16,
    "threads": 1,
    "network": "tables",
    "hidden": [16],
    "row_size": 8,
    "value_layers": "own",
    "imitation": {"expert": "greedy", "timesteps": 256, "batch_size": 64},
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {"scripted": {"random": 1.0}, "past": 1.0, "snapshot_every": 256, "size": 2},
}


def network_for(game: Game, **changes: Any) -> PolicyNetwork:
    torch.manual_seed(3)
    config = TrainConfig(**SMALL | {"game": game.id, "encoder": game.observation_layout.encoder} | changes)
    network = make_network(config, game)
    for weights in network.parameters():
        torch.nn.init.normal_(weights, 0, 0.3)
    return network


@pytest.mark.parametrize(("id", "options", "encoder"), TABLES, ids=lambda value: str(value))
def test_rows__name_pieces_and_blocks_that_fit_them(id: str, options: dict[str, Any], encoder: str) -> None:
    """Every name is one of the game's, in some encoder; a piece has as many rows as the others of its kind, and a block
    as many actions for each."""
    game = make_game(id, **options)
    layouts = list(game.encoders.values())
    sized = {
        kind: {layout[p].shape[0] for p in rows.pieces for layout in layouts if p in layout.pieces}
        for kind, rows in game.rows.items()
    }
    for kind, rows in game.rows.items():
        assert len(sized[kind]) == 1, kind
        assert all(any(p in layout.pieces for layout in layouts) for p in rows.pieces)
        for block in (game.actions.blocks[name] for name in rows.blocks if name in game.actions.blocks):
            assert (block.stop - block.start) % min(sized[kind]) == 0, block.name
        if rows.ends:
            assert rows.ends[1].shape == (*sized[kind], 2)
            assert rows.ends[1].max() == min(sized[rows.ends[0]]) - 1


@pytest.mark.parametrize(("id", "options", "encoder"), TABLES, ids=lambda value: str(value))
def test_plan__reads_every_number_once_and_gives_every_action_a_place(
    id: str, options: dict[str, Any], encoder: str
) -> None:
    game = make_game(id, **options).encoded_by(encoder)
    plan = plan_tables(game)
    read = np.concatenate([plan.rest, *(table.columns.ravel() for table in plan.tables.values())])
    assert sorted(read) == list(range(game.observation_layout.size))
    assert sorted(plan.order) == list(range(len(game.actions)))


def test_network__moves_what_it_says_of_a_city_with_the_facts_of_the_city() -> None:
    """Two cities that change places in the observation change places in the logits; nothing else moves."""
    game = make_game("empire_builder_v0").encoded_by("plans")
    cities = game.observation_layout["plan_cities"]
    network, rng = network_for(game), np.random.default_rng(4)
    observation = rng.random(game.observation_layout.size, np.float32)
    swapped = observation.copy()
    rows = swapped[cities.start : cities.stop].reshape(cities.shape)
    rows[[7, 40]] = rows[[40, 7]]
    with torch.no_grad():
        (logits, values) = network(torch.from_numpy(np.stack([observation, swapped])))
    expected = logits[0].clone()
    for name in game.rows["cities"].blocks:
        start = game.actions.blocks[name].start
        expected[[start + 7, start + 40]] = logits[0][[start + 40, start + 7]]
    assert not torch.allclose(logits[0], expected)
    assert torch.allclose(logits[1], expected, atol=1e-5)
    assert torch.allclose(values[0], values[1], atol=1e-5)


def test_network__tells_a_pair_by_the_two_cities_it_joins() -> None:
    """The facts of a city change the logit of a link from it more than by what all links have in common."""
    game = make_game("railways_of_the_world_v0", map="nordic")
    layout, kind = game.observation_layout, game.rows["pairs"]
    assert kind.ends
    network = network_for(game)
    observation = np.zeros(layout.size, np.float32)
    other = observation.copy()
    city = int(kind.ends[1][0][0])
    at = layout["cities"].start + city * layout["cities"].shape[1]
    other[at : at + 6] = 1
    with torch.no_grad():
        logits = network(torch.from_numpy(np.stack([observation, other])))[0]
    links = game.actions.blocks["link"]
    change = (logits[1] - logits[0])[links.start : links.stop]
    touched = (kind.ends[1] == city).any(1)
    assert torch.allclose(change[~touched], change[~touched][0], atol=1e-4)
    assert not torch.isclose(change[touched], change[~touched][0], atol=1e-3).any()


def test_network__has_weights_of_the_same_shapes_on_maps_with_the_same_actions_outside_of_tables() -> None:
    """The Eastern US has western links, which belong to no row."""
    maps = [make_game("railways_of_the_world_v0", map=name).encoded_by("plans") for name in ("mexico", "nordic")]
    shapes = [{name: w.shape for name, w in network_for(game).state_dict().items()} for game in maps]
    assert shapes[0] == shapes[1]
    east = make_game("railways_of_the_world_v0", map="eastern_us").encoded_by("plans")
    other = {name: w.shape for name, w in network_for(east).state_dict().items()}
    assert {name for name in other if other[name] != shapes[0][name]} >= {"head.others.weight"}
    plain = [{n: w.shape for n, w in network_for(g, network="plain").state_dict().items()} for g in maps]
    assert plain[0] != plain[1]


def test_network__is_trained_and_plays_without_torch(tmp_path: Path) -> None:
    """What ONNX Runtime computes is what torch computed."""
    agent = run(TrainConfig(**SMALL), tmp_path / "run", quiet=True)
    game = make_game(SMALL["game"], **SMALL["options"])
    player = make_agent(f"file:{agent}", game)
    network = network_for(game)
    state = read_checkpoint(tmp_path / "run" / "checkpoint.pt", TrainConfig(**SMALL), "sb3")["policy"]
    layers = {"pi_features_extractor": "trunk", "action_net": "head", "value_net": "value"}
    layers["vf_features_extractor"] = "value_trunk"
    own = {
        ".".join([layers[name.split(".")[0]], *name.split(".")[1:]]): w
        for name, w in state.items()
        if name.split(".")[0] in layers
    }
    network.load_state_dict(own)
    view = game.rules.view(game.rules.new_state(5), 0)
    chances, value = player.policy_and_value(reading(game, view))
    with torch.no_grad():
        logits, values = network(torch.from_numpy(game.rules.encode(view, 0))[None])
    masked = torch.where(torch.from_numpy(game.rules.legal(view)) > 0, logits[0], -torch.inf)
    assert np.allclose(masked.softmax(0).numpy(), chances, atol=2e-3)
    assert value == pytest.approx(float(values[0]), abs=2e-3)


def test_network__over_tables_is_refused_where_there_are_none() -> None:
    game = make_game("ticket_to_ride_card_v0")
    with pytest.raises(OptionsError, match="network: tables: ticket_to_ride_card_v0 has none"):
        network_for(game)


def test_network__puts_facts_by_action_into_the_rows_of_the_actions() -> None:
    """The estimate of a link is in the row of its pair."""
    game = make_game("railways_of_the_world_v0", map="nordic").encoded_by("plans")
    estimates, links = game.observation_layout["estimates"], game.actions.blocks["link"]
    assert "estimates" in game.rows[BY_ACTION].pieces
    columns = plan_tables(game).tables["pairs"].columns
    assert (columns[5] == estimates.start + links.start + 5).any()
