"""Why an action in Railways of the World is illegal now: the rule that forbids it.

Every block of actions has a function that returns the rule against one of its actions in the phases of the block, and a
sentence for all other phases. All of them use only the view of the current player. The tags are those of
``RULES_RAILWAYS.md`` (RW) and ``RULES_RAILBOT.md`` (RS).
"""

from collections.abc import Callable, Iterator
from typing import Any

from railgym.envs.core.display import count
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.display.illegal_reasons_track import no_start, no_tile, runs_of
from railgym.envs.railways_of_the_world.display.words import Words, money
from railgym.envs.railways_of_the_world.display.words_railbot import DUEL_GOALS, exhausted_color
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE, near_pairs
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import GRAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.acting import BEST_ENGINE
from railgym.envs.railways_of_the_world.rules.duel import TYCHOON
from railgym.envs.railways_of_the_world.state import NO_CARD, NOBODY, PLAN_ACTIONS, SIDES

__all__ = ["likely_illegal", "why_illegal"]

CUBE_COLORS = len(COLORS) - 1
ACHIEVEMENTS = ("railroad_era_begins", "speed_record", "new_train", "service_bounty")
STEPS = ("start", "continue", "load")
ACTIONS = ("upgrade", "take", "grant", "western", "urbanize", "link", "deliver", "insure", "duel", *STEPS)
WITH_A_GRANT = ("link", "start", "continue")


def likely_illegal(display: Any, view: Any, mask: Any) -> dict[int, str]:
    """The illegal actions that a player is likely to try, each with the rule that forbids it now."""
    if view["terminated"]:
        return {}
    looked_for = (action for action in _looked_for(display, view) if not mask[action])
    return {action: why_illegal(display, view, action) for action in looked_for}


def _looked_for(display: Any, v: Any) -> Iterator[int]:
    """The actions that a player is likely to try, legal or not."""
    blocks, phase, words = display.actions.blocks, int(v["phase"]), display.words
    if phase == phases.AUCTION:
        yield from range(blocks["bid"].start, blocks["bid"].start + int(v["bid"]))
    elif phase in (phases.COLOR, phases.URBANIZE):
        yield from _ids(blocks["color" if phase == phases.COLOR else "urbanize"])
    elif phase == phases.ACTION:
        idle = not v["players"][int(v["current_player"])]["actions_left"]
        if not idle:
            cubes = [CUBE_COLORS * a + c for a, c in zip(*v["cubes"].nonzero(), strict=True)]
            by_steps = ["load"] * int(v["mode"][int(v["current_player"])])
            moves = [blocks[name].start + i for name in ("deliver", *by_steps) for i in cubes]
            names = ("upgrade",) if v["grant_in_use"] else ("upgrade", "grant", "take", "urbanize", "western", "insure")
            shown = [blocks["take"].start + card for card in words.shown(v) if v["grant_in_use"]]
            yield from ([PASS] if v["grant_in_use"] else []) + shown + moves
            yield from (action for name in names if name in blocks for action in _ids(blocks[name]))
        if words.params["duel_barons"] and not v["grant_in_use"]:
            yield from (blocks["duel"].start + int(baron) for baron in v["duel_barons"] if baron >= 0)


def _ids(block: Any) -> range:
    """The ids of a block."""
    return range(block.start, block.stop)


def why_illegal(display: Any, view: Any, action: int) -> str:
    """The rule that forbids an illegal action now, as a clause; ``view`` is the record of the current player's view
    (RW-7.8, RS-8.2)."""
    if view["terminated"]:
        return "the game is over"
    words: Words = display.words
    phase, block = int(view["phase"]), display.actions.block_of(action)
    place = action - block.start
    if phase not in _DUE[block.name]:
        return _not_due(words, phase, block.name)
    if phase == phases.ACTION:
        seat = view["players"][int(view["current_player"])]
        if not seat["actions_left"] and block.name != "duel":
            return "the actions of this part of the turn are spent: claim a baron, or pass"
        if view["grant_in_use"] and block.name not in WITH_A_GRANT:
            return "a land grant is used: track has to be built with it"
        if block.name in STEPS and not view["mode"][int(view["current_player"])]:
            return "this seat plays by plans, not tile by tile (option actions)"
    return _REASONS[block.name](display, view, place)


# --- when actions are due --------------------------------------------------------------------------------------------

_DUE: dict[str, tuple[int, ...]] = {
    "pass": (phases.AUCTION, phases.ACTION),
    "keep": (phases.KEEP_BARON,),
    "bid": (phases.AUCTION,),
    **dict.fromkeys(ACTIONS, (phases.ACTION,)),
    "urbanize": (phases.ACTION, phases.URBANIZE),
    "duel": (phases.ACTION, phases.CLAIM_BARON),
    "color": (phases.COLOR,),
    "grow": (phases.GROW,),
    "slot": (phases.PICK_SLOT,),
    "cube": (phases.TAKE_CUBE,),
    "city": (phases.PATH, phases.EXHAUST),
    "line": (phases.CLAIM_LINE,),
    "way": (phases.PATH,),
    "side": (phases.PATH,),
    "lay": (phases.LAY,),
    "stop": (phases.LAY,),
    "go": (phases.GO,),
    "over": (phases.OVER,),
}
_WHEN = {
    "pass": "a seat passes in the auction or instead of an action, not in the middle of one",
    "keep": "a baron is kept once, before the first turn",
    "bid": "bids are made in the auction that opens a turn",
    "color": "the color is chosen once a gray city is to become a New City",
    "grow": "cubes are added to a city once City Growth is taken",
    "slot": "a card of the row is chosen once the Railbot's next card is revealed",
    "cube": "a cube is chosen where the Railbot takes one and the color is open",
    "city": "a city is chosen where the Railbot's track goes on, or a cube is exhausted",
    "line": "a major line is chosen for the Railbot once a card of the row with its mark is resolved",
    "way": "the way of the Railbot's track is chosen while it is built",
    "side": "the way of the Railbot's track is chosen while it is built",
    "lay": "a tile is laid once a run of track is begun or continued",
    "stop": "a run is left open while it is laid",
    "go": "the next city is chosen while a cube is on its way",
    "over": "a link is chosen where links of several owners lead to the cube's next city",
}
_FIRST = {
    phases.KEEP_BARON: "actions are taken in the rounds of a turn, once the barons are kept",
    phases.AUCTION: "actions are taken in the three rounds after the auction",
    phases.LAY: "one action at a time: the run of track that is begun is finished or left open first",
    phases.GO: "one action at a time: the cube on its way is delivered first",
    phases.OVER: "one action at a time: the cube on its way is delivered first",
    phases.URBANIZE: "one action at a time: the New City is chosen first",
    phases.COLOR: "one action at a time: the New City gets its color first",
    phases.GROW: "one action at a time: the cubes of City Growth are added first",
}


def _not_due(words: Words, phase: int, block: str) -> str:
    """Why no action of a block is legal in a phase (RW-1.6, RW-2.1, RW-2.7, RW-R10.3, RS-3.1, RS-3.2)."""
    if words.solo and block == "bid":
        return "there is no auction in the game against the Railbot"
    if block == "keep" and not words.params["barons"]:
        return "there are no barons to keep in this game"
    if block == "bid" and words.params["bidding"] == phases.WORST_IS_FIRST:
        return "only the first turn has an auction; in later turns the player with the fewest points acts first"
    if block in _WHEN:
        return _WHEN[block]
    return _FIRST.get(phase, "actions are taken once the Railbot's card is resolved")


# --- reasons against actions ------------------------------------------------------------------------------------------


def _bid(display: Any, v: Any, place: int) -> str:
    """Why a bid is too low (RW-2.3)."""
    return f"the highest bid is {money(v['bid'])}"


def _upgrade(display: Any, v: Any, place: int) -> str:
    """Why the engine cannot be upgraded (RW-5.1)."""
    return f"the engine has level {BEST_ENGINE}, the best"


def _grant(display: Any, v: Any, place: int) -> str:
    """Why no land grant can be used (RW-7.8)."""
    if v["grant_in_use"]:
        return "a land grant is used: track has to be built with it"
    held = v["players"][int(v["current_player"])]["land_grants"]
    return "there is nowhere to build" if held else "no land grant is held"


def _take(display: Any, v: Any, place: int) -> str:
    """Why a card cannot be taken (RW-7.1, RW-7.2, RW-7.9, RW-7.10, RW-7.11)."""
    words: Words = display.words
    kind = words.board.operations[place].kind
    if place not in words.shown(v):
        return "this card is not on display"
    if kind in ACHIEVEMENTS:
        return f"this card cannot be taken: it gives {words.card_effect(place, v)}"
    if kind == "perfect_engineering":
        return "the seat has Perfect Engineering already"
    return "no gray city or no New City tile is left" if kind == "new_industry" else "the bag is empty"


def _urbanize(display: Any, v: Any, place: int) -> str:
    """Why a city cannot become a New City (RW-4.1, RW-4.3, RS-9.5)."""
    city = display.board.cities[place]
    if not city.in_play:
        return f"{city.name} is not in play"
    if v["color"][place] != GRAY:
        return f"{city.name} is {display.words.color(v['color'][place])}, not gray"
    return "no New City tiles are left"


def _color(display: Any, v: Any, place: int) -> str:
    """Why a New City cannot get a color (RW-4.3)."""
    return "no New City tile of this color is left"


def _western(display: Any, v: Any, place: int) -> str:
    """Why a western link cannot be built (RW-4.4)."""
    city = int(display.params["western_cities"][0][place])
    name = display.words.city(city)
    built = f"the western link of {name} is built already"
    return built if v["western_built"][city] else f"none of your links reaches {name}"


def _grow(display: Any, v: Any, place: int) -> str:
    """Why a city cannot get cubes (RW-7.11, RS-2.6)."""
    return f"{display.words.city(place)} is not in play"


def _deliver(display: Any, v: Any, place: int) -> str:
    """Why a cube cannot be delivered, by plan or by steps (RW-6.1, RW-6.2, RW-6.4, RS-13.3)."""
    words: Words = display.words
    city, color = divmod(place, CUBE_COLORS)
    player = int(v["current_player"])
    level = int(v["players"][player]["engine"]) - (int(v["baron_effects"]) >> TYCHOON & 1)
    if not v["cubes"][city, color]:
        return f"{words.city(city)} has no {words.color(color)} cube"
    if not v["joined"][player, city]:
        return f"none of your links leads out of {words.city(city)}"
    if level == 0:
        return "the engine counts as level 0"
    return f"no {words.color(color)} city is within {count(level, 'link')} of {words.city(city)}, the first one yours"


def _link(display: Any, v: Any, place: int) -> str:
    """Why a plan cannot build a link (RW-3.1, RW-3.7)."""
    words: Words = display.words
    a, b = near_pairs(display.board)[place]
    tiles, left = int(v["near_tiles"][place]), _tiles_to_come(display, v)
    if tiles > left:
        return f"a link {words.pair(a, b)} takes {count(tiles, 'tile')}, and {left} can still be laid in this turn"
    return f"no link {words.pair(a, b)} that takes {PLAN_ACTIONS} actions at most can be built as the map stands"


def _tiles_to_come(display: Any, v: Any) -> int:
    """The number of tiles that the seat can still lay in this turn (RW-3.1, RW-7.9)."""
    seat = v["players"][int(v["current_player"])]
    later = int(v["turn_part"] == 0) if display.game.solo else phases.ROUNDS - 1 - int(v["round"])
    return (int(seat["actions_left"]) + later) * (AT_ONCE + int(seat["perfect_engineering"]))


def _start(display: Any, v: Any, place: int) -> str:
    """Why a run cannot begin at a side of a city (RW-3.2)."""
    return no_start(display.words, v, *divmod(place, SIDES))


def _continue(display: Any, v: Any, place: int) -> str:
    """Why an open run cannot be continued (RW-3.3)."""
    runs = runs_of(v)
    if place >= len(runs):
        return f"the seat has {count(len(runs), 'open run')} in this turn"
    return "no tile can be laid where this run ends"


def _lay(display: Any, v: Any, place: int) -> str:
    """Why a tile cannot be laid (RW-3.12, RW-3.13)."""
    return no_tile(display.words, v, place)


def _stop(display: Any, v: Any, place: int) -> str:
    """Why the run cannot be left open (RW-3.3)."""
    return "a run is left open once it has a tile in this action"


def _go(display: Any, v: Any, place: int) -> str:
    """Why a cube cannot go to a city next (RW-6.1, RW-6.2, RW-6.3, RW-6.4)."""
    words: Words = display.words
    here, player = int(v["current_place"]), int(v["current_player"])
    owners = [player] if not v["links_passed"] else words.owners
    if int(v["cities_passed"]) >> place & 1:
        return f"the cube was in {words.city(place)} already, and comes to no city twice"
    if not any(int(v["joined"][owner, here]) >> place & 1 for owner in owners):
        leads = f"leads from {words.city(here)} to {words.city(place)}"
        return f"no link {leads}" if v["links_passed"] else f"none of your links {leads}, and the first has to be yours"
    color = words.color(v["cube_color"])
    return f"from {words.city(place)} the cube comes to no {color} city with the links that are left"


def _over(display: Any, v: Any, place: int) -> str:
    """Why a cube cannot go over a link of an owner (RW-6.2, RW-6.7)."""
    words: Words = display.words
    if not int(v["joined"][place, int(v["current_place"])]) >> int(v["next_city"]) & 1:
        return f"there is no such link {words.pair(v['current_place'], v['next_city'])}"
    return "the first link of a delivery has to be your own"


# --- against the Railbot ----------------------------------------------------------------------------------------------


def _insure(display: Any, v: Any, place: int) -> str:
    """Why Insurance cannot be taken (RS-4.6, RS-4.7, RS-4.10, RS-4.12)."""
    if v["insured_card"] != NO_CARD:
        return "the Insurance token is on a card already"
    if v["turn_part"]:
        return "Insurance comes before the Railbot's card"
    if v["turn_untouched"] != 1:
        return "Insurance takes the first two actions, and one is spent"
    return "there is no card in this place"


def _duel(display: Any, v: Any, place: int) -> str:
    """Why a Duel Baron cannot be claimed (RS-8.2, RS-8.5)."""
    words: Words = display.words
    if not words.params["duel_barons"]:
        return "there are no Duel Barons in this game (option duel_barons)"
    for baron, owner in zip(v["duel_barons"], v["duel_owner"], strict=True):
        if baron == place:
            claimed = f"{words.owner(owner)} has claimed this baron"
            return f"not met: {DUEL_GOALS[place]}" if owner == NOBODY else claimed
    return "this baron is not among those on offer"


def _slot(display: Any, v: Any, place: int) -> str:
    """Why a card of the row cannot be chosen (RW-R4.2)."""
    return f"there is no card in place {place + 1} of the row"


def _cube(display: Any, v: Any, place: int) -> str:
    """Why a cube of a color cannot be chosen (RS-6.5)."""
    words: Words = display.words
    city = words.params["bot_city"][v["resolving_card"], v["resolving_pair"]]
    return f"{words.city(city)} has no {words.color(place)} cube"


def _city(display: Any, v: Any, place: int) -> str:
    """Why a city cannot be chosen: for an exhausted cube (RS-7.6), or on the path of the Railbot (RS-6.2)."""
    words: Words = display.words
    if v["phase"] == phases.EXHAUST:
        return f"{words.city(place)} has no {words.color(exhausted_color(v))} cube"
    return f"no cheapest way to {words.city(v['railbot_goal'])} goes out of {words.city(place)} now"


def _way(display: Any, v: Any, place: int) -> str:
    """Why the path of the Railbot cannot go on in a direction (RS-6.2)."""
    return f"no cheapest way to {display.words.city(v['railbot_goal'])} goes on like this"


def _line(display: Any, v: Any, place: int) -> str:
    """Why a major line cannot be chosen (RS-2.3, RS-7.8)."""
    words: Words = display.words
    if not words.board.lines[place].in_play:
        return f"the major line {words.line(place)} is not in play"
    return f"the major line {words.line(place)} is taken: {words.owner(words.line_owner(v, place))} has it"


_REASONS: dict[str, Callable[[Any, Any, int], str]] = {
    "bid": _bid,
    "upgrade": _upgrade,
    "take": _take,
    "grant": _grant,
    "western": _western,
    "urbanize": _urbanize,
    "color": _color,
    "grow": _grow,
    "link": _link,
    "deliver": _deliver,
    "load": _deliver,
    "start": _start,
    "continue": _continue,
    "lay": _lay,
    "stop": _stop,
    "go": _go,
    "over": _over,
    "insure": _insure,
    "duel": _duel,
    "slot": _slot,
    "cube": _cube,
    "city": _city,
    "way": _way,
    "side": _way,
    "line": _line,
}
