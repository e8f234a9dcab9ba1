"""The win rate of a user's policy: any function that chooses actions for many games at once."""

from collections.abc import Callable
from typing import Any

from railgym.agents.seating import line_up
from railgym.envs.catalog import make_game
from railgym.envs.core import boundary
from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.limits import SEED
from railgym.envs.core.position import View
from railgym.training.arguments import benchmark_codes
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.matches import games_per_seed
from railgym.training.evaluate.statistics import Interval

__all__ = ["Policy", "PolicyAgent", "win_rate"]

Policy = Callable[[Array, Array], Array]
"""Observations float32 (N, F) and masks int8 (N, A) of N games -> actions, integers (N,)."""
CODE = "policy"


class PolicyAgent:
    """An agent that plays by a policy."""

    def __init__(self, game: Game, policy: Policy, code: str = CODE) -> None:
        self.game, self.policy, self.code = game, policy, code

    def reset(self, seat: int, seed: int) -> None:
        """Nothing is kept from game to game."""

    def act(self, view: View) -> int:
        observation = self.game.rules.encode(view.record, view.player)
        return int(self.policy(observation[None], view.action_mask[None])[0])

    def act_batch(self, views: Array, masks: Array, observations: Array, seats: Array) -> Array:
        """Decide in N games at once: int64 (N,). Raises ArgumentError if the policy returns anything but N integers."""
        return boundary.actions("win_rate", self.policy(observations, masks), (len(masks),), "actions of the policy")


def win_rate(
    policy: Policy, id: str, opponent: str = "random", *, games: int = 400, seed: int = 7, **options: Any
) -> Interval:
    """The win rate of a policy against a bot or a trained agent in all other seats, with the 95 % interval.

    ``policy`` gets observations float32 (N, F) and masks int8 (N, A) of N games, and returns actions, integers (N,).
    ``opponent``: the code of an agent. ``games`` is rounded up until each seed is played from every seat. The
    same ``seed`` gives the same games, for comparisons of policies. ``options``: those of the game, and ``encoder``. A
    win shared by k players counts 1/k. Raises OptionsError, UnknownNameError, ArgumentError or IllegalActionError.

    The same measurement as ``railgym evaluate``. ``print(win_rate(...).text(".1%"))`` shows ``62.3% [57.5%, 67.0%]``.
    """
    if not callable(policy):
        raise ArgumentError("win_rate: the policy is a function of (observations, masks); bots play by evaluate")
    boundary.instance("win_rate", "opponent", opponent, str, "the code of an agent, such as 'greedy'")
    (opponent,) = benchmark_codes(opponent)
    seed = boundary.whole_number("win_rate", "seed", seed, int(SEED.low), int(SEED.high))
    encoder = options.pop("encoder", "vector")
    game = make_game(id, **options).encoded_by(encoder)
    games = boundary.whole_number("win_rate", "games", games, 1, 10**7)
    alike = (CODE, *[opponent] * (game.num_players - 1))
    codes = alike if game.symmetric_seats else line_up(game, CODE, game.roles[0], opponent)
    num_seeds = -(-games // games_per_seed(game))
    found = evaluate(game, codes, num_seeds, seed, given={CODE: PolicyAgent(game, policy)})["agents"][codes.index(CODE)]
    return Interval(found["win_rate"], *found["ci95"])
