"""What a seat of a crayon-rail game may look for in vain, and why."""

from typing import Any

from railgym.envs.core.bits import bit
from railgym.envs.crayon_rails.actions import DELIVER, LINES, UPGRADE
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.build import UPGRADE_COST
from railgym.envs.crayon_rails.rules.cargo import capacity
from railgym.envs.crayon_rails.words import Words

__all__ = ["forbidden"]


def forbidden(words: Words, view: Any, mask: Any) -> dict[int, str]:
    """The loads, deliveries and engines that are not to be had now, each with the reason."""
    seat, phase = view["players"][int(view["current"])], int(view["phase"])
    if phase == phases.OPERATE and seat["train"] >= 0:
        city = words.board.mileposts[int(seat["train"])].city
        return _cargo(words, view, mask, seat, city) if city >= 0 else {}
    return _engines(view, mask, seat) if phase == phases.BUILD else {}


def _cargo(words: Words, view: Any, mask: Any, seat: Any, city: int) -> dict[int, str]:
    """Loads that the city supplies, and demands that it has."""
    first, struck = int(words.params["pick"]), int(view["no_cargo"]) & bit.py_func(city)
    full = len(words.loads(seat)) == capacity.py_func(int(seat["engine"]))
    reasons: dict[int, str] = {}
    for good in words.members(words.params["city_goods"][city]):
        if not mask[first + good]:
            left = "you have just dropped one here" if view["chips"][good] > 0 else "no load of it is left"
            reasons[first + good] = "a strike closes the city" if struck else "the train is full" if full else left
    for i, card in enumerate(words.hand(seat)[:LINES]):
        for line in range(LINES):
            goal, good, _ = words.demand(card, line)
            action = DELIVER + i * LINES + line
            if goal == city and not mask[action]:
                reasons[action] = "a strike closes the city" if struck else f"no {words.good(good)} is on board"
    return reasons


def _engines(view: Any, mask: Any, seat: Any) -> dict[int, str]:
    """The engines that come next."""
    nexts = {0: (1, 2), 1: (3,), 2: (3,)}.get(int(seat["engine"]), ())
    why = "not in the opening rounds"
    if view["cost"] > 0:
        why = "track was built in this turn"
    elif view["scores"][int(view["current"])] < UPGRADE_COST:
        why = f"an engine costs {UPGRADE_COST}"
    return {UPGRADE + engine - 1: why for engine in nexts if not mask[UPGRADE + engine - 1]}
