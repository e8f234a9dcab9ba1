"""Golden replays: whole recorded games, one or more for every way a game can end, that play again to the last byte.

After an intended change of the rules, make them again, one by one, and look at each::

    python tests/golden/remake.py                       lists them
    python tests/golden/remake.py card_game_standstill  makes tests/golden/card_game_standstill.jsonl

A new game gets its golden replays by recipes below. A recipe plays games from the seeds 0, 1, ... until one ends as it
should, and records that one.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reading import reading

from railgym.agents import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.agent import View
from railgym.envs.core.game import Game
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import RecordedResult

__all__ = ["FOLDER", "IMPOSSIBLE", "RECIPES", "Recipe", "make"]

FOLDER = Path(__file__).parent

# Two games share one table of end reasons; these cannot happen in the one named first.
IMPOSSIBLE = {
    ("ticket_to_ride_card_v0", "the station clock ran out"),
    ("ticket_to_ride_card_solo_v0", "the last deck was exhausted"),
    ("ticket_to_ride_card_solo_v0", "nobody drew or laid a train card for three rounds"),
    ("railways_of_the_world_v0", "the Final Evaluation was drawn"),
}


class Staller:
    """Draws tickets and returns as many as it may, so that no train card moves."""

    code = "staller"

    def __init__(self, game: Game) -> None:
        self._wanted = [game.actions.ids[words] for words in ("draw tickets", "return the ticket", "keep the ticket")]

    def reset(self, seat: int, seed: int) -> None:
        """Nothing to remember."""

    def act(self, view: View) -> int:
        return next(action for action in self._wanted if view.is_legal(action))


PLAYERS: dict[str, Callable[[Game], Any]] = {"staller": Staller}


@dataclass(frozen=True)
class Recipe:
    """A golden replay: the game, who plays it (agent codes, or players from above), how it has to end, and which kind
    of event has to come up on the way."""

    game: str
    players: tuple[str, ...]
    wanted: Callable[[RecordedResult], bool]
    options: dict[str, Any] = field(default_factory=dict)
    event: str = ""


def end(reason: str, payoff: float | None = None) -> Callable[[RecordedResult], bool]:
    return lambda result: result.end_reason == reason and payoff in (None, result.payoff[0])


EXHAUSTED = end("the last deck was exhausted")
STANDSTILL = end("nobody drew or laid a train card for three rounds")
CLOCK = "the station clock ran out"
CARD, SOLO = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"
BARON = "rail_baron_cards_v0"
RICH, BANKRUPT = end("a player has the money to win"), end("all other players are bankrupt")
LAST_ROUND = end("the last round was played")
SMALL = {"board": "small", "goal": 50_000}
EMPIRE, ORDERS = "empire_builder_v0", "resourceful_rails_v0"
LINKED = end("a player has linked the major cities and has the money to win")
LITTLE = {"map": "test", "majors": 2, "goal": 60, "raised_goal": 80, "max_rounds": 20}
TIE = {"map": "test", "majors": 1, "cash": 100, "goal": 40, "raised_goal": 120}
RAILWAYS, RAILBOT = "railways_of_the_world_v0", "railbot_v0"
MARKERS, LAST_TURN = "all Empty City Markers were on the map", "the last turn was played"
EVALUATED = "the Final Evaluation was drawn"
SWEDEN = {"map": "south_sweden"}
SHORT = {"num_players": 3, "max_turns": 5, **SWEDEN}
EASY = {"target": 110, "cash": 5, "exhaust": -1}
AGENT = {"railbot": "agent", "railbot_power": "slot", "duel_barons": True}
RECIPES = {
    "card_game_two": Recipe(CARD, ("random", "random"), EXHAUSTED),
    "card_game_three": Recipe(CARD, ("random",) * 3, EXHAUSTED, {"num_players": 3}),
    "card_game_four": Recipe(CARD, ("random",) * 4, EXHAUSTED, {"num_players": 4}),
    "card_game_published": Recipe(CARD, ("random", "random"), EXHAUSTED, {"edition": "published"}),
    "card_game_standstill": Recipe(CARD, ("staller", "staller"), STANDSTILL),
    "card_game_solo_won": Recipe(SOLO, ("planner",), end(CLOCK, 1.0)),
    "card_game_solo_lost": Recipe(SOLO, ("random",), end(CLOCK, -1.0)),
    "rail_baron_rich": Recipe(BARON, ("greedy", "greedy"), RICH),
    "rail_baron_bankrupt": Recipe(BARON, ("random",) * 3, BANKRUPT, {"num_players": 3, **SMALL}),
    "rail_baron_last_round": Recipe(BARON, ("greedy",) * 4, LAST_ROUND, {"num_players": 4, "max_rounds": 8}),
    "rail_baron_sections": Recipe(
        BARON, ("random",) * 6, RICH, {"num_players": 6, "actions": "full", "reshuffle_cards": 5, **SMALL}
    ),
    "rail_baron_dice": Recipe(
        BARON,
        ("random",) * 3,
        RICH,
        {"num_players": 3, "destinations": "dice", "home_swap": True, **SMALL},
        "lost_turn",
    ),
    "empire_builder_linked": Recipe(EMPIRE, ("greedy", "planner"), LINKED),
    "empire_builder_tie": Recipe(EMPIRE, ("greedy", "greedy"), LINKED, TIE, "raised"),
    "empire_builder_last_round": Recipe(EMPIRE, ("greedy",) * 6, LAST_ROUND, {"num_players": 6, "max_rounds": 8}),
    "empire_builder_steps": Recipe(
        EMPIRE, ("random",) * 3, LAST_ROUND, {"num_players": 3, "actions": "full", "borrow": True, **LITTLE}, "derailed"
    ),
    "empire_builder_pool": Recipe(
        EMPIRE, ("planner", "greedy", "random"), LINKED, {"num_players": 3, "demands": "pool", **LITTLE}, "discarded"
    ),
    "resourceful_rails_linked": Recipe(ORDERS, ("planner", "greedy"), LINKED),
    "resourceful_rails_last_round": Recipe(
        ORDERS,
        ("greedy", "random") * 2,
        LAST_ROUND,
        {"num_players": 4, "extra_starting_cards": True, **LITTLE, "max_rounds": 8},
    ),
    "railways_markers": Recipe(RAILWAYS, ("random",) * 2, end(MARKERS), {"actions": "full", **SWEDEN}, "line"),
    "railways_last_turn": Recipe(RAILWAYS, ("random",) * 2, end(LAST_TURN), {"map": "nordic", "max_turns": 6}),
    "railways_four": Recipe(RAILWAYS, ("random",) * 4, end(MARKERS), {"num_players": 4, **SWEDEN}, "delivered"),
    "railways_western": Recipe(
        RAILWAYS, ("random",) * 4, end(LAST_TURN), {"num_players": 4, "max_turns": 10, "barons": False}, "western"
    ),
    "railways_first_to_pass": Recipe(RAILWAYS, ("random",) * 3, end(LAST_TURN), {**SHORT, "bidding": "first_to_pass"}),
    "railways_worst_is_first": Recipe(
        RAILWAYS, ("random",) * 3, end(LAST_TURN), {**SHORT, "bidding": "worst_is_first"}, "placed"
    ),
    "railbot_markers_lost": Recipe(RAILBOT, ("random",), end(MARKERS, -1.0), {**SWEDEN, "actions": "full"}, "insured"),
    "railbot_markers_won": Recipe(RAILBOT, ("planner",), end(MARKERS, 1.0), {**EASY, "exhaust": 1, "fewer_markers": 2}),
    "railbot_evaluated_won": Recipe(RAILBOT, ("planner",), end(EVALUATED, 1.0), EASY),
    "railbot_evaluated_lost": Recipe(RAILBOT, ("random",) * 2, end(EVALUATED, -1.0), {**SWEDEN, **AGENT}, "bot_duel"),
    "railbot_last_turn_won": Recipe(RAILBOT, ("planner",), end(LAST_TURN, 1.0), {**EASY, "max_turns": 18}),
    "railbot_last_turn_lost": Recipe(
        RAILBOT, ("random",) * 2, end(LAST_TURN, -1.0), {**SWEDEN, "railbot": "agent", "max_turns": 7, "fewer_cards": 2}
    ),
}


def make(name: str) -> Recording:
    """Play games by a recipe until one ends as it should."""
    recipe = RECIPES[name]
    game = make_game(recipe.game, **recipe.options)
    agents = [PLAYERS[code](game) if code in PLAYERS else make_agent(code, game) for code in recipe.players]
    for seed in range(10_000):
        for seat, agent in enumerate(agents):
            agent.reset(seat, seed)
        state, actions, kinds = game.rules.new_state(seed), list[int](), set[str]()
        while not state["terminated"][0]:
            seat = int(state["current_player"][0])
            view = game.rules.view(state, seat)
            actions.append(agents[seat].act(reading(game, view)))
            kinds |= {game.event_kinds[event.kind] for event in game.rules.apply(state, actions[-1])}
        if recipe.wanted(RecordedResult.of(reading(game, state))) and recipe.event in {"", *kinds}:
            recording = Recording(game, seed, recipe.players, f"python tests/golden/remake.py {name}")
            for action in actions:
                recording.play(action)
            return recording
    raise SystemExit(f"no game of {recipe.players} from 10,000 seeds ends as {name} should")


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1] not in RECIPES:
        raise SystemExit("usage: python tests/golden/remake.py NAME, one of:\n  " + "\n  ".join(RECIPES))
    recording = make(sys.argv[1])
    path = FOLDER / f"{sys.argv[1]}.jsonl"
    recording.keep_in(path)
    result = str(reading(recording.game, recording.position.record).result)
    print(f"{path.name}: seed {recording.header.seed}, {len(recording.moves)} moves, {result}")


if __name__ == "__main__":
    main()
