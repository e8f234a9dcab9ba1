"""Written positions: a table of a crayon-rail game on which only what matters to a rule is laid out.

A milepost goes by its city, with its part if it is one of the six around the middle of a major city ("Alder 3"), or by
row and column ("9.3"); a line of track is "Dogwood - 9.1 - 7.1 - Alder 5". A demand card goes by one of its demands
("Coal to Alder"), an event by its title. Lists of names are separated by commas. Cards that a position does not mention
lie under the deck; with ``rest="pile"`` they are on the pile of used cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from jit import bound

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.core.geo.hexagons import direction
from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.actions import DELIVER, LINES, WAYS
from railgym.envs.crayon_rails.game import CrayonRails
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.networks import survey
from railgym.envs.crayon_rails.state import NO_CARD, NO_LOAD

__all__ = ["DONE", "LONG", "Seat", "Table", "dealt", "of"]

DONE = "done"
LONG = (  # fourteen steps over the small map, past Alder and through Cedar
    "Dogwood - 9.1 - 7.1 - Alder 5",
    "Alder 4 - 7.3 - 9.3 - 10.4 - 12.4 - Cedar 1",
    "Cedar 2 - 13.7 - 14.8 - 13.9 - Fir",
)


@dataclass(frozen=True)
class Seat:
    """What a player has. A train that is nowhere is not placed yet; a hand is filled up to three cards. ``carried`` are
    the loads on board."""

    at: str = ""
    came: str = ""
    carried: str = ""
    hand: str = ""
    cash: int = 50
    engine: int = 0
    track: tuple[str, ...] = ()
    lost: int = 0
    met: int = 0
    debt: int = 0


def names(text: str) -> list[str]:
    """The names in a list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def of(events: Iterable[Event], kind: int) -> list[tuple[int, ...]]:
    """The player and the data of all events of a kind."""
    return [(event.player, *event.data) for event in events if event.kind == kind]


class Table:
    """A game under way: a written position, and what is played and read in words from there on.

    The opening rounds are over unless ``opening`` says how many are. ``deck`` is written from the top.
    """

    def __init__(
        self,
        game: CrayonRails,
        *seats: Seat,
        mover: int = 0,
        phase: int = phases.OPERATE,
        opening: int | None = None,
        round: int = 3,
        order: Iterable[int] | None = None,
        left: int | None = None,
        cost: int = 0,
        exits: int = 0,
        deck: str = "",
        rest: str = "deck",
    ) -> None:
        self.game, self.board = game, game.board
        self.state = game.rules.new_state(1)
        s, params = self.state[0], game.params[0]
        seats = (*seats, *(Seat() for _ in range(game.num_players - len(seats))))
        s["phase"], s["current"], s["mover"] = phase, mover, mover
        s["opening"] = params["opening_rounds"] if opening is None else opening
        s["round"] = round if opening is None else 0
        places = list(range(game.num_players)) if order is None else list(order)
        s["order"][: len(places)], s["place"] = places, places.index(mover)
        s["cost"], s["exits"] = cost, exits
        s["left"] = params["speed"][seats[mover].engine] if left is None else left
        self.left_over = list(range(int(params["num_cards"] + params["num_events"])))
        hands = [[self.take(card) for card in names(seat.hand)] for seat in seats]
        top = [self.take(card) for card in names(deck)]
        for p, (seat, hand) in enumerate(zip(seats, hands, strict=True)):
            self.lay_out(p, seat, hand)
        fill(s["deck"], top + (self.left_over if rest == "deck" else []))
        fill(s["pile"], self.left_over if rest == "pile" else [])
        s["pile"]["known"] = 255
        self.survey()

    def lay_out(self, p: int, seat: Seat, hand: list[int]) -> None:
        s, place = self.state[0], self.state[0]["players"][p]
        s["scores"][p] = seat.cash
        place["engine"], place["lost"], place["met"], place["debt"] = seat.engine, seat.lost, seat.met, seat.debt
        place["train"] = self.post(seat.at) if seat.at else -1
        place["came"] = self.post(seat.came) if seat.came else -1
        goods = sorted(self.good(name) for name in names(seat.carried))
        place["loads"][: len(goods)] = goods
        for good in goods:
            s["chips"][good] -= 1
        while len(hand) < 3:
            hand.append(self.left_over.pop(0))
        place["cards"] = NO_CARD
        place["cards"][: len(hand)], place["num_cards"] = hand, len(hand)
        for line in seat.track:
            for a, b in pairwise(self.line(line)):
                s["track"][self.edge(a, b)] = p

    def take(self, name: str) -> int:
        """A demand card or an event, out of those not used yet."""
        found = [card for card in self.left_over if name in self.names_of(card)]
        assert found, f"no card {name!r} is left"
        self.left_over.remove(found[0])
        return found[0]

    def survey(self) -> None:
        """Workload out what follows from the track."""
        bound(self.game, survey_door)(self.game.params, self.state, self.game.rules.scratch)

    # --- names ----------------------------------------------------------------------------------------------------

    def city(self, name: str) -> int:
        return [city.name for city in self.board.cities].index(name)

    def good(self, name: str) -> int:
        return [good.name for good in self.board.goods].index(name)

    def event(self, title: str) -> int:
        return [event.title for event in self.board.events].index(title)

    def names_of(self, card: int) -> list[str]:
        """The demands of a card, or the title of an event."""
        if card >= len(self.board.cards):
            return [self.board.events[card - len(self.board.cards)].title]
        demands = self.board.cards[card].demands
        return [f"{self.board.goods[d.good].name} to {self.board.cities[d.city].name}" for d in demands]

    def post(self, name: str) -> int:
        """A milepost by its name."""
        row, _, col = name.partition(".")
        if row.isdigit() and col.isdigit():
            places = [tuple(post.hex) for post in self.board.mileposts]
            return places.index((int(row), int(col)))
        city, _, part = name.rpartition(" ")
        if part.isdigit():
            return self.board.cities[self.city(city)].mileposts[int(part)]
        return self.board.cities[self.city(name)].mileposts[0]

    def line(self, line: str) -> list[int]:
        """The mileposts of a line."""
        return [self.post(name) for name in line.split(" - ")]

    def edge(self, a: int, b: int) -> int:
        """The edge between two mileposts."""
        found = self.board.beside[a][direction(self.board.mileposts[a].hex, self.board.mileposts[b].hex)]
        assert found >= 0, f"no edge from {self.board.mileposts[a]} to {self.board.mileposts[b]}"
        return found

    def way(self, a: int, b: int) -> str:
        """The direction from a milepost to the next."""
        return WAYS[direction(self.board.mileposts[a].hex, self.board.mileposts[b].hex)]

    def action(self, words: str) -> int:
        """An action by its label; a delivery as "deliver Coal to Alder"."""
        demand = words.removeprefix("deliver ")
        for i, card in enumerate(self.hand(int(self["mover"]))) if demand != words else ():
            if demand in self.names_of(card):
                return DELIVER + i * LINES + self.names_of(card).index(demand)
        return self.game.actions.ids[words]

    # --- play -----------------------------------------------------------------------------------------------------

    def play(self, *actions: str) -> list[Event]:
        """Play actions given in words; returns what happened."""
        return [event for words in actions for event in Position._of(self.game, self.state).play(self.action(words))]

    def can(self, words: str) -> bool:
        return bool(self.game.rules.legal(self.state)[self.action(words)])

    @property
    def legal(self) -> set[str]:
        """The labels of everything that may be done."""
        return {self.game.actions.labels[a] for a in np.flatnonzero(self.game.rules.legal(self.state))}

    def offers(self, block: str) -> set[str]:
        """What may be done of a block: its cities, goods, engines or ways, a delivery as "Coal to Alder"."""
        legal, found = self.game.rules.legal(self.state), self.game.actions.blocks[block]
        places = [i for i in range(found.stop - found.start) if legal[found.start + i]]
        if block in ("run", "pay", "build", "place"):
            return {self.board.cities[i].name for i in places}
        if block == "open":
            return {self.board.cities[self.board.majors[i]].name for i in places}
        if block in ("pick up", "drop"):
            return {self.board.goods[i].name for i in places}
        if block == "deliver":
            hand = self.hand(int(self["mover"]))
            return {self.names_of(hand[i // LINES])[i % LINES] for i in places}
        if block == "step":
            return {WAYS[i] for i in places}
        return {found.labels[i] for i in places}

    def go(self, line: str) -> list[Event]:
        """Run along a line milepost by milepost."""
        return self.play(*(f"go {self.way(a, b)}" for a, b in pairwise(self.line(line))))

    def can_go(self, line: str) -> bool:
        """Whether the first step of a line may be run."""
        a, b, *_ = self.line(line)
        assert int(self.seat(int(self["mover"]))["train"]) == a
        return self.can(f"go {self.way(a, b)}")

    def lay(self, *lines: str) -> int:
        """Build lines segment by segment; returns what they cost."""
        mover = int(self["mover"])
        before = self.cash[mover]
        for line in lines:
            for a, b in pairwise(self.line(line)):
                self.play(self.build_from(a), f"go {self.way(a, b)}")
        return before - self.cash[mover]

    def may_lay(self, line: str) -> bool:
        """Whether a single segment may be built."""
        a, b = self.line(line)
        if not self.can(self.build_from(a)):
            return False
        after = self.state.copy()
        self.game.rules.apply(after, self.action(self.build_from(a)))
        return bool(self.game.rules.legal(after)[self.action(f"go {self.way(a, b)}")])

    def build_from(self, post: int) -> str:
        here = self.board.mileposts[post]
        return f"build from row {here.row}, column {here.col}"

    def end_turn(self) -> list[Event]:
        """Do no more in this turn; a train that has to be placed is placed in the first city that may be."""
        turn, told = int(self["turn"]), list[Event]()
        while int(self["turn"]) == turn and not self["terminated"]:
            legal = np.flatnonzero(self.game.rules.legal(self.state))
            placed = [action for action in legal if self.game.actions.labels[action].startswith("place")]
            told += self.game.rules.apply(self.state, int([*placed, *legal][0]))
        return told

    def end_turns(self, number: int) -> list[Event]:
        return [event for _ in range(number) for event in self.end_turn()]

    # --- what lies where ------------------------------------------------------------------------------------------

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

    def at(self, p: int) -> str:
        """Where a train stands."""
        train = int(self.seat(p)["train"])
        here = self.board.mileposts[train]
        if train < 0 or here.city < 0:
            return f"{here.row}.{here.col}" if train >= 0 else ""
        name = self.board.cities[here.city].name
        return f"{name} {here.part}" if here.part else name

    def owner(self, line: str) -> int:
        """The seat that owns a segment; -1: nobody."""
        a, b = self.line(line)
        return int(self["track"][self.edge(a, b)])

    def loads(self, p: int) -> list[str]:
        return [self.board.goods[good].name for good in self.seat(p)["loads"] if good != NO_LOAD]

    def chips(self, good: str) -> int:
        """How many loads of a good the supply has."""
        return int(self["chips"][self.good(good)])

    def hand(self, p: int) -> list[int]:
        return [int(card) for card in self.seat(p)["cards"][: int(self.seat(p)["num_cards"])]]

    def heap(self, field: str) -> list[int]:
        """The cards of the deck or the pile, from the top."""
        return [int(card) for card in self[field]["cards"][: int(self[field]["size"])][::-1]]

    def in_force(self, title: str) -> bool:
        """Whether an event is."""
        return bool(self["event_turns"][self.event(title)] > 0)


def dealt(game: CrayonRails, seed: int = 3) -> Table:
    """The table of a game just dealt."""
    table = Table(game)
    table.state = game.rules.new_state(seed)
    return table


def fill(deck: Any, cards: list[int]) -> None:
    """Lay cards into a deck, the first on top."""
    deck["size"] = len(cards)
    deck["cards"][: len(cards)] = cards[::-1]
    deck["known"] = 0


def survey_door(params: Array, states: Array, scratches: Array) -> None:
    survey(params[0], states[0], scratches[0])
