"""What a seat may look for in vain in Railways of the World, and why."""

from collections.abc import Iterator
from typing import Any

from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import BLUE, GRAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.acting import BEST_ENGINE
from railgym.envs.railways_of_the_world.rules.duel import TYCHOON
from railgym.envs.railways_of_the_world.state import NO_CARD, NOBODY, ROW
from railgym.envs.railways_of_the_world.words import Words, count, money
from railgym.envs.railways_of_the_world.words_railbot import DUEL_GOALS

__all__ = ["forbidden"]

CUBE_COLORS = len(COLORS) - 1
ACHIEVEMENTS = ("railroad_era_begins", "speed_record", "new_train", "service_bounty")


def forbidden(words: Words, view: Any, mask: Any) -> dict[int, str]:
    """Actions that are not to be had now, each with the reason."""
    if view["terminated"]:
        return {}
    found = dict[int, str]()
    for action, why in _refusals(words, view):
        if 0 <= action < len(mask) and not mask[action]:
            found.setdefault(action, why)
    return found


def _refusals(words: Words, v: Any) -> Iterator[tuple[int, str]]:
    """Reasons against actions, by phase; those that are legal are sorted out later."""
    phase = int(v["phase"])
    if phase == phases.AUCTION:
        first = int(words.params["act_bid"])
        yield from ((first + n - 1, f"the highest bid is {money(v['bid'])}") for n in range(1, int(v["bid"]) + 1))
    elif phase == phases.COLOR:
        first = int(words.params["act_color"])
        yield from ((first + c - BLUE, "no New City tile of this color is left") for c in range(BLUE, GRAY))
    elif phase == phases.URBANIZE:
        yield from _urbanize(words, v)
    elif phase == phases.ACTION:
        seat = v["players"][int(v["current"])]
        if seat["actions"] == 0:
            yield from _duels(words, v)
        elif v["grant"]:
            yield from _while_granted(words, v)
        else:
            yield from _actions(words, v, seat)


def _while_granted(words: Words, v: Any) -> Iterator[tuple[int, str]]:
    """Once a land grant is used, nothing but track comes next."""
    why = "a land grant is used: track has to be built with it"
    yield 0, why
    yield int(words.params["act_upgrade"]), why
    yield from ((int(words.params["act_take"]) + card, why) for card in words.shown(v))
    yield from ((action, why) for action, _ in _cubes(words, v))


def _actions(words: Words, v: Any, seat: Any) -> Iterator[tuple[int, str]]:
    if seat["engine"] == BEST_ENGINE:
        yield int(words.params["act_upgrade"]), f"the engine has level {BEST_ENGINE}, the best"
    no_grant = "no land grant is held" if seat["grants"] == 0 else "there is nowhere to build"
    yield int(words.params["act_grant"]), no_grant
    yield from _cards(words, v, seat)
    yield from _urbanize(words, v)
    yield from _western(words, v)
    yield from _cubes(words, v)
    if words.solo:
        yield from _insurance(words, v)
        yield from _duels(words, v)


def _cards(words: Words, v: Any, seat: Any) -> Iterator[tuple[int, str]]:
    """Cards that are not on display, or cannot be taken from there."""
    shown, first = words.shown(v), int(words.params["act_take"])
    for i, card in enumerate(words.board.operations):
        if i not in shown:
            yield first + i, "this card is not on display"
        elif card.kind in ACHIEVEMENTS:
            yield first + i, f"this card is not taken: it gives {words.card_effect(i)}"
        elif card.kind == "perfect_engineering" and seat["engineers"]:
            yield first + i, "the seat has Perfect Engineering already"
        elif card.kind == "new_industry":
            yield first + i, "no gray city or no New City tile is left"
        elif card.kind == "city_growth":
            yield first + i, "the bag is empty"


def _urbanize(words: Words, v: Any) -> Iterator[tuple[int, str]]:
    """Cities that cannot become New Cities."""
    first, left = int(words.params["act_urbanize"]), int(v["tiles"][:GRAY].sum())
    for i, city in enumerate(words.board.cities):
        if not city.in_play:
            yield first + i, f"{city.name} is not in play"
        elif v["color"][i] != GRAY:
            yield first + i, f"{city.name} is {words.color(v['color'][i])}, not gray"
        elif left == 0:
            yield first + i, "no New City tiles are left"


def _western(words: Words, v: Any) -> Iterator[tuple[int, str]]:
    first = int(words.params["act_western"])
    for i, city in enumerate(c for c in words.params["western"] if c >= 0):
        name = words.city(city)
        built = f"the western link of {name} is built already"
        yield first + i, built if v["western"][city] else f"no own link reaches {name}"


def _cubes(words: Words, v: Any) -> Iterator[tuple[int, str]]:
    """Cubes that cannot be delivered, by plan and by steps."""
    blocks = [int(words.params[f"act_{name}"]) for name in ("deliver", "load")]
    player = int(v["current"])
    level = int(v["players"][player]["engine"]) - (int(v["effects"]) >> TYCHOON & 1)
    for city in range(len(words.board.cities)):
        for color in (c for c in range(CUBE_COLORS) if v["cubes"][city, c]):
            why = _no_way(words, v, player, city, color, level)
            yield from ((first + city * CUBE_COLORS + color, why) for first in blocks)


def _no_way(words: Words, v: Any, player: int, city: int, color: int, level: int) -> str:
    if not v["joined"][player, city]:
        return f"no own link leads out of {words.city(city)}"
    if level == 0:
        return "the engine counts for nothing"
    return f"no {words.color(color)} city is within {count(level, 'link')} of {words.city(city)}, the first an own one"


def _insurance(words: Words, v: Any) -> Iterator[tuple[int, str]]:
    if v["insured"] != NO_CARD:
        why = "the Insurance token is on a card already"
    elif v["part"]:
        why = "Insurance comes before the Railbot's card"
    elif v["fresh"] != 1:
        why = "Insurance takes the first two actions, and one is spent"
    else:
        why = "there is no card in this place"
    yield from ((int(words.params["act_insure"]) + i, why) for i in range(ROW - 1))


def _duels(words: Words, v: Any) -> Iterator[tuple[int, str]]:
    """Barons of the duel whose goal is not met, or that are claimed."""
    first = int(words.params["act_duel"])
    for baron, owner in zip(v["duel"], v["duel_owner"]):
        if baron >= 0 and words.params["duel"]:
            claimed = f"{words.owner(owner)} has claimed this baron"
            yield first + int(baron), f"not met: {DUEL_GOALS[baron]}" if owner == NOBODY else claimed
