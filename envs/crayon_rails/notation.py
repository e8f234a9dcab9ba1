"""Positions of the crayon-rail games as JSON."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.notation import Notation
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Field, Flag, Members, Name, Number, Parts, refuse
from railgym.envs.crayon_rails.notation_kinds import (
    TO_DRAW,
    Events,
    Hand,
    Loads,
    Locks,
    Milepost,
    Names,
    Place,
    Pool,
    Seating,
    card_names,
    milepost_names,
)
from railgym.envs.crayon_rails.notation_track import History, Players, Track, restore_history
from railgym.envs.crayon_rails.rules.phases import OPERATE, PHASES
from railgym.envs.crayon_rails.state import NO_CARD, NO_LOAD

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.game import CrayonRails

__all__ = ["crayon_notation"]

MOST = 2**15 - 1
MOST_TURNS = 100


def crayon_notation(game: "CrayonRails") -> Notation:
    """The notation of one game on one map. Money is in millions."""
    posts, cards, seats = milepost_names(game.board), card_names(game), game.seat_names
    players = Players("players", _player(game, posts, cards), len(seats))
    return Notation(
        game,
        [
            Field("players", players, "what each player has", []),
            *_turn_fields(game, posts),
            *_table_fields(game, cards),
            Field("history", History(game, posts), HISTORY, {}),
        ],
        complete=lambda state: _complete(game, state),
        phase=PHASES[OPERATE],
        replaces=("scores",),
    )


def _turn_fields(game: "CrayonRails", posts: Names) -> list[Field]:
    """The keys of the current turn."""
    params, seats, goods = game.params[0], game.seat_names, [good.name for good in game.board.goods]
    points = (params["speed"] * params["step_points"]).tolist()

    def goods_in(name: str, key: str, meaning: str) -> Field:
        return Field(key, Members(name, "good", goods), meaning, [])

    def players_in(name: str, key: str, meaning: str) -> Field:
        return Field(key, Members(name, "player", seats), meaning, [])

    return [
        Field(
            "turn_of",
            Name("mover", "player", seats),
            "whose turn it is; by default the current player's",
            lambda t: seats[t["current_player"]],
        ),
        Field(
            "order", Seating("order", seats), "the players in order of play; by default that of the seats", list(seats)
        ),
        Field("place", Place("order_index", seats), PLACE, lambda t: seats[t["mover"]]),
        Field(
            "opening_rounds",
            Number("opening_rounds_done", 0, 3),
            "opening rounds finished; by default all of them",
            int(params["opening_rounds"]),
        ),
        Field(
            "round",
            Number("round", 0, MOST),
            "rounds begun since; by default 1 after the opening rounds",
            lambda table: int(table["opening_rounds_done"] == params["opening_rounds"]),
        ),
        Field("goal", Number("goal", 0, MOST), "the millions to win", int(params["goal"])),
        Field(
            "movement_left",
            Number("movement_left", 0, max(points)),
            MOVEMENT,
            lambda table: points[table["players"][table["mover"]]["engine"]],
        ),
        goods_in("picked_up", "picked_up", "goods picked up since the train came here, or since the turn began"),
        goods_in("dropped", "dropped", "goods dropped since then"),
        players_in("fee_paid", "paid", "players to whom the fee was paid in this turn"),
        Field("acted", Flag("acted"), "whether anything was done in this turn", False),
        Field("ending", Flag("turn_ends"), "whether the turn is over once the hand is full", False),
        Field("spent", Number("spent_in_turn", 0, 127), "millions spent on track in this turn", 0),
        Field("exits", Number("exits_in_turn", 0, 127), "segments built out of major cities in this turn", 0),
        Field("build_from", Milepost("segment_start", posts), "where the segment that is being built begins"),
        players_in("must_lose_load", "losing", "players who have yet to choose the load they lose"),
    ]


def _table_fields(game: "CrayonRails", cards: Names) -> list[Field]:
    """The keys of the events, the supply of goods, and the cards."""
    params, seats, demands = game.params[0], game.seat_names, len(game.board.cards)
    goods = [good.name for good in game.board.goods]

    def chips_left(table: Any) -> dict[str, int]:
        loads = table["players"]["loads"]
        left = params["good_chips"][: len(goods)] - np.bincount(loads[loads >= 0], minlength=len(goods))
        return {name: int(count) for name, count in zip(goods, left, strict=True) if count > 0}

    def cards_below(table: Any) -> Sequence[int]:
        placed = {*_placed(table, demands), *_cards(table["deck"])}
        return [card for card in range(len(cards)) if card not in placed]

    locks = Locks(goods, seats)
    pool = [
        Field("pool", Pool(_hand(game, cards)), POOL, ["..."]),
        Field("locks", locks, LOCKS, locks.first_carriers),
    ]
    return [
        *(pool if game.options.pool else []),
        Field("events", Events(cards[demands:], seats), EVENTS, {}),
        Field("supply", Counts("chips", "good", goods, 127), SUPPLY, chips_left),
        Field("used", Deck("pile", "card", cards, seats, open=True), "used cards, from the top", []),
        Field("deck", Deck("deck", "card", cards, seats, rest=cards_below), DECK, ["..."]),
    ]


MOVEMENT = (
    "mileposts that the train may still run in this turn; by default all that its engine can. With half_rate=turn "
    "twice that number, less 1 for a train at half rate"
)
PLACE = "whose place in the order of play is reached; by default that of turn_of"
EVENTS = (
    "events by title: who drew them (drawn_by), and how many of their turns end before they are over (turns; by "
    "default 2, as when they were just drawn; 0: they are over)"
)
POOL = 'demand cards of the pool, as those of hands; "...": drawn from the bottom of the deck, up to three'
LOCKS = (
    "who has locked the demands of each good that a train carries; by default the first player who carries it, from "
    "the player whose turn it is"
)
SUPPLY = "chips of each good in the supply; by default all that are not on board of a train"
DECK = 'demand cards and events, from the top, null where unknown; "...": all cards that lie nowhere else'
HISTORY = (
    "what only the history of the game has decided: networks and regions (numbered parts of all track, and of "
    "the country that is free to build in, each named by one of its mileposts; null: none has the number now), and "
    "nearest (from which of several equally near mileposts a player builds to a city). What would be the same if all "
    "track had been laid at once is left out"
)


def _player(game: "CrayonRails", posts: Names, cards: Names) -> Parts:
    """The keys of a player."""
    goods, cash = [good.name for good in game.board.goods], int(game.params[0]["cash"])
    hand = [] if game.options.pool else [Field("cards", _hand(game, cards), HAND, ["..."])]
    return Parts([
        Field("cash", Number("scores", -MOST, 2**31 - 1), "money in millions; by default that of the start", cash),
        Field("engine", Name("engine", "engine", game.engines), "their engine", game.engines[0]),
        Field("train", Milepost("train", posts), "the milepost where the train stands; null: it is not placed yet"),
        Field("came_from", Milepost("came_from", posts), "the milepost before; null: the train was placed here"),
        Field("loads", Loads("loads", "good", goods, NO_LOAD), "goods on board", []),
        *hand,
        Field("debt", Number("debt", 0, MOST), "millions owed to the bank", 0),
        Field("turns_lost", Number("turns_lost", 0, MOST_TURNS), "turns still to be lost", 0),
        Field("goal_met", Flag("goal_met"), "whether the goal was met at the end of a turn", False),
        Field("track", Track(game.board, posts, game.seat_names), TRACK, []),
        Field("network", Milepost("home_milepost", posts), NETWORK),
        Field("spent", Number("spent_on_track", 0, 2**31 - 1), "millions spent on track in the game", 0),
        Field("delivered", Number("deliveries", 0, 2**31 - 1), "loads delivered so far", 0),
    ])  # fmt: skip


def _hand(game: "CrayonRails", cards: Names) -> Hand:
    """The demand cards of a player."""
    size = len(game.board.cards)
    demands = Names.of(cards[:size], {word: card for word, card in cards.aliases.items() if card < size})
    return Hand("cards", "card", demands, NO_CARD, "num_cards")


HAND = (
    'demand cards, the oldest first, by all their demands, or by one for the first card that has it; "...": drawn from '
    "the bottom of the deck, up to three"
)
TRACK = (
    'track, in lines such as "Chicago 4 - 44.36 - 46.36". A milepost is named after its city, with its part if it '
    "is one of the six around the middle of a major city (1: north), and elsewhere by its row and column on the grid"
)
NETWORK = (
    "a milepost of the network that plans build on; by default where the train stands, if it is on own track, or the "
    "first milepost with own track, if there is any"
)


def _complete(game: "CrayonRails", state: Any) -> None:
    """Fill the hands, and derive everything else from the track and the events."""
    record = state[0]
    seats = record["players"][: game.num_players]
    for seat in seats:
        _fill_hand(record, seat, len(game.board.cards))
    _check_cards(game, record)
    if game.options.pool:
        seats["cards"], seats["num_cards"] = seats["cards"][0], seats["num_cards"][0]
    restore_history(game, state)


def _check_cards(game: "CrayonRails", record: Any) -> None:
    """Check that no card lies in two places."""
    cards = [*_placed(record, len(game.board.cards)), *_cards(record["deck"])]
    twice = [card for card, count in Counter(cards).items() if count > 1]
    if twice:
        name = card_names(game)[twice[0]]
        raise refuse("cards", f"{name!r} lies in two places: in hands, in the deck, among the used cards or in force")


def _fill_hand(record: Any, seat: Any, demands: int) -> None:
    """Draw the missing cards of a hand from the bottom of the deck, without events."""
    deck = record["deck"]
    for i in np.flatnonzero(seat["cards"] == TO_DRAW):
        size = int(deck["size"])
        there = [place for place in range(size) if deck["cards"][place] < demands]
        seat["cards"][i] = NO_CARD
        if there:
            seat["cards"][i] = deck["cards"][there[0]]
            seat["num_cards"] += 1
            for part in (deck["cards"], deck["known"]):
                part[there[0] : size - 1] = part[there[0] + 1 : size]
                part[size - 1] = 0
            deck["size"] -= 1


def _placed(table: Any, demands: int) -> list[int]:
    """The cards in hands, in the pile, or on the table as events in force."""
    hands = table["players"]["cards"]
    in_force = np.flatnonzero(table["event_turns_left"]) + demands
    return [*hands[hands < TO_DRAW].tolist(), *_cards(table["pile"]), *in_force.tolist()]


def _cards(deck: Any) -> list[int]:
    """The known cards of a deck."""
    return [card for card in deck["cards"][: int(deck["size"])].tolist() if card != UNKNOWN]
