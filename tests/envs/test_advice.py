"""Observations with advice: what the best bot of a seat would do, and nothing else that the other encoder lacks."""

from typing import Any

import numpy as np
import pytest

from railgym.agents.scripted import ScriptedAgent, scripted_bots
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.position import Position

TABLES: list[tuple[str, dict[str, Any]]] = [
    *((id, {}) for id in GAMES),
    ("railbot_v0", {"railbot": "agent"}),
    ("empire_builder_v0", {"map": "random:3", "num_players": 4}),
    ("rail_baron_cards_v0", {"actions": "full"}),
]


def advice_of(position: Position, player: int) -> np.ndarray[Any, Any]:
    return position.game.observation_layout.split(position.observe(player)["observation"])["advice"]


@pytest.mark.parametrize(("id", "options"), TABLES, ids=str)
def test_advice__is_the_choice_of_the_best_bot_of_the_seat_that_decides(id: str, options: dict[str, Any]) -> None:
    game, rng = make_game(id, **options).encoded_by("advised"), np.random.default_rng(5)
    bots = scripted_bots(game)
    experts = [ScriptedAgent(game, bots.playing_as(role)[-1], role) for role in game.roles]
    position = game.new_position(4)
    for _ in range(150):
        if position.is_over:
            break
        player = position.current_player
        best = experts[player].choose(position.view(player).record, player)
        assert np.flatnonzero(advice_of(position, player)).tolist() == [best]
        assert not any(advice_of(position, other).any() for other in range(game.num_players) if other != player)
        position.play_id(best if rng.random() < 0.7 else int(rng.choice(position.legal_actions)))


@pytest.mark.parametrize("id", GAMES)
def test_observation__is_that_of_the_other_encoder_before_the_advice(id: str) -> None:
    position = make_game(id).new_position(2)
    game = position.game.encoded_by("advised")
    names = list(game.observation_layout.pieces)
    base = next(name for name, layout in game.encoders.items() if [*layout.pieces, "advice"] == names)
    for _ in range(60):
        if position.is_over:
            break
        player = position.current_player
        record = position.view(player).record
        whole = game.rules.encode(record, player)
        assert np.array_equal(whole[: -len(game.actions)], game.encoded_by(base).rules.encode(record, player))
        position.play_id(int(position.legal_actions[0]))


def test_advice__is_left_out_of_what_the_public_sees() -> None:
    """Bots decide from the view of their seat; in that of the public its hand is hidden."""
    position = make_game("ticket_to_ride_card_v0").encoded_by("advised").new_position(1)
    game, player = position.game, position.current_player
    public = game.rules.encode(game.rules.view(position.record, PUBLIC), player)
    assert not game.observation_layout.split(public)["advice"].any()
