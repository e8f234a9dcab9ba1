"""The options of Rail Baron."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from railgym.envs.core.errors import DataError, OptionsError
from railgym.envs.core.geo.worlds.settings import canonical
from railgym.envs.core.options import GameOptions, SeatActions, has_steps
from railgym.envs.rail_baron_cards.board import load_board
from railgym.envs.rail_baron_cards.destination_tables import destination_tables
from railgym.envs.rail_baron_cards.state import SEATS

__all__ = ["RailBaronOptions"]


class RailBaronOptions(GameOptions):
    """Rail Baron for 2 to 6 players."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"actions"})
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "tournament": {"home_swap": True, "dice_at_once": True},
        "base_game": {
            "destinations": "dice",
            "purchases_per_arrival": 1,
            "bonus_on_double_six": True,
            "own_track_fee": True,
            "bids": "none",
        },
    }

    num_players: int = Field(2, ge=2, le=SEATS, description="How many seats play: 2 to 6.")
    destinations: Literal["cards", "dice"] = Field(
        "cards",
        description="cards: chosen from a hand of destination cards. dice: rolled on tables and paid by the payoff "
        "chart, as in the base game.",
    )
    board: str = Field(
        "standard", description="standard, revised, small, random:SEED, or the path of a folder with your own."
    )
    goal: int = Field(200_000, ge=25_000, le=1_000_000, multiple_of=500, description="The cash that wins, in dollars.")
    bids: Literal["each", "first", "none"] = Field(
        "each", description="Who pays a bid for the order of play: each, or only the first. none: no bids, seat order."
    )
    purchases_per_arrival: int | None = Field(
        None, ge=1, le=100, description="How many railroads and engines may be bought on an arrival; unset: any number."
    )
    bonus_on_double_six: bool = Field(False, description="A Freight that rolls a double six rolls one more die.")
    dice_at_once: bool = Field(False, description="All dice of a turn are rolled before its first move.")
    home_swap: bool = Field(
        False, description="Before the first move, players may exchange their start and their first destination."
    )
    own_track_fee: bool = Field(False, description="Own track costs 1,000 a turn, as the bank's does.")
    extra_owner: Literal["none", "phantom", "government"] = Field(
        "none",
        description="An extra owner without a train, who takes railroads of the bank at random: phantom for two "
        "players, government for up to five.",
    )
    reshuffle_cards: int = Field(0, ge=0, le=10, description="Number of reshuffle cards in the deck.")
    max_rounds: int = Field(200, ge=1, le=10_000, description="The number of rounds after which the game ends.")
    actions: SeatActions = Field(
        "plans",
        description="plans: ride along routes. full: section by section, too. One word for all seats, or a list with "
        "one per seat.",
    )

    @field_validator("board")
    @classmethod
    def _board_has_cards_for_all(cls, board: str, info: ValidationInfo) -> str:
        """There are cards for every hand and, whatever the others hold, a card outside each region to leave it. By dice
        there is a start for every player (RB-R15.1)."""
        seats = info.data.get("num_players", 0)
        try:
            cities = load_board(board).cities
        except DataError as error:
            raise OptionsError(error.in_a_line()) from None
        if info.data.get("destinations") == "dice":
            if len(cities) < seats:
                raise ValueError(f"its {len(cities)} cities are too few for {seats} seats: seat fewer")
            return canonical(board)
        cards = sum(city.copies for city in cities)
        if cards < 5 * seats:
            raise ValueError(f"its {cards} cards are too few for {seats} seats: make it {5 * seats}, or seat fewer")
        for i, region in enumerate(load_board(board).regions):
            others = sum(city.copies for city in cities if city.region != i)
            if others < 4 * seats - 2:
                raise ValueError(
                    f"its {others} cards outside {region.name} are too few for {seats} seats: "
                    f"make it {4 * seats - 2}, or seat fewer"
                )
        return canonical(board)

    @field_validator("extra_owner")
    @classmethod
    def _extra_owner_has_a_place(cls, extra_owner: str, info: ValidationInfo) -> str:
        """The phantom shares its fees with the only other player; any extra owner takes the place of a seat."""
        seats = info.data.get("num_players", 0)
        if extra_owner == "phantom" and seats > 2:
            instead = "give 'government', or seat 2" if seats < SEATS else "seat 2"
            raise ValueError(f"a phantom is for 2 players, not {seats}: {instead}")
        if extra_owner == "government" and seats == SEATS:
            raise ValueError(f"a government takes the place of a player: give num_players={SEATS - 1} or fewer")
        return extra_owner

    @field_validator("reshuffle_cards")
    @classmethod
    def _reshuffle_cards_are_for_cards(cls, reshuffle_cards: int, info: ValidationInfo) -> int:
        """There is no deck with destinations by dice."""
        if reshuffle_cards and info.data.get("destinations") == "dice":
            raise ValueError("there are no cards with destinations='dice': give 0")
        return reshuffle_cards

    @property
    def by_dice(self) -> bool:
        """Whether destinations are rolled."""
        return self.destinations == "dice"

    @property
    def full(self) -> tuple[bool, ...]:
        """Which seats may ride section by section."""
        return has_steps(self.actions, self.num_players)

    @property
    def contents(self) -> str:
        """The digest of the board, so that its content counts, not its name; by dice, with that of its tables."""
        board = load_board(self.board)
        return f"{board.digest}{destination_tables(board).digest}" if self.by_dice else board.digest
