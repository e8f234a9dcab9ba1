"""Games under the referee of checker.py, and those who play them."""

from collections import Counter
from typing import Any

import numpy as np
from crayon_rails.checker import Referee
from crayon_rails.checker_derived import alike
from crayon_rails.checker_map import LOSE, RUN

from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.game import CrayonRails

# What plans and steps may number in another way, and what they do.
LABELS = ("component", "component_cities", "component_seats", "region")
UNLIKE = ("game", "ply", "mode", "players", *LABELS)
UNLIKE_OF_SEATS = ("home_milepost", "join_from")


def wishes(referee: Referee) -> tuple[Counter[int], Counter[int], set[int]]:
    """The cities to run and to build to, by how much the seat to decide wants it, and the goods it has a card for."""
    seat, board = referee.seats[referee.current], referee.board
    run, build, goods = Counter[int](), Counter[int](), set[int]()
    for card in seat.hand:
        for demand in board.cards[card].demands:
            goods.add(demand.good)
            build[demand.city] += 2
            if referee.may_deliver(referee.current, demand.good):
                run[demand.city] += 30
                build[demand.city] += 20
            elif seat.room and referee.locks.get(demand.good, referee.current) == referee.current:
                for city in board.sources[demand.good]:
                    run[city] += 4
                    build[city] += 2
    for city in board.majors:
        build[city] += 3
    return run, build, goods


def pick(referee: Referee, mask: Array, rng: np.random.Generator, style: str) -> int:
    """A legal action: ``random``, or ``eager``, which mostly fetches what it has a card for and delivers it, or
    ``careful``, which rides by single steps more often."""
    legal = np.flatnonzero(mask)
    table, phase = referee.game.actions, referee.phase
    run, build, goods = wishes(referee)
    weights = []
    for action in legal.tolist():
        block = table.block_of(action)
        i = action - block.start
        match block.name:
            case "deliver":
                weight = 200.0
            case "pick up":
                weight = 20.0 if i in goods else 0.3
            case "drop":
                weight = 1.0 if phase == LOSE else 0.02 if i in goods else 4.0
            case "place":
                weight = 0.2 + run[i]
            case "run":
                weight = 0.2 + run[i]
            case "pay":
                weight = 0.03 + 0.3 * run[i]
            case "build":
                weight = 0.1 + build[i]
            case "done":
                weight = 0.5 if phase == RUN else 3.0
            case "upgrade":
                weight = 1.0
            case "discard":
                weight = 0.3
            case "borrow":
                weight = 0.5
            case _:
                weight = 1.0
        weights.append(weight)
    likely = np.array(weights)
    names = [table.block_of(action).name for action in legal.tolist()]
    for name, share in (("from", 0.06), ("step", 0.06)):
        there = np.array([other == name for other in names])
        if there.any() and not there.all():
            likely[there] = likely[~there].sum() * (share if style == "eager" else 5 * share) / there.sum()
    if style == "random" or rng.random() < 0.05:
        counts = Counter(names)
        likely = np.array([1 / counts[name] for name in names])
    return int(rng.choice(legal, p=likely / likely.sum()))


def compare_twins(one: Array, other: Array) -> None:
    """Fails where two positions differ, but for what plans and steps have to differ in."""
    pairs = [(name, one[name], other[name]) for name in one.dtype.names or () if name not in UNLIKE]
    seats, others = one["players"], other["players"]
    pairs += [(name, seats[name], others[name]) for name in seats.dtype.names or () if name not in UNLIKE_OF_SEATS]
    for name, there, here in pairs:
        assert there.tobytes() == here.tobytes(), f"{name} differs after single steps"
    for name in ("component", "region"):
        assert alike(one[name][0].tolist(), other[name][0].tolist()), f"{name} differs after single steps"


def referee_game(
    game: CrayonRails,
    seed: int,
    style: str = "eager",
    twin: CrayonRails | None = None,
    masks: float = 1.0,
    most: int = 100_000,
) -> Counter[str]:
    """Play a whole game, or ``most`` plies of it, under a referee, who looks at a share ``masks`` of all masks; returns
    what happened how often. With ``twin``, the same game with full actions, every plan is played there step by step."""
    rng = np.random.default_rng(seed)
    state = game.rules.new_state(seed)
    beside: Any = twin.rules.new_state(seed) if twin else None
    referee = Referee(game, state)
    label = ""
    try:
        for _ in range(most):
            referee.compare(state)
            if state["terminated"][0]:
                break
            mask = game.rules.legal(state)
            if rng.random() < masks:
                referee.compare_mask(mask)
            action = pick(referee, mask, rng, style)
            label = game.actions.labels[action]
            singles = referee.play(action, game.rules.apply(state, action), state)
            if twin:
                for single in singles:
                    twin.rules.apply(beside, single)
                compare_twins(state, beside)
    except AssertionError as error:
        where = f"seed {seed}, {style}, {label!r} before ply {int(state['ply'][0])}, {game.options!r}"
        raise AssertionError(f"{error}\n{where}") from error
    referee.notes["plies"] += int(state["ply"][0])
    if state["terminated"][0]:
        referee.notes[game.end_reasons[int(state["end_reason"][0])]] += 1
    return referee.notes
