"""The list of games. Reading it imports none of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

from railgym.envs.core.errors import (
    ArgumentError,
    OptionsError,
    RailgymError,
    ReplayError,
    UnknownNameError,
    UnknownOptionError,
    plain,
)

if TYPE_CHECKING:  # the list is read by commands that need no compiler
    from railgym.envs.core.game import Game
    from railgym.envs.core.replay import Replay

__all__ = ["ARGUMENTS", "ENV", "GAMES", "MAKE", "MAKE_VEC", "Entry", "game_of", "make_game", "make_game_beside"]


@dataclass(frozen=True)
class Entry:
    """One game of the collection. ``gym_id`` is its Gymnasium id, ``where`` the class as ``module:Class``."""

    id: str
    gym_id: str
    title: str
    seats: str
    sentence: str
    where: str

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
        ),
        Entry(
            "ticket_to_ride_card_solo_v0",
            "railgym/TicketToRideCardSolo-v0",
            "Ticket to Ride: The Card Game, solo",
            "1",
            "Sixteen turns against the station clock and a hidden opponent.",
            "railgym.envs.ticket_to_ride_card.game:SoloCardGame",
        ),
        Entry(
            "rail_baron_cards_v0",
            "railgym/RailBaronCards-v0",
            "Rail Baron with destination cards",
            "2-6",
            "Ride from city to city for payouts, buy railroads, charge the others, be the first with $200,000.",
            "railgym.envs.rail_baron_cards.game:RailBaron",
        ),
        Entry(
            "empire_builder_v0",
            "railgym/EmpireBuilder-v0",
            "Empire Builder",
            "2-6",
            "Draw track over North America, carry goods where they are asked for, link six major cities.",
            "railgym.envs.crayon_rails.game:EmpireBuilder",
        ),
        Entry(
            "resourceful_rails_v0",
            "railgym/ResourcefulRails-v0",
            "Resourceful Rails",
            "2-6",
            "Draw track over the Pacific Northwest, fill orders, link six of seven major cities.",
            "railgym.envs.crayon_rails.game:ResourcefulRails",
        ),
        Entry(
            "railways_of_the_world_v0",
            "railgym/RailwaysOfTheWorld-v0",
            "Railways of the World",
            "2-6",
            "Bid for the first place, link cities on a hex map, deliver cubes over links, live with your bonds.",
            "railgym.envs.railways_of_the_world.game:RailwaysOfTheWorld",
        ),
        Entry(
            "railbot_v0",
            "railgym/Railbot-v0",
            "Railways of the World against the Railbot",
            "1-2",
            "Link cities and deliver cubes against an automaton that builds, takes cubes, and taxes.",
            "railgym.envs.railways_of_the_world.game:RailbotGame",
        ),
    )
}


# The arguments of every kind of environment, without the options of its game.
ENV, MAKE, MAKE_VEC = "env(...)", "gymnasium.make(...)", "gymnasium.make_vec(...)"
_SEAT = ("opponents", "seat", "on_illegal", "reward", "encoder")
_GYMNASIUMS = ("max_episode_steps", "disable_env_checker")  # arguments of gymnasium.make itself
ARGUMENTS = {
    ENV: ("render_mode", "render_seat", "render_scale", "max_cycles", "reward", "encoder", "text", "eliminated"),
    MAKE: (*_SEAT, "text", "render_mode", "render_scale", *_GYMNASIUMS),
    MAKE_VEC: (
        *_SEAT,
        "threads",
        "copy",
        "autoreset_mode",
        "num_envs",
        "vectorization_mode",
        "vector_kwargs",
        "wrappers",
    ),
}
# The alternative, if a kind of environment lacks an argument of the others.
_SINGLE = "use vectorization_mode='sync' or 'async', whose environments take it"
_VECTOR = "for vector environments, give it in gymnasium.make_vec(..., vector_kwargs={...})"
_ALL_SEATS = "here the caller plays every seat"
INSTEAD = {
    (ENV, "opponents"): _ALL_SEATS,
    (ENV, "seat"): _ALL_SEATS,
    (ENV, "on_illegal"): "raw_env(...) raises for an illegal action",
    (ENV, "max_episode_steps"): "give max_cycles, in actions of all agents together",
    (MAKE, "max_cycles"): "give max_episode_steps, in actions of the learner",
    (MAKE, "render_seat"): "here the learner's view is rendered",
    (MAKE, "eliminated"): "here the episode ends when the learner is out",
    (MAKE, "copy"): _VECTOR,
    (MAKE, "autoreset_mode"): _VECTOR,
    (MAKE_VEC, "render_mode"): _SINGLE,
    (MAKE_VEC, "render_scale"): _SINGLE,
    (MAKE_VEC, "text"): _SINGLE,
    (MAKE_VEC, "max_episode_steps"): _SINGLE,
    (MAKE_VEC, "disable_env_checker"): _SINGLE,
    (MAKE_VEC, "max_cycles"): "give max_episode_steps and vectorization_mode='sync'",
    (MAKE_VEC, "eliminated"): "here a learner that is out waits for the end of the game",
}


def make_game(id: str, **options: Any) -> "Game":
    """The game of that id with those options; raises UnknownNameError (naming the nearest ids) or OptionsError."""
    if not isinstance(id, str):
        raise ArgumentError(f"make_game: the id of a game must be a string, got {plain(id)}")
    if id not in GAMES:
        near = get_close_matches(id, GAMES, 3, 0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(GAMES)}"
        raise UnknownNameError(f"unknown game {plain(id)}; {hint}")
    try:
        return _type_of(id)(**options)
    except UnknownOptionError as error:
        if error.near:
            raise
        raise UnknownOptionError(error.name, error.known, _known_elsewhere(error.name)) from None


def _type_of(id: str) -> "type[Game]":
    module, _, name = GAMES[id].where.partition(":")
    game: type[Game] = getattr(import_module(module), name)
    return game


def _known_elsewhere(name: str) -> str:
    """Where else there is an option of that name, in words; nothing if there is none."""
    if name == "encoder":
        return "the encoder is no rule: choose it in Python, env(encoder=...), or in a training config, encoder: ..."
    for kind in _kinds_with(name):
        return f"{name} is no rule: give it to an environment in Python, {kind.replace('...', f'{name}=...')}"
    games = [id for id in GAMES if name in _type_of(id).options_type.model_fields]
    return f"it is an option of {', '.join(games)}" if games else ""


def make_game_beside(kind: str, id: str, options: Mapping[str, Any]) -> "Game":
    """As :func:`make_game`, for an environment of a ``kind`` of ``ARGUMENTS``. The error for an unknown option also
    suggests arguments of this kind, or names the kinds that have such an argument."""
    try:
        return make_game(id, **options)
    except UnknownOptionError as error:
        kinds = _kinds_with(error.name)
        if not kinds:
            raise UnknownOptionError(error.name, (*error.known, *ARGUMENTS[kind]), error.note) from None
        instead = INSTEAD.get((kind, error.name), "")
        raise OptionsError(
            f"{error.name!r} is an argument of {' and '.join(kinds)}, not of {kind}{instead and f': {instead}'}"
        ) from None


def _kinds_with(argument: str) -> list[str]:
    """The kinds of environments that take an argument."""
    return [kind for kind, arguments in ARGUMENTS.items() if argument in arguments]


def game_of(replay: "Replay") -> "Game":
    """The game that a replay was made with; raises ReplayError if there is none such."""
    try:
        return make_game(replay.header.game, **replay.header.options)
    except RailgymError as error:
        raise ReplayError(f"{replay.file}:1: {error}") from None
