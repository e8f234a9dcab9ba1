"""Errors for illegal actions name the rule, for every action of the table, in every game and phase."""

from typing import Any

import numpy as np
import pytest
from playing import GAMES_TRIED, NAMES_TRIED, sampled_positions
from reading import reading

from railgym.envs.catalog import make_game
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
