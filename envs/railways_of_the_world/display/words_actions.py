"""Actions in words: what they cost, and what they lead to."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from railgym.envs.core.display import count
from railgym.envs.core.events import Event
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.display.words_names import ORDINALS, Words, money
from railgym.envs.railways_of_the_world.display.words_railbot import railbot_choice
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import BLUE
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.cities import URBANIZE_PRICE, WESTERN_CUBES, WESTERN_PRICE
from railgym.envs.railways_of_the_world.rules.money import BOND
from railgym.envs.railways_of_the_world.state import HIDDEN, OWNERS, SIDES

if TYPE_CHECKING:
    from railgym.envs.core.game import Array
    from railgym.envs.core.reading import Reading

__all__ = ["action_words"]

CUBE_COLORS = len(COLORS) - 1

Foreseen: TypeAlias = Callable[[Words, str, Sequence[Event], Any, Any], str]


def action_words(display: Any, view: "Reading", action: int) -> str:
    """An action as it reads in this position."""
    words: Words = display.words
    label: str = display.actions.labels[action]
    if not view.is_legal(action):
        return label
    state = view.record
    v, block = state[0], display.actions.block_of(action)
    place = action - block.start
    if v["phase"] >= phases.PICK_SLOT:
        return railbot_choice(words, v, block.name, place, label)
    if action == PASS:
        return _pass(words, v)
    if block.name in _TOLD:
        return _TOLD[block.name](words, v, place, label)
    if block.name == "link":
        return _link(display, label, state, action)
    if block.name in _FORESEEN:
        happened, after = _foresee(display, state, action)
        return _FORESEEN[block.name](words, label, happened, v, after)
    return label


def _foresee(display: Any, state: "Array", action: int) -> tuple[list[Event], Any]:
    """What an action leads to: it is played in a copy of the position, in which no card can come that is not seen yet.
    What the end of the turn brings is left out."""
    after = state.copy()
    after["deck"]["size"] = after["railbot_deck"]["size"] = 0
    happened = takewhile(lambda event: event.kind != event_kinds.INCOME, display.game.rules.apply(after, action))
    return list(happened), after[0]


# --- what is told from the position -----------------------------------------------------------------------------------


def _pass(words: Words, v: Any) -> str:
    if v["phase"] == phases.AUCTION:
        return f"pass, out of the auction{_terms_of_passing(words, v)}"
    return "pass" if v["players"][int(v["current_player"])]["actions_left"] else "pass, without a baron"


def _terms_of_passing(words: Words, v: Any) -> str:
    """The place that passing gives and the price of passing, as words; "" if there are none."""
    terms = words.pass_in_auction(v, int(v["current_player"]))
    if terms is None:
        return ""
    price, place = terms
    return f", {ORDINALS[place]} in the turn" + (f", for {_price(v, price)}" if price else "")


def _keep(words: Words, v: Any, place: int, label: str) -> str:
    baron = int(v["players"][int(v["current_player"])]["barons"][place])
    return label if baron == HIDDEN else f"{label}: {words.baron(baron)}"


def _bid(words: Words, v: Any, place: int, label: str) -> str:
    return f"bid {_price(v, place + 1)}"


def _take(words: Words, v: Any, place: int, label: str) -> str:
    return f"{label}: {words.card_effect(place, v)}"


def _grant(words: Words, v: Any, place: int, label: str) -> str:
    return f"{label}: tiles in open country cost nothing in this action"


def _western(words: Words, v: Any, place: int, label: str) -> str:
    cubes = min(WESTERN_CUBES, int(v["bag"][0]))
    return f"{label} for {_price(v, WESTERN_PRICE)}: {count(cubes, 'red cube')}"


def _urbanize(words: Words, v: Any, place: int, label: str) -> str:
    return f"{label} for {'nothing' if v['new_city_is_free'] else _price(v, URBANIZE_PRICE)}"


def _color(words: Words, v: Any, place: int, label: str) -> str:
    left = count(v["new_city_tiles"][BLUE + place], "tile")
    return f"make {words.city(v['current_place'])} {words.color(BLUE + place)}, {left} left"


def _grow(words: Words, v: Any, place: int, label: str) -> str:
    return f"{label}, which has {words.cubes(v['cubes'][place])}"


def _start(words: Words, v: Any, place: int, label: str) -> str:
    """Where the first tile would lie."""
    city, side = divmod(place, SIDES)
    return f"{label}, {words.terrain(words.board.beside[words.board.cities[city].hex][side])}"


def _load(words: Words, v: Any, place: int, label: str) -> str:
    city, color = divmod(place, CUBE_COLORS)
    return f"{label}, one of {int(v['cubes'][city, color])}" if v["cubes"][city, color] > 1 else label


def _insure(words: Words, v: Any, place: int, label: str) -> str:
    return f"{label}: {words.bot_card(v['railbot_row'][place])}"


def _price(v: Any, amount: int) -> str:
    """A price, and the bonds that it takes."""
    missing = amount - int(v["players"][int(v["current_player"])]["cash"])
    bonds = -(-missing // BOND)
    return money(amount) + (f", with {count(bonds, 'bond')}" if missing > 0 else "")


_TOLD: dict[str, Callable[[Words, Any, int, str], str]] = {
    "keep": _keep,
    "bid": _bid,
    "take": _take,
    "grant": _grant,
    "western": _western,
    "urbanize": _urbanize,
    "color": _color,
    "grow": _grow,
    "start": _start,
    "load": _load,
    "insure": _insure,
}


# --- what is told by what it leads to ---------------------------------------------------------------------------------


def _upgrade(words: Words, label: str, happened: Sequence[Event], v: Any, after: Any) -> str:
    [(level, price, *_)] = _of(happened, event_kinds.UPGRADED)
    return f"{label} to level {level} for {money(price)}{_bonds(happened)}{_gains(words, happened, v, False)}"


def _continue(words: Words, label: str, happened: Sequence[Event], v: Any, after: Any) -> str:
    return f"{label}, from {words.city(after['origin_city'])}, {words.terrain(after['current_place'])}"


def _lay(words: Words, label: str, happened: Sequence[Event], v: Any, after: Any) -> str:
    """The price of a tile, and the link that it finishes."""
    price = money(sum(cost for *_, cost in _of(happened, event_kinds.LAID)))
    linked = "".join(
        f", the link {words.pair(a, b)} of {count(n, 'tile')}" for a, b, n, _ in _of(happened, event_kinds.LINKED)
    )
    return f"{label}: {price}{_bonds(happened)}{linked}{_lines(words, happened)}{_gains(words, happened, v, False)}"


def _link(display: Any, label: str, state: "Array", action: int) -> str:
    """The tiles of one action, and what it takes to finish the link; an own link may be there already."""
    words: Words = display.words
    v = state[0]
    happened, after = _foresee(display, state, action)
    price = f"{_tiles(happened)}{_bonds(happened)}"
    left = (
        ", all the way"
        if _of(happened, event_kinds.LINKED)
        else f", then {_rest(display, v, after, action)} in this turn"
    )
    a, b = near_pairs(display.board)[action - display.actions.blocks["link"].start]
    second = ", beside your link" if int(v["joined"][int(v["current_player"]), a]) >> b & 1 else ""
    return f"{label}: {price}{left}{second}{_lines(words, happened)}{_gains(words, happened, v, False)}"


def _rest(display: Any, before: Any, after: Any, action: int) -> str:
    """The tiles that an unfinished link still takes, as if its seat went on at once."""
    happened = list[Event]()
    while not _of(happened, event_kinds.LINKED):
        state = np.array([after], display.game.state_dtype)
        state["current_player"], state["phase"] = before["current_player"], phases.ACTION
        state["players"][0, int(before["current_player"])]["actions_left"] = phases.ROUNDS
        if not display.game.rules.legal(state)[action]:
            return "more tiles"
        events, after = _foresee(display, state, action)
        happened += events
    return _tiles(happened)


def _tiles(happened: Sequence[Event]) -> str:
    laid = _of(happened, event_kinds.LAID)
    return f"{count(len(laid), 'tile')} for {money(sum(cost for *_, cost in laid))}"


def _lines(words: Words, happened: Sequence[Event]) -> str:
    return "".join(f", the major line {words.line(line)}" for line, *_ in _of(happened, event_kinds.LINE))


def _go(words: Words, label: str, happened: Sequence[Event], v: Any, after: Any) -> str:
    """Over whose link a cube goes, and what it brings where it arrives."""
    used = [owner for owner in range(OWNERS) if after["links_by_owner"][owner] > v["links_by_owner"][owner]]
    over = f", over a link of {words.owner(used[0])}" if used else ", over one of several links"
    if label.startswith("over"):
        label, over = f"to {words.city(v['next_city'])} over a link of {words.owner(used[0])}", ""
    return f"{label}{over}{_arrival(words, happened, v)}"


def _deliver(words: Words, label: str, happened: Sequence[Event], v: Any, after: Any) -> str:
    [(_, _, goal, links)] = _of(happened, event_kinds.DELIVERED)
    gains = _gains(words, happened, v, True).removeprefix(", ")
    return f"{label} to {words.city(goal)} over {count(links, 'link')}: {gains}{_end(happened)}"


def _arrival(words: Words, happened: Sequence[Event], v: Any) -> str:
    """Over how many links a cube has come where it arrives, and who gains what."""
    for *_, links in _of(happened, event_kinds.DELIVERED):
        return f": delivered over {count(links, 'link')}{_gains(words, happened, v, True)}{_end(happened)}"
    return ""


def _end(happened: Sequence[Event]) -> str:
    return ", which brings the end" if _of(happened, event_kinds.LAST_TURN) else ""


def _claim(words: Words, label: str, happened: Sequence[Event], v: Any, after: Any) -> str:
    [(_, points, *_)] = _of(happened, event_kinds.DUEL)
    return f"{label} for {count(points, 'point')}"


def _of(happened: Sequence[Event], kind: int) -> list[tuple[int, ...]]:
    return [event.data for event in happened if event.kind == kind]


def _bonds(happened: Sequence[Event]) -> str:
    bonds = sum(number for number, *_ in _of(happened, event_kinds.BONDS))
    return f", with {count(bonds, 'bond')}" if bonds else ""


def _gains(words: Words, happened: Sequence[Event], v: Any, always: bool) -> str:
    """The points of the seat that acts, with what they are for beside links, and those of others."""
    points = [Counter[int]() for _ in words.companies]
    for event in happened:
        if event.kind == event_kinds.POINTS:
            n, why = event.data[:2]
            points[event.player][why] += n
    own = points.pop(int(v["current_player"]))
    told = f", {count(own.total(), 'point')}" if own.total() or always else ""
    extra = [f"{n} for {event_kinds.REASONS[why]}" for why, n in own.items() if n and why != event_kinds.FOR_LINKS]
    others = [name for p, name in enumerate(words.companies) if p != v["current_player"]]
    return (
        told
        + f" ({', '.join(extra)})" * bool(extra)
        + "".join(f", {p.total()} to {name}" for name, p in zip(others, points) if p.total())
    )


_FORESEEN: dict[str, Foreseen] = {
    "upgrade": _upgrade,
    "continue": _continue,
    "lay": _lay,
    "go": _go,
    "over": _go,
    "deliver": _deliver,
    "duel": _claim,
}
