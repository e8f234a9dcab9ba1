"""What tests of the card game share: turns in which little happens, and what is read of a position."""

from typing import Any

from given import given, legal, play, written

from railgym.envs.core.game import Game
from railgym.envs.core.position import Position, Reading

__all__ = [
    "DRAW",
    "EXHAUSTED",
    "KEEP",
    "RETURN",
    "WHITE",
    "cards_of",
    "draw_blind",
    "hand",
    "last_turn",
    "lays",
    "player",
    "table",
    "ticket_names",
    "track",
    "train_cards",
    "yard",
]

DRAW, KEEP, RETURN = "draw a card from the deck", "keep the ticket", "return the ticket"
WHITE = {"display": {"white": 5}}  # a display that has no part in the test
EXHAUSTED = {"discard": "...", "ticket_deck": []}  # no deck has a card


# --- what is played ------------------------------------------------------------------------------------------------


def last_turn(game: Game, *players: dict[str, Any], **position: Any) -> Position:
    """The last turn of the last deck, with nothing left to do: "pass" ends the game."""
    last: dict[str, Any] = {"deck_number": int(game.params["decks"][0]), "final_turns": 1, **EXHAUSTED}
    return given(game, players=players, **(last | position))


def draw_blind(position: Position) -> list[str]:
    """Take the whole turn to draw two cards from the deck."""
    return play(position, DRAW, DRAW)


def lays(position: Position) -> set[str]:
    """What may be laid."""
    return {action for action in legal(position) if action.startswith("lay ")}


# --- what is read --------------------------------------------------------------------------------------------------


def table(position: Reading, key: str) -> Any:
    """An entry of a position, in the notation of positions."""
    return written(position)[key]


def player(position: Reading, number: int = 0) -> dict[str, Any]:
    """What a player has, in the notation of positions."""
    return table(position, "players")[number]


def hand(position: Reading, number: int = 0) -> dict[str, int]:
    """The cards in the hand of a player, as far as the viewer knows them."""
    return player(position, number)["hand"]


def track(position: Reading, number: int = 0) -> dict[str, int]:
    """The on-the-track stack of a player, as far as the viewer knows it."""
    return player(position, number)["track"]


def yard(position: Reading, number: int = 0) -> dict[str, int]:
    """The railyard of a player; locomotives by the colour that they were laid as: ``{"red": 1, "as red": 2}``."""
    found = player(position, number)
    return {**found["yard"], **{f"as {colour}": n for colour, n in found["yard_locomotives"].items()}}


def cards_of(position: Reading, deck: str) -> list[Any]:
    """The cards of a deck, from the top; None for a card that the viewer does not know."""
    found = table(position, deck)
    return list(found["cards"] if isinstance(found, dict) else found)


def train_cards(position: Reading, kind: str) -> int:
    """How many train cards of a kind there are, wherever they lie."""
    found = written(position)
    piles = [found["display"], found["discard"]]
    for seat in found["players"]:
        piles += [seat["hand"], seat["track"], seat["yard"]]
    loose = [*found["deck"], *found["clock_deck"], found["clock"]]
    if kind == "locomotive":
        piles += [{kind: n} for seat in found["players"] for n in seat["yard_locomotives"].values()]
    return sum(pile.get(kind, 0) for pile in piles) + loose.count(kind)


def ticket_names(game: Game) -> list[str]:
    """The tickets in the notation of positions, by their numbers."""
    return [ticket.name.partition(" (")[0] for ticket in game.tickets]  # type: ignore[attr-defined]
