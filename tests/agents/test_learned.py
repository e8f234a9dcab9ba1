"""Trained agents: what is shipped fits its game and is strong, and what does not fit is refused by name."""

import json
import shutil
from importlib.resources import as_file
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reading import reading

from railgym.agents import learned
from railgym.agents.learned import LearnedAgent, shipped_for
from railgym.agents.learned.artifact import shipped_agents, shipped_folder
from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArtifactError, UnknownNameError
from railgym.envs.core.game import Array, Game
from railgym.training.evaluate.matches import by_agent, paired_seeds, play_games, rotated
from railgym.training.evaluate.statistics import win_shares

pytest.importorskip("onnxruntime")

STANDARD, SOLO, BARON = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0", "rail_baron_cards_v0"


@pytest.fixture(scope="module")
def two() -> Game:
    return make_game(STANDARD)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped two-player agent."""
    with as_file(shipped_folder("ticket_to_ride_card")) as shipped:
        shutil.copytree(shipped, tmp_path / "agent")
    return tmp_path / "agent"


@pytest.mark.parametrize("name", shipped_agents())
def test_shipped_agent__fits_its_game_and_plays_it_legally(name: str) -> None:
    card = shipped_agents()[name]
    game = make_game(card.game, **card.options)
    agent = make_agent("trained", game)
    state = game.rules.new_state(3)
    while not state["terminated"][0]:
        seat = int(state["current_player"][0])
        agent.reset(seat, 3)
        view = game.rules.view(state, seat)
        game.rules.apply(state, agent.act(reading(game, view)))


def test_two_player_agent__beats_the_planner(two: Game) -> None:
    """It wins 88 % of many games; of these 200, every seed played in both seats, clearly more than 60 %."""
    seeds, seating = rotated(paired_seeds(3, 100), (0, 1))
    payoff = by_agent(play_games(two, ("trained", "planner"), seeds, seating)["payoff"], seating)
    assert win_shares(payoff).mean((0, 1))[0] > 0.7


@pytest.mark.parametrize("name", shipped_agents())
def test_shipped_agent__says_how_strong_it_is_and_how_that_was_measured(name: str) -> None:
    strength = shipped_agents()[name].strength
    assert strength
    for rival, result in strength.items():
        low, high = result["ci95"]
        assert low <= result["win_rate"] <= high, rival
        assert result["command"].startswith("railgym evaluate ")


@pytest.mark.parametrize("players", [3, 4])
def test_two_player_agent__sits_down_at_larger_tables(players: int) -> None:
    game = make_game(STANDARD, num_players=players)
    view = game.rules.view(game.rules.new_state(1), 0)
    assert game.rules.legal(view)[make_agent("trained", game).act(reading(game, view))]


@pytest.mark.parametrize(("players", "size"), [(2, 2), (3, 4), (4, 4), (6, 4)])
def test_trained__is_the_agent_of_the_nearest_table_size(players: int, size: int) -> None:
    """Between two sizes sits the agent for more."""
    name = shipped_for(make_game(BARON, num_players=players))
    assert shipped_agents()[name].options["num_players"] == size


@pytest.mark.parametrize(
    ("tables", "nearest"),
    [
        ({"two": ({"num_players": 2}, False), "all": ({"num_players": 2}, True)}, "two"),
        ({"two": ({"num_players": 2}, False), "all": ({"num_players": 4}, True)}, "all"),
        ({"four": ({"num_players": 4}, False), "all": ({"num_players": 3}, True)}, "four"),
        ({"two": ({"num_players": 2}, False), "all": ({"num_players": 3, "board": "revised"}, True)}, "two"),
        ({"four": ({"num_players": 4}, True), "six": ({"num_players": 6}, True)}, "four"),
    ],
)
def test_trained__is_the_agent_whose_training_was_closest(
    monkeypatch: pytest.MonkeyPatch, tables: dict[str, tuple[dict[str, Any], bool]], nearest: str
) -> None:
    """At a table for three: another map is farther than one opponent instead of two, and that is farther than training
    on several maps."""
    card, room = shipped_agents()["rail_baron_cards"], shipped_agents()["rail_baron_cards_maps"].room
    cards = {
        name: card.model_copy(update={"config": card.config | {"options": options}, "room": room if many else {}})
        for name, (options, many) in tables.items()
    }
    monkeypatch.setattr(learned, "shipped_agents", lambda version=0: cards)
    monkeypatch.setattr(learned, "game_for", lambda card, game, folder, any_table: game)
    assert shipped_for(make_game(BARON, num_players=3)) == nearest


def test_trained__plays_the_standard_map_for_four_by_the_agent_for_all_maps() -> None:
    """It was trained there, whatever map its card was measured on; for two there is an agent for this map alone."""
    names = [shipped_for(make_game("empire_builder_v0", num_players=players)) for players in (2, 3, 4)]
    assert names == ["empire_builder", "empire_builder_maps", "empire_builder_maps"]


def test_agents__decide_alike_one_by_one_and_in_a_batch(two: Game) -> None:
    agent = make_agent("trained", two)
    views = np.concatenate([two.rules.view(two.rules.new_state(seed), 0) for seed in range(20)])
    masks = np.stack([two.rules.legal(views[i : i + 1]) for i in range(20)])
    observations = np.stack([two.rules.encode(views[i : i + 1], 0) for i in range(20)])
    agent.reset(0, 7)
    alone = [agent.act(reading(two, views[i : i + 1])) for i in range(20)]
    agent.reset(0, 7)  # it samples
    assert agent.act_batch(views, masks, observations, np.zeros(20, np.int64)).tolist() == alone


def test_agent__of_another_encoder_sees_what_it_was_trained_on() -> None:
    """Whatever the games of a batch observe."""
    game = make_game("resourceful_rails_v0")
    agent = make_agent("trained", game)
    states = [game.rules.new_state(seed) for seed in range(4)]
    views = np.concatenate([game.rules.view(state, int(state["current_player"][0])) for state in states])
    masks = np.stack([game.rules.legal(state) for state in states])
    seats = np.array([int(state["current_player"][0]) for state in states])
    observations = np.zeros((4, game.observation_layout.size), np.float32)
    together = agent.act_batch(views, masks, observations, seats)
    for i, seat in enumerate(seats):
        agent.reset(int(seat), 0)
        assert agent.act(reading(game, views[i : i + 1])) == together[i]


@pytest.mark.parametrize(("strength", "exponent", "share"), [(0.0, 0.5, 0.0), (0.25, 0.5, 0.5), (0.0625, 0.25, 0.5)])
def test_strength__to_a_power_is_the_share_of_the_network(
    two: Game, strength: float, exponent: float, share: float
) -> None:
    def network(observations: Array) -> tuple[Array, Array]:
        return np.eye(1, len(two.actions), 7, dtype=np.float32).repeat(len(observations), 0) * 9, np.zeros(0)

    agent = LearnedAgent(two, "one", network, strength, exponent=exponent)
    masks = np.ones((20_000, len(two.actions)), np.int8)
    views, seats = np.repeat(two.rules.view(two.rules.new_state(1), 0), len(masks)), np.zeros(len(masks), int)
    chosen = agent.act_batch(views, masks, np.zeros((len(masks), two.observation_layout.size)), seats)
    assert (chosen == 7).mean() == pytest.approx(share + (1 - share) / len(two.actions), abs=0.015)


@pytest.mark.parametrize(("sharpness", "chance"), [(None, 1.0), (1.0, 2 / 3), (2.0, 4 / 5)])
def test_sharpness__is_how_surely_an_agent_prefers_its_best_move(
    two: Game, sharpness: float | None, chance: float
) -> None:
    """Of two moves of which the policy prefers one twice as often, the others impossible."""
    logits = np.full((1, len(two.actions)), -1e6, np.float32)
    logits[0, [3, 7]] = 0.0, np.log(2)

    def network(observations: Array) -> tuple[Array, Array]:
        return logits.repeat(len(observations), 0), np.zeros(0)

    agent = LearnedAgent(two, "one", network, sharpness=sharpness)
    agent.reset(0, 1)
    masks = np.ones((20_000, len(two.actions)), np.int8)
    views, seats = np.repeat(two.rules.view(two.rules.new_state(1), 0), len(masks)), np.zeros(len(masks), int)
    chosen = agent.act_batch(views, masks, np.zeros((len(masks), two.observation_layout.size)), seats)
    assert (chosen == 7).mean() == pytest.approx(chance, abs=0.015) and np.isin(chosen, [3, 7]).all()


@pytest.mark.parametrize(("code", "word"), [("trained:2", "0 to 1"), ("trained:strong", "0 to 1")])
def test_strength__outside_0_to_1_is_refused(two: Game, code: str, word: str) -> None:
    with pytest.raises(UnknownNameError, match=word):
        make_agent(code, two)


@pytest.mark.parametrize(("option", "theirs", "ours"), [("edition", "manual", "published"), ("decks", None, 1)])
def test_agent__of_other_options_is_refused_by_the_option(
    folder: Path, option: str, theirs: object, ours: object
) -> None:
    with pytest.raises(ArtifactError, match=f"{option}={theirs}, this game has {option}={ours}"):
        make_agent(f"file:{folder}", make_game(STANDARD, **{option: ours}))


def test_agent__of_options_from_before_one_was_added_plays_by_its_default(folder: Path) -> None:
    card = json.loads((folder / "agent.json").read_text())
    del card["options"]["decks"]
    (folder / "agent.json").write_text(json.dumps(card))
    make_agent(f"file:{folder}", make_game(STANDARD))
    with pytest.raises(ArtifactError, match="decks=None, this game has decks=1"):
        make_agent(f"file:{folder}", make_game(STANDARD, decks=1))


def test_agent__of_another_game_is_refused_by_name(folder: Path) -> None:
    with pytest.raises(ArtifactError, match=f"game '{STANDARD}', this game has '{SOLO}'"):
        make_agent(f"file:{folder}", make_game(SOLO))


@pytest.mark.parametrize(
    ("field", "value"),
    [("actions", "0" * 12), ("encoder", "posts"), ("observation", "1" * 12), ("num_actions", 7)],
)
def test_agent__of_another_version_is_refused_by_the_field(two: Game, folder: Path, field: str, value: object) -> None:
    card = json.loads((folder / "agent.json").read_text())
    (folder / "agent.json").write_text(json.dumps(card | {field: value}))
    with pytest.raises(ArtifactError, match=f"made for {field} {value!r}"):
        make_agent(f"file:{folder}", two)


def test_agent__of_another_board_is_refused_by_the_option_and_not_by_a_hash() -> None:
    """Table and observation depend on the board, so their hashes differ, too, but a hash tells a person nothing."""
    with pytest.raises(ArtifactError, match="made with option board=standard, this game has board=small"):
        make_agent(f"file:{shipped_folder('rail_baron_cards')}", make_game(BARON, board="small"))
    with pytest.raises(ArtifactError, match="made with option map=north_america, this game has map=india"):
        make_agent(f"file:{shipped_folder('empire_builder')}", make_game("empire_builder_v0", map="india"))


def test_agent__for_all_maps_is_not_refused_by_the_map() -> None:
    """The agent for all boards fits the board, so the error names only ``destinations``."""
    with pytest.raises(ArtifactError, match="play with destinations=cards, or"):
        make_agent("trained", make_game(BARON, board="random:7", destinations="dice"))


def test_agent__of_other_options_is_refused_by_all_of_them() -> None:
    """One that differs after the other would cost a try each."""
    message = (
        "^trained: made with options borrow=False, fast_trains=False, this game has borrow=True, fast_trains=True; "
        "play with borrow=False, fast_trains=False, or choose another one"
    )
    with pytest.raises(ArtifactError, match=message):
        make_agent("trained", make_game("empire_builder_v0", borrow=True, fast_trains=True))


@pytest.mark.parametrize(
    ("id", "option", "maps"),
    [
        (BARON, "board", ("small", "revised")),
        ("empire_builder_v0", "map", ("europe", "india")),
        ("resourceful_rails_v0", "map", ("europe", "india")),
    ],
)
def test_agent__for_all_maps_plays_where_no_other_does(id: str, option: str, maps: tuple[str, ...]) -> None:
    """On maps of the test seeds and on those that come with railgym, at tables of all sizes."""
    for name, players in zip((*maps, "random:1000000"), (2, 3, 6), strict=True):
        game = make_game(id, **{option: name, "num_players": players})
        assert shipped_for(game) == f"{id.removesuffix('_v0')}_maps"
        state = game.rules.new_state(3)
        player = int(state["current_player"][0])
        view, agent = game.rules.view(state, player), make_agent("trained", game)
        agent.reset(player, 1)
        assert game.rules.legal(view)[agent.act(reading(game, view))]


def test_agent__whose_network_is_anothers_is_refused(two: Game, folder: Path) -> None:
    with as_file(shipped_folder("rail_baron_cards") / "policy.onnx") as other:
        shutil.copy(other, folder)
    with pytest.raises(
        ArtifactError, match=r"policy.onnx has observation of \d+, logits of \d+, but agent.json"
    ) as caught:
        make_agent(f"file:{folder}", two)
    assert str(caught.value).endswith("they do not belong together")


def test_agent__with_a_damaged_network_or_card_is_refused(two: Game, folder: Path, tmp_path: Path) -> None:
    (folder / "policy.onnx").write_bytes(b"not a network")
    with pytest.raises(ArtifactError, match=r"policy\.onnx: damaged, it cannot be read .*; copy it again"):
        make_agent(f"file:{folder}", two)
    (folder / "agent.json").write_text("{}")
    with pytest.raises(ArtifactError, match=r"agent\.json: not a card"):
        make_agent(f"file:{folder}", two)
    with pytest.raises(ArtifactError, match="no trained agent here"):
        make_agent(f"file:{tmp_path}", two)
    (folder / "policy.onnx").unlink()
    with pytest.raises(ArtifactError, match=r"policy\.onnx is missing; copy the whole folder of the agent$"):
        make_agent(f"file:{folder}", two)
    stopped = tmp_path / "stopped"
    stopped.mkdir()
    (stopped / "checkpoint.pt").touch()
    for there in (stopped, stopped / "agent"):  # the run, and the folder that its agent will have
        with pytest.raises(ArtifactError, match=rf"continue it with railgym train {stopped}/config\.yaml --resume$"):
            make_agent(f"file:{there}", two)
    with pytest.raises(ArtifactError, match=rf"agents of your own have no skill levels; write file:{folder}$"):
        make_agent(f"file:{folder}:0.5", two)
    with pytest.raises(UnknownNameError, match=rf"for the agent there write file:{folder}$"):
        make_agent(str(folder), two)


@pytest.mark.parametrize(
    ("reward", "seats", "values", "payoffs"),
    [
        ({"result": 1.0}, 2, [-1, 0.5, 1.2], [-1, 0.5, 1]),
        ({"result": 0.0, "win": 2.0}, 4, [0, 0.5, 2], [-1 / 3, 0, 1]),
        ({"result": 0.0, "win": 2.0}, 2, [0, 1, 2], [-1, 0, 1]),
        ({}, 1, [-1, 1], [-1, 1]),
    ],
)
def test_values__are_told_as_payoffs_whatever_the_learner_was_paid(
    reward: dict[str, float], seats: int, values: list[float], payoffs: list[float]
) -> None:
    """A learner that was paid for wins alone expects shares of wins: 0 of them is what the places below are worth."""
    card = next(iter(shipped_agents().values()))
    card = card.model_copy(update={"config": {"reward": reward}, "options": {"num_players": seats}})
    assert card.payoffs(np.array(values, np.float32)) == pytest.approx(payoffs)
