"""``railgym bot check``: whether a program keeps the protocol, game by game."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Annotated

from rich.console import Console
from rich.table import Table

from railgym.agents.program.agent import ProgramAgent
from railgym.agents.registry import make_agent, parse_agent
from railgym.agents.seating import best_bot
from railgym.envs.catalog import GAMES, entry_of, make_game
from railgym.envs.core.agent import ForfeitError
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.limits import Limits

__all__ = ["BotCheckArgs", "Check", "check_program", "main"]

PASSED, FAILED, DECLINED, NOTE = "passed", "failed", "declined", "note"
CLOSING = 2.0  # seconds to end in, once there is nothing more to read


@dataclass(frozen=True)
class BotCheckArgs:
    """Play games with a program, and say where it does not keep the protocol. For example:

      railgym bot check ./mybot
      railgym bot check "python3 mybot.py" --game ticket_to_ride_card_v0 --seconds 2

    The exit code is 3 if a check fails. docs/bots.md describes the protocol.
    """

    command: Annotated[str, Positional("COMMAND")]
    """the command that starts the program, as in cmd:COMMAND"""
    game: Annotated[tuple[str, ...], Option("GAME", default="all games")] = ()
    """the games to play, as `railgym list` names them"""
    seconds: Annotated[float, Option("N"), Limits(0.001, 10_000)] = 10.0
    """the time for each answer"""
    json: bool = False
    """print one JSON object for each check instead of a table"""


@dataclass(frozen=True)
class Check:
    """What was tried in a game, how it went, and what is to be said of it."""

    game: str
    check: str
    outcome: str
    words: str = ""


def main(args: BotCheckArgs) -> int:
    """Run the checks and print them; returns the exit code. Raises RailgymError."""
    for id in args.game:
        entry_of(id)
    checks = []
    for check in check_program(args.command.removeprefix("cmd:"), args.game or tuple(GAMES), args.seconds, _tell):
        checks.append(check)
        if args.json:
            print(json.dumps(asdict(check)), flush=True)
    _tell("")
    if not args.json:
        _show(checks)
    if all(check.outcome == DECLINED for check in checks):
        raise OptionsError(f"{args.command!r} plays none of these games")
    return 3 if any(check.outcome == FAILED for check in checks) else 0


def check_program(
    command: str, games: tuple[str, ...], seconds: float, tell: Callable[[str], object] = str
) -> Iterator[Check]:
    """The checks of a program, one after another; ``tell`` is called with every game when it begins. They end with the
    first game if the program does not answer its hello. Raises UnknownNameError if there is no such program."""
    for id in games:
        tell(id)
        game = make_game(id)
        spec = parse_agent(f"cmd:{command}")
        agent = ProgramAgent(game, spec.code, spec.command, seconds)
        try:
            yield from _check_game(agent, game)
        finally:
            agent.kill()
        if agent.unready and id == games[0]:
            return


def _check_game(agent: ProgramAgent, game: Game) -> Iterator[Check]:
    """A game in the first seat, the same again, one in the last seat of the role, and the end of the program."""
    agent.reset(0, 1)
    if agent.declined:
        yield Check(game.id, "hello", DECLINED, agent.declined)
        return
    if agent.unready:
        yield Check(game.id, "hello", FAILED, agent.unready.removeprefix("hello: "))
        return
    began = perf_counter()
    try:
        first = _play(agent, game, 0)
        took = 1000 * (perf_counter() - began) / max(1, len(first))
        yield Check(game.id, "a game", PASSED, f"{len(first)} decisions, {took:.1f} ms each, bots and railgym included")
        same = _play(agent, game, 0) == first
        yield Check(game.id, "the same game again", PASSED if same else NOTE, "" if same else "it plays otherwise")
        last = max(seat for seat, role in enumerate(game.roles) if role == game.roles[0])
        yield Check(game.id, f"a game in seat {last}", PASSED, f"{len(_play(agent, game, last))} decisions")
    except ForfeitError as error:
        yield Check(game.id, "a game", FAILED, str(error))
        return
    ended = agent.close(CLOSING)
    yield Check(game.id, "ends with its input", PASSED if ended else FAILED, "" if ended else f"not in {CLOSING:g} s")


def _tell(game: str) -> None:
    """Show on a terminal which game is played; "": none any more."""
    if sys.stderr.isatty():
        print(f"\r\033[K{game and f'checking {game} ...'}", end="", file=sys.stderr, flush=True)


def _play(agent: ProgramAgent, game: Game, seat: int) -> list[int]:
    """Play a game among random bots; returns the choices of the program. Raises ForfeitError."""
    others = [
        make_agent("random" if role == game.roles[0] else best_bot(game, role), game, role) for role in game.roles
    ]
    for number, other in enumerate(others):
        (agent if number == seat else other).reset(number, 7 + number)
    position, chosen = game.new_position(seed=11), []
    while not position.is_over:
        player = position.current_player
        action = (agent if player == seat else others[player]).act(position.view())
        if player == seat:
            chosen.append(action)
        position.play_id(action)
    agent.finish(position.payoffs)
    return chosen


def _show(checks: list[Check]) -> None:
    table = Table(box=None, title_justify="left")
    for column in ("game", "check", "", ""):
        table.add_column(column)
    for check in checks:
        table.add_row(check.game, check.check, check.outcome, check.words)
    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = 200
    console.print(table)
