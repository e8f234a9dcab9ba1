"""Written positions: a table of the card game on which only what matters to a rule is laid out.

Cards are written in words: "2 red, blue" is two red cards and a blue one, piles from the top. Tickets are written as
their two cities. Cards that a position does not mention lie under the train deck, or, with ``rest="discard"``, in the
discard pile; tickets that it does not mention lie under the ticket deck. So nothing is ever missing from the box.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from reading import reading

from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.ticket_to_ride_card.actions import KIND_NAMES
from railgym.envs.ticket_to_ride_card.display import words
from railgym.envs.ticket_to_ride_card.game import TicketToRideCard
from railgym.envs.ticket_to_ride_card.rules.phases import ACTION
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, STATE, TICKETS

__all__ = ["Seat", "Table", "last_turn"]

DRAW = "draw a card from the deck"


@dataclass(frozen=True)
class Seat:
    """What a player has. ``wild`` are locomotives in the railyard by the colour they were laid as; ``known`` are the
    cards of the hand that the others saw taken."""

    hand: str = ""
    yard: str = ""
    wild: str = ""
    track: str = ""
    known: str = ""
    tickets: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


def pile(text: str) -> list[int]:
    """The kinds of the cards of a text, in its order."""
    found = re.findall(r"(\d*) *([a-z]+)", text)
    return [KIND_NAMES.index(kind.removesuffix("s")) for number, kind in found for _ in range(int(number or 1))]


def counts(text: str) -> np.ndarray[Any, Any]:
    """How many cards of each kind a text names: int64 (K,)."""
    return np.bincount(pile(text), minlength=KINDS)


class Table:
    """A game under way: a written position, and what is played and read in words from there on."""

    def __init__(
        self,
        game: TicketToRideCard,
        *seats: Seat,
        current: int = 0,
        turn: int = 5,
        display: str = "",
        deck: str = "",
        rest: str = "deck",
        discard: str = "",
        clock: str = "",
        clock_deck: str = "",
        ticket_deck: tuple[str, ...] | None = None,
        rival: tuple[str, ...] = (),
        deck_number: int = 1,
        final_turns: int = -1,
        idle_turns: int = 0,
    ) -> None:
        self.game = game
        self.state = np.zeros(1, STATE)
        s = self.state[0]
        s["game"] = game.params["game"][0]
        s["key"], s["viewer"], s["num_players"] = 12345, FULL, game.num_players
        s["phase"], s["current"], s["turn"] = ACTION, current, turn
        s["deck_number"], s["final_turns"], s["idle_turns"] = deck_number, final_turns, idle_turns
        s["lay_colour"], s["clock"] = -1, pile(clock)[0] if clock else -1
        s["display"], s["discard"] = counts(display), counts(discard)
        s["rival"] = self.tickets(rival)
        for place, seat in zip(s["players"], seats, strict=False):
            self.seat(place, seat)
        fill(s["clock_deck"], pile(clock_deck))
        left = game.params[0]["cards_of"] - self.cards_on_table() - counts(deck)
        assert (left >= 0).all(), "more cards than the box holds"
        under = [] if rest == "discard" else np.repeat(np.arange(KINDS), left).tolist()
        s["discard"] += left if rest == "discard" else 0
        fill(s["deck"], pile(deck) + under)
        held = int(s["rival"]) | sum(int(p["tickets"]) | int(p["done"]) for p in s["players"])
        unheld = [t for t in range(TICKETS) if not held >> t & 1]
        fill(s["ticket_deck"], unheld if ticket_deck is None else [self.ticket(name) for name in ticket_deck])

    def seat(self, place: Any, seat: Seat) -> None:
        place["hand"], place["seen"], place["track"] = counts(seat.hand), counts(seat.known), counts(seat.track)
        place["yard"], place["wild"] = counts(seat.yard)[:COLOURS], counts(seat.wild)[:COLOURS]
        place["hand_size"], place["track_size"] = len(pile(seat.hand)), len(pile(seat.track))
        place["tickets"], place["done"] = self.tickets(seat.tickets), self.tickets(seat.done)
        place["num_tickets"] = len(seat.tickets)

    def cards_on_table(self) -> np.ndarray[Any, Any]:
        """All train cards outside the train deck, by kind."""
        s = self.state[0]
        total = s["display"].astype(np.int64) + s["discard"]
        total += np.bincount(s["clock_deck"]["cards"][: s["clock_deck"]["size"]], minlength=KINDS)
        if s["clock"] >= 0:
            total[s["clock"]] += 1
        for seat in s["players"]:
            total += seat["hand"] + seat["track"]
            total[:COLOURS] += seat["yard"]
            total[LOCO] += seat["wild"].sum()
        return total

    def ticket(self, name: str) -> int:
        """The number of the ticket between two cities."""
        return [f"{t.city_a} - {t.city_b}" for t in self.game.tickets].index(name)

    def tickets(self, names: Iterable[str]) -> int:
        """A set of tickets as a bit mask."""
        return sum(1 << self.ticket(name) for name in names)

    # --- play -----------------------------------------------------------------------------------------------------

    @property
    def legal(self) -> set[str]:
        """Everything that may be done, in words."""
        return {
            reading(self.game, self.state).action_words(int(a))
            for a in np.flatnonzero(self.game.rules.legal(self.state))
        }

    @property
    def lays(self) -> set[str]:
        """What may be laid, in words."""
        return {action for action in self.legal if action.startswith("lay ")}

    def play(self, *actions: str, viewer: int = PUBLIC) -> list[str]:
        """Play actions given in words; returns what ``viewer`` is told."""
        told = []
        for action in actions:
            events = self.game.rules.apply(self.state, reading(self.game, self.state).action_id(action))
            told += [self.game.display.event_words(event, viewer) for event in events]
        return told

    def draw_blind(self) -> list[str]:
        """Take the whole turn to draw two cards from the deck."""
        return self.play(DRAW, DRAW)

    # --- what lies where, in words --------------------------------------------------------------------------------

    def __getitem__(self, field: str) -> Any:
        return self.state[field][0]

    def cards(self, seat: int, field: str) -> str:
        return words.cards(self["players"][seat][field])

    def hand(self, seat: int) -> str:
        return self.cards(seat, "hand")

    def track(self, seat: int) -> str:
        return self.cards(seat, "track")

    def yard(self, seat: int) -> str:
        return words.railyard(self["players"][seat])

    @property
    def display(self) -> str:
        return words.cards(self["display"])

    @property
    def discard(self) -> str:
        return words.cards(self["discard"])

    @property
    def clock(self) -> str:
        return KIND_NAMES[self["clock"]] if self["clock"] >= 0 else "none"

    def names(self, seat: int, field: str = "tickets") -> set[str]:
        """The tickets of a seat: those held, or ``field``."""
        found = words.ticket_numbers(int(self["players"][seat][field]))
        return {f"{self.game.tickets[t].city_a} - {self.game.tickets[t].city_b}" for t in found}

    @property
    def scores(self) -> list[int]:
        return self["scores"][: self["num_players"]].tolist()


def fill(deck: Any, cards: list[int]) -> None:
    """Lay cards into a deck, the first on top."""
    deck["size"] = len(cards)
    deck["cards"][: len(cards)] = cards[::-1]


def last_turn(game: TicketToRideCard, *seats: Seat, **changes: Any) -> Table:
    """The last turn of the last deck, with nothing left to do: "pass" ends the game."""
    settings = {"deck_number": int(game.params[0]["decks"]), "final_turns": 1, "rest": "discard", "ticket_deck": ()}
    return Table(game, *seats, **(settings | changes))
