"""Deliveries against an exhaustive search in plain Python: all paths there are, and the best of them."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from railways_of_the_world import eager_play
from railways_of_the_world.checker_delivery import Deliveries, Path
from railways_of_the_world.games import railbot, railways

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import COLORS, RAILBOT

FORMS: dict[str, Any] = {
    "two": lambda: railways(map="south_sweden", num_players=2),
    "six": lambda: railways(map="south_sweden", num_players=6, markers=10),
    "four on a large map": lambda: railways(num_players=4),
    "railbot": lambda: railbot(map="south_sweden"),
    "railbot, duel": lambda: railbot(duel_barons=True),
}
MANY = 3000  # paths of a cube that are looked at


def positions(game: HexRailways, seeds: range, every: int) -> Iterator[Array]:
    """Positions of eager play in which an action is taken, with any engine, and any of the Railbot's barons."""
    rng = np.random.default_rng(3)
    for seed in seeds:
        acting = [state for state in eager_play.positions(game, seed) if state["phase"][0] == phases.ACTION]
        for state in acting[seed % every :: every]:
            s = state[0]
            if s["terminated"] or s["grant_in_use"] or not s["players"]["actions_left"][int(s["current_player"])]:
                continue
            s["players"]["engine"][int(s["current_player"])] = rng.integers(1, 9)
            if game.params["duel_barons"][0]:
                s["duel_barons"], s["duel_owner"] = rng.choice([2, 8, 9, 10, 11], 4, replace=False), RAILBOT
                s["baron_effects"] = sum(1 << int(baron) for baron in s["duel_barons"])
            s["scores"] += 20  # so that the floor of the track is far, RW-R6
            yield state


def named(game: HexRailways, block: str, state: Array) -> set[int]:
    """The legal actions of a block, counted from its first."""
    span = game.actions.blocks[block]
    return {
        int(action) - span.start
        for action in np.flatnonzero(game.rules.legal(state))
        if span.start <= action < span.stop
    }


def leaves(game: HexRailways, state: Array, path: Path = ()) -> Iterator[tuple[Path, Array]]:
    """Every way to play a delivery to its end, link by link, and the position then."""
    if state["phase"][0] not in (phases.GO, phases.OVER):
        yield path, state
        return
    legal = np.flatnonzero(game.rules.legal(state))
    assert legal.size, "a dead end"
    for action in legal:
        block, after = game.actions.block_of(int(action)), state.copy()
        before = after["links_by_owner"][0].copy()
        game.rules.apply(after, int(action))
        if block.name == "go" and after["phase"][0] == phases.OVER:
            yield from leaves(game, after, path)
            continue
        city = int(state["next_city"][0]) if block.name == "over" else int(action) - block.start
        owner = int(action) - block.start if block.name == "over" else None
        if owner is None:
            (owner,) = np.flatnonzero(after["links_by_owner"][0] != before).tolist()
        yield from leaves(game, after, (*path, (city, owner)))


@pytest.mark.parametrize("form", ["two", "six", "railbot", "railbot, duel"])
def test_paths__are_all_that_the_rules_allow(form: str) -> None:
    """RW-6.1 to RW-6.7: none is missing, and none is a dead end."""
    game, number, choices = FORMS[form](), 0, 0
    for state in positions(game, range(3), 12):
        known = Deliveries(game, state)
        loads = known.loads()
        assert named(game, "load", state) == {COLORS * city + color for city, color in loads}
        assert named(game, "deliver", state) == named(game, "load", state)
        for city, color in sorted(loads):
            paths = list(islice(known.paths(city, color), 60))
            if len(paths) == 60:
                continue
            start = state.copy()
            game.rules.apply(start, game.actions.blocks["load"].start + COLORS * city + color)
            found = [path for path, _ in leaves(game, start)]
            assert sorted(found) == sorted(paths)
            number, choices = number + len(paths), choices + (len(paths) > 1)
    assert number > 40 and choices > 5, (number, choices)


@pytest.mark.parametrize("form", FORMS)
def test_plan_to_deliver__takes_a_best_path_and_pays_what_it_says(form: str) -> None:
    """The seat's points less the mean of the others' (against the Railbot its own) are as many as of any path."""
    game, number, chosen = FORMS[form](), 0, 0
    for state in positions(game, range(6), 7):
        known = Deliveries(game, state)
        for load in sorted(named(game, "deliver", state)):
            city, color = divmod(load, COLORS)
            paths = list(islice(known.paths(city, color), MANY))
            if len(paths) == MANY:
                continue
            after = state.copy()
            events = game.rules.apply(after, game.actions.blocks["deliver"].start + load)
            gains = points_of(known, events)
            assert gains in [sum_of(known, path) for path in paths]
            mine, rest = gains[known.player], sum(gains) - gains[known.player]
            best = max(map(known.value, paths))
            assert max(1, known.seats - 1) * mine - rest == best
            number, chosen = number + 1, chosen + (min(map(known.value, paths)) < best)
    assert number > 20 and chosen > 5, (number, chosen)


@pytest.mark.parametrize("form", ["railbot", "railbot, duel"])
def test_delivery__is_one_sum_before_the_track_ends_at_0(form: str) -> None:
    """RW-R6: whatever it pays and costs, from any few points, by any path; some of the links are the Railbot's."""
    game, cut, tried = FORMS[form](), 0, 0
    for state in positions(game, range(6), 6):
        state["players"]["actions_left"][0, 0] = 3  # so that no card of the Railbot's follows
        for load in sorted(named(game, "load", state))[:3]:
            ends = {}
            for before in (1000, 0, 1):
                start = state.copy()
                start["scores"][0, 0] = before
                game.rules.apply(start, game.actions.blocks["load"].start + load)
                ends[before] = [int(end["scores"][0, 0]) for _, end in islice(leaves(game, start), 40)]
            sums = [end - 1000 for end in ends[1000]]
            for before in (0, 1):
                assert ends[before] == [max(0, before + points) for points in sums]
            cut, tried = cut + sum(points < 0 for points in sums), tried + len(sums)
    assert tried > 50 and cut > 0, (tried, cut)


REASONS = (
    event_kinds.FOR_LINKS,
    event_kinds.FOR_HOTEL,
    event_kinds.FOR_BOUNTY,
    event_kinds.FOR_FIRST,
    event_kinds.FOR_SPEED,
)


def points_of(known: Deliveries, events: list[Any]) -> list[int]:
    """The points of every seat by a delivery, from what is told of it."""
    told = [event for event in events if event.kind == event_kinds.POINTS and event.data[1] in REASONS]
    return [sum(event.data[0] for event in told if event.player == p) for p in range(known.seats)]


def sum_of(known: Deliveries, path: Path) -> list[int]:
    return [links + more for links, more in zip(*known.brings(path), strict=True)]
