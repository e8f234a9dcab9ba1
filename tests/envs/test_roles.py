"""Games whose seats have roles: their names, and the learner that keeps its seat."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from playing import RandomAgent, pick
from reading import reading

from railgym.agents.scripted import ScriptedAgent
from railgym.envs import railbot_v0
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import OptionsError, RoleError
from railgym.envs.core.game import Game
from railgym.envs.single_seat import SingleSeatEnv

SMALL = {"map": "south_sweden", "railbot": "agent"}


@pytest.fixture(scope="module")
def two() -> Game:
    return make_game("railbot_v0", **SMALL)


def test_seats__are_named_after_their_roles(two: Game) -> None:
    assert (two.roles, two.seat_names, two.symmetric_seats) == (("player", "railbot"), ("player_0", "railbot_0"), False)
    alone = make_game("railbot_v0", map="south_sweden")
    assert (alone.roles, alone.seat_names, alone.symmetric_seats) == (("player",), ("player_0",), True)
    three = make_game("ticket_to_ride_card_v0", num_players=3)
    assert (three.roles, three.seat_names[2], three.symmetric_seats) == (("player",) * 3, "player_2", True)


def test_seat_names__count_within_each_role(two: Game) -> None:
    class Relay(type(two)):  # type: ignore[misc]
        roles = ("rider", "horse", "rider")

    assert Relay.seat_names.fget(Relay.__new__(Relay)) == ("rider_0", "horse_0", "rider_1")


def test_catalog__knows_the_fewest_and_the_most_seats() -> None:
    found = {id: (GAMES[id].fewest, GAMES[id].most) for id in ("railbot_v0", "ticket_to_ride_card_solo_v0")}
    assert found == {"railbot_v0": (1, 2), "ticket_to_ride_card_solo_v0": (1, 1)}


def test_environment__has_an_agent_for_the_railbot() -> None:
    """Its payoff is the opposite of the player's."""
    env = railbot_v0.raw_env(**SMALL)
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "railbot_0"]
    rng, movers = np.random.default_rng(1), set()
    for agent in env.agent_iter():
        _, reward, over, *_ = env.last()
        if over:
            assert reward == {"player_0": -1, "railbot_0": 1}[agent]
        movers.add(agent)
        env.step(None if over else pick(env.infos[agent]["action_mask"], rng))
    assert movers == {"player_0", "railbot_0"}


def test_railbot__stands_at_the_target_in_the_result(two: Game) -> None:
    state = two.rules.new_state(1)
    state["scores"][0, 0], state["terminated"] = 99, 1
    assert str(reading(two, state).result).endswith("player_0 99, railbot_0 target 125")


@pytest.mark.parametrize(("seat", "kept"), [(None, 0), (0, 0), (1, 1)])
def test_learner__keeps_its_seat_where_seats_have_roles(two: Game, seat: int | None, kept: int) -> None:
    env = SingleSeatEnv(two, [RandomAgent()], seat=seat)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(6)} == {kept}
    with pytest.raises(OptionsError, match=f"seat={1 - kept}: choose {kept}"):
        env.reset(options={"seat": 1 - kept})


def made(**arguments: Any) -> Any:
    return gymnasium.make("railgym/Railbot-v0", map="south_sweden", **arguments).unwrapped


def test_gymnasium__seats_opponents_in_their_roles() -> None:
    opponent = made(railbot="agent", opponents="railbot:heuristic").opponents[0]
    assert isinstance(opponent, ScriptedAgent) and opponent.code == "railbot:heuristic"
    assert made(railbot="agent", seat=1, opponents="planner").opponents[0].code == "planner"
    assert made(railbot="agent", seat=1).opponents[0].code == "random"
    with pytest.raises(RoleError, match="'planner' plays as player, not as railbot: seat it first"):
        made(railbot="agent", opponents="planner")
    with pytest.raises(RoleError, match="'railbot:random' plays as railbot, not as player"):
        made(railbot="agent", seat=1, opponents=["railbot:random"])
    with pytest.raises(OptionsError, match="is a game for one: leave out opponents"):
        made(opponents="railbot:random")


def test_gymnasium__refuses_more_opponents_than_seats() -> None:
    with pytest.raises(OptionsError, match="2 opponents: railbot_v0 has at most 2 seats with yours"):
        made(railbot="agent", num_players=2, opponents=["random", "random"])


def test_vector__keeps_the_learner_in_its_role() -> None:
    arguments = {"opponents": "railbot:random", "num_envs": 3, **SMALL}
    env = gymnasium.make_vec("railgym/Railbot-v0", vectorization_mode="vector_entry_point", **arguments)
    _, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(120):
        assert infos["seat"].tolist() == [0, 0, 0]
        *_, infos = env.step(np.array([pick(mask, rng) for mask in infos["action_mask"]]))
    with pytest.raises(RoleError, match="plays as railbot"):
        gymnasium.make_vec("railgym/Railbot-v0", vectorization_mode="vector_entry_point", seat=1, **arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 2}, "railbot='deck': 'deck' is for 1 seat, not 2; an agent .* needs railbot=agent"),
        ({"num_players": 1, "railbot": "agent"}, "railbot='agent': 'agent' is for 2 seats, not 1"),
        (
            {"num_players": 3, "railbot": "agent"},
            "num_players=3: this is a game for one, or for two with railbot=agent",
        ),
    ],
)
def test_options__say_how_to_seat_the_railbot(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        make_game("railbot_v0", **options)
