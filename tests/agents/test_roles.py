"""Agents of one role: where they may sit, what plays in the other seats, and what the Railbot's bots do."""

from typing import Any

import numpy as np
import pytest
from reading import reading, view_of

from railgym.agents.registry import make_agent
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import best_bot, game_to_compare, line_up
from railgym.cli import main
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import run_matches
from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.errors import RoleError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.simulate import decide_randomly
from railgym.envs.railways_of_the_world.rules import phases

RAILBOT, AGENT, SMALL = "railbot_v0", "--option railbot=agent", {"map": "south_sweden"}
BOTS = ScriptedBots(
    ("random", "planner", "dog:old", "dog:young"), decide_randomly, roles={"dog:old": "dog", "dog:young": "dog"}
)


@pytest.fixture(scope="module")
def two() -> Game:
    return make_game(RAILBOT, railbot="agent", railbot_power="slot", duel_barons=True, **SMALL)


def test_bots__play_in_the_seats_of_their_role() -> None:
    """Random sits anywhere; where a bot does not, the strongest of the role does."""
    assert BOTS.playing_as("player") == ("random", "planner")
    assert BOTS.playing_as("dog") == ("random", "dog:old", "dog:young")
    assert BOTS.in_seats(("player", "dog"), "planner").tolist() == [1, 3]
    assert BOTS.in_seats(("dog", "player"), "dog:old").tolist() == [2, 1]
    assert BOTS.in_seats(("dog", "player"), "random").tolist() == [0, 0]


def test_best_bot__is_that_of_the_role(two: Game) -> None:
    assert (best_bot(two), best_bot(two, "railbot")) == ("planner", "railbot:heuristic")
    assert line_up(two, "file:x", "railbot") == ("planner", "file:x")
    assert line_up(two, "file:x", "player", "greedy") == ("file:x", "railbot:heuristic")
    four = make_game("ticket_to_ride_card_v0", num_players=4)
    assert line_up(four, "file:x", "player", "greedy") == ("file:x", "greedy", "greedy", "greedy")
    alone = make_game(RAILBOT, **SMALL)
    assert line_up(alone, "file:x", "player", "greedy") == ("file:x", "greedy")
    assert line_up(alone, "file:x", "player") == ("file:x",)


@pytest.mark.parametrize(("options", "agents", "seats"), [({}, 3, 1), ({"railbot": "agent"}, 2, 2)])
def test_agents__play_alone_where_the_options_say_so(options: dict[str, Any], agents: int, seats: int) -> None:
    assert game_to_compare(RAILBOT, agents, SMALL | options).num_players == seats
    assert game_to_compare("ticket_to_ride_card_v0", 3, {}).num_players == 3


@pytest.mark.parametrize("code", ["random", "railbot:random", "mc:5", "mcts:5"])
def test_agents__sit_in_the_railbots_seat(two: Game, code: str) -> None:
    agent, state = make_agent(code, two, "railbot"), two.rules.new_state(1)
    while state["current_player"][0] == 0:
        two.rules.apply(state, int(np.flatnonzero(two.rules.legal(state))[-1]))
    agent.reset(1, 1)
    view = two.rules.view(state, 1)
    assert two.rules.legal(view)[agent.act(reading(two, view))]


def test_agents__of_another_role_are_refused(two: Game) -> None:
    with pytest.raises(RoleError, match="'railbot:heuristic' plays as railbot, not as player: seat it second"):
        make_agent("railbot:heuristic", two)
    with pytest.raises(RoleError, match="'greedy' plays as player, not as railbot: seat it first"):
        make_agent("greedy", two, "railbot")
    with pytest.raises(RoleError, match=f"{RAILBOT} has a seat for it with {AGENT}"):
        make_agent("railbot:random", make_game(RAILBOT, **SMALL))
    with pytest.raises(RoleError, match="railways_of_the_world_v0 has no seat for it"):
        make_agent("railbot:random", make_game("railways_of_the_world_v0", **SMALL))
    with pytest.raises(UnknownNameError, match="has no agent 'railbot:quick'; it has random, "):
        make_agent("railbot:quick", two, "railbot")
    with pytest.raises(UnknownNameError, match=r"has no agent 'railbot'; it has .* character, mc, mcts, trained, "):
        make_agent("railbot", make_game("ticket_to_ride_card_v0"))


def test_railbot_heuristic__chooses_legally_and_leaves_the_view_alone(two: Game) -> None:
    """In every kind of choice that there is."""
    agent, rng, seen = make_agent("railbot:heuristic", two, "railbot"), np.random.default_rng(1), set()
    agent.reset(1, 0)
    for seed in range(12):
        state = two.rules.new_state(seed)
        while not state["terminated"][0]:
            seat, mask = int(state["current_player"][0]), two.rules.legal(state)
            action = int(rng.choice(np.flatnonzero(mask)))
            if seat == 1:
                view = two.rules.view(state, 1)
                before = view.tobytes()
                action = agent.act(reading(two, view))
                assert mask[action] and view.tobytes() == before
                other = two.rules.determinize(view, 1, seed)
                assert agent.act(view_of(two, other, 1)) == action, "it saw what is hidden"
                seen.add(int(state["phase"][0]))
            two.rules.apply(state, action)
    kinds = {phases.PICK_SLOT, phases.EXHAUST, phases.CLAIM_LINE, phases.CLAIM_BARON, phases.TAKE_CUBE, phases.PATH}
    assert seen >= kinds - {phases.TAKE_CUBE}


def test_railbots__cost_the_player_points_or_leave_him_some(two: Game) -> None:
    bots, seeds = scripted_bots(two), np.arange(500)
    points = {}
    for name in ("railbot:kind", "railbot:random", "railbot:heuristic"):
        line = [bots.number("greedy"), bots.number(name)]
        points[name] = run_matches(two, bots, seeds, np.tile(line, (500, 1)))["scores"][:, 0].mean()
    assert points["railbot:heuristic"] < points["railbot:random"] - 2 < points["railbot:kind"] - 4


def run(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    return main(words.split()), *capsys.readouterr()


def test_play__is_a_game_of_two_roles(capsys: pytest.CaptureFixture[str]) -> None:
    words = f"play {RAILBOT} --option map=south_sweden {AGENT} --seats random,railbot:random --seed 3"
    code, out, err = run(words, capsys)
    assert code == 0, err
    assert "railbot:random" in out and "target 125" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"play {RAILBOT} --seats human,railbot:random", "'deck' is for 1 seat, not 2; an agent in a second one needs"),
        (f"play {RAILBOT} {AGENT} --seats random,planner", "'planner' plays as player, not as railbot: seat it first"),
        (f"play {RAILBOT} --seats railbot:random", f"{RAILBOT} has a seat for it with {AGENT}"),
    ],
)
def test_mistake__gives_one_line(two: Game, words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()  # that it was compiled
    code, out, err = run(f"{words} --option map=south_sweden", capsys)
    assert (code, out, err.count("\n")) == (2, "", 1) and message in err
