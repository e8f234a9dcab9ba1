"""Positions of Rail Baron as JSON: cards and trains by city, track by railroad, money in dollars.

The dtype (``state.py``) is not derived from these fields, because its order and its types are those of recorded games.
"""

from typing import TYPE_CHECKING, Any

from railgym.envs.core.notation import Notation
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Field, Flag, Json, Members, Name, Number, Numbers, Parts, Row
from railgym.envs.rail_baron_cards.actions import ENGINES
from railgym.envs.rail_baron_cards.notation_kinds import (
    CardDeck,
    Cards,
    Dot,
    Dots,
    Hand,
    Order,
    Railroads,
    Ridden,
    Run,
    Seats,
    TakenRailroads,
    numbered,
)
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.setup import START_MONEY
from railgym.envs.rail_baron_cards.state import HAND, MOST_PIPS, NO_CARD

if TYPE_CHECKING:
    from railgym.envs.rail_baron_cards.game import RailBaron

__all__ = ["rail_baron_notation"]

MOST_MONEY, MOST_SHUFFLES = 2**31 - 1, 65_535


def rail_baron_notation(game: "RailBaron") -> Notation:
    """The notation of a game. A player without a run gets one between two cities with cards that are left."""
    cards, dots = Cards(game.board, game.params[0]), Dots(game.board)
    players = Seats("players", _player(game, cards, dots), game.num_players)

    def complete(state: Any) -> None:
        table = state[0]
        _count_out(table)
        if table["phase"] >= phases.BID:
            for player in range(len(game.seat_names)):
                _give_run(cards, table["players"][player], table)
        _find_place(table)

    return Notation(
        game,
        [
            *_turn_fields(game),
            Field("players", players, "what each player has", []),
            *_taken_fields(game),
            *([] if game.options.by_dice else _deck_fields(game, cards)),
        ],
        complete,
        phases.PHASES[phases.MOVE],
        replaces=("scores", "out"),
    )


def _turn_fields(game: "RailBaron") -> list[Field]:
    """The fields of the table, except the cards."""
    seats, none = game.seat_names, {-1: None}
    lines = [railroad.abbreviation for railroad in game.board.railroads]

    owed = Counts("due", "player", game.owner_names, MOST_MONEY)
    whose = Name("mover", "player", seats, none)

    def mover(table: Any) -> Json:
        return seats[table["current_player"]] if table["phase"] > phases.BID else None

    auction = Parts([
        Field("railroad", Name("lot", "railroad", lines, none), "the railroad up for auction"),
        Field("highest_bid", Number("lot_bid", 0, MOST_MONEY), "the highest bid in dollars; 0: none", 0),
        Field("bidder", Name("lot_bidder", "player", seats, none), "the player with the highest bid"),
        Field("passed", Members("lot_passed", "player", seats), "players who do not bid any more", []),
    ])  # fmt: skip
    return [
        Field("order", Order("order", seats), "the order of play; by default that of the seats", list(seats)),
        Field("mover", whose, "whose turn it is; by default the current player", mover),
        Field(
            "round",
            Number("round", 0, 10_000),
            "rounds begun; by default 1, 0 in set-up",
            lambda table: int(table["phase"] > phases.BID),
        ),
        Field("pips", Number("pips", 0, MOST_PIPS), "dots that may still be ridden with this roll", 0),
        Field(
            "second_roll",
            Number("second_dice", 0, MOST_PIPS if game.options.dice_at_once else 2),
            "dice of the second roll, if it is to come in this turn; with dice_at_once, their dots",
            0,
        ),
        Field("bought", Members("bought", "railroad", lines), "railroads that left the bank in this turn", []),
        Field("purchases", Number("purchases", 0, 127), "purchases made on the last arrival", 0),
        Field("due", owed, "dollars owed to each owner of railroads for this turn", {}),
        Field("due_to_bank", Number("due_bank", 0, MOST_MONEY), "dollars owed to the bank for this turn", 0),
        Field("auction", auction, "the auction of a railroad", {}),
    ]


def _taken_fields(game: "RailBaron") -> list[Field]:
    """The railroads of the extra owner, in games with one."""
    if game.options.extra_owner == "none":
        return []
    lines = [railroad.abbreviation for railroad in game.board.railroads]
    return [Field("taken", TakenRailroads(lines, game.owner_names), "railroads that the extra owner has taken", [])]


def _player(game: "RailBaron", cards: Cards, dots: Dots) -> Parts:
    """The fields of a player."""
    board, count = game.board, game.num_players
    lines = [railroad.abbreviation for railroad in board.railroads]
    regions = numbered(region.name for region in board.regions)

    def start(seat: Row) -> Json:
        shown = seat["start"] != NO_CARD and seat.table["phase"] >= phases.BID
        return dots.names[cards.dot(seat["start"])] if shown else None

    def old_rate(name: str, key: str, rate: str) -> Field:
        return Field(key, Members(name, "railroad", lines), f"railroads on which the train still pays {rate}", [])

    return Parts([
        Field("cash", Number("scores", -MOST_MONEY, MOST_MONEY), "dollars; public", START_MONEY),
        Field("engine", Name("engine", "engine", ENGINES), "the engine of the train", ENGINES[0]),
        Field("railroads", Railroads(lines, game.owner_names), "railroads owned; all others are the bank's", []),
        Field(
            "run",
            Run(cards),
            "the city where the run began and, once it is chosen, its destination; hidden until all are chosen. By "
            "default, after set-up, two cities of different regions whose cards are left",
            [],
        ),
        Field("at", Dot(dots), "where the train stands, by default where the run began; null in set-up", start),
        Field(
            "ridden",
            Ridden(cards, dots),
            'track ridden in this run, as ways on one railroad each, such as "GLP: Chicago - D26 - D27"',
            [],
        ),
        *([] if game.options.by_dice else _hand_fields(regions, cards)),
        old_rate("old_bank_rate", "keeps_bank_rate", "the bank's rate"),
        old_rate("old_owner_rate", "keeps_lower_rate", "the lower of the owners' rates"),
        Field("bid", Number("bid", 0, MOST_MONEY, none=-1), "the bid for the order of play; null: none, or sealed"),
        Field("out", Number("exit_order", 0, count), "1 for the first player who went bankrupt, 2 for the second", 0),
    ])  # fmt: skip


def _hand_fields(regions: list[str], cards: Cards) -> list[Field]:
    """The fields of a player's hand."""
    return [
        Field(
            "hand",
            Hand(cards),
            'cards still to be used, in the order of the board; null: hidden. The second copy of a card is "Chicago '
            '#2"; without a number, a name means the first copy that is not placed yet',
            [],
        ),
        Field(
            "hand_drawn",
            Numbers("drawn", HAND, low=0, high=MOST_SHUFFLES),
            "after how many shuffles each card of the hand was drawn",
            [0] * HAND,
        ),
        Field("kept_region", Name("kept_region", "region", regions, {-1: None}), "region of cards discarded in set-up"),
        Field("kept_cards", Number("kept_cards", 0, HAND), "cards of that region in hand, as all players know", 0),
        Field("stuck", Flag("not_usable"), "whether the hand cannot be used up without a run inside a region", False),
    ]


def _deck_fields(game: "RailBaron", cards: Cards) -> list[Field]:
    """The fields of the deck and the pile."""
    seats = game.seat_names

    def heap(name: str) -> CardDeck:
        deck = Deck(name, "card", cards.names, seats, open=name == "pile", rest=cards.left, hidden=_hidden_in_hands)
        return CardDeck(cards, deck)

    shuffled = Counts("shuffled_in", "card", cards.names, MOST_SHUFFLES)
    return [
        Field("shuffles", Number("shuffles", 0, MOST_SHUFFLES), "how often used cards were shuffled into the deck", 0),
        Field("shuffled_in", shuffled, "with which of these shuffles each card came into the deck; by default 0", {}),
        Field("pile", heap("pile"), 'used and discarded cards, from the top; "...": all that no player has', []),
        Field("deck", heap("deck"), 'the deck, from the top; "...": all cards that are not placed elsewhere', ["..."]),
    ]


def _hidden_in_hands(view: Any) -> int:
    """How many cards of hands the viewer does not know."""
    return sum(seat["hand"][: seat["hand_size"]].tolist().count(NO_CARD) for seat in view["players"])


def _count_out(table: Any) -> None:
    """Count the players who left the game, who have their payoffs already."""
    order, count = table["players"]["exit_order"], int(table["num_players"])
    out = order > 0
    table["out"], table["num_out"] = out, out.sum()
    table["payoff"][out] = 1 - 2 * (count - order[out]) / (count - 1)


def _give_run(cards: Cards, seat: Any, table: Any) -> None:
    """Give a player who is in the game, and has no run, a run and a place."""
    if seat["start"] == NO_CARD and not seat["exit_order"]:
        seat["start"] = start = cards.spare(table, lambda card: True)
        seat["goal"] = cards.spare(table, lambda card: cards.region(card) != cards.region(start))
        if seat["dot"] < 0:
            seat["dot"] = cards.dot(start)


def _find_place(table: Any) -> None:
    """Write the place of the mover in the order of play; after the last round, the place after the last player."""
    over = table["terminated"] and table["end_reason"] == phases.ROUND_LIMIT
    order = table["order"][: table["num_players"]].tolist()
    table["place"] = len(order) if over else order.index(table["mover"]) if table["mover"] >= 0 else 0
