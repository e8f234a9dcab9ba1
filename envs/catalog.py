"""The list of games. Reading it imports none of them."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from railgym.envs.core.errors import (
    ArgumentError,
    RailgymError,
    ReplayError,
    UnknownNameError,
    UnknownOptionError,
    meant,
    plain,
)

if TYPE_CHECKING:  # the list is read by commands that need no compiler
    from railgym.envs.core.game import Game
    from railgym.envs.core.replay import Replay

__all__ = ["GAMES", "Entry", "Role", "entry_of", "game_of", "game_type", "make_game"]


@dataclass(frozen=True)
class Role:
    """A role beside that of a player, which agents may play: their codes begin with ``code``."""

    code: str
    name: str
    sentence: str


@dataclass(frozen=True)
class Entry:
    """One game of the collection. ``gym_id`` is its Gymnasium id, ``where`` the class as ``module:Class``, and ``tags``
    are the letters with which the tags of its rules begin, those of its own manual first."""

    id: str
    gym_id: str
    title: str
    seats: str
    sentence: str
    where: str
    tags: tuple[str, ...] = ()
    roles: tuple[Role, ...] = ()

    @property
    def package(self) -> str:
        """The package of its rules."""
        return self.where.partition(":")[0].rpartition(".")[0]

    @property
    def pettingzoo_id(self) -> str:
        """Its id in PettingZoo's registry, which writes versions as Gymnasium does."""
        return f"railgym/{'-v'.join(self.id.rsplit('_v', 1))}"

    @property
    def fewest(self) -> int:
        """The fewest seats there can be."""
        return int(self.seats.partition("-")[0])

    @property
    def most(self) -> int:
        """The most seats there can be."""
        return int(self.seats.rpartition("-")[2])


GAMES: dict[str, Entry] = {
    entry.id: entry
    for entry in (
        Entry(
            "ticket_to_ride_card_v0",
            "railgym/TicketToRideCard-v0",
            "Ticket to Ride: The Card Game",
            "2-4",
            "Collect and lay train cards by colour, guard your railyard, and complete tickets.",
            "railgym.envs.ticket_to_ride_card.game:TicketToRideCard",
            ("TC",),
        ),
        Entry(
            "ticket_to_ride_card_solo_v0",
            "railgym/TicketToRideCardSolo-v0",
            "Ticket to Ride: The Card Game, solo",
            "1",
            "Sixteen turns against the station clock and a hidden opponent.",
            "railgym.envs.ticket_to_ride_card.game:SoloCardGame",
            ("TC",),
        ),
        Entry(
            "rail_baron_cards_v0",
            "railgym/RailBaronCards-v0",
            "Rail Baron with destination cards",
            "2-6",
            "Ride from city to city for payouts, buy railroads, charge the others, be the first with $200,000.",
            "railgym.envs.rail_baron_cards.game:RailBaron",
            ("RB",),
        ),
        Entry(
            "empire_builder_v0",
            "railgym/EmpireBuilder-v0",
            "Empire Builder",
            "2-6",
            "Draw track over North America, carry goods where they are asked for, link six major cities.",
            "railgym.envs.crayon_rails.game:EmpireBuilder",
            ("EB",),
        ),
        Entry(
            "resourceful_rails_v0",
            "railgym/ResourcefulRails-v0",
            "Resourceful Rails",
            "2-6",
            "Draw track over the Pacific Northwest, fill orders, link six of seven major cities.",
            "railgym.envs.crayon_rails.game:ResourcefulRails",
            ("RR", "EB"),
        ),
        Entry(
            "railways_of_the_world_v0",
            "railgym/RailwaysOfTheWorld-v0",
            "Railways of the World",
            "2-6",
            "Bid for the first place, link cities on a hex map, deliver cubes over links, live with your bonds.",
            "railgym.envs.railways_of_the_world.game:RailwaysOfTheWorld",
            ("RW",),
        ),
        Entry(
            "railbot_v0",
            "railgym/Railbot-v0",
            "Railways of the World against the Railbot",
            "1-2",
            "Link cities and deliver cubes against an automaton that builds, takes cubes, and taxes.",
            "railgym.envs.railways_of_the_world.game:RailbotGame",
            ("RS", "RW"),
            (
                Role(
                    "railbot",
                    "Railbot",
                    "makes the Railbot's choices: at a skill level from -1 (kind) to 1 (hard), adaptively to keep your "
                    "win rate near a target, or as a bot: railbot:kind, railbot:random, railbot:heuristic",
                ),
            ),
        ),
    )
}


def entry_of(id: str) -> Entry:
    """The entry of the game of that id; raises UnknownNameError, naming the nearest ids."""
    if id not in GAMES:
        same = [game for game, entry in GAMES.items() if id in (entry.gym_id, entry.pettingzoo_id)]
        hint = f"did you mean {same[0]}?" if same else meant(id, GAMES, nearness=0.4)
        raise UnknownNameError(f"unknown game {plain(id)}; {hint}")
    return GAMES[id]


def make_game(id: str, /, **options: Any) -> "Game":
    """The game of that id with those options; raises UnknownNameError (naming the nearest ids) or OptionsError."""
    if not isinstance(id, str):
        raise ArgumentError(f"make_game: the id of a game must be a string, got {plain(id)}")
    entry_of(id)
    try:
        return game_type(id)(**options)
    except UnknownOptionError as error:
        if error.near:
            raise
        from railgym.envs.config import known_elsewhere

        raise UnknownOptionError(error.name, error.known, known_elsewhere(error.name, id)) from None


def game_type(id: str) -> "type[Game]":
    """The class of a game, which is imported."""
    module, _, name = GAMES[id].where.partition(":")
    game: type[Game] = getattr(import_module(module), name)
    return game


def game_of(replay: "Replay") -> "Game":
    """The game that a replay was made with; raises ReplayError if there is none such."""
    try:
        return make_game(replay.header.game, **replay.header.options)
    except RailgymError as error:
        raise ReplayError(f"{replay.file}:1: {error}") from None
