"""All worlds that agree with everything that a viewer has seen of a small game, by enumeration.

``Worlds`` keeps the set of hidden hands that agree with the whole history: each ply it takes from every world every
way in which a rival may have chosen and every card that may have been drawn, and drops the worlds that do not look
like what was seen. It does not use the fields of the state that `determinize` works from.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from rail_baron_cards.checker import NO_CARD, can_be_used

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.rules.phases import (
    BID,
    SETUP_DISCARD,
    SETUP_GOAL,
    SETUP_START,
)

__all__ = ["TooMany", "World", "Worlds", "seen_as"]

Hand = frozenset[tuple[int, int]]  # cards with the generation of the deck that they were drawn in
MOST = 30_000


class TooMany(Exception):
    """There are too many worlds, or something came up that is not followed."""


class World(NamedTuple):
    """The hidden cards; ``picks`` are the starts and destinations of seats while they are not shown."""

    hands: tuple[Hand, ...]
    picks: tuple[tuple[int, ...], ...]
    deck: frozenset[int]

    def change(self, p: int, hand: Hand, deck: frozenset[int] | None = None) -> "World":
        hands = (*self.hands[:p], hand, *self.hands[p + 1 :])
        return self._replace(hands=hands, deck=self.deck if deck is None else deck)

    def picked(self, p: int, card: int) -> "World":
        return self._replace(picks=(*self.picks[:p], (*self.picks[p], card), *self.picks[p + 1 :]))

    def cards(self, p: int) -> list[int]:
        return [card for card, _ in self.hands[p]]


def hand_of(state: Array, p: int) -> Hand:
    seat = state["players"][0, p]
    pairs = zip(seat["hand"].tolist(), seat["drawn"].tolist(), strict=True)
    return frozenset((card, generation) for card, generation in pairs if card != NO_CARD)


def seen_as(game: Game, state: Array) -> World:
    """The world that a full state is in."""
    n, cards = game.num_players, int(game.params["cards"][0])
    players, deck = state["players"][0], state["deck"][0]
    hidden = state["phase"][0] < BID
    picks = [[int(players[p][field]) for field in ("start", "goal")] for p in range(n)]
    return World(
        tuple(hand_of(state, p) for p in range(n)),
        tuple(tuple(card for card in pair if card != NO_CARD) if hidden else () for pair in picks),
        frozenset(card for card in deck["cards"][: deck["size"]].tolist() if card < cards),
    )


class Worlds:
    """The worlds that agree with what ``viewer`` (-1: the public) has seen from the first position on."""

    def __init__(self, game: Game, state: Array, viewer: int) -> None:
        self.prepare(game, viewer)
        empty: tuple[Hand, ...] = (frozenset(),) * self.n
        self.all = {World(empty, ((),) * self.n, frozenset(range(len(self.regions))))}
        for p in range(self.n):
            self.draw(p, [(0, 4)], state)
        self.see_crowd(state)

    def prepare(self, game: Game, viewer: int) -> None:
        self.game, self.viewer, self.n = game, viewer, game.num_players
        params = game.params[0]
        self.regions = [int(params["city_region"][params["card_city"][card]]) for card in range(params["cards"])]

    @classmethod
    def after_setup(cls, game: Game, state: Array, viewer: int) -> "Worlds":
        """Begin when starts and destinations were just shown, in a game without discards: two cards in
        every hand that are of two regions, and no three of a region among the four that were dealt."""
        worlds = cls.__new__(cls)
        worlds.prepare(game, viewer)
        players, n = state["players"][0], game.num_players
        shown = [[int(players[p]["start"]), int(players[p]["goal"])] for p in range(n)]
        left = frozenset(range(len(worlds.regions))) - {card for cards in shown for card in cards}
        worlds.all = {World((frozenset(),) * n, ((),) * n, left)}
        for p in range(n):
            worlds.draw(p, [(0, 2)], state)
            worlds.keep(lambda world, p=p: worlds.crowded(world.cards(p) + shown[p]) < 0)
            worlds.keep(lambda world, p=p: worlds.usable(shown[p][1], world.cards(p)))
        worlds.see_crowd(state)
        return worlds

    def region(self, card: int) -> int:
        return self.regions[card]

    def crowded(self, cards: list[int]) -> int:
        """The region of which there are three or more, or -1."""
        regions = [self.region(card) for card in cards]
        return next((region for region in regions if regions.count(region) >= 3), -1)

    def usable(self, here: int, cards: list[int]) -> bool:
        return can_be_used(self.region(here), [self.region(card) for card in cards])

    # --- what changes the worlds ----------------------------------------------------------------------------------

    def keep(self, agrees: Callable[[World], bool]) -> None:
        self.all = {world for world in self.all if agrees(world)}

    def branch(self, ways: Callable[[World], Iterator[World]]) -> None:
        found: set[World] = set()
        for world in self.all:
            found.update(ways(world))
            if len(found) > MOST:
                raise TooMany
        self.all = found

    def draw(self, p: int, groups: list[tuple[int, int]], after: Array) -> None:
        """Seat p draws so many cards in each generation; it is shuffled before a generation that is not the first."""
        mine = hand_of(after, p) if p == self.viewer else None
        cards = len(self.regions)
        entered = after["shuffled_in"][0][:cards].tolist()
        for i, (generation, number) in enumerate(groups):
            if i > 0:
                new = frozenset(card for card in range(cards) if entered[card] == generation)
                if self.game.params["reshuffle_cards"][0] == 0:
                    self.keep(lambda world: not world.deck)
                self.all = {world._replace(deck=world.deck | new) for world in self.all}

            def ways(world: World, generation: int = generation, number: int = number) -> Iterator[World]:
                for cards in combinations(sorted(world.deck), number):
                    drawn = frozenset((card, generation) for card in cards)
                    if mine is None or drawn <= mine:
                        yield world.change(p, world.hands[p] | drawn, world.deck - frozenset(cards))

            self.branch(ways)

    def play_card(self, p: int, card: int) -> None:
        """Seat p lays down a card that all can see."""
        self.keep(lambda world: card in world.cards(p))
        self.all = {
            world.change(p, frozenset(pair for pair in world.hands[p] if pair[0] != card)) for world in self.all
        }

    def pick(self, p: int, true: int, may: Callable[[World, int], bool]) -> None:
        """Seat p takes a card as start or destination, unseen."""

        def ways(world: World) -> Iterator[World]:
            for card, generation in world.hands[p]:
                if (p != self.viewer or card == true) and may(world, card):
                    yield world.change(p, world.hands[p] - {(card, generation)}).picked(p, card)

        self.branch(ways)

    # --- what is seen ---------------------------------------------------------------------------------------------

    def see(self, before: Array, action: int, events: list[Event], after: Array) -> None:
        """One ply of the game."""
        phase, p = int(before["phase"][0]), int(before["current_player"][0])
        kinds = [self.game.event_kinds[event.kind] for event in events]
        if "skipped" in kinds or after["players"]["not_usable"].any() or int(after["terminated"][0]):
            raise TooMany
        self.current = p
        if phase == SETUP_DISCARD:
            self.see_discard(before, action, kinds, after)
        elif phase == SETUP_START:
            self.pick(p, int(after["players"]["start"][0, p]), self.may_start)
        elif phase == SETUP_GOAL:
            goal = self.card(before, action)
            self.pick(p, goal, self.may_go)
        if phase < BID <= after["phase"][0]:
            self.see_picks(after)
        if phase >= BID:
            self.see_run(before, kinds, after)
        self.see_crowd(after)
        for q in range(self.n):  # all see how many cards of a hand were drawn since the deck was shuffled anew
            if after["phase"][0] >= BID:
                drawn = sorted(generation for _, generation in hand_of(after, q))
                self.keep(lambda world, q=q, drawn=drawn: sorted(g for _, g in world.hands[q]) == drawn)

    def card(self, before: Array, action: int) -> int:
        place = action - self.game.actions.blocks["hand"].start
        return int(before["players"]["hand"][0, int(before["current_player"][0]), place])

    def see_discard(self, before: Array, action: int, kinds: list[str], after: Array) -> None:
        p, card = int(before["current_player"][0]), self.card(before, action)
        self.keep(lambda world: self.crowded(world.cards(p)) == self.region(card))
        self.play_card(p, card)
        self.keep(lambda world: (self.crowded(world.cards(p)) < 0) == ("drew" in kinds))
        if "drew" in kinds:
            kept = frozenset(pair for pair in hand_of(before, p) if pair[0] != card)
            self.draw(p, self.groups(hand_of(after, p) - kept, before, after), after)

    def groups(self, drawn: Hand, before: Array, after: Array) -> list[tuple[int, int]]:
        """How many cards were drawn in each generation since the ply before."""
        generations = range(int(before["shuffles"][0]), int(after["shuffles"][0]) + 1)
        return [(now, sum(generation == now for _, generation in drawn)) for now in generations]

    def may_start(self, world: World, card: int) -> bool:
        p = self.current
        return self.usable(card, [other for other in world.cards(p) if other != card])

    def may_go(self, world: World, card: int) -> bool:
        p = self.current
        rest = [other for other in world.cards(p) if other != card]
        return self.region(card) != self.region(world.picks[p][0]) and self.usable(card, rest)

    def see_picks(self, after: Array) -> None:
        players = after["players"][0]
        shown = tuple((int(players[p]["start"]), int(players[p]["goal"])) for p in range(self.n))
        self.keep(lambda world: world.picks == shown)
        self.all = {world._replace(picks=((),) * self.n) for world in self.all}

    def see_run(self, before: Array, kinds: list[str], after: Array) -> None:
        """Cards drawn on arrival, and the next destination."""
        if "bankrupt" in kinds or ("redrew" in kinds and "reshuffled" in kinds):
            raise TooMany
        if {"drew", "redrew"} & set(kinds):
            p = int(before["mover"][0])
            self.see_draw(p, before, kinds, after)
        if "next_run" in kinds:
            p = int(before["mover"][0])
            card = int(after["players"]["goal"][0, p])
            here = int(after["players"]["start"][0, p])
            if self.region(card) == self.region(here):
                raise AssertionError("a run inside a region")
            self.play_card(p, card)
            self.keep(lambda world: self.usable(card, world.cards(p)))

    def see_draw(self, p: int, before: Array, kinds: list[str], after: Array) -> None:
        """Three cards, after others that were drawn, shown and laid aside."""
        if "next_run" in kinds:
            raise TooMany  # the draw and the choice never fall into one ply: three cards are asked for
        piles = [set(s["pile"]["cards"][0, : int(s["pile"]["size"][0])].tolist()) for s in (before, after)]
        start = int(before["players"]["start"][0, p])
        shown = frozenset(card for card in piles[1] - piles[0] if card != start)
        if "reshuffled" not in kinds:
            self.keep(lambda world: shown <= world.deck)
            self.all = {world._replace(deck=world.deck - shown) for world in self.all}
        self.draw(p, self.groups(hand_of(after, p), before, after), after)
        here = int(after["players"]["start"][0, p])
        self.keep(lambda world: self.usable(here, world.cards(p)))

    def see_crowd(self, after: Array) -> None:
        """All can see which player sets up, and whether they have cards to discard."""
        self.current, phase = int(after["current_player"][0]), int(after["phase"][0])
        if phase in (SETUP_DISCARD, SETUP_START):
            p = self.current
            self.keep(lambda world: (self.crowded(world.cards(p)) >= 0) == (phase == SETUP_DISCARD))

    def can_compare(self, state: Array) -> bool:
        """Whether no rival is choosing a destination: the view of that choice is the view before it."""
        return int(state["phase"][0]) != SETUP_GOAL or int(state["current_player"][0]) == self.viewer
