"""Cards in the notation of positions: operations cards by their text, Railbot cards by their ids."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from railgym.envs.core.notation_arrays import Elements, Flagged, Places
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Field, Flag, Json, Kind, ListOf, Members, Name, Number, Parts
from railgym.envs.core.records import hidden_cards
from railgym.envs.railways_of_the_world.maps.model import COLORS as COLOR_NAMES
from railgym.envs.railways_of_the_world.maps.model import MAX_OPERATIONS, MAX_RAILBOT, START_CARDS
from railgym.envs.railways_of_the_world.names import DUEL_BARONS
from railgym.envs.railways_of_the_world.notation_map import Ground, OwnerName
from railgym.envs.railways_of_the_world.params import BOT_FINAL
from railgym.envs.railways_of_the_world.state import COLORS, DUELS, NO_CARD, PUT_BACK

if TYPE_CHECKING:
    from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["card_fields", "numbered", "railbot_field"]

DONE = ("something", "nothing")  # ``fresh``; -1: Insurance took all three actions
PARTS = ("before its card", "after its card")


def numbered(names: Sequence[str]) -> list[str]:
    """The names, where repeated ones get a number: "land grant", "land grant 2"."""
    times = [names[:i].count(name) + 1 for i, name in enumerate(names)]
    return [name if n == 1 else f"{name} {n}" for name, n in zip(names, times)]


def operations_names(game: "HexRailways") -> list[str]:
    """The operations cards as in the action names; the second of a kind is "land grant 2"."""
    cities = game.board.cities
    kinds = [card.kind.replace("_", " ") for card in game.board.operations]
    towns = [f" in {cities[card.city].name}" if card.city >= 0 else "" for card in game.board.operations]
    return numbered([kind + town for kind, town in zip(kinds, towns)])


def card_fields(game: "HexRailways") -> list[Field]:
    """The keys of the operations cards."""
    cards = operations_names(game)
    kinds = [card.kind for card in game.board.operations]
    never = {*START_CARDS, *(["service_bounty"] if game.solo else [])}

    def out(table: Any) -> Json:
        """Cards that are never in the deck."""
        shown = table["display"][: int(table["num_displayed"])].tolist()
        return [card for i, card in enumerate(cards) if kinds[i] in never and i not in shown]

    def in_the_deck(table: Any) -> list[int]:
        return [i for i in range(len(cards)) if not table["card_seen"][i]]

    return [
        Field(
            "display",
            ListOf("display", "card", cards, NO_CARD, size="num_displayed"),
            "operations cards on display, the oldest first",
            [],
        ),
        Field(
            "cards_gone",
            Gone(cards),
            "operations cards neither on display nor in the deck; unless mentioned, those that are never in the deck",
            out,
        ),
        Field(
            "deck",
            Deck("deck", "card", cards, game.seat_names, rest=in_the_deck),
            "operations cards, from the top",
            ["..."],
        ),
        Field(
            "past_display",
            Places("display", "card", cards, NO_CARD, start="num_displayed"),
            "cards that the record still holds behind those on display; no rule reads them",
            [],
        ),
    ]


class Gone(Kind):
    """Operations cards that have been seen and are not on display."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards, self.flagged = cards, Flagged("card_seen", "card", cards)

    def dump(self, record: Any) -> Json:
        shown = {self.cards[card] for card in record["display"][: int(record["num_displayed"])]}
        return [card for card in self.flagged.dump(record) if card not in shown]

    def load(self, record: Any, value: Json, where: str) -> None:
        self.flagged.load(record, value, where)
        record["card_seen"][record["display"][: int(record["num_displayed"])]] = 1

    def schema(self) -> dict[str, Json]:
        return self.flagged.schema()


def railbot_field(game: "HexRailways", ground: Ground) -> Field:
    """The entry of the Railbot in a game's dictionary."""
    cards = [card.id for card in game.board.railbot]
    parts = [*_railbot_cards(game, cards), *_duel_baron_fields(ground), *_railbot_duties(ground, cards)]
    return Field("railbot", Parts(parts), "the Railbot, its cards and what it has still to do", {})


def _railbot_cards(game: "HexRailways", cards: Sequence[str]) -> list[Field]:
    """The keys of the Railbot's cards."""
    params = game.params[0]

    def in_the_deck(table: Any) -> list[int]:
        """All cards that are in no other place, by their numbers; the Final Evaluation is the last."""
        removed = table["removed_cards"]
        placed = {*table["railbot_row"].tolist(), *removed["cards"][: int(removed["size"])].tolist()}
        left = [i for i in range(MAX_RAILBOT) if i not in placed and table["railbot_seen"][i] != 1]
        return sorted(left, key=lambda i: (params["bot_kind"][i] == BOT_FINAL, i))

    def row(table: Any) -> list[str]:
        return sorted(cards[card] for card in table["railbot_row"] if card != NO_CARD)

    what = "Railbot card"
    removed = Deck("removed_cards", what, cards, game.seat_names)
    deck = Deck("railbot_deck", what, cards, game.seat_names, rest=in_the_deck, hidden=hidden_cards("removed_cards"))
    held, capacity = Number("display_capacity", 0, MAX_OPERATIONS), int(params["display_capacity"])
    seen = "cards that have been seen; unless mentioned, those of the row"
    put_back = "cards seen at set-up that went back into the deck"
    return [
        Field("row", Places("railbot_row", what, cards, NO_CARD), "the row of cards, from left to right", []),
        Field("insured", Name("insured_card", what, cards, {NO_CARD: None}), "the card with the Insurance token"),
        Field("removed", removed, "cards removed from the game unseen, the last one first", []),
        Field("seen", Flagged("railbot_seen", what, cards), seen, row),
        Field("put_back", Flagged("railbot_seen", what, cards, PUT_BACK), put_back, []),
        Field("deck", deck, "its deck, from the top", ["..."]),
        Field("display_holds", held, "operations cards that the display holds", capacity),
    ]


def _duel_baron_fields(ground: Ground) -> list[Field]:
    """The keys of the Duel Barons, and of those claimed by the Railbot."""
    name = Name("duel_barons", "Duel Baron", DUEL_BARONS, {-1: None})
    owner = OwnerName("duel_owner", ground)
    baron = Parts([
        Field("name", name, "the Duel Baron"),
        Field("owner", owner, "who claimed it; null: it is on offer"),
    ])  # fmt: skip
    return [
        Field("duel_barons", Elements(baron, DUELS), "the Duel Barons of this game", []),
        Field(
            "effects", Members("baron_effects", "Duel Baron", DUEL_BARONS), "Duel Barons that the Railbot claimed", []
        ),
    ]


def _railbot_duties(ground: Ground, cards: Sequence[str]) -> list[Field]:
    """The keys of what the Railbot does in this turn, and of what is left to do."""
    done = Name("turn_untouched", "state", DONE, {-1: "Insurance for three actions"})
    card = Name("resolving_card", "Railbot card", cards, {NO_CARD: None})
    path_to = Name("railbot_goal", "city", ground.cities, {-1: None})
    exhaust = Counts("cubes_to_exhaust", "color", COLOR_NAMES[:COLORS], 255)
    third = "whether the third card of the row is still to be resolved"
    return [
        Field("part_of_turn", Name("turn_part", "part", PARTS), "which part of the turn it is", PARTS[0]),
        Field("done_in_turn", done, "what the player has done in this turn", DONE[1]),
        Field("card", card, "the card that was revealed or is being resolved"),
        Field(
            "pair", Number("resolving_pair", 0, 3, none=-1), "the pair of its cities that comes next, counted from 0"
        ),
        Field("path_to", path_to, "the city to which the Railbot is building"),
        Field("exhaust", exhaust, "cubes still to be exhausted", {}),
        Field("lines_due", Number("lines_to_claim", 0, 127), "major lines that it is to claim", 0),
        Field("barons_due", Number("barons_to_claim", 0, 127), "Duel Barons that it is to claim", 0),
        Field("third_card_due", Flag("third_card_due"), third, False),
    ]
