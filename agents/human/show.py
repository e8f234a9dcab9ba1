"""``railgym replay``: a recorded game as text or JSON, and whether it plays again as recorded."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from railgym.agents.human.names import called
from railgym.agents.human.screen import CUT, Screen
from railgym.envs.catalog import game_of
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.limits import Limits
from railgym.envs.core.position import Position
from railgym.envs.core.replay import Move, Replay, load_replay

__all__ = ["ReplayArgs", "main"]


@dataclass(frozen=True)
class ReplayArgs:
    """Play a recorded game again, see that it is the same to the last byte, and show it move by move.

    A file that is damaged, or was made for other rules, is refused with the line and what is wrong in it.
    """

    file: Annotated[Path, Positional("FILE")]
    """a replay, as `railgym play --save FILE` records it"""
    viewer: Annotated[str, Option("SEAT")] = ""
    """only what this seat (0, 1, ...; or public) could know while the game ran; by default everything"""
    at: Annotated[int | None, Option("N"), Limits(0, 2**31)] = None
    """show the position after N moves instead"""
    json: bool = False
    """write it as JSON"""


def main(args: ReplayArgs, screen: Screen | None = None) -> int:
    """Show and verify as the arguments say; returns the exit code."""
    replay = load_replay(args.file)
    game = game_of(replay)
    viewer = _viewer(args.viewer, game)
    screen = screen or Screen(game)
    screen.name_players(replay.header.names or called(game.id, replay.header.players))
    if args.json and args.at is not None:
        raise OptionsError("--at shows a position, --json the whole game: leave out one of them")
    last = replay.verify(game)
    if args.json:
        print(json.dumps(_as_json(replay, game, viewer), ensure_ascii=False))
    elif args.at is not None:
        _show_position(replay, game, viewer, args.at, screen)
    else:
        _show(replay, game, viewer, screen)
        _show_end(replay, game, last, screen)
    return 0


def _viewer(name: str, game: Game) -> int:
    seats = {"": FULL, "public": PUBLIC} | {str(seat): seat for seat in range(game.num_players)}
    if name not in seats:
        raise OptionsError(f"no viewer {name!r}: there are seats 0 to {game.num_players - 1}, and public")
    return seats[name]


def _words(move: Move, game: Game, viewer: int) -> str | None:
    """The words of an action, which may betray a secret of who chose it."""
    return move.words if game.public_actions or viewer in (FULL, move.seat) else None


def _as_json(replay: Replay, game: Game, viewer: int) -> dict[str, Any]:
    moves = [
        {"ply": move.ply, "seat": move.seat, "words": _words(move, game, viewer), "log": move.sentences(game, viewer)}
        for move in replay.moves
    ]
    result = replay.result.model_dump(mode="json") if replay.result else None
    header = replay.header.model_dump(mode="json")
    return {"file": replay.file, **header, "moves": moves, "result": result, "cut": replay.cut}


def _show(replay: Replay, game: Game, viewer: int, screen: Screen) -> None:
    head = replay.header
    screen.line(f"{game.title} ({game.id}), seed {head.seed}, made with railgym {head.railgym}", "bold")
    screen.line("options: " + ", ".join(f"{name} {value}" for name, value in head.options.items()))
    shown = zip(screen.names.shown, head.players, strict=True)
    screen.line("players: " + ", ".join(name if name == code else f"{name} ({code})" for name, code in shown))
    for move in replay.moves:
        words = _words(move, game, viewer) or "a choice that is not told"
        screen.line(f"{move.ply + 1:>5}  {screen.names.shown[move.seat]}: {words}", "bold")
        for sentence in move.sentences(game, viewer):
            screen.line(f"         {sentence}")


def _show_end(replay: Replay, game: Game, last: Position, screen: Screen) -> None:
    if replay.cut:
        screen.line(CUT, "yellow")
    if replay.result:
        screen.line(f"{last.result}; digest {replay.result.digest[:12]}", "bold")
    elif last.is_over:
        screen.line(f"the file lacks its last line, the result: {last.result}", "bold")
    else:
        screen.line(f"not finished; go on with  railgym play --resume {replay.file}", "bold")
    screen.line(f"verified: {len(replay.moves)} moves play again as recorded", "green")


def _show_position(replay: Replay, game: Game, viewer: int, after: int, screen: Screen) -> None:
    if not 0 <= after <= len(replay.moves):
        raise OptionsError(f"--at {after}: the replay has {len(replay.moves)} moves")
    position = replay.position(game, after)
    screen.position(position if viewer == FULL else position.view(viewer))
