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
from railgym.envs.core.errors import ArtifactError, OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.map_shape import MapReader, shape_of
from railgym.envs.core.rows import BY_ACTION
from railgym.training.learn.checkpoint import read_checkpoint
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.networks import PolicyNetwork, make_network
from railgym.training.learn.train import run
from railgym.training.learn.weights import load_weights

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


def answers(network: PolicyNetwork, game: Game, observations: Array, **room: int) -> tuple[Array, Array]:
    """The logits of the game's actions and the values: (N, A) and (N,)."""

    def of_shape(seen: Array) -> tuple[Array, Array]:
        with torch.no_grad():
            logits, values = network(torch.from_numpy(seen))
        return logits.numpy(), values.numpy()

    return MapReader(game, shape_of(game, room)).of_network(of_shape)(observations)


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
    plans = make_game(id, **(options | {"actions": "plans"})).actions
    assert sized.pop(BY_ACTION) <= {len(plans), len(game.actions)}
    for kind, numbers in sized.items():
        rows = game.rows[kind]
        assert len(numbers) == 1, kind
        assert all(any(p in layout.pieces for layout in layouts) for p in rows.pieces)
        for block in (game.actions.blocks[name] for name in rows.blocks if name in game.actions.blocks):
            assert (block.stop - block.start) % min(sized[kind]) == 0, block.name
        if rows.ends:
            assert rows.ends[1].shape == (*sized[kind], 2)
            assert rows.ends[1].max() == min(sized[rows.ends[0]]) - 1


@pytest.mark.parametrize(("id", "options", "encoder"), TABLES, ids=lambda value: str(value))
def test_shape__reads_every_number_and_gives_every_action_a_place(
    id: str, options: dict[str, Any], encoder: str
) -> None:
    """Beside the observation there is only, by row, that it is there, and which rows it joins."""
    game = make_game(id, **options).encoded_by(encoder)
    reader = MapReader(game, shape_of(game))
    numbers = np.arange(1, 1 + game.observation_layout.size, dtype=np.float32)[None] * 1000
    seen = reader.observe(numbers)[0]
    assert sorted(seen[seen >= 1000]) == sorted(numbers[0])
    assert sorted(reader.places) == list(range(len(game.actions))) == sorted(reader.own)
    mask = (np.arange(len(game.actions)) % 3 == 0).astype(np.int8)[None]
    assert (reader.own[np.flatnonzero(reader.mask(mask)[0])] % 3 == 0).all()


def test_room__does_not_change_what_a_network_says() -> None:
    """Rows that a map does not have count for nothing: in a wider shape the same weights give the same logits."""
    game = make_game("railways_of_the_world_v0", map="nordic").encoded_by("plans")
    room = {"cities": 55, "pairs": 160, "western": 2}
    narrow, wide = network_for(game), network_for(game, room=room)
    own, there = narrow.state_dict(), wide.state_dict()
    for name, weights in own.items():
        if weights.shape == there[name].shape:
            there[name] = weights
    shapes = [shape_of(game), shape_of(game, room)]
    facts = [[at for at, (name, n) in enumerate(_other_actions(s)) if name != "western"] for s in shapes]
    there["head.others.weight"][facts[1]] = own["head.others.weight"]
    there["head.others.bias"][facts[1]] = own["head.others.bias"]
    for trunk in ("trunk", "value_trunk"):
        weights = there[f"{trunk}.layers.0.weight"]
        columns = _context_columns(shapes[1])
        weights[:, columns] = own[f"{trunk}.layers.0.weight"]
    wide.load_state_dict(there)
    observations = np.random.default_rng(5).random((3, game.observation_layout.size), np.float32)
    for a, b in zip(answers(narrow, game, observations), answers(wide, game, observations, **room), strict=True):
        assert np.allclose(a, b, atol=1e-4)


def _other_actions(shape: Any) -> list[tuple[str, int]]:
    """Each action outside of tables, by its block and its number in it."""
    return [(name, n) for name, room in shape.others for n in range(room)]


def _context_columns(shape: Any) -> list[int]:
    """The columns of a trunk's first layer that do not belong to western links."""
    by_action = _other_actions(shape) * shape.by_action
    kept = [at for at, (name, _) in enumerate(by_action) if name != "western"]
    pooled = range(shape.context, shape.context + 2 * SMALL["row_size"] * len(shape.tables))
    return [*range(shape.rest), *(shape.rest + at for at in kept), *pooled]


def test_shape__has_no_room_for_more_rows_than_it_says() -> None:
    game = make_game("railways_of_the_world_v0", map="nordic")
    with pytest.raises(OptionsError, match="with these options has 34 cities, and there is room for 20"):
        shape_of(game, {"cities": 20})


def test_network__moves_what_it_says_of_a_city_with_the_facts_of_the_city() -> None:
    """Two cities that change places in the observation change places in the logits; nothing else moves."""
    game = make_game("empire_builder_v0").encoded_by("plans")
    cities = game.observation_layout["plan_cities"]
    network, rng = network_for(game), np.random.default_rng(4)
    observation = rng.random(game.observation_layout.size, np.float32)
    swapped = observation.copy()
    rows = swapped[cities.start : cities.stop].reshape(cities.shape)
    rows[[7, 40]] = rows[[40, 7]]
    (logits, values) = answers(network, game, np.stack([observation, swapped]))
    expected = logits[0].copy()
    for name in game.rows["cities"].blocks:
        start = game.actions.blocks[name].start
        expected[[start + 7, start + 40]] = logits[0][[start + 40, start + 7]]
    assert not np.allclose(logits[0], expected)
    assert np.allclose(logits[1], expected, atol=1e-5)
    assert np.allclose(values[0], values[1], atol=1e-5)


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
    logits = answers(network, game, np.stack([observation, other]))[0]
    links = game.actions.blocks["link"]
    change = (logits[1] - logits[0])[links.start : links.stop]
    touched = (kind.ends[1] == city).any(1)
    assert np.allclose(change[~touched], change[~touched][0], atol=1e-4)
    assert not np.isclose(change[touched], change[~touched][0], atol=1e-3).any()


def test_network__has_weights_of_the_same_shapes_on_all_maps_with_room_for_what_only_some_have() -> None:
    """Only the Eastern US has western links, which belong to no row."""
    names = ("mexico", "nordic", "random:3", "eastern_us")
    maps = [make_game("railways_of_the_world_v0", map=name).encoded_by("plans") for name in names]
    room = {"cities": 55, "pairs": 160, "western": 2}
    shapes = [{n: w.shape for n, w in network_for(game, room=room).state_dict().items()} for game in maps]
    assert all(shape == shapes[0] for shape in shapes)
    assert len({shape_of(game, room).hash for game in maps}) == 1
    plain = [{n: w.shape for n, w in network_for(g, network="plain").state_dict().items()} for g in maps[:2]]
    assert plain[0] != plain[1]


def test_network__is_trained_and_plays_without_torch(tmp_path: Path) -> None:
    """What ONNX Runtime computes is what torch computed, and the weights can be read back."""
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
    logits, values = answers(network, game, game.rules.encode(view, 0)[None])
    masked = torch.where(torch.from_numpy(game.rules.legal(view)) > 0, torch.from_numpy(logits[0]), -torch.inf)
    assert np.allclose(masked.softmax(0).numpy(), chances, atol=2e-3)
    assert value == pytest.approx(float(values[0]), abs=2e-3)
    read = network_for(game)
    load_weights(read, agent)
    for name, weights in read.state_dict().items():
        assert np.allclose(weights, own[name], atol=5e-3), f"{name} is read back as it was"


def test_agent__plays_on_every_map_that_its_network_has_room_for(tmp_path: Path) -> None:
    """It was trained on one map; a map with more cities is refused in one line."""
    room = {"cities": 40, "pairs": 110, "cards": 26, "lines": 8}
    agent = run(TrainConfig(**SMALL | {"room": room}), tmp_path / "run", quiet=True)
    for options in ({"map": "nordic"}, {"map": "random:1000000", "num_players": 4}):
        game = make_game(SMALL["game"], **options)
        view = game.rules.view(game.rules.new_state(5), 0)
        player = make_agent(f"file:{agent}", game)
        player.reset(0, 1)
        assert game.rules.legal(view)[player.act(reading(game, view))]
    with pytest.raises(ArtifactError, match="has 52 cities, and there is room for 40: raise room"):
        make_agent(f"file:{agent}", make_game(SMALL["game"], map="eastern_us"))


def test_network__over_tables_is_refused_where_there_are_none() -> None:
    game = make_game("ticket_to_ride_card_v0")
    with pytest.raises(OptionsError, match="network: tables: ticket_to_ride_card_v0 has no tables"):
        network_for(game)


def test_shape__puts_facts_by_action_into_the_rows_of_the_actions() -> None:
    """The estimate of a link is in the row of its pair."""
    game = make_game("railways_of_the_world_v0", map="nordic").encoded_by("plans")
    estimates, links = game.observation_layout["estimates"], game.actions.blocks["link"]
    assert "estimates" in game.rows[BY_ACTION].pieces
    shape, observation = shape_of(game), np.zeros((1, game.observation_layout.size), np.float32)
    observation[0, estimates.start + links.start + 5] = 1000
    [place] = np.flatnonzero(MapReader(game, shape).observe(observation)[0] == 1000)
    [pairs] = [table for table in shape.tables if table.kind == "pairs"]
    before = sum(table.room * table.width for table in shape.tables[: shape.tables.index(pairs)])
    assert (place - shape.context - before) // pairs.width == 5


@pytest.mark.parametrize(("network", "game"), [("plain", "ticket_to_ride_card_v0"), ("tables", "resourceful_rails_v0")])
def test_sharpness__multiplies_the_logits_of_the_first_weights(network: str, game: str, tmp_path: Path) -> None:
    config = TrainConfig(game=game, network=network, timesteps=64, num_envs=8, hidden=(16,), ppo={"n_steps": 8})
    run(config, tmp_path / "a", quiet=True)
    later = config.model_copy(update={"start_from": (str(tmp_path / "a"),), "sharpness": 3.0})
    still = later.ppo.model_copy(update={"learning_rate": 1e-12, "final_learning_rate": 1e-12})
    run(later.model_copy(update={"ppo": still}), tmp_path / "b", quiet=True)
    first, second = (make_agent(f"file:{tmp_path / name / 'agent'}", make_game(game)) for name in "ab")
    seen = make_game(game).encoded_by("vector").new_position(1).observe()["observation"][None]
    logits, values = first.predict(seen)
    sharper, same = second.predict(seen)
    assert sharper == pytest.approx(3 * logits, rel=0.02, abs=1e-4) and same == pytest.approx(values, abs=1e-4)
