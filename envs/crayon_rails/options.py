"""The options of the crayon-rail games: one set, with the defaults of each game."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from railgym.envs.core.options import GameOptions, SeatActions, has_steps
from railgym.envs.crayon_rails.maps.loading import MAPS, load_map
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.state import SEATS

__all__ = ["CrayonOptions", "EmpireBuilderOptions", "ResourcefulRailsOptions"]

Order = Literal["payout", "random", "seats"]


class CrayonOptions(GameOptions):
    """Options that both games share."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"actions"})
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "tournament": {"four_card_start": True, "late_payment": True, "half_rate": "turn"},
        "fast": {"extra_build_turn": True, "fast_trains": True},
    }

    num_players: int = Field(2, ge=2, le=SEATS, description="How many seats play: 2 to 6.")
    map: str = Field("north_america", description="A map's name, random:SEED, or the path of a folder with your own.")
    order: Order = Field(
        "payout", description="Who begins: the highest payout in hand, then clockwise; or all by lot; or as seated."
    )
    cash: int | None = Field(None, ge=0, le=200, description="Money to begin with, in millions; unset: by the rules.")
    goal: int = Field(250, ge=20, le=1000, description="The cash that wins, in millions.")
    raised_goal: int = Field(300, ge=20, le=2000, description="The cash that wins after a tie.")
    majors: int | None = Field(None, ge=1, description="Major cities to link; unset: all but one.")
    equal_turns: bool = Field(True, description="The round is finished when someone has met the goal.")
    events: bool = Field(True, description="The map's event cards are in the deck.")
    orders: Literal["distance", "classic"] = Field(
        "distance", description="What demands pay: as on the map's cards, or by the older formula of 15 to 50."
    )
    extra_build_turn: bool = Field(False, description="Three opening turns of building, not two, and 60 in cash.")
    extra_starting_cards: bool = Field(False, description="Five cards are dealt, two given up in the first turn.")
    four_card_start: bool = Field(False, description="Four cards are dealt, one given up in the first turn.")
    demands: Literal["hand", "pool"] = Field(
        "hand", description="Who holds demand cards: each player, or all together; carrying a good locks its demands."
    )
    late_payment: bool = Field(False, description="Fees may be paid late, out of the payout of a load on board.")
    half_rate: Literal["area", "turn"] = Field(
        "area", description="Where slow areas halve the speed: only in the area, or for the rest of the turn."
    )
    event_reach: int = Field(0, ge=-3, le=3, description="Mileposts added to the radius of every event that has one.")
    fast_trains: bool = Field(False, description="Trains move 12 and 16 mileposts instead of 9 and 12.")
    train_start: Literal["any", "own"] = Field(
        "any", description="Where the train begins: in any city, or in one that its owner's track reaches."
    )
    reverse_at_dead_ends: bool = Field(
        True, description="A train may turn round at a dead end; if not, it waits for new track there."
    )
    upgrade_in_opening: bool = Field(True, description="An engine may be bought in an opening turn.")
    discard_hand: bool = Field(True, description="The whole hand may be discarded instead of a turn.")
    borrow: bool = Field(False, description="20 may be borrowed against 40, paid back by 10 of every delivery.")
    max_rounds: int = Field(150, ge=1, le=10_000, description="The game ends after so many rounds.")
    actions: SeatActions = Field(
        "plans",
        description="plans: run and build towards cities. full: by mileposts, too. "
        "One word for all seats, or a list with one per seat.",
    )

    @field_validator("map")
    @classmethod
    def _map_is_there(cls, map: str) -> str:
        """The map, if there is one of that name, folder or seed."""
        return MAPS.check_option(map)

    @field_validator("majors")
    @classmethod
    def _majors_are_on_the_map(cls, majors: int | None, info: ValidationInfo) -> int | None:
        """The number of major cities to link, if the map has as many."""
        there = len(load_map(info.data["map"]).majors) if "map" in info.data else 0
        if there and majors is not None and majors > there:
            raise ValueError(f"the map has {there} major cities: ask for so many at most")
        return majors

    @field_validator("raised_goal")
    @classmethod
    def _tie_raises_the_goal(cls, raised_goal: int, info: ValidationInfo) -> int:
        """The raised goal, if it is higher than the goal."""
        goal = info.data.get("goal", 0)
        if raised_goal <= goal:
            raise ValueError(f"a tie has to raise the goal of {goal}: give more than that")
        return raised_goal

    @field_validator("four_card_start")
    @classmethod
    def _deal_is_of_one_size(cls, four_card_start: bool, info: ValidationInfo) -> bool:
        """Whether four cards are dealt, which cannot be if five are."""
        if four_card_start and info.data.get("extra_starting_cards"):
            raise ValueError("extra_starting_cards deals five cards: choose one of the two")
        return four_card_start

    @field_validator("demands")
    @classmethod
    def _pool_takes_the_place_of_hands(cls, demands: str, info: ValidationInfo) -> str:
        """Where demand cards are: in a pool only if no player is dealt cards to choose from."""
        choices = [name for name in ("extra_starting_cards", "four_card_start") if info.data.get(name)]
        if demands == "pool" and choices:
            raise ValueError(f"{choices[0]} deals cards to players, who have none with a pool: choose one of the two")
        return demands

    @property
    def board(self) -> Map:
        """The map of the game."""
        return _map_with_reach(load_map(self.map), self.event_reach)

    @property
    def pool(self) -> bool:
        """Whether all players share one pool of demand cards."""
        return self.demands == "pool"

    @property
    def full(self) -> tuple[bool, ...]:
        """Whether each seat may move and build milepost by milepost."""
        return has_steps(self.actions, self.num_players)

    @property
    def contents(self) -> str:
        """The digest of the map, which identifies its contents."""
        return self.board.digest


@cache
def _map_with_reach(board: Map, more: int) -> Map:
    """A map whose events reach further; the same object each time, so that what is derived from it is kept."""
    return board.with_reach(more) if more else board


class EmpireBuilderOptions(CrayonOptions):
    """Empire Builder for 2 to 6 players."""


class ResourcefulRailsOptions(CrayonOptions):
    """Resourceful Rails for 2 to 6 players."""

    map: str = Field(
        "pacific_northwest", description="A map's name, random:SEED, or the path of a folder with your own."
    )
    order: Order = Field(
        "random", description="Who begins: the highest payout in hand, then clockwise; or all by lot; or as seated."
    )
    equal_turns: bool = Field(False, description="The round is finished when someone has met the goal.")
    events: bool = Field(False, description="The map's event cards are in the deck.")
    train_start: Literal["any", "own"] = Field(
        "own", description="Where the train begins: in any city, or in one that its owner's track reaches."
    )
    upgrade_in_opening: bool = Field(False, description="An engine may be bought in an opening turn.")
