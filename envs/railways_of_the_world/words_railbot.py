"""The Railbot in words: its row of cards, the Duel Barons, and what is chosen for it."""

from typing import Any

from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import BOT_LINKS, GRAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.duel import DAINTY, OLSEN, ROSENFELD, SELLERS, TOFT, TYCHOON
from railgym.envs.railways_of_the_world.rules.pieces import way_out
from railgym.envs.railways_of_the_world.state import NO_CARD, NOBODY
from railgym.envs.railways_of_the_world.words_names import Words, count, listed, money

__all__ = ["DUEL_EFFECTS", "DUEL_GOALS", "LASTING", "bot_deed", "describe_railbot", "exhausted_color", "railbot_choice"]

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


def bot_deed(words: Words, v: Any, card: int) -> str:
    """What a card of the Railbot would do as things are now."""
    there = words.board.railbot[card]
    if words.params["bot_kind"][card] != BOT_LINKS:
        return _plain_deed(words, v, card)
    cities = [(a, b) for a, b in zip(there.cities, there.cities[1:]) if _in_play(words, a) and _in_play(words, b)]
    return listed(_pair_deed(words, v, a, b) for a, b in cities)


def _plain_deed(words: Words, v: Any, card: int) -> str:
    """What a card does that builds no links."""
    there, deeds = words.board.railbot[card], []
    if there.color:
        deeds.append(f"{count(v['cubes'][:, COLORS.index(there.color)].sum(), f'{there.color} cube')} on the map")
    if "deadhead" in there.kind:
        deeds.append(f"the display then holds {count(max(int(v['capacity']) - 1, 0), 'card')}")
    if "taxation" in there.kind:
        deeds.append(f"{words.names[0]} pays {money(2 * words.income(v, 0))}")
    return ", ".join(deeds)


def _in_play(words: Words, city: int) -> bool:
    return words.board.cities[city].in_play


def _pair_deed(words: Words, v: Any, a: int, b: int) -> str:
    """Two cities are linked, or a cube leaves the first: if it can be, of the second one's color."""
    if b not in words.joined(v, a, words.owners):
        return f"builds {words.pair(a, b)}"
    color = int(v["color"][b])
    if not v["cubes"][a].any():
        return f"finds no cube in {words.city(a)}"
    which = words.color(color) if color != GRAY and v["cubes"][a][color] else "chosen"
    point = "" if b in words.joined(v, a, [o for o in words.owners if o != 0]) else f" (1 point to {words.names[0]})"
    return f"takes a {which} cube from {words.city(a)}{point}"


def describe_railbot(words: Words, v: Any) -> list[str]:
    """The row, Insurance, the cards to come, and the Duel Barons."""
    lines = []
    for place, card in enumerate(map(int, v["row"])):
        if card != NO_CARD:
            deed = bot_deed(words, v, card)
            insured = ", insured: it will do nothing" if card == v["insured"] else ""
            told = f" (now: {deed})" if deed else ""
            lines.append(f"Row of the Railbot, card {place + 1}: {words.bot_card(card)}{told}{insured}.")
    if v["card"] != NO_CARD and v["phase"] >= phases.PICK_SLOT:
        lines.append(f"{_card_in_hand(v)}: {words.bot_card(v['card'])}.")
    lines.append(f"Insurance token: {_token(words, v)}.")
    lines.append(f"{count(v['bots']['size'], 'card')} left in the Railbot's deck; not seen yet: {_unseen(words, v)}.")
    for baron, owner in zip(v["duel"], v["duel_owner"]):
        if baron >= 0:
            lines.append(f"Duel Baron {words.duel(baron)}, {_whose(words, owner)}: {DUEL_GOALS[baron]}; "
                         f"of the Railbot: {DUEL_EFFECTS[baron]}.")  # fmt: skip
    in_force = [baron for baron in LASTING if int(v["effects"]) >> baron & 1]
    if words.params["duel"]:
        lines.append(f"Effects in force: {listed(DUEL_EFFECTS[baron] for baron in in_force)}.")
    return lines


def _card_in_hand(v: Any) -> str:
    return "Revealed" if v["phase"] == phases.PICK_SLOT else "Being resolved"


def _token(words: Words, v: Any) -> str:
    return "to be had" if v["insured"] == NO_CARD else f"on {words.bot_card(v['insured'])}"


def _unseen(words: Words, v: Any) -> str:
    """How many of the cards that nobody has seen pick each place of the row."""
    slots = [card.slot for i, card in enumerate(words.board.railbot) if not v["spent"][i]]
    found = [f"{slots.count(slot)} for card {slot}" for slot in (1, 2, 3)]
    return listed([*found, *["the final evaluation"] * slots.count(0)])


def _whose(words: Words, owner: Any) -> str:
    return "on offer" if owner == NOBODY else f"claimed by {words.owner(owner)}"


# --- what is chosen for the Railbot -----------------------------------------------------------------------------------


def railbot_choice(words: Words, v: Any, block: str, place: int, label: str) -> str:
    """A choice that is made for the Railbot."""
    if block == "slot":
        card = int(v["row"][place])
        insured = ", insured" if card == v["insured"] else ""
        return f"{label}: {words.bot_card(card)}{insured}"
    if block == "cube":
        return f"{label} of {words.city(words.params['bot_city'][v['card'], v['pair']])}"
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
        hex = words.board.beside[int(v["at"])][way_out(int(v["enter"]), place)]
    city = words.board.hexes[hex].city
    return f"into {words.city(city)}" if city >= 0 else f"{words.terrain(hex)} near {words.city(words.nearest(hex))}"


def exhausted_color(v: Any) -> int:
    """The color of the cube that is exhausted next."""
    return next(c for c in range(len(COLORS) - 1) if v["exhaust"][c] and v["cubes"][:, c].any())
