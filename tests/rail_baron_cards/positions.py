"""Written positions: a table of Rail Baron on which only what matters to a rule is laid out.

Cities, dots and railroads go by their names on the board, lists are separated by commas, a run is "Madison - Chicago",
and a way is "GLP: Chicago - D26 - D27". Cards that a position does not mention lie under the deck; with ``rest="pile"``
they are on the pile of used cards, with ``rest="box"`` they are out of the game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from reading import reading

from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.rail_baron_cards.actions import ENGINES
from railgym.envs.rail_baron_cards.game import RailBaron
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import DICE, NO_CARD, SEATS, STATE

__all__ = ["DONE", "PASS", "STOP", "Seat", "Table", "dealt", "key_for"]

STOP, DONE, PASS = "stop here", "buy nothing more", "bid no more"
RESHUFFLE = "reshuffle"


@dataclass(frozen=True)
class Seat:
    """What a player has. Whose run is not said is on any; a run "Madison" is to get a destination. Whose place is
    not said stands at the start of the run. ``ridden`` are ways of this run. A seat that is ``out`` says as the
    how-manieth it left."""

    run: str = ""
    at: str = ""
    hand: str = ""
    cash: int = 20_000
    engine: str = "Freight"
    owns: str = ""
    old_bank: str = ""
    old_five: str = ""
    ridden: tuple[str, ...] = ()
    out: int = 0


def names(text: str) -> list[str]:
    """The names in a list."""
    return [name.strip() for name in text.split(",") if name.strip()]


class Table:
    """A game under way: a written position, and what is played and read in words from there on.

    ``dice`` are the next rolls of a seat, die by die. ``deck`` is written from the top. In a ``phase`` of set-up the
    seats hold what they were dealt, and ``mover`` is the seat that decides.
    """

    def __init__(
        self,
        game: RailBaron,
        *seats: Seat,
        mover: int = 0,
        phase: int = phases.MOVE,
        pips: int = 5,
        second: int = 0,
        dice: Mapping[int, Iterable[int]] | None = None,
        round: int = 5,
        order: Iterable[int] | None = None,
        deck: str = "",
        pile: str = "",
        rest: str = "deck",
    ) -> None:
        self.game, self.board = game, game.board
        self.state = np.zeros(1, STATE)
        s = self.state[0]
        s["key"], s["viewer"], s["num_players"] = key_for(dice or {}), FULL, game.num_players
        s["game"] = game.params[0]["game"]
        s["phase"], s["current"], s["mover"] = phase, mover, mover
        s["turn"], s["round"], s["pips"], s["second"] = 5 * game.num_players, round, pips, second
        s["mode"] = game.params[0]["full"]
        setup = phase <= phases.BID
        if setup:
            s["mover"], s["turn"], s["round"], s["pips"] = -1, 0, 0, 0
        s["owner"], s["lot"], s["lot_bidder"] = -1, -1, -1
        seats = (*seats, *(Seat() for _ in range(game.num_players - len(seats))))
        places = list(range(game.num_players)) if order is None else list(order)
        s["order"][: len(places)], s["place"] = places, 0 if setup else places.index(mover)
        s["players"]["dot"], s["players"]["bid"], s["players"]["kept"] = -1, -1, -1
        s["players"]["start"] = s["players"]["goal"] = s["players"]["hand"] = NO_CARD
        self.left = list(range(int(game.params[0]["cards"] + game.params[0]["reshuffle_cards"])))
        for p, seat in enumerate(seats):
            self.lay_out(p, seat)
            s["players"][p]["bid"] = -1 if setup else 0
        top, used = ([self.take(name) for name in names(text)] for text in (deck, pile))
        for p, seat in enumerate(seats):
            if not seat.run and not seat.out and not setup:  # the first and the last card left are of different regions
                self.set_out(p, self.left.pop(0), max(card for card in self.left if card < game.params[0]["cards"]), "")
        fill(s["deck"], top + (self.left if rest == "deck" else []))
        fill(s["pile"], used + (self.left if rest == "pile" else []))

    def lay_out(self, p: int, seat: Seat) -> None:
        s, place = self.state[0], self.state[0]["players"][p]
        s["scores"][p], s["out"][p] = seat.cash, seat.out > 0
        s["num_out"] += seat.out > 0
        place["place_out"] = seat.out
        place["engine"] = ENGINES.index(seat.engine)
        if seat.run:
            start, _, goal = seat.run.partition(" - ")
            self.set_out(p, self.take(start), self.take(goal) if goal else NO_CARD, seat.at)
        hand = sorted(self.take(name) for name in names(seat.hand))
        place["hand"][: len(hand)], place["hand_size"] = hand, len(hand)
        for railroad in names(seat.owns):
            s["owner"][self.line(railroad)] = p
        place["old_bank"], place["old_five"] = self.lines(seat.old_bank), self.lines(seat.old_five)
        for way in seat.ridden:
            for section in self.sections(way):
                for piece in self.game.params[0]["section_piece"][section]:
                    if piece >= 0:
                        place["ridden"][piece >> 6] |= np.uint64(1 << (int(piece) & 63)).astype(np.int64)

    def set_out(self, p: int, start: int, goal: int, at: str) -> None:
        place = self.state[0]["players"][p]
        place["start"], place["goal"] = start, goal
        place["dot"] = self.dot(at) if at else self.board.cities[self.city_of(start)].dot
        self.left = [card for card in self.left if card not in (start, goal)]

    def take(self, name: str) -> int:
        """A card of a city, out of those not used yet."""
        found = [card for card in self.left if self.name_of(card) == name]
        assert found, f"no card of {name} is left"
        self.left.remove(found[0])
        return found[0]

    # --- names ----------------------------------------------------------------------------------------------------

    def city_of(self, card: int) -> int:
        return int(self.game.params[0]["card_city"][card])

    def name_of(self, card: int) -> str:
        return self.board.cities[self.city_of(card)].name if card < self.game.params[0]["cards"] else RESHUFFLE

    def line(self, name: str) -> int:
        return [railroad.abbreviation for railroad in self.board.railroads].index(name)

    def lines(self, text: str) -> int:
        """A set of railroads as a bit mask."""
        return sum(1 << self.line(name) for name in names(text))

    def dot(self, name: str) -> int:
        """A dot by its own name or its city's."""
        cities = {city.name: city.dot for city in self.board.cities}
        return cities[name] if name in cities else [dot.name for dot in self.board.dots].index(name)

    def sections(self, way: str) -> list[int]:
        """The sections of a way on one railroad."""
        railroad, _, dots = way.partition(": ")
        ends = {(frozenset((s.a, s.b)), s.railroad): i for i, s in enumerate(self.board.sections)}
        stops = [self.dot(name) for name in dots.split(" - ")]
        return [ends[frozenset(pair), self.line(railroad)] for pair in pairwise(stops)]

    def steps(self, way: str) -> list[str]:
        """The actions that ride a way section by section."""
        first = int(self.game.params[0]["step"])
        return [self.game.actions.labels[first + section] for section in self.sections(way)]

    # --- play -----------------------------------------------------------------------------------------------------

    @property
    def legal(self) -> set[str]:
        """Everything that may be done, in words without the notes at their end."""
        found = np.flatnonzero(self.game.rules.legal(self.state))
        return {reading(self.game, self.state).action_words(int(action)).partition(" (")[0] for action in found}

    def play(self, *actions: str, viewer: int = PUBLIC) -> list[str]:
        """Play actions given in words; returns what ``viewer`` is told."""
        told = []
        for action in actions:
            events = self.game.rules.apply(self.state, reading(self.game, self.state).action_id(action))
            told += [self.game.display.event_words(event, viewer) for event in events]
        return told

    def ride(self, *ways: str) -> list[str]:
        """Ride ways section by section."""
        return self.play(*(step for way in ways for step in self.steps(way)))

    def may_ride(self, way: str) -> bool:
        """Whether the first section of a way may be ridden."""
        return bool(self.game.rules.legal(self.state)[self.game.actions.ids[self.steps(way)[0]]])

    def arrive(self, *purchases: str, viewer: int = PUBLIC) -> list[str]:
        """Ride the last dot to the destination, and buy no more than is said."""
        told = self.play("ride 1 dot, shortest route", *purchases, viewer=viewer)
        return told + (self.play(DONE, viewer=viewer) if self["phase"] == phases.PURCHASE else [])

    # --- what lies where, in words --------------------------------------------------------------------------------

    def __getitem__(self, field: str) -> Any:
        return self.state[field][0]

    def seat(self, p: int) -> Any:
        return self["players"][p]

    @property
    def cash(self) -> list[int]:
        return self["scores"][: self["num_players"]].tolist()

    @property
    def payoff(self) -> list[float]:
        return [round(float(x), 4) for x in self["payoff"][: self["num_players"]]]

    def owner(self, railroad: str) -> int:
        """The seat that owns a railroad; -1: the bank."""
        return int(self["owner"][self.line(railroad)])

    def at(self, p: int) -> str:
        """Where a train stands."""
        dot = self.board.dots[int(self.seat(p)["dot"])]
        return dot.city or dot.name

    def run(self, p: int) -> str:
        return " - ".join(self.cards([self.seat(p)["start"], self.seat(p)["goal"]]))

    def hand(self, p: int) -> list[str]:
        """The cities in a hand, sorted as on the board."""
        return self.cards(self.seat(p)["hand"])

    @property
    def goals(self) -> set[str]:
        """The cities among which the next destination is to be chosen."""
        return {action.removeprefix("go to ").split(" for ")[0] for action in self.legal if action.startswith("go to ")}

    def go_to(self, city: str) -> list[str]:
        """Choose a destination."""
        return self.play(next(action for action in self.legal if action.startswith(f"go to {city} for ")))

    def cards(self, cards: Iterable[Any]) -> list[str]:
        return [self.name_of(int(card)) for card in cards if card != NO_CARD]

    def heap(self, field: str) -> list[str]:
        """The cities of the deck or the pile, from the top."""
        return self.cards(self[field]["cards"][: self[field]["size"]][::-1])


def dealt(game: RailBaron, seed: int = 3) -> Table:
    """The table of a game just dealt."""
    table = Table(game)
    table.state = game.rules.new_state(seed)
    return table


def fill(deck: Any, cards: list[int]) -> None:
    """Lay cards into a deck, the first on top."""
    deck["size"] = len(cards)
    deck["cards"][: len(cards)] = cards[::-1]


def key_for(dice: Mapping[int, Iterable[int]]) -> int:
    """The key of a game in which these seats roll these dice next."""
    for block in range(100):
        keys = np.arange(1, 200_001, dtype=np.uint64) + np.uint64(200_000 * block)
        good = np.ones(len(keys), bool)
        for seat, rolls in dice.items():
            assert 0 <= seat < SEATS
            for count, pips in enumerate(rolls):
                where = np.uint64((DICE + seat) << 40 | count)
                good &= rolled(keys, where) == pips
        if good.any():
            return int(keys[good][0])
    raise AssertionError(f"no key rolls {dice}")


def rolled(keys: Any, where: np.uint64) -> Any:
    """What a die shows by each key: ``core/chance.py`` for many keys at once."""
    with np.errstate(over="ignore"):
        bits = mixed(keys ^ mixed(where + np.uint64(0x9E3779B97F4A7C15)))
    return 1 + ((bits >> np.uint64(32)) * np.uint64(6) >> np.uint64(32))


def mixed(x: Any) -> Any:
    """The finaliser of splitmix64."""
    with np.errstate(over="ignore"):
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
