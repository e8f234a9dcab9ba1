"""``railgym.make_selfplay``: the environment for self-play, with scripted bots in the seats that ask for one."""

from collections.abc import Sequence
from typing import Any

from railgym.agents.scripted import check_bot, scripted_bots
from railgym.envs.config import SELF_PLAY, make_game_for
from railgym.envs.core.errors import OptionsError
from railgym.envs.selfplay import SelfPlayEnv

__all__ = ["make_selfplay"]


def make_selfplay(
    id: str, /, num_envs: int, *, bots: Sequence[str | None] | None = None, rotate: bool = False, **given: Any
) -> SelfPlayEnv:
    """N games in which the caller acts in every seat, or in those without a scripted bot: see
    :class:`railgym.envs.selfplay.SelfPlayEnv`.

    ``bots``: one entry for each seat, None for a seat of the caller's; ``num_players`` follows from their number by
    default. ``rotate``: bots and caller move on by one seat with every game. ``given``: the options of the game and the
    keywords ``reward``, ``encoder``, ``threads`` and ``copy``. Raises OptionsError, UnknownNameError or ArgumentError.
    """
    if isinstance(bots, Sequence) and not isinstance(bots, str) and len(bots) > 1:
        given = {"num_players": len(bots)} | given
    game, keywords = make_game_for(SELF_PLAY, id, given)
    env = SelfPlayEnv(game, num_envs, scripted_bots(game), bots, rotate, **keywords)
    if rotate and bots is not None and len(set(game.roles)) > 1:
        raise OptionsError("rotate: the seats of this game have roles, so bots keep their seats")
    for name, role in zip(bots or (), game.roles):
        if name is not None:
            check_bot(game, name, role)
    return env
