"""Positions, actions and events of Railways of the World in words."""

from typing import Any

from railgym.envs.core.display import count, listed
from railgym.envs.railways_of_the_world.display.words_actions import action_words
from railgym.envs.railways_of_the_world.display.words_events import event_sentence
from railgym.envs.railways_of_the_world.display.words_names import Words, and_listed, money
from railgym.envs.railways_of_the_world.display.words_railbot import describe_railbot, exhausted_color
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import GRAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import HIDDEN, NO_CARD, NOBODY, RAILBOT, SIDES

__all__ = [
    "Words",
    "action_words",
    "decision",
    "describe",
    "event_sentence",
    "headline",
    "money",
    "open_runs",
    "when",
]


# --- the position in one line -----------------------------------------------------------------------------------------


def headline(words: Words, view: Any) -> str:
    """The position in one line: whose decision is due and which, or who won and how the game ended."""
    if view["terminated"]:
        return f"Game over, {_verdict(words, view)}: {phases.END_REASONS[int(view['end_reason'])]}"
    return f"{when(view)}, {words.names[int(view['current_player'])]} to decide: {decision(words, view)}"


def when(view: Any) -> str:
    """ "Turn 3, round 2"."""
    if view["year"] == 0:
        return "Before the first turn"
    turn = f"Turn {int(view['year'])}{', the last one' if view['year'] == view['last_year'] else ''}"
    plain = view["display_capacity"] or view["phase"] in (phases.AUCTION, phases.KEEP_BARON)
    return turn if plain else f"{turn}, round {int(view['round']) + 1}"


def _verdict(words: Words, view: Any) -> str:
    names = words.names
    if words.solo and view["payoff"][0] < 0:
        return "the Railbot wins"
    best = max(float(view["payoff"][p]) for p in range(len(names)))
    winners = [name for p, name in enumerate(names) if float(view["payoff"][p]) == best]
    return f"{winners[0]} wins" if len(winners) == 1 else f"{and_listed(winners)} share the win"


def decision(words: Words, view: Any) -> str:
    """What is to be decided, and what binds it."""
    note = _note(words, view)
    return phases.PHASES[int(view["phase"])] + (f" ({note})" if note else "")


def _note(words: Words, view: Any) -> str:
    phase = int(view["phase"])
    if phase >= phases.PICK_SLOT:
        return _note_of_railbot(words, view, phase)
    seat = view["players"][int(view["current_player"])]
    cash = f"{money(seat['cash'])} in cash"
    if phase == phases.AUCTION:
        highest = f"{money(view['bid'])} by {words.names[int(view['bidder'])]}" if view["bid"] else "none"
        return f"highest bid: {highest}; {cash}"
    if phase == phases.ACTION:
        if seat["actions_left"] == 0:
            return "no action left, but barons to claim"
        rounds = "" if words.solo else f"round {int(view['round']) + 1} of {phases.ROUNDS}, "
        granted = ", a land grant is used" * bool(view["grant_in_use"])
        return f"{rounds}{count(seat['actions_left'], 'action')} left, {cash}{granted}"
    if phase == phases.LAY:
        left = AT_ONCE + int(seat["perfect_engineering"]) - int(view["tiles_laid"])
        return f"{count(left, 'tile')} left, from {words.city(view['origin_city'])}, {cash}"
    if phase in (phases.GO, phases.OVER):
        goal = f" to {words.city(view['next_city'])}" if phase == phases.OVER else ""
        cube = f"{words.color(view['cube_color'])} cube of {words.city(view['origin_city'])}"
        return f"{cube}, now in {words.city(view['current_place'])}{goal}, {count(view['links_passed'], 'link')} passed"
    if phase == phases.COLOR:
        return words.city(view["current_place"])
    return ""


def _note_of_railbot(words: Words, view: Any, phase: int) -> str:
    if phase == phases.PICK_SLOT:
        return f"revealed: {words.bot_card(view['resolving_card'])}"
    if phase == phases.PATH:
        return f"from {words.city(view['origin_city'])} to {words.city(view['railbot_goal'])}"
    if phase == phases.TAKE_CUBE:
        return f"of {words.city(words.params['bot_city'][view['resolving_card'], view['resolving_pair']])}"
    if phase == phases.EXHAUST:
        color = exhausted_color(view)
        return f"{words.color(color)}, {int(view['cubes_to_exhaust'][color])} to go"
    return ""


# --- the whole position -----------------------------------------------------------------------------------------------


def describe(display: Any, view: Any) -> str:
    """The whole position, a line a fact; ``view`` is one record."""
    words: Words = display.words
    lines = [f"{headline(words, view)}.", _aim(words, view), *_order(words, view)]
    for p in range(len(words.companies)):
        lines += _describe_seat(words, view, p)
    if words.solo:
        lines.append(f"The Railbot: links: {_links(words, view, RAILBOT)}")
        lines += describe_railbot(display, view)
    lines += [_describe_city(words, view, city) for city in range(len(words.board.cities))]
    lines += _describe_lines(words, view)
    return "\n".join([*lines, *_describe_table(words, view)])


def _aim(words: Words, view: Any) -> str:
    """What wins, and how near the end is."""
    aim = f"{int(words.params['target'])} points" if words.solo else "the most points"
    markers = f"{int(view['num_empty_markers'])} of {int(words.params['markers'])} Empty City Markers are on the map"
    if not view["last_year"]:
        return f"To win: {aim} at the end, less a point a bond; {markers}, with the last of which the end is near."
    why = phases.END_REASONS[int(view["last_year_reason"])]
    return f"To win: {aim} at the end, less a point a bond; the game ends with turn {int(view['last_year'])}: {why}."


def _order(words: Words, view: Any) -> list[str]:
    """Who plays first, and who is still in the auction."""
    if words.solo or view["year"] == 0:
        return []
    first = f"First {'in the last turn' if view['phase'] == phases.AUCTION else 'in this turn'}"
    lines = [f"{first}: {words.names[int(view['first_seat'])]}."]
    if view["phase"] == phases.AUCTION:
        lines.append(f"Out of the auction: {listed(words.names[p] for p in words.members(view['passed_auction']))}.")
    return lines


def _describe_seat(words: Words, view: Any, p: int) -> list[str]:
    seat = view["players"][p]
    you = " (you)" if p == view["viewer"] else ""
    facts = [count(view["scores"][p], "point"), f"{money(seat['cash'])} in cash", count(seat["bonds"], "bond")]
    facts += [f"engine of level {int(seat['engine'])}", f"income of {money(words.income(view, p))}"]
    facts += [f"{count(seat['land_grants'], 'land grant')}"] * bool(seat["land_grants"])
    facts += ["Perfect Engineering"] * bool(seat["perfect_engineering"])
    hotels = [city for city in range(len(words.board.cities)) if view["hotel"][city] == p]
    lines = [f"{words.names[p]}{you}: {', '.join(facts)}", f"  links: {_links(words, view, p)}"]
    lines += [f"  open run: {run}" for run in open_runs(words, view, p)]
    lines.append(
        f"  hotels: {words.cities(hotels)}; major lines: {listed(map(words.line, words.members(seat['major_lines'])))}"
    )
    goals = words.cities(words.members(seat["delivered_to"]))
    longest = count(seat["longest_delivery"], "link")
    lines.append(f"  delivered: {words.cubes(seat['delivered'])}, to {goals}; longest delivery: {longest}")
    return lines + _describe_barons(words, view, p)


def _describe_barons(words: Words, view: Any, p: int) -> list[str]:
    """The barons of a seat, as far as the viewer may know them."""
    first, second = view["players"][p]["barons"]
    if first == NO_CARD:
        return []
    if first == HIDDEN:
        return ["  baron: hidden"]
    kept = view["year"] > 0 or (view["phase"] == phases.KEEP_BARON and p < view["current_player"])
    if kept:
        return [f"  baron: {words.baron(first)}; not kept: {words.baron(second)}"]
    return [f"  barons dealt, one to be kept: {words.baron(first)}; {words.baron(second)}"]


def _links(words: Words, view: Any, owner: int) -> str:
    """ "Oslo - Bergen (3 tiles)", for each link of an owner."""
    return listed(f"{words.pair(a, b)} ({count(n, 'tile')})" for a, b, n in words.links(view, owner))


def open_runs(words: Words, view: Any, p: int) -> list[str]:
    """The open runs of a seat, by where they end: "over water near Oslo"."""
    ends = [i for i in range(int(view["num_runs"])) if view["run_owner"][i] == p]
    found = []
    for run in ends:
        side = (int(view["run_side"][run]) + SIDES // 2) % SIDES
        last = words.board.beside[int(view["run_hex"][run])][int(view["run_side"][run])]
        found.append(f"ends {words.terrain(last)} near {words.city(words.nearest(last))}, open to the {_SIDES[side]}")
    return found


_SIDES = ("north-east", "east", "south-east", "south-west", "west", "north-west")


def _describe_city(words: Words, view: Any, city: int) -> str:
    """ "Oslo, red: 2 red, 1 blue; hotel of player_0; linked with Bergen (player_0)"."""
    there, color = words.board.cities[city], int(view["color"][city])
    if not there.in_play:
        return f"{there.name}: not in play."
    new = ", a New City" if COLORS[color] != there.color else ""
    facts = [f"{there.name}, {words.color(color)}{new}: {words.cubes(view['cubes'][city])}"]
    facts += ["Empty City Marker"] * bool(view["empty_marker"][city])
    facts += [f"hotel of {words.owner(view['hotel'][city])}"] * bool(view["hotel"][city] != NOBODY)
    if there.western:
        facts.append(f"western link {'built' if view['western_built'][city] else 'not built'}")
    linked = [(other, o) for o in words.owners for other in words.members(view["joined"][o, city])]
    if linked:
        facts.append(f"linked with {listed(f'{words.city(other)} ({words.owner(o)})' for other, o in linked)}")
    return f"{'; '.join(facts)}."


def _describe_lines(words: Words, view: Any) -> list[str]:
    """The major lines: what each is worth, and whose it is."""
    lines = []
    for i, line in enumerate(words.board.lines):
        if line.in_play:
            owner = words.line_owner(view, i)
            whose = "open" if owner == NOBODY else f"of {words.owner(owner)}"
            lines.append(f"Major line {words.line(i)}: {count(line.points, 'point')}, {whose}.")
    return lines


def _describe_table(words: Words, view: Any) -> list[str]:
    """The display, the deck, the bag, and the New City tiles."""
    cards = listed(f"{words.card(card)} ({words.card_effect(card, view)})" for card in words.shown(view))
    room = f", which holds {int(view['display_capacity'])} cards" if words.solo else ""
    return [
        f"Operations cards on display{room}, the oldest first: {cards}.",
        f"{count(view['deck']['size'], 'operations card')} in the deck.",
        f"In the bag: {words.cubes(view['bag'])}.",
        f"New City tiles: {words.cubes(view['new_city_tiles'][:GRAY])}.",
    ]
