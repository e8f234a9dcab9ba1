"""The options of Railways of the World, and of the game against the Railbot."""

from typing import Any, ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from railgym.envs.core.options import ActionSet, GameOptions, SeatActions, has_steps
from railgym.envs.railways_of_the_world.maps.loading import MAPS, load_map
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.state import SEATS

__all__ = ["RailbotOptions", "RailwaysOptions"]


class _BoardOptions(GameOptions):
    """Options of both games: a map, and plans or single steps."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"actions"})

    num_players: int
    map: str

    @field_validator("map")
    @classmethod
    def _map_is_there(cls, map: str) -> str:
        """The map, if there is one of that name, folder or seed."""
        return MAPS.check_option(map)

    @property
    def board(self) -> Map:
        """The map of the game."""
        return load_map(self.map)

    @property
    def contents(self) -> str:
        """The digest of the map, which identifies its contents."""
        return self.board.digest


class RailwaysOptions(_BoardOptions):
    """The options of Railways of the World."""

    num_players: int = Field(2, ge=2, le=SEATS, description="How many seats play: 2 to 6.")
    map: str = Field(
        None,
        validate_default=True,
        description="A map's name, random:SEED, or a folder; unset: Mexico for 2 or 3 seats, else the Eastern US.",
    )
    bidding: Literal["traditional", "first_to_pass", "worst_is_first"] = Field(
        "traditional",
        description="What decides the order of a turn. traditional: the winner of an auction begins, the others follow "
        "clockwise. first_to_pass: players who pass pay half of their bid, and the first to pass is last. "
        "worst_is_first: only the first turn has an auction; in later turns the player with the fewest points acts "
        "first.",
    )
    barons: bool = Field(True, description="Every player keeps one of two Universal Rail Barons in secret.")
    markers: int | None = Field(None, ge=1, description="Empty City Markers that bring the end; unset: by the map.")
    max_turns: int = Field(40, ge=1, le=60, description="The game ends after so many turns.")
    actions: SeatActions = Field(
        "plans",
        description="plans: whole links and deliveries. full: by tiles and links, too. "
        "One word for all seats, or a list with one per seat.",
    )

    @field_validator("map", mode="before")
    @classmethod
    def _map_follows(cls, map: Any, info: ValidationInfo) -> Any:
        """The map; by default the one for the number of seats."""
        by_seats = "mexico" if info.data.get("num_players", 2) < 4 else "eastern_us"
        return by_seats if map is None else map

    @field_validator("markers")
    @classmethod
    def _markers_are_for_cities(cls, markers: int | None, info: ValidationInfo) -> int | None:
        """The number of markers, if there are as many cities: more of them would never bring the end."""
        if markers is None or "map" not in info.data:
            return markers
        board = load_map(info.data["map"])
        cities = sum(city.in_play for city in board.cities)
        if markers > cities:
            raise ValueError(f"the map {board.name} has {cities} cities in play: ask for so many at most")
        return markers

    @property
    def full(self) -> tuple[bool, ...]:
        """Whether each seat may build tile by tile, and deliver link by link."""
        return has_steps(self.actions, self.num_players)


class RailbotOptions(_BoardOptions):
    """The options of a game against the Railbot, mostly of its difficulty."""

    non_rule_options: ClassVar[frozenset[str]] = frozenset(
        {"num_players", "railbot", "railbot_power", "duel_barons", "target", "cash", "exhaust", "fewer_cards"}
        | {"display", "fewer_markers"}
    )

    num_players: int = Field(1, description="1, and 2 with an agent for the Railbot; unset: as `railbot` says.")
    map: str = Field("nordic", description="A map's name, random:SEED, or the path of a folder with your own.")
    railbot: Literal["deck", "agent"] = Field(
        "deck",
        validate_default=True,
        description="Who makes the choices that the cards leave open. deck: the player, as in the printed rules. "
        "agent: an agent in a second seat.",
    )
    railbot_power: Literal["cards", "slot"] = Field(
        "cards", description="cards: the revealed card says which one is resolved. slot: that is chosen, too."
    )
    duel_barons: bool = Field(False, description="Four Duel Barons are on offer, and the target is 15 points higher.")
    target: Literal[110, 125, 135] = Field(125, description="Points to win: 110 is easier, 135 harder.")
    cash: Literal[0, 5] = Field(0, description="Thousands to begin with: 5 is easier.")
    exhaust: Literal[-1, 0, 1] = Field(0, description="Added to the map's Base Exhaust: -1 is easier, 1 harder.")
    fewer_cards: Literal[0, 1, 2] = Field(0, description="Cards removed from the Railbot's deck: 1 or 2 is harder.")
    display: Literal[3, 4, 5] = Field(5, description="Operations cards that the display holds: 3 or 4 is harder.")
    fewer_markers: Literal[0, 1, 2] = Field(
        0, description="Empty City Markers less that bring the end: 1 or 2 is harder."
    )
    max_turns: int = Field(40, ge=1, le=60, description="The game ends after so many turns.")
    actions: ActionSet = Field(
        "plans", description="plans: whole links and deliveries. full: tile by tile and link by link, too."
    )

    @model_validator(mode="before")
    @classmethod
    def _seats_follow(cls, values: dict[str, Any]) -> dict[str, Any]:
        """The options, by default with the number of seats for ``railbot``."""
        if values.get("num_players") is None:
            return {**values, "num_players": 2 if values.get("railbot") == "agent" else 1}
        return values

    @field_validator("num_players")
    @classmethod
    def _seats_are_one_or_two(cls, seats: int) -> int:
        """The number of seats, if it is 1 or 2."""
        if seats not in (1, 2):
            raise ValueError("this is a game for one, or for two with railbot=agent")
        return seats

    @field_validator("railbot_power")
    @classmethod
    def _power_is_an_agents(cls, power: str, info: ValidationInfo) -> str:
        """The power of the Railbot, if an agent plays it."""
        if power == "slot" and info.data.get("railbot") == "deck":
            raise ValueError("'slot' is for an agent that makes the Railbot's choices: give railbot=agent, too")
        return power

    @field_validator("railbot")
    @classmethod
    def _seats_fit(cls, railbot: str, info: ValidationInfo) -> str:
        """The setting of the Railbot, if it fits the number of seats."""
        seats = {"deck": 1, "agent": 2}[railbot]
        if info.data.get("num_players", seats) != seats:
            hint = {
                "deck": "; an agent in a second one needs railbot=agent",
                "agent": ": seat one more for it (num_players=2), as in --seats human,railbot:heuristic",
            }[railbot]
            words = f"{seats} seat{'s' * (seats > 1)}, not {info.data['num_players']}"
            raise ValueError(f"{railbot!r} is for {words}{hint}")
        return railbot

    @property
    def goal(self) -> int:
        """The points to win."""
        return self.target + (15 if self.duel_barons else 0)

    @property
    def full(self) -> tuple[bool, ...]:
        """Whether each seat may build tile by tile, and deliver link by link; the Railbot's seat has no plans."""
        return (self.actions == "full", True)[: self.num_players]
