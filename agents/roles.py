"""Agents that play one role, and seats of others."""

from railgym.envs.core.errors import RoleError, UnknownNameError
from railgym.envs.core.game import Game

__all__ = ["check_role", "check_role_option", "other_role"]

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def check_role(game: Game, code: str, plays: str, role: str) -> None:
    """Raise RoleError, saying where it may sit, if an agent that plays as ``plays`` is to sit in a seat of ``role``."""
    if plays == role:
        return
    if plays in game.roles:
        where = f"seat it {_places(game, plays)}, and one that plays as {role} {_places(game, role)}"
    elif plays in game.optional_roles:
        where = f"{game.id} has a seat for it with --option {game.optional_roles[plays]}"
    else:
        where = f"{game.id} has no seat for it"
    raise RoleError(f"{code!r} plays as {plays}, not as {role}: {where}")


def _places(game: Game, role: str) -> str:
    """Where agents of a role sit, as in "first or second"."""
    return " or ".join(PLACES[seat] for seat, there in enumerate(game.roles) if there == role)


def check_role_option(game: Game, role: str) -> None:
    """Raise UnknownNameError, naming the roles of the game, if no seat has the role that ``--role`` gives."""
    if role not in game.roles:
        there = " and ".join(dict.fromkeys(game.roles))
        option = game.optional_roles.get(role)
        more = f"; for that role, give --option {option}" if option else ""
        raise UnknownNameError(f"--role {role}: {game.id} with these options has {there}{more}")


def other_role(game: Game, role: str) -> str:
    """What the seats opposite play as; where seats are alike, the same."""
    return next((there for there in game.roles if there != role), role)
