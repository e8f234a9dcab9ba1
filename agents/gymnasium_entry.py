"""What Gymnasium's registry calls: codes such as ``opponents=["planner"]`` become agents, the rest game options."""

from typing import Any

from gymnasium.vector import AutoresetMode

from railgym.agents.registry import check_code, make_agent
from railgym.agents.scripted import check_bot, scripted_bots
from railgym.envs.catalog import MAKE, MAKE_VEC, make_game_beside
from railgym.envs.core import boundary
from railgym.envs.core.agent import Agent, check_agent
from railgym.envs.core.errors import OptionsError, plain
from railgym.envs.core.game import Game
from railgym.envs.rewards import Reward
from railgym.envs.single_seat import OnIllegal, SingleSeatEnv
from railgym.envs.vector import VectorGameEnv

__all__ = ["make_single_seat", "make_vector"]

Opponents = str | Agent | list[str | Agent] | tuple[str | Agent, ...] | None
DEFAULT = "random"


def make_single_seat(
    game: str,
    *,
    opponents: Opponents = None,
    seat: int | None = None,
    on_illegal: OnIllegal = "lose",
    reward: Reward = "result",
    encoder: str = "vector",
    text: bool = False,
    render_mode: str | None = None,
    render_scale: float = 1.0,
    **options: Any,
) -> SingleSeatEnv:
    """``gymnasium.make("railgym/...")``: see :class:`railgym.envs.single_seat.SingleSeatEnv`.

    ``opponents``: a code or an agent for every other seat, in turn order from the learner's left; a single code fills
    all of them; unset, they play at random. ``num_players``, unless given, follows from their number. All other
    options are the game's. Raises OptionsError or UnknownNameError in words.
    """
    table, sitting = _seat(MAKE, game, opponents, options)
    agents = [
        make_agent(agent, table, role) if isinstance(agent, str) else agent
        for agent, role in zip(sitting, _roles_around(table, seat), strict=True)
    ]
    return SingleSeatEnv(
        table,
        agents,
        seat=seat,
        on_illegal=on_illegal,
        reward=reward,
        encoder=encoder,
        text=text,
        render_mode=render_mode,
        render_scale=render_scale,
    )


def make_vector(
    game: str,
    num_envs: int,
    *,
    opponents: Opponents = None,
    seat: int | None = None,
    on_illegal: OnIllegal = "lose",
    reward: Reward = "result",
    encoder: str = "vector",
    threads: int = 1,
    copy: bool = True,
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    **options: Any,
) -> VectorGameEnv:
    """``gymnasium.make_vec("railgym/...")``: see :class:`railgym.envs.vector.VectorGameEnv`.

    ``opponents`` as for the single environment, but scripted bots only: they move inside the compiled step.
    """
    table, sitting = _seat(MAKE_VEC, game, opponents, options)
    bots = scripted_bots(table)
    for agent, role in zip(sitting, _roles_around(table, seat), strict=True):
        if not isinstance(agent, str) or agent not in bots.names:
            raise OptionsError(
                f"opponent {plain(agent)} is no scripted bot ({', '.join(bots.names)}): "
                "only they can play inside a batch; use vectorization_mode='sync' for others"
            )
        check_bot(table, agent, role)
    names = [str(agent) for agent in sitting]
    return VectorGameEnv(
        table,
        num_envs,
        bots,
        names,
        seat=seat,
        on_illegal=on_illegal,
        reward=reward,
        encoder=encoder,
        threads=threads,
        copy=copy,
        autoreset_mode=autoreset_mode,
    )


def _seat(kind: str, id: str, opponents: Opponents, options: dict[str, Any]) -> tuple[Game, list[str | Agent]]:
    """The game, and one opponent for every other seat."""
    given = [DEFAULT] if opponents is None else opponents
    sitting: list[str | Agent] = list(given) if isinstance(given, (list, tuple)) else [given]
    for agent in sitting:
        if isinstance(agent, str):
            check_code(agent)
        else:
            check_agent("opponents", agent)
    if len(sitting) > 1:
        options = {"num_players": len(sitting) + 1} | options
    game = make_game_beside(kind, id, options)
    if opponents is not None and sitting and game.num_players == 1:
        raise OptionsError(f"{id} with these options is a game for one: leave out opponents={plain(opponents)}")
    if game.num_players == 1 or (len(sitting) == 1 and isinstance(sitting[0], str)):
        sitting *= game.num_players - 1
    if len(sitting) != game.num_players - 1:
        raise OptionsError(f"{game.num_players} seats need {game.num_players - 1} opponents, not {len(sitting)}")
    return game, sitting


def _roles_around(game: Game, seat: int | None) -> tuple[str, ...]:
    """The roles of the other seats, in turn order from the learner's left."""
    boundary.choice("seat", seat, (None, *range(game.num_players)))
    first = (seat or 0) + 1
    return (*game.roles[first:], *game.roles[: first - 1])
