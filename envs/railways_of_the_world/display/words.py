"""Positions, actions and events of Railways of the World in words."""

from typing import Any

from railgym.envs.core.display import count, listed
from railgym.envs.railways_of_the_world.display.words_actions import action_words
from railgym.envs.railways_of_the_world.display.words_events import event_sentence
from railgym.envs.railways_of_the_world.display.words_names import Words, money
from railgym.envs.railways_of_the_world.display.words_railbot import exhausted_color
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import NOBODY, SIDES

__all__ = [
    "Words",
    "action_words",
    "city_words",
    "decision",
    "event_sentence",
    "money",
    "open_runs",
    "when",
]


def when(view: Any) -> str:
    """ "Turn 3, round 2"."""
    if view["year"] == 0:
        return "Before the first turn"
    turn = f"Turn {int(view['year'])}{', the last one' if view['year'] == view['last_year'] else ''}"
    plain = view["display_capacity"] or view["phase"] in (phases.AUCTION, phases.KEEP_BARON)
    return turn if plain else f"{turn}, round {int(view['round']) + 1}"


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
        own_bid = view["bids"][int(view["current_player"])]
        own = f"; own bid: {money(own_bid)}" if own_bid else ""
        return f"highest bid: {highest}{own}; {cash}"
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


def city_words(words: Words, view: Any, city: int) -> str:
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
