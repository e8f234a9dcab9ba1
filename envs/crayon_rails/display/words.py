"""Positions, actions and events of the crayon-rail games in words. Money is in millions."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.display import count, listed
from railgym.envs.core.events import Event
from railgym.envs.core.geo.hexagons import direction
from railgym.envs.core.graphs import parts
from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.actions import DELIVER, DISCARD, DONE, GIVE, LINES, WAYS
from railgym.envs.crayon_rails.display.places import Places
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT, EXITS

if TYPE_CHECKING:
    from railgym.envs.core.game import Array
    from railgym.envs.core.reading import Reading
    from railgym.envs.crayon_rails.display import CrayonDisplay

__all__ = [
    "Words",
    "action_words",
    "decision",
    "event_sentence",
    "events_in_force",
    "range_left",
    "to_spend",
]

_FORESEEN = {"borrow", "upgrade", "run", "pay", "build", "step"}  # blocks of actions that are told by what they lead to


class Words:
    """The names of a map's things, for one display.game."""

    def __init__(self, board: Map, params: Any, names: tuple[str, ...], engines: tuple[str, ...]) -> None:
        self.board, self.params, self.names, self.engines = board, params, names, engines
        self.places = Places(board)

    # --- the map ------------------------------------------------------------------------------------------------------

    def city(self, city: Any) -> str:
        return self.board.cities[int(city)].name

    def good(self, good: Any) -> str:
        return self.board.goods[int(good)].name

    def cities(self, cities: Iterable[int]) -> str:
        return listed(map(self.city, cities))

    def post(self, post: Any) -> str:
        """A milepost: the city that it belongs to, or the way from the nearest city."""
        return self.places.name(int(post))

    def near(self, post: Any) -> str:
        """ "in Denver", "near Denver"."""
        return self.places.near(int(post))

    # --- cards --------------------------------------------------------------------------------------------------------

    def demand(self, card: Any, line: int) -> tuple[int, int, int]:
        """City, good and payout of one line of a demand card."""
        found = (self.params[field][int(card), line] for field in ("card_city", "card_good", "card_payout"))
        city, good, payout = map(int, found)
        return city, good, payout

    def demands(self, card: Any) -> list[str]:
        """The lines of a demand card: "Coal to Denver for 23"."""
        lines = [self.demand(card, line) for line in range(LINES)]
        return [f"{self.good(good)} to {self.city(city)} for {payout}" for city, good, payout in lines]

    def effect(self, number: Any, drawer: str) -> str:
        """What an event card does that ``drawer`` has drawn."""
        event = self.board.events[int(number)]
        distance = f"within {count(event.radius, 'milepost')} of" if event.radius else "in"
        around = f"{distance} {' or '.join(map(self.city, event.cities))}"
        if event.kind == "flood":
            return f"track over the {self.board.rivers[event.river]} is lost, and closed to trains and building"
        if event.kind == "derailment":
            return f"trains {around} lose a load and a turn"
        if event.kind == "snow":
            return f"{around} trains are slow, and mountains closed to trains and building"
        if event.kind == "storm":
            return f"{around} trains are slow, and nothing is built"
        if event.kind == "tax":
            return "players with more than 50 pay"
        if event.border == "drawer":
            return f"no train moves on the track of {drawer}, who builds nothing"
        border = {"border": "a coast or frontier", "coast": "a coast", "frontier": "a frontier"}[event.border]
        where = f"within {count(event.radius, 'milepost')} of" if event.radius else "on"
        return f"no loads are picked up or delivered in cities {where} {border}"

    @staticmethod
    def members(bits: Any) -> list[int]:
        """The numbers in a bit mask."""
        return [i for i in range(64) if int(bits) >> i & 1]

    # --- seats --------------------------------------------------------------------------------------------------------

    def place(self, seat: Any) -> tuple[str, str]:
        """Where a train stands; and between cities the way to there, and where the train came from."""
        if seat["train"] < 0:
            return "not placed yet", ""
        post, came = int(seat["train"]), int(seat["came_from"])
        here = self.board.mileposts[post]
        if here.city >= 0:
            return self.near(post), ""
        back = direction(here.hex, self.board.mileposts[came].hex) if came >= 0 else -1
        return self.near(post), self.places.way(post) + (f", come from the {WAYS[back]}" if back >= 0 else "")

    def loads(self, seat: Any) -> list[str]:
        return [self.good(good) for good in seat["loads"] if good >= 0]

    def hand(self, seat: Any) -> list[int]:
        """The demand cards of a seat; with a pool those of the pool."""
        return [int(card) for card in seat["cards"][: int(seat["num_cards"])]]

    def open_demands(self, seat: Any) -> list[tuple[int, int, int]]:
        """City, good and payout of each demand of its cards that a seat may deliver for: no other player has locked
        it."""
        demands = [self.demand(card, line) for card in self.hand(seat) for line in range(LINES)]
        return [demand for demand in demands if not int(seat["closed_goods"]) >> demand[1] & 1]

    def locked_by(self, view: Any, good: int) -> str:
        """The name of the player who has locked the demands of the pool for a good; empty if no player has."""
        found = [
            name
            for name, seat in zip(self.names, view["players"], strict=False)
            if self.params["pool"] and good in seat["loads"] and not int(seat["closed_goods"]) >> good & 1
        ]
        return "".join(found)

    def track(self, view: Any, p: int) -> list[int]:
        """The edges on which a seat has track."""
        return [int(edge) for edge in np.flatnonzero(view["track"][: len(self.board.edges)] == p)]

    def networks(self, view: Any, p: int) -> list[list[int]]:
        """The cities that each connected part of a seat's track joins; the part with most major cities first."""
        middle = {m: city.mileposts[0] for city in self.board.cities for m in city.mileposts}  # major cities as a whole
        edges = [self.board.edges[i] for i in self.track(view, p)]
        joined = parts((middle.get(edge.a, edge.a), middle.get(edge.b, edge.b)) for edge in edges)
        found = [sorted(self.board.mileposts[m].city for m in part if m in middle) for part in joined]
        return sorted(found, key=lambda cities: (-len(self.majors(cities)), -len(cities)))

    def majors(self, cities: Iterable[int]) -> list[int]:
        return [city for city in cities if self.board.cities[city].size == "major"]


def action_words(display: "CrayonDisplay", view: "Reading", action: int) -> str:
    """An action as it reads in this position."""
    words, v = display.words, view.record[0]
    label: str = display.actions.labels[action]
    hand, phase = words.hand(v["players"][int(v["mover"])]), int(v["phase"])
    block = display.actions.block_of(action).name
    if block == "deliver" and (action - DELIVER) // LINES < len(hand):
        i, line = divmod(action - DELIVER, LINES)
        return f"deliver {words.demands(hand[i])[line]} (card {i + 1})"
    if not view.is_legal(action):
        return label
    if action == DONE:
        return "done running" if phase == phases.OPERATE else "done building"
    if action == DISCARD:
        return f"{'discard from the pool' if words.params['pool'] else label}, instead of the turn"
    if block == "give":
        return f"{label}: {listed(words.demands(hand[action - GIVE]))}"
    if block == "drop" and phase == phases.LOSE_LOAD:
        return label.replace("drop", "lose", 1)
    if block == "from":
        return f"build from {words.places.part(int(action - words.params['act_from']))}"
    return _foreseen_words(display, view.record, action, label) if block in _FORESEEN else label


def _foreseen_words(display: "CrayonDisplay", state: "Array", action: int, label: str) -> str:
    """An action by what it leads to: it is played in a copy of the position."""
    words, block, after = display.words, display.actions.block_of(action).name, state.copy()
    happened = display.game.rules.apply(after, action)
    [told, *_] = [
        event
        for event in happened
        if event.kind in (event_kinds.BORROWED, event_kinds.UPGRADED, event_kinds.RAN, event_kinds.BUILT)
    ]
    a, b, c, d = told.data
    if told.kind == event_kinds.BORROWED:
        return f"{label} {a}, {b} to be paid back"
    if told.kind == event_kinds.UPGRADED:
        return f"{label} for {b}"
    if told.kind == event_kinds.RAN:
        fees = "".join(f", {e.data[1]} to {words.names[e.data[0]]}" for e in happened if e.kind == event_kinds.PAID)
        far = count(a, "milepost") if block == "step" else _of_all(display, state, action, a)
        return f"{label}: {far}, to {words.post(c)}{fees}"
    if block == "step":
        return f"{label.replace('go', 'build', 1)} to {words.post(d)} for {b}"
    city, seat = action - int(words.params["act_build"]), after[0]["players"][int(state["mover"][0])]
    there = int(seat["linked_cities"]) >> city & 1
    left = "all the way" if there else f"then {int(seat['join_cost'][city])} or more to go"
    if not there and b < to_spend(state[0]) and after["exits_in_turn"][0] == EXITS:
        left += f" (no more than {EXITS} segments a turn lead out of major cities)"
    return f"{label}: {count(a, 'segment')} for {b}, {left}"


def _of_all(display: "CrayonDisplay", state: "Array", action: int, steps: int) -> str:
    """How far a run goes of how far it is: "9 of 14 mileposts"; the action is played in a copy with movement enough."""
    block, far = display.actions.block_of(action), state.copy()
    far["movement_left"] = 127
    for event in display.game.rules.apply(far, action):
        if event.kind == event_kinds.RAN and display.board.mileposts[event.data[2]].city == action - block.start:
            return f"{steps} of {count(event.data[0], 'milepost')}"
    return count(steps, "milepost")


def decision(words: Words, view: Any) -> str:
    """What is to be decided, and what is left for it in this turn."""
    note = _note(words, view)
    return phases.PHASES[int(view["phase"])] + (f" ({note})" if note else "")


def _note(words: Words, view: Any) -> str:
    phase, cash = int(view["phase"]), int(view["scores"][int(view["mover"])])
    if phase == phases.OPERATE:
        return f"{range_left(words, view)} left, {cash} in cash"
    if phase == phases.LOSE_LOAD:
        return f"in the turn of {words.names[int(view['mover'])]}"
    if phase in (phases.BUILD, phases.BUILD_FROM):
        exits = count(EXITS - int(view["exits_in_turn"]), "segment")
        return f"{to_spend(view)} left to spend, {exits} out of major cities"
    return ""


def range_left(words: Words, view: Any) -> str:
    """How far the train may still run in this turn (EB-R16.3)."""
    left, points = int(view["movement_left"]), int(words.params["step_points"])
    return count(-(-left // points), "milepost") + (" at half rate" if left % points else "")


def to_spend(view: Any) -> int:
    """What may still be built for in this turn."""
    return min(BUILD_LIMIT - int(view["spent_in_turn"]), int(view["scores"][int(view["mover"])]))


def events_in_force(words: Words, view: Any) -> list[tuple[int, str, str]]:
    """The numbers of the events in force, their titles, and when they end."""
    found = []
    for i, event in enumerate(words.board.events):
        turns, drawer = int(view["event_turns_left"][i]), int(view["event_seat"][i])
        if turns:
            this = turns == 1 and drawer == view["mover"]
            found.append((i, event.title, f"the end of {words.names[drawer]}'s {'turn' if this else 'next turn'}"))
    return found


def event_sentence(words: Words, event: Event) -> str:
    """One event; all of them are open to everyone."""
    who = words.names[event.player] if event.player >= 0 else ""
    a, b, c, d = event.data
    match event.kind:
        case event_kinds.BEGINS:
            return f"{who} goes first" + (f" with a payout of {a} in hand" if a >= 0 else "")
        case event_kinds.GAVE:
            return f"{who} gives up a card: {listed(words.demands(a))}"
        case event_kinds.OPENED:
            return f"{who} begins a network in {words.city(a)}"
        case event_kinds.BUILT:
            return f"{who} builds {count(a, 'segment')} for {b}, from {words.post(c)} to {words.post(d)}"
        case event_kinds.UPGRADED:
            return f"{who} buys the {words.engines[a]} for {b}"
        case event_kinds.PLACED:
            return f"{who} places the train in {words.city(a)}"
        case event_kinds.RAN:
            return f"{who} runs {count(a, 'milepost')}, from {words.post(b)} to {words.post(c)}"
        case event_kinds.PAID:
            return f"{who} pays {b} to {words.names[a]} for the use of track"
        case event_kinds.PICKED_UP:
            return f"{who} picks up {words.good(a)}"
        case event_kinds.DROPPED:
            return f"{who} drops {words.good(a)}"
        case event_kinds.DELIVERED:
            return f"{who} delivers {words.good(b)} to {words.city(a)} for {c}"
        case event_kinds.REPAID:
            return f"{who} pays {a} back to the bank and owes {b}"
        case event_kinds.BORROWED:
            return f"{who} borrows {a} and owes {b}"
        case event_kinds.DREW:
            return f"{who} draws a card: {listed(words.demands(a))}"
        case event_kinds.DISCARDED:
            told = "{} of the pool" if words.params["pool"] else "the hand, {}"
            return f"{who} discards {told.format(count(a, 'card'))}"
        case event_kinds.RESHUFFLED:
            return f"{count(a, 'used card')} {'is' if a == 1 else 'are'} shuffled into the deck"
        case event_kinds.STRUCK:
            return f"{who} draws an event: {words.board.events[a].title}: {words.effect(a, who)}"
        case event_kinds.PASSED:
            return f"it is over: {words.board.events[a].title}"
        case event_kinds.WASHED_AWAY:
            return f"{who} loses {count(a, 'segment')} of track to the flood"
        case event_kinds.DERAILED:
            return f"{who} is derailed and loses {words.good(a) if a >= 0 else 'no load'}"
        case event_kinds.TAXED:
            return f"{who} pays {a} of {b} in tax" if a else f"{who} pays no tax with {b}"
        case event_kinds.LOST_TURN:
            return f"{who} loses this turn"
        case event_kinds.MET:
            return f"{who} has met the goal, with {a}"
        case event_kinds.RAISED:
            return f"a tie: everyone needs {a} from now on"
        case event_kinds.WON:
            return f"{who} wins with {a}"
    raise ValueError(f"no words for event kind {event.kind}")
