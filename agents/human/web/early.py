"""What all players decide at the same time, as in a set-up: who is not to move yet can decide early."""

from collections.abc import Sequence

from railgym.envs.core.display import JointChoice
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.position import Position, reveals

__all__ = ["check_in_turn", "early_position", "least_chosen"]


def early_position(position: Position, seat: int, chosen: Sequence[int]) -> Position | None:
    """The position in which ``seat`` decides, after the actions that they have ``chosen`` early; None where they can
    decide nothing before their turn.

    It is sampled from their view, so it tells them nothing. The other players have decided in some way: what all decide
    at the same time depends on no decision of another player. After an action that shows them something new, they wait
    for their turn.
    """
    if not position.is_simultaneous:
        return None
    world = position.view(seat).sample(0)
    for action in chosen:
        if not _go_to_turn(world, seat) or not world.is_legal(action) or reveals(world.game, world.record, action):
            return None
        world.play(action)
    return world if _go_to_turn(world, seat) else None


def _go_to_turn(world: Position, seat: int) -> bool:
    """Play until ``seat`` is to decide; whether they come to decide at the same time as the others."""
    while world.current_player != seat and not world.is_over and world.is_simultaneous:
        world.play(world.legal_actions[0])
    return world.current_player == seat and world.is_simultaneous


def check_in_turn(position: Position, actions: Sequence[int]) -> None:
    """Raise IllegalActionError unless the current player may play all these actions, one after another."""
    world, seat = position.copy(), position.current_player
    for action in actions:
        if world.current_player != seat:
            raise IllegalActionError("there are fewer decisions now")
        world.play(action)


def least_chosen(world: Position, joint: JointChoice) -> int:
    """The least number of things that a joint choice has to take. Plays the decisions in ``world``, declining
    all that can be declined."""
    taken = 0
    for _ in joint.things:
        forced = not world.is_legal(joint.no)
        world.play(joint.yes if forced else joint.no)
        taken += forced
    return taken
