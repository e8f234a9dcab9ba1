"""The Railbot in words: its row of cards, the Duel Barons, and what is chosen for it."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.display import count, listed
from railgym.envs.core.events import Event
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.display.words_names import Words, money
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import BOT_LINKS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.duel import DAINTY, OLSEN, ROSENFELD, SELLERS, TOFT, TYCHOON
from railgym.envs.railways_of_the_world.rules.pieces import way_out
from railgym.envs.railways_of_the_world.state import NO_CARD, NOBODY

if TYPE_CHECKING:
    from railgym.envs.core.game import Array

__all__ = ["DUEL_EFFECTS", "DUEL_GOALS", "LASTING", "bot_deed", "exhausted_color", "railbot_choice", "unseen_cards"]

DUEL_GOALS = (
    "2, 3, 4 hotels for 3, 4, 5 points",
    "an engine of level 6, 7, 8 for 1, 3, 6 points",
    "a delivery over 5, 6 links for 3, 5 points",
    "7 colored cities joined by own links for 7 points",
    "2 cities of one color joined by own links, in 3 colors, for 6 points",
    "2, 3 major lines for 4, 7 points",
    "4, 6, 8 own links at purple cities for 2, 4, 6 points",
    "1, 2 cubes of every color delivered for 5, 10 points",
    "1, 2, 3 pairs of a purple and a black cube delivered for 1, 2, 4 points",
    "2 red cities joined by own links for 5 points",
    "2 own links between the same two cities for 4 points",
    "1, 2, 3 pairs of a blue and a yellow cube delivered for 1, 2, 4 points",
)
DUEL_EFFECTS = (
    "taxation",
    "the third card of the row is resolved",
    "an engine counts one level less",
    "a cube of each color is exhausted",
    "deadhead",
    "a major line is claimed",
    "the purple New City tiles are gone",
    "Insurance takes the third action, too",
    "a delivery to a blue or yellow city gives 1 point less",
    "a delivery to a red city gives 2 points less",
    "hotels give nothing for deliveries",
    "a delivery to a black or purple city gives 1 point less",
)
LASTING = (TYCHOON, OLSEN, TOFT, DAINTY, SELLERS, ROSENFELD)  # barons whose effect lasts


def bot_deed(display: Any, v: Any, card: int) -> str:
    """What a card of the Railbot would do in this position, for one pair after another; empty while another card is
    resolved, and once no more will be."""
    words: Words = display.words
    if v["phase"] > phases.PICK_SLOT or v["year"] == v["last_year"]:
        return ""
    there = words.board.railbot[card]
    pairs = (
        _pair_deeds(display, v, card) if words.params["bot_kind"][card] == BOT_LINKS else _plain_deeds(words, v, card)
    )
    lines = range(len(words.board.lines))
    free = [i for i in lines if words.board.lines[i].in_play and words.line_owner(v, i) == NOBODY]
    none_left = ["no major line is left to claim"] * bool(there.line and not free)
    return ", ".join([*pairs, *none_left])


def _plain_deeds(words: Words, v: Any, card: int) -> list[str]:
    """What a card does that builds no links."""
    there, deeds = words.board.railbot[card], []
    if there.color:
        left = int(v["cubes"][:, COLORS.index(there.color)].sum())
        taken = min(int(words.params["base_exhaust"]), left)
        deeds.append(f"takes {taken} of {count(left, f'{there.color} cube')} on the map")
    if "deadhead" in there.kind:
        deeds.append(f"the display then holds {count(max(int(v['display_capacity']) - 1, 0), 'card')}")
    if "taxation" in there.kind:
        deeds.append(f"{words.names[0]} pays {money(2 * words.income(v, 0))}")
    return deeds


# --- what a card of links would do: it is played in a copy ------------------------------------------------------------

# The fields that a path depends on; the last two change with links and cubes alone.
_PATH = (
    *("phase", "current_place", "enter_side", "next_city", "origin_city", "railbot_goal"),
    *("joined", "cubes"),
)


def _pair_deeds(display: Any, v: Any, card: int) -> list[str]:
    """What happens for each pair of a card, after the pairs before it. If it depends on a choice, all results are
    given; ways that join the same cities count as one."""
    words: Words = display.words
    cities, params = words.board.railbot[card].cities, display.params.copy()
    params["bot_line"][0, card] = params["bot_baron"][0, card] = 0
    worlds, deeds = [_copy_for(display, v)], []
    for a, b in pairwise(cities):
        if not (words.board.cities[a].in_play and words.board.cities[b].in_play):
            continue
        params["bot_city"][0, card] = (a, b, -1, -1)
        ends = [end for world in worlds for end in _play_card(display, params, world, card)]
        deeds.append(" or ".join(dict.fromkeys(_pair_deed(words, v, a, b, *end) for end in ends)))
        worlds = list({_key(world, _PATH[-2:]): world for world, _, _ in ends}.values())
    return deeds


def _copy_for(display: Any, v: Any) -> "Array":
    """A copy of the position in which a card of the row can be played alone."""
    state = np.array([v], display.game.state_dtype)
    state["deck"]["size"] = state["railbot_deck"]["size"] = 0
    state["insured_card"], state["railbot_row"], state["resolving_card"], state["turn_untouched"] = (
        NO_CARD,
        NO_CARD,
        NO_CARD,
        0,
    )
    return state


def _play_card(display: Any, params: "Array", world: "Array", card: int) -> list[tuple["Array", list[Event], bool]]:
    """Play a card to its end, by all choices: the positions then, what happened, and whether a cube was chosen."""
    start, rules = world.copy(), display.rules_with(params)
    start["railbot_row"][0, 0], start["phase"], start["current_player"] = (
        card,
        phases.PICK_SLOT,
        display.params["chooser"],
    )
    todo, seen, ends = [(start, int(display.params["act_slot"][0]), list[Event](), False)], set[bytes](), []
    while todo:
        before, action, happened, chosen = todo.pop()
        state = before.copy()
        happened = happened + rules.apply(state, action)
        phase = int(state["phase"][0])
        if phase < phases.PICK_SLOT:
            ends.append((state, happened, chosen))
        elif (key := _key(state, _PATH)) not in seen:
            seen.add(key)
            further = np.flatnonzero(rules.legal(state)).tolist()
            todo += [(state, choice, happened, phase == phases.TAKE_CUBE) for choice in further]
    return ends


def _key(state: "Array", fields: tuple[str, ...]) -> bytes:
    return b"".join(state[field].tobytes() for field in fields)


def _pair_deed(words: Words, v: Any, a: int, b: int, after: "Array", happened: list[Event], chosen: bool) -> str:
    """Two cities are linked, or a cube leaves the first, and what the player gains by that."""
    taken = [event.data[1] for event in happened if event.kind == event_kinds.TOOK_CUBE]
    if not taken:
        if any(event.kind == event_kinds.LINKED for event in happened):
            return f"builds {words.pair(a, b)}"
        joined = b in words.joined(after[0], a, words.owners)
        return f"finds no cube in {words.city(a)}" if joined else f"cannot link {words.pair(a, b)}"
    points = sum(event.data[0] for event in happened if event.kind == event_kinds.POINTS)
    told = f" ({count(points, 'point')} to {words.names[0]})" if points else ""
    return f"takes a {'chosen' if chosen else words.color(taken[0])} cube from {words.city(a)}{told}"


def unseen_cards(words: Words, v: Any) -> str:
    """How many of the unseen cards pick each place of the row."""
    slots = [card.slot for i, card in enumerate(words.board.railbot) if v["railbot_seen"][i] != 1]
    found = [f"{slots.count(slot)} for card {slot}" for slot in (1, 2, 3)]
    return listed([*found, *["the final evaluation"] * slots.count(0)])


# --- what is chosen for the Railbot -----------------------------------------------------------------------------------


def railbot_choice(words: Words, v: Any, block: str, place: int, label: str) -> str:
    """A choice that is made for the Railbot."""
    if block == "slot":
        card = int(v["railbot_row"][place])
        insured = ", insured" if card == v["insured_card"] else ""
        return f"{label}: {words.bot_card(card)}{insured}"
    if block == "cube":
        return f"{label} of {words.city(words.params['bot_city'][v['resolving_card'], v['resolving_pair']])}"
    if block == "city" and v["phase"] == phases.EXHAUST:
        color = exhausted_color(v)
        left = words.cubes(v["cubes"][place])
        return f"take a {COLORS[color]} cube of {words.city(place)}, which has {left}"
    if block == "city":
        return f"build on from {words.city(place)}"
    if block == "line":
        return f"{label} for the Railbot, {count(words.board.lines[place].points, 'point')}"
    if block == "duel":
        return f"{label} for the Railbot: {DUEL_EFFECTS[place]}"
    return f"{label}, {_where(words, v, block, place)}"


def _where(words: Words, v: Any, block: str, place: int) -> str:
    """What the Railbot's track comes to: out of a city at a side, or through a hex by a turn."""
    if block == "side":
        hex = words.board.beside[words.board.cities[int(v["next_city"])].hex][place]
    else:
        hex = words.board.beside[int(v["current_place"])][way_out(int(v["enter_side"]), place)]
    city = words.board.hexes[hex].city
    return f"into {words.city(city)}" if city >= 0 else f"{words.terrain(hex)} near {words.city(words.nearest(hex))}"


def exhausted_color(v: Any) -> int:
    """The color of the cube that is exhausted next."""
    return next(c for c in range(len(COLORS) - 1) if v["cubes_to_exhaust"][c] and v["cubes"][:, c].any())
