"""Facts that follow from the rules and the log hold in every world sampled from a view, for perfect and human memory.

The test keeps an independent record for every seat, from the events that the seat may see. It does not read views.
"""

from typing import Any

import numpy as np
import pytest

from railgym.envs.catalog import make_game
from railgym.envs.core.events import Event
from railgym.envs.core.game import Array, Game
from railgym.envs.ticket_to_ride_card import event_kinds
from railgym.envs.ticket_to_ride_card.actions import DRAW_TICKETS, LAY, RETURN
from railgym.envs.ticket_to_ride_card.display.words import ticket_numbers
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO

CARD, SOLO = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"
FORMS: list[tuple[str, dict[str, Any]]] = [
    (CARD, {"num_players": 2}),
    (CARD, {"num_players": 2, "memory": "human"}),
    (CARD, {"num_players": 3, "edition": "published", "memory": ["human", "perfect", "human"]}),
    (CARD, {"num_players": 4, "edition": "published"}),
    (CARD, {"num_players": 4, "edition": "published", "memory": "human"}),
    (CARD, {"num_players": 3, "score_between": False}),
    (CARD, {"edition": "tiny", "decks": 2}),
    (SOLO, {}),
    (SOLO, {"edition": "published", "memory": "human"}),
]
NAMES = ["-".join(map(str, (id, *options.values()))) for id, options in FORMS]


class Ledger:
    """What one seat can be certain of, by the rules and the events that it may see."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.game, self.viewer = game, viewer
        self.forgets = bool(game.params["human_memory"][0, viewer])
        seats = range(game.num_players)
        self.least = np.zeros((game.num_players, KINDS), int)  # cards of each hand, at least
        self.least[:, LOCO] = 1
        self.moves = dict.fromkeys(seats, 0)
        self.given_back: set[int] = set()
        self.kept_since = dict.fromkeys(seats, 0)  # the first was given back
        self.in_draw: set[int] = set()
        self.easy: dict[int, set[int]] = {p: set() for p in seats}  # what each would have completed
        self.kept_late = dict.fromkeys(seats, 0)  # since then
        self.drawer = -1

    def before(self, state: Array, action: int) -> None:
        """Which tickets that this seat put under are drawn now: it knows where they lie."""
        deck = state["ticket_deck"][0]
        if action == DRAW_TICKETS and state["current_player"][0] != self.viewer:
            top = range(max(0, int(deck["size"]) - 4), int(deck["size"]))
            self.in_draw = {int(deck["cards"][i]) for i in top if deck["known"][i] >> self.viewer & 1}

    def hear(self, event: Event, tracks: Array) -> None:
        """``tracks``: the stacks as they lay before the ply, which perfect memory knows."""
        p, (a, b, c, _) = event.player, event.data
        remembers = p == self.viewer or not self.forgets
        if event.kind in (event_kinds.DREW_FACE_UP, event_kinds.DREW_CLOCK):
            self.least[p, a] += remembers
        elif event.kind == event_kinds.LAID:
            self.least[p, a] = max(0, self.least[p, a] - b)
            self.least[p, LOCO] = max(0, self.least[p, LOCO] - c)
        elif event.kind == event_kinds.MOVED:
            self.moves[p] += 1
        elif event.kind == event_kinds.NEW_DECK:
            self.moves = dict.fromkeys(self.moves, 0)
        elif event.kind == event_kinds.DREW_TICKETS:
            self.drawer = p
        elif event.kind == event_kinds.GAVE_BACK and p == self.viewer:
            if not self.given_back:
                self.kept_since = dict.fromkeys(self.kept_since, 0)
            self.given_back.add(a)
        elif event.kind == event_kinds.KEPT and p == self.viewer:
            self.given_back.discard(a)
        elif event.kind == event_kinds.DECIDED:
            if p == self.drawer:  # of first tickets none can be one that another seat was dealt
                self.kept_since[p] += a
                self.kept_late[p] += a
            self.drawer, self.in_draw = -1, set()

    def first_deck_ends(self, tracks: Array, done: dict[int, int]) -> None:
        """Tickets that could have been completed together with those that were are open nowhere."""
        need = self.game.params["need"][0]
        for p, completed in done.items():
            self.kept_late[p] = 0
            asked = need[ticket_numbers(completed)].sum(axis=0)
            short = np.maximum(0, asked + need - tracks[p, :COLOURS]).sum(axis=1)
            self.easy[p] = set() if self.forgets else set(np.flatnonzero(short <= tracks[p, LOCO]).tolist())

    def check(self, world: Array) -> None:
        """All of it holds in a world."""
        for p, seat in enumerate(world["players"][0, : self.game.num_players]):
            assert (seat["hand"] >= self.least[p]).all(), "a card that was seen is not in the hand"
            assert seat["hand"].sum() == seat["hand_size"] and seat["track"].sum() == seat["track_size"]
            assert seat["track"][:COLOURS].max() <= self.moves[p], "a stack has more of a colour than there were moves"
            if p == self.viewer:
                continue
            held = {*ticket_numbers(seat["tickets"])}
            deciding = held | {*ticket_numbers(seat["offered"] | seat["returned"])}
            now = 0
            if p == world["current_player"][0] and world["phase"][0] == TICKETS_DRAWN:
                assert self.in_draw <= deciding, "a ticket known to be in a draw is not there"
                now = int(world["drawn"][0] - world["undecided"][0])
            if world["phase"][0] != SETUP_TICKETS:
                assert len(held & self.given_back) <= self.kept_since[p] + now, "a seat holds what it never drew"
                assert len(held & self.easy[p]) <= self.kept_late[p] + now, "a ticket is open that was completed"


def play(game: Game, seed: int) -> Any:
    """Random play that lays gladly, and draws and returns tickets gladly, with a ledger for every seat."""
    rng, state = np.random.default_rng(seed), game.rules.new_state(seed)
    ledgers = [Ledger(game, p) for p in range(game.num_players)]
    while not state["terminated"][0]:
        yield state, ledgers
        legal = np.flatnonzero(game.rules.legal(state))
        weight = np.where(legal >= LAY, 3.0, np.where(legal == RETURN, 4.0, np.where(legal == DRAW_TICKETS, 4.0, 1.0)))
        action = int(rng.choice(legal, p=weight / weight.sum()))
        tracks, deck = state["players"]["track"][0].astype(int), int(state["deck_number"][0])
        for ledger in ledgers:
            ledger.before(state, action)
        events = game.rules.apply(state, action)
        for ledger in ledgers:
            for event in events:
                if event.seen_by(ledger.viewer):
                    ledger.hear(event, tracks)
            if deck == 1 and state["deck_number"][0] == 2 and game.params["score_between"][0]:
                done = {p: int(state["players"]["done"][0, p]) for p in range(game.num_players)}
                ledger.first_deck_ends(tracks, done)


@pytest.mark.parametrize(("id", "options"), FORMS, ids=NAMES)
def test_certainties__hold_in_every_world(id: str, options: dict[str, Any]) -> None:
    """TC-R13.2, TC-R13.5: given a position of random play, every world of every seat has what that seat can be certain
    of."""
    game, decks = make_game(id, **options), set[int]()
    for seed in range(4):
        for ply, (state, ledgers) in enumerate(play(game, seed)):
            decks.add(int(state["deck_number"][0]))
            for ledger in ledgers if ply % 4 == 0 else ():
                view = game.rules.view(state, ledger.viewer)
                for number in range(2):
                    ledger.check(game.rules.determinize(view, ledger.viewer, 10 * ply + number))
    assert len(decks) == game.params["decks"][0]
