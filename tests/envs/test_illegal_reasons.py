"""Errors for illegal actions name the rule, for every action of the table, in every game and phase."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from playing import GAMES_TRIED, NAMES_TRIED, sampled_positions
from reading import reading

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.position import Position


@pytest.mark.parametrize(("id", "options"), GAMES_TRIED, ids=NAMES_TRIED)
def test_why_illegal__names_the_rule_for_every_action_of_the_table(id: str, options: dict[str, Any]) -> None:
    game = make_game(id, **options)
    for state in sampled_positions(game, seed=3):
        player = int(state["current_player"][0])
        view, phase = game.rules.view(state, player), game.phases[int(state["phase"][0])]
        world = game.rules.determinize(view, player, 5)
        for action in np.flatnonzero(game.rules.legal(state) == 0).tolist():
            why = reading(game, view).why_illegal(action)
            where = f"{phase}: {game.actions.labels[action]!r}: {why!r}"
            assert len(why.split()) >= 3 and why.strip() != phase and "\n" not in why, where
            assert reading(game, world).why_illegal(action) == why, f"hidden information decides: {where}"
        action = int(np.flatnonzero(game.rules.legal(state) == 0)[-1])
        with pytest.raises(IllegalActionError, match="not legal now") as refusal:
            Position(game, state).play(action)
        assert reading(game, view).why_illegal(action) in str(refusal.value)


@pytest.mark.parametrize("id", GAMES)
def test_wrapped_environment__tells_the_loser_why_the_action_is_illegal(id: str) -> None:
    """``infos[agent]["illegal_action"]`` has the words of the error that ``raw_env()`` raises; other agents have
    none."""
    env = import_module(f"railgym.envs.{id}").env()
    env.reset(seed=3)
    loser, info = env.agent_selection, env.infos[env.agent_selection]
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError) as refusal:
        env.unwrapped.step(action)
    env.step(action)
    assert env.infos[loser]["illegal_action"] == str(refusal.value)
    assert env.infos[loser]["action_mask"] is info["action_mask"] and "illegal_action" not in info
    assert [agent for agent in env.possible_agents if "illegal_action" in env.infos[agent]] == [loser]
    while env.agents:  # it is still there in the loser's last turn
        assert ("illegal_action" in env.last()[4]) == (env.agent_selection == loser)
        env.step(None)
    env.reset(seed=3)
    assert "illegal_action" not in env.infos[loser]
