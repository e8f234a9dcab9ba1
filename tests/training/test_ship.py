"""Shipping: what the card says, and what becomes of the agent that is replaced."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

from railgym.agents import make_agent
from railgym.agents.learned import artifact, formers_of, load_network, shipped_for
from railgym.agents.learned.artifact import read_card, shipped_folder
from railgym.envs.catalog import make_game
from railgym.training.learn.export import in_eight_bits
from railgym.training.release import ship

CARD, AGENT = "ticket_to_ride_card_v0", "ticket_to_ride_card"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one shipped agent, in the place of railgym's own."""
    folder = tmp_path / "shipped" / AGENT
    shutil.copytree(Path(str(shipped_folder(AGENT))), folder)
    monkeypatch.setattr(artifact, "files", lambda package: tmp_path)
    return tmp_path


def test_eight_bits__keep_the_network(tmp_path: Path) -> None:
    """Half the size, nearly the same logits and values, and a second time the same file."""
    source = Path(str(shipped_folder(AGENT)))
    data = (source / "policy.onnx").read_bytes()
    narrow = in_eight_bits(data)
    assert len(narrow) < 0.6 * len(data) and in_eight_bits(narrow) == narrow
    (tmp_path / "policy.onnx").write_bytes(narrow)
    card = read_card(source)
    rows = np.random.default_rng(1).random((64, card.observation_size), np.float32)
    (logits, values), (exact, exact_values) = load_network(tmp_path, card)(rows), load_network(source, card)(rows)
    assert np.abs(logits - exact).max() < 0.05 * np.abs(exact).max()
    assert np.abs(values - exact_values).mean() < 0.05


def test_retire__keeps_the_agent_as_a_former_one(package: Path) -> None:
    """`former:1` plays as the agent did; each later one gets the next number."""
    game = make_game(CARD)
    assert formers_of(game, "player") == []
    assert ship.retire("another") is None
    assert [ship.retire(AGENT), ship.retire(AGENT)] == [package / "former" / "1" / AGENT] * 2, "it is kept once"
    card = package / "shipped" / AGENT / "agent.json"
    card.write_text(json.dumps(json.loads(card.read_text()) | {"seed": 99}))
    assert ship.retire(AGENT) == package / "former" / "2" / AGENT
    assert formers_of(game, "player") == [1, 2] and formers_of(make_game("rail_baron_cards_v0"), "player") == []
    agents, other = [make_agent(code, game) for code in ("trained", "former:1")], make_agent("greedy", game)
    alike = []
    for seed in range(3):
        position = game.new_position(seed)
        for agent in agents:
            agent.reset(0, 1)
        while not position.is_over:
            view = position.view(position.current_player)
            actions = [agent.act(view) for agent in (agents if view.player == 0 else [other])]
            alike += [actions[0] == actions[1]] if view.player == 0 else []
            position.play_id(actions[0])
    assert np.mean(alike) > 0.9


def test_ship__writes_strength_and_robustness_into_the_card(package: Path) -> None:
    """With the commands that print them; the agent that was replaced is one of the opponents. The new agent has the
    exponent of that one, which was chosen for the game."""
    folder = package / "run"
    shutil.copytree(package / "shipped" / AGENT, folder)
    replaced = package / "shipped" / AGENT / "agent.json"
    replaced.write_text(json.dumps(json.loads(replaced.read_text()) | {"exponent": 0.25}))
    assert ship.main([folder], games=40) == 0
    card = read_card(package / "shipped" / AGENT)
    assert card.exponent == 0.25
    assert card.robustness["command"] == f"railgym evaluate {CARD} --zoo trained --games 10 --seed 7"
    assert card.robustness["worst"] == card.robustness["against"][0] and card.robustness["elo"] > 0
    assert set(card.strength) == {"planner", "greedy", "former:1"}
    assert {row["opponent"] for row in card.robustness["against"]} == set(card.robustness["ratings"]) >= {"former:1"}
    assert (package / "former" / "1" / AGENT / "policy.onnx").is_file()


def test_an_agent_for_all_maps__plays_where_none_was_trained_on_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On its own map the other agent is far stronger, at all tables."""
    pytest.importorskip("sb3_contrib")
    from railgym.training.learn.config import TrainConfig
    from railgym.training.learn.train import run

    id, one, all_maps = "railways_of_the_world_v0", "railways_of_the_world", "a_for_all_maps"
    settings = {"game": id, "options": {"map": "south_sweden"}, "timesteps": 64, "num_envs": 4, "threads": 1}
    room = {"cities": 55, "pairs": 160, "cards": 26, "lines": 8, "western": 2}
    small = {"network": "tables", "room": room, "hidden": [8], "row_size": 4, "ppo": {"n_steps": 8, "batch_size": 32}}
    agent = run(TrainConfig.model_validate(settings | small), tmp_path / "run", quiet=True)
    shutil.copytree(Path(str(shipped_folder(one))), tmp_path / "shipped" / one)
    shutil.copytree(agent, tmp_path / "shipped" / all_maps)
    monkeypatch.setattr(artifact, "files", lambda package: tmp_path)
    tables = {("mexico", 2): one, ("mexico", 4): one, ("eastern_us", 2): all_maps, ("random:5", 6): all_maps}
    for (board, seats), name in tables.items():
        assert shipped_for(make_game(id, map=board, num_players=seats)) == name
    card = ship.on_unknown_map(read_card(agent))
    assert card.options["map"] == "random:1000000" and ship.on_unknown_map(read_card(shipped_folder(one))).room == {}
