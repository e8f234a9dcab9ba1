"""What Gymnasium's registry calls: codes such as ``opponents=["planner"]`` become agents, the rest game options."""

from typing import Any

from railgym.agents.characters import played_by
from railgym.agents.registry import build_agent, parse_agent
from railgym.agents.scripted import check_bot, scripted_bots
from railgym.agents.spec import AgentSpec
from railgym.envs.catalog import GAMES
from railgym.envs.config import SINGLE, VECTOR, make_game_for
from railgym.envs.core import boundary
from railgym.envs.core.agent import Agent, check_agent
from railgym.envs.core.errors import OptionsError, plain
from railgym.envs.core.game import Game
from railgym.envs.single_seat import SingleSeatEnv, check_opponents
from railgym.envs.vector import VectorGameEnv

__all__ = ["make_single_seat", "make_vector"]

Opponents = str | Agent | list[str | Agent] | tuple[str | Agent, ...] | None
DEFAULT = "random"


def make_single_seat(game: str, *, opponents: Opponents = None, **given: Any) -> SingleSeatEnv:
    """``gymnasium.make("railgym/...")``: see :class:`railgym.envs.single_seat.SingleSeatEnv`.

    ``opponents``: a code or an agent for every other seat, in turn order from the learner's left; a single code fills
    all of them; unset, they play at random. ``num_players`` follows from their number by default. ``given``: the
    options of the game and the keywords of :class:`railgym.envs.config.EnvConfig`. Raises OptionsError or
    UnknownNameError.
    """
    table, sitting, keywords = _seat(SINGLE, game, opponents, given)
    agents = [
        build_agent(agent, table, role) if isinstance(agent, AgentSpec) else agent
        for agent, role in zip(sitting, _roles_around(table, keywords.get("seat")), strict=True)
    ]
    return SingleSeatEnv(table, agents, **keywords)


def make_vector(game: str, num_envs: int, *, opponents: Opponents = None, **given: Any) -> VectorGameEnv:
    """``gymnasium.make_vec("railgym/...")``: see :class:`railgym.envs.vector.VectorGameEnv`.

    ``opponents`` as for the single environment, but scripted bots only: they move inside the compiled step.
    """
    table, sitting, keywords = _seat(VECTOR, game, opponents, given)
    bots, names = scripted_bots(table), list[str]()
    for agent, role in zip(sitting, _roles_around(table, keywords.get("seat")), strict=True):
        name = parse_agent(played_by(agent.code, table)).bot if isinstance(agent, AgentSpec) else ""
        if name not in bots.all_names:
            given_as = agent.code if isinstance(agent, AgentSpec) else agent
            raise OptionsError(
                f"opponent {plain(given_as)} is no scripted bot ({', '.join(bots.all_names)}): "
                "only they can play inside a batch; use vectorization_mode='sync' for others"
            )
        check_bot(table, name, role)
        names.append(name)
    return VectorGameEnv(table, num_envs, bots, names, **keywords)


def _seat(
    kind: str, id: str, opponents: Opponents, options: dict[str, Any]
) -> tuple[Game, list[AgentSpec | Agent], dict[str, Any]]:
    """The game, one opponent for every other seat, and the keywords of the environment."""
    given = [DEFAULT] if opponents is None else opponents
    sitting = [_opponent(agent) for agent in (given if isinstance(given, (list, tuple)) else [given])]
    if len(sitting) > 1:
        if isinstance(id, str) and id in GAMES and len(sitting) >= GAMES[id].most:
            raise OptionsError(f"{len(sitting)} opponents: {id} has at most {GAMES[id].most} seats with yours")
        options = {"num_players": len(sitting) + 1} | options
    game, keywords = make_game_for(kind, id, options)
    if opponents is not None and sitting and game.num_players == 1:
        raise OptionsError(f"{id} with these options is a game for one: leave out opponents={plain(opponents)}")
    if game.num_players == 1 or (len(sitting) == 1 and isinstance(sitting[0], AgentSpec)):
        sitting *= game.num_players - 1
    check_opponents(game, sitting)
    return game, sitting, keywords


def _opponent(agent: str | Agent) -> AgentSpec | Agent:
    """A code taken apart, or an agent as it is; raises UnknownNameError or ArgumentError."""
    if isinstance(agent, str):
        return parse_agent(agent)
    check_agent("opponents", agent)
    return agent


def _roles_around(game: Game, seat: int | None) -> tuple[str, ...]:
    """The roles of the other seats, in turn order from the learner's left."""
    boundary.choice("seat", seat, (None, *range(game.num_players)))
    first = (seat or 0) + 1
    return (*game.roles[first:], *game.roles[: first - 1])
