"""Plays many games of any agents, fast: the engine of evaluations and tournaments.

A *line-up* of P agents plays every paired seed P times, so that every agent has every seat once. Where seats have
roles, it plays every seed once, without rotation. Games of scripted bots run in compiled code on all threads. All other
games are stepped from Python in batches, so that an agent with

    act_batch(views (N,), masks int8 (N, A), observations float32 (N, F), seats int (N,)) -> actions (N,)

decides once per step for all games that wait for it. Other agents play one game at a time, so games with one of them
are played one by one, in the given order. Such an agent may have

    finish(payoffs (P,)) -> None

which is called at the end of each of its games. An agent that returns ``FORFEIT`` instead of an action, or raises
ForfeitError, loses the game at once. A game depends on its seed and its agents, never on the threads. A batched agent
that chooses at random continues its random numbers from game to game.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from railgym.agents.characters import played_by
from railgym.agents.own import AgentError, guarded
from railgym.agents.registry import make_agent
from railgym.agents.scripted import check_bot, scripted_bots
from railgym.envs.core.agent import Agent, ForfeitError
from railgym.envs.core.batch import Batch, run_matches
from railgym.envs.core.errors import IllegalActionError, RoleError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import View
from railgym.envs.core.simulate import CALLER, result_dtype
from railgym.training.evaluate.ledger import Ledger

__all__ = [
    "FORFEIT",
    "FORFEITED",
    "Progress",
    "by_agent",
    "games_per_seed",
    "make_agents",
    "paired_seeds",
    "play_games",
    "rotated",
    "seated",
]

Progress = Callable[[int], None]
"""Called with the number of games that were finished since the last call."""

CHUNK = 8192  # games between two calls of the progress, in compiled code
FORFEIT = -2  # instead of an action
FORFEITED = -2  # the ``end_reason`` of such a game
NUM_ENVS = 512  # environments for agents that choose in many games at once


def paired_seeds(seed: int, num_seeds: int) -> Array:
    """The paired seeds made from ``seed`` (not negative): int64 (D,). Fewer seeds are the first ones of more."""
    bits: Array = np.random.SeedSequence(seed).generate_state(num_seeds, np.uint64)
    return (bits >> np.uint64(1)).astype(np.int64)


def rotated(seeds: Array, lineup: Sequence[int]) -> tuple[Array, Array]:
    """Every seed in all P rotations of an ascending line-up: seeds (D * P,), and the agent of every seat (D * P, P).

    A rotation does not change the neighbours of an agent. The seeds therefore take turns with the orders around the
    table: with three seats, every second seed has the reverse order; with four there are six orders.
    """
    first, *others = lineup
    tables = [np.array([first, *order]) for order in permutations(others)]
    turns = [[np.roll(table, r) for r in range(len(lineup))] for table in tables]
    seating = np.array([turns[d % len(turns)] for d in range(len(seeds))])
    return np.repeat(seeds, len(lineup)), seating.reshape(-1, len(lineup))


def games_per_seed(game: Game) -> int:
    """How often a line-up plays every seed."""
    return game.num_players if game.symmetric_seats else 1


def seated(game: Game, seeds: Array, lineup: Sequence[int]) -> tuple[Array, Array]:
    """The games of a line-up: seeds (D * R,), and the agent of every seat (D * R, P). Where seats have roles, every
    agent keeps its seat, and R is 1; else the line-up is rotated."""
    return rotated(seeds, lineup) if game.symmetric_seats else (seeds, np.tile(lineup, (len(seeds), 1)))


def by_agent(values: Array, seating: Array, rounds: int | None = None) -> Array:
    """Reorder values of :func:`rotated` or :func:`seated` games from seats, (D * R, seats), to agents, (D, R, P).
    ``rounds`` R: by default P."""
    found: Array = np.take_along_axis(values, np.argsort(seating, axis=1), axis=1)
    return found.reshape(-1, rounds or seating.shape[1], seating.shape[1])


def make_agents(
    game: Game, codes: Sequence[str], roles: Sequence[str] | None = None, given: Mapping[str, Agent] | None = None
) -> dict[int, Agent]:
    """The agents that do not play in compiled code, by their places in ``codes``; ``roles``: what each plays as, by
    default all as the first seat; ``given``: agents that are there already, by their codes. Raises what
    :func:`railgym.agents.registry.make_agent` raises."""
    bots = scripted_bots(game)
    agents = {}
    for k, (code, role) in enumerate(zip(codes, roles or [game.roles[0]] * len(codes), strict=True)):
        if given and code in given:
            agents[k] = guarded(given[code], code)
        elif (bot := played_by(code, game)) in bots.all_names:
            check_bot(game, bot, role)
        else:
            agents[k] = make_agent(code, game, role)
    return agents


def _roles(game: Game, codes: Sequence[str], seating: Array) -> list[str]:
    """What each agent plays as; raises RoleError for one that has seats of several roles."""
    found = []
    for k, code in enumerate(codes):
        roles = sorted({game.roles[seat] for seat in np.flatnonzero((seating == k).any(0))})
        if len(roles) > 1:
            raise RoleError(f"{code!r} cannot play as {' and '.join(roles)}: name it once for each")
        found.append(roles[0] if roles else game.roles[0])
    return found


def play_games(
    game: Game,
    codes: Sequence[str],
    seeds: Array,
    seating: Array,
    threads: int = 1,
    progress: Progress = lambda games: None,
    given: Mapping[str, Agent] | None = None,
    ledger: Ledger | None = None,
) -> Array:
    """Play G games. ``seeds`` int64 (G,); ``seating`` int (G, P): the index into ``codes`` of the agent in every seat;
    ``given``: agents that are there already, by their codes; ``ledger``: gets what the agents report.

    Returns the results, (G,) of :func:`railgym.envs.core.simulate.result_dtype`. Raises whatever
    :func:`railgym.agents.registry.make_agent` raises, and IllegalActionError naming an agent that breaks the rules.
    """
    bots, agents = scripted_bots(game), make_agents(game, codes, _roles(game, codes, seating), given)
    numbers = np.array([CALLER if k in agents else bots.number(played_by(code, game)) for k, code in enumerate(codes)])
    results = np.zeros(len(seeds), result_dtype(game.max_players))
    compiled = (numbers[seating] != CALLER).all(1)
    single = np.isin(seating, [k for k, agent in agents.items() if not hasattr(agent, "act_batch")]).any(1)
    for start in range(0, int(compiled.sum()), CHUNK):
        which = np.flatnonzero(compiled)[start : start + CHUNK]
        results[which] = run_matches(game, bots, seeds[which], numbers[seating[which]], threads)
        progress(len(which))
    for group, num_envs, workers in ((~compiled & ~single, NUM_ENVS, threads), (single, 1, 1)):
        if group.any():
            table = _StepwiseGames(game, agents, numbers, min(num_envs, int(group.sum())), workers)
            results[group] = table.play(seeds[group], seating[group], progress)
    if ledger:
        ledger.add(agents)
    return results


class _StepwiseGames:
    """Games played step by step in a batch, each with at least one agent in Python."""

    def __init__(self, game: Game, agents: dict[int, Agent], numbers: Array, num_envs: int, threads: int) -> None:
        self.game, self.agents, self.numbers = game, agents, numbers
        self.batch = Batch(game, num_envs, 0, threads, scripted_bots(game))
        self.playing = np.full(num_envs, -1)  # the game in every environment

    def play(self, seeds: Array, seating: Array, progress: Progress) -> Array:
        self.seeds, self.seating = seeds, seating
        self.results = np.zeros(len(seeds), self.batch.envs["result"].dtype)
        self.dealt = 0
        for k, agent in self.agents.items():
            if hasattr(agent, "act_batch"):
                agent.reset(0, _agent_seed(int(seeds[0]), k))
        self._deal(np.arange(self.batch.size), progress)
        while len(waiting := np.flatnonzero(self.playing >= 0)):
            actions = self._choose(waiting)
            given_up = actions == FORFEIT
            self._step(waiting[~given_up], actions[~given_up], progress)
            self._forfeit(waiting[given_up], progress)
        return self.results

    def _forfeit(self, which: Array, progress: Progress) -> None:
        """End these games: lost for the current player, and won equally for all others."""
        seats = self.game.num_players
        for i in which:
            number, state = self.playing[i], self.batch.states[i]
            result = self.results[number]
            result["payoff"][:seats] = 1 / max(1, seats - 1)
            result["payoff"][self.batch.envs["seat"][i]] = -1
            result["scores"], result["plies"], result["turns"] = state["scores"], state["ply"], state["turn"]
            result["end_reason"] = FORFEITED
            self._tell(number)
        if len(which):
            progress(len(which))
            self._deal(which, progress)

    def _step(self, which: Array, actions: Array, progress: Progress) -> None:
        self.batch.step(actions, which)
        if len(finished := self._note(which, progress)):
            self._deal(finished, progress)

    def _note(self, which: Array, progress: Progress) -> Array:
        """Store the results of the games that the last step finished; returns their environments."""
        finished: Array = which[self.batch.envs["done"][which] == 1]
        self.results[self.playing[finished]] = self.batch.envs["result"][finished]
        for game in self.playing[finished]:
            self._tell(game)
        if len(finished):
            progress(len(finished))
        return finished

    def _tell(self, game: int) -> None:
        """Tell the agents of a game that want to know how it ended."""
        for k in self.seating[game]:
            finish = getattr(self.agents.get(int(k)), "finish", None)
            if finish:
                finish(self.results["payoff"][game][: self.game.num_players])

    def _deal(self, free: Array, progress: Progress) -> None:
        """Begin the next games in free environments; scripted bots may finish one before another agent acts."""
        while len(free):
            self.playing[free] = -1
            fresh = free[: len(self.seeds) - self.dealt]
            self.playing[fresh] = np.arange(self.dealt, self.dealt + len(fresh))
            self.dealt += len(fresh)
            games = self.playing[fresh]
            for game in games:
                self._seat(game)
            self.batch.place(fresh, self.seeds[games], self.numbers[self.seating[games]])
            free = self._note(fresh, progress)

    def _seat(self, number: int) -> None:
        """Reset the agents of a game, except those that play in all games at once."""
        for seat, k in enumerate(self.seating[number]):
            if k in self.agents and not hasattr(self.agents[k], "act_batch"):
                self.agents[k].reset(seat, _agent_seed(int(self.seeds[number]), seat))

    def _choose(self, waiting: Array) -> Array:
        """The choice of the current player's agent in each of these environments."""
        seats = self.batch.envs["seat"][waiting].astype(np.int64)
        deciding = self.seating[self.playing[waiting], seats]
        views = self.batch.views(waiting)
        actions = np.zeros(len(waiting), np.int64)
        for k in np.unique(deciding):
            rows = np.flatnonzero(deciding == k)
            agent: Any = self.agents[int(k)]
            masks = self.batch.masks[waiting[rows]]
            if hasattr(agent, "act_batch"):
                seen = self.batch.observations[waiting[rows]]
                actions[rows] = _ask_batch(agent, views[rows], masks, seen, seats[rows])
            else:
                ask = partial(_ask, agent)
                actions[rows] = [ask(View.unchecked(self.game, views[row : row + 1])) for row in rows]
            self._check(agent.code, views[rows], masks, actions[rows])
        return actions

    def _check(self, code: str, views: Array, masks: Array, actions: Array) -> None:
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal = inside & (masks[np.arange(len(masks)), np.where(inside, actions, 0)] == 1) | (actions == FORFEIT)
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            refusal = View.unchecked(self.game, views[wrong : wrong + 1]).refuse(int(actions[wrong]))
            raise IllegalActionError(f"agent {code!r} broke the rules: {refusal}")


def _ask(agent: Agent, view: View) -> int:
    """The action of an agent, or FORFEIT."""
    try:
        return agent.act(view)
    except ForfeitError:
        return FORFEIT


def _ask_batch(agent: Any, views: Array, masks: Array, observations: Array, seats: Array) -> Array:
    """The actions of an agent in N games, or FORFEIT in all of them. Raises AgentError for anything but N integers."""
    try:
        answer = np.asarray(agent.act_batch(views, masks, observations, seats))
    except ForfeitError:
        return np.full(len(masks), FORFEIT)
    if answer.shape != (len(masks),) or answer.dtype.kind not in "iu":
        found = f"{answer.dtype} of shape {answer.shape}"
        raise AgentError(f"agent {agent.code!r}: act_batch returned {found}, not {len(masks)} integers")
    return answer


def _agent_seed(seed: int, place: int) -> int:
    """The seed of an agent's random choices, from the game's seed and its seat (batched: the first seed and its
    index)."""
    return int(np.random.SeedSequence([seed, place]).generate_state(1)[0])
