"""The scripted bots keep the means to continue.

``RAILGYM_GAMES=10000 pytest -m long tests/crayon_rails/test_bots_go_on.py -s`` plays 10,000 games in each
form and prints the counts.
"""

import os
from typing import Any

import numpy as np
import pytest
from crayon_rails.stuck import count_turns
from reading import reading

from railgym.agents.registry import make_agent
from railgym.agents.scripted import scripted_bots
from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.event_kinds import EVENT_KINDS
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.routes import FEE

GAMES = int(os.environ.get("RAILGYM_GAMES", "200"))
STRUCK = EVENT_KINDS.index("struck")
DISCARDED = EVENT_KINDS.index("discarded")
STUCK = 10  # idle turns in a row
FORMS: dict[str, CrayonRails] = {
    "Empire Builder": EmpireBuilder(num_players=4, max_rounds=40),
    "Empire Builder with loans": EmpireBuilder(num_players=6, max_rounds=20, borrow=True),
    "Resourceful Rails": ResourcefulRails(num_players=4, max_rounds=40),
}


def can_go_on(game: CrayonRails, state: Array, player: int) -> bool:
    """Whether the seat's train stands on its own network, or can pay a fee, or for the track to where it stands."""
    seat, cash = state["players"][0, player], int(state["scores"][0, player])
    train = int(seat["train"])
    if train < 0 or cash >= FEE or state["in_network"][0, train] >> player & 1:
        return True
    city = game.board.mileposts[train].city
    if city < 0:
        return False
    building = state.copy()
    building["phase"], building["current_player"], building["mover"] = phases.BUILD, player, player
    building["spent_in_turn"] = building["exits_in_turn"] = 0
    return (
        bool(game.rules.legal(building)[game.actions.blocks["build"].start + city])
        and int(seat["join_cost"][city]) <= cash
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("code", ["greedy", "planner"])
def test_bots__end_no_turn_from_which_they_cannot_go_on(code: str, form: str) -> None:
    """A bot that can go on as its turn begins can go on as it ends, unless an event is drawn in that turn."""
    game = FORMS[form]
    agent, compared = make_agent(code, game), 0
    for seed in range(2):
        state = game.rules.new_state(seed)
        turn, able, struck = -1, True, False
        while not state["terminated"][0]:
            player = int(state["current_player"][0])
            if int(state["turn"][0]) != turn:
                turn, mover, struck = int(state["turn"][0]), int(state["mover"][0]), False
                able = can_go_on(game, state, mover)
            view = game.rules.view(state, player)
            agent.reset(player, seed)
            events = game.rules.apply(state, agent.act(reading(game, view)))
            struck = struck or any(event.kind == STRUCK for event in events)
            if int(state["turn"][0]) != turn and able and not struck:
                compared += 1
                assert can_go_on(game, state, mover), f"{form}, seed {seed}, turn {turn}, seat {mover}"
    assert compared > 100


@pytest.mark.parametrize(
    ("form", "seed"), [("Empire Builder", 147), ("Empire Builder", 233), ("Resourceful Rails", 218)]
)
def test_planners__do_not_discard_hand_after_hand(form: str, seed: int) -> None:
    """In games in which a planner once discarded its hand in 17 to 28 turns in a row, none does so in ten."""
    game = FORMS[form]
    agent, in_a_row = make_agent("planner", game), [0] * game.num_players
    state, turn, mover, discarded = game.rules.new_state(seed), -1, -1, False
    while not state["terminated"][0]:
        player = int(state["current_player"][0])
        if int(state["turn"][0]) != turn:
            turn, mover, discarded = int(state["turn"][0]), int(state["mover"][0]), False
        view = game.rules.view(state, player)
        agent.reset(player, seed)
        events = game.rules.apply(state, agent.act(reading(game, view)))
        discarded = discarded or any(event.kind == DISCARDED for event in events)
        if int(state["turn"][0]) != turn:
            in_a_row[mover] = in_a_row[mover] + 1 if discarded else 0
            assert in_a_row[mover] < STUCK, f"{form}, seed {seed}, turn {turn}, seat {mover}"


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("game_type", [EmpireBuilder, ResourcefulRails])
@pytest.mark.parametrize("code", ["greedy", "planner"])
def test_bots__are_never_stuck(code: str, game_type: Any, players: int) -> None:
    """No planner is idle for ten turns in a row, at most 2 % do nothing but discard their hands for as long, and games
    do not end by the limit of rounds."""
    game = game_type(num_players=players)
    bots = scripted_bots(game)
    counts, ends = count_turns(game, bots, np.arange(GAMES), np.full((GAMES, players), bots.number(code)))
    idle, waiting, barren = counts["most_idle"], counts["most_waiting"], counts["most_barren"]
    limit = float((ends == phases.ROUND_LIMIT).mean())
    print(
        f"\n{game_type.__name__}, {players} x {code}, {GAMES} games: {100 * limit:.2f} % end by the limit; of "
        f"{idle.size} seats {(idle >= STUCK).sum()} are idle for {STUCK} turns in a row (at most {idle.max()}), "
        f"{(waiting >= STUCK).sum()} only discard for {STUCK} (at most {waiting.max()}), "
        f"{(barren >= 30).sum()} gain nothing for 30 (at most {barren.max()})"
    )
    assert limit < 0.02
    assert (idle >= STUCK).mean() <= (0 if code == "planner" else 0.03)
    assert code == "greedy" or (waiting >= STUCK).mean() <= 0.02
