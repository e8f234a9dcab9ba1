"""Play that gets somewhere: track to where a demand can be met, deliveries, and then track between major cities."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.game import CrayonRails

__all__ = ["play", "positions"]

LUCK = 0.04  # how often a move is any at all


class Job(NamedTuple):
    """A demand: whether its track can be paid, what it brings less that track, the city, and a source of the good."""

    can_be_paid: bool
    worth: float
    city: int
    good: int
    source: int


def jobs(game: CrayonRails, seat: Any, cash: int) -> list[Job]:
    """What the cards of a seat call for, the best first."""
    found, words, away = [], game.display.words, seat["join_cost"]
    for card in words.hand(seat):
        for city, good, payout in (words.demand(card, line) for line in range(3)):
            for source in game.board.sources[good]:
                aboard = good in seat["loads"]
                apart = game.board.distance(city, source)
                track = [int(away[c]) for c in (city, source)] if seat["home_milepost"] >= 0 else [apart, 0]
                cost = track[0] + (0 if aboard else track[1])
                found.append(Job(cost <= cash, payout - cost - 0.3 * apart, city, good, source))
    return sorted(found, reverse=True)


def wishes(game: CrayonRails, state: Array) -> Iterator[tuple[str, int]]:
    """Blocks of actions and places in them, what is most to be wished first; -1: any place."""
    seat, cash = (
        state["players"][0, int(state["current_player"][0])],
        int(state["scores"][0, int(state["current_player"][0])]),
    )
    open_jobs = jobs(game, seat, cash)
    if not open_jobs:  # in the middle of drawing cards
        yield "drop", -1
        return
    [job, *_] = open_jobs
    aboard, linked = job.good in seat["loads"], set(game.display.words.members(seat["linked_cities"]))
    goal = job.city if aboard else job.source
    yield from (("deliver", -1), ("drop", int(seat["loads"][-1])) if not aboard else ("deliver", -1))
    yield from (("pick up", good) for _, _, _, good, _ in open_jobs[:12] if good not in seat["loads"])
    if not job.can_be_paid:
        yield "discard", 0
    if game.board.mileposts[int(seat["train"])].city != goal:
        yield from (("run", goal), ("pay", goal))
    if seat["home_milepost"] < 0:
        middles = [game.board.cities[m].mileposts[0] for m in game.board.majors]
        yield "open", int(np.argmin(game.params["build_cost"][0, middles, job.source]))
    yield from (("place", city) for city in (job.source, *linked) if city in linked)
    if cash > 60:
        yield "upgrade", -1
    yield from (("build", city) for city in (job.source, job.city) if city not in linked)
    if cash > 60:
        yield from (("build", m) for m in sorted(game.board.majors, key=lambda m: int(seat["join_cost"][m])))


def pick(game: CrayonRails, state: Array, rng: np.random.Generator) -> int:
    """The best of what is to be wished, or now and then anything."""
    mask = game.rules.legal(state)
    if rng.random() > LUCK:
        for name, place in wishes(game, state):
            block = game.actions.blocks[name]
            for action in range(block.start, block.stop) if place < 0 else [block.start + place]:
                if action < block.stop and mask[action]:
                    return action
        if mask[0]:
            return 0
    return int(rng.choice(np.flatnonzero(mask)))


def play(game: CrayonRails, seed: int, plies: int = 100_000) -> Iterator[tuple[Array, int, list[Event]]]:
    """The positions of a game, each with the action played in it and what happened then."""
    rng, state = np.random.default_rng(seed), game.rules.new_state(seed)
    while not state["terminated"][0] and plies > 0:
        before, action, plies = state.copy(), pick(game, state, rng), plies - 1
        yield before, action, game.rules.apply(state, action)


def positions(game: CrayonRails, seed: int, plies: int = 100_000) -> Iterator[Array]:
    """Every position of a game, the last one included."""
    state = game.rules.new_state(seed)
    yield state.copy()
    for _, action, _ in play(game, seed, plies):
        game.rules.apply(state, action)
        yield state.copy()
