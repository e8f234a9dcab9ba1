"""``railgym play``: one game at the terminal, of people and bots, recorded move by move."""

import json
import secrets
import shlex
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import Annotated, TextIO

import numpy as np

from railgym.agents.adaptive.sitting import Sitting
from railgym.agents.human.guided import play_guided
from railgym.agents.human.names import called
from railgym.agents.human.position_file import game_in, read_position
from railgym.agents.human.screen import CUT, Screen
from railgym.agents.human.terminal import LeaveError, Terminal
from railgym.agents.own import AgentError
from railgym.agents.registry import AGENTS, make_agent, parse_agent
from railgym.agents.seating import game_for_seats, parse_options, split_codes, usual_players
from railgym.envs.catalog import GAMES, game_of
from railgym.envs.core.agent import Agent, ForfeitError
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import IllegalActionError, OptionsError, ReplayError, plain
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.host import exit_code
from railgym.envs.core.limits import Limits
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import Header, RecordedResult, Replay, load_replay

__all__ = ["PlayArgs", "TerminalGame", "agent_seed", "main"]

FORFEITED = 3  # the exit code if a player forfeits or cannot play on


@dataclass(frozen=True)
class PlayArgs:
    """Play a game in the terminal, against bots or with other people, or watch bots play.

    Everything can be typed: numbers or words of moves, and ? for help. For example:

      railgym play ticket_to_ride_card_v0
      railgym play ticket_to_ride_card_v0 --seats human,greedy,random --save evening.jsonl
      railgym play --resume evening.jsonl
      railgym play --position puzzle.json
      railgym play ticket_to_ride_card_v0 --guided
      railgym play ticket_to_ride_card_v0 --seats random,random --seed 7 --option edition=published
    """

    game: Annotated[str, Positional("GAME")] = ""
    """the game, as `railgym list` names it; not needed with --resume and --position"""
    seats: Annotated[str | None, Option("CODE,CODE,...")] = None
    """who plays, one code per seat, as in human,planner; by default: you and the game's best bots"""
    seed: Annotated[int | None, Option("N"), Limits(-(2**63), 2**63 - 1)] = None
    """the seed of the game; by default random, and printed at the end"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""
    save: Annotated[Path | None, Option("FILE")] = None
    """record the game there, move by move; the file is a replay"""
    resume: Annotated[Path | None, Option("FILE")] = None
    """continue the game recorded there, and record it there"""
    position: Annotated[Path | None, Option("FILE")] = None
    """begin with the position in that file, JSON as `Position.to_dict` returns it"""
    guided: bool = False
    """play the guided first game: some decisions, with what to look for and why a move is good"""
    steps: bool = False
    """wait for Enter after every move of a bot"""
    quiet: bool = False
    """do not print what happens"""
    json: bool = False
    """write only the result, as JSON; not for people"""


class TerminalGame:
    """One game with its players, the screen that shows it, and its recording."""

    def __init__(self, recording: Recording, terminal: Terminal, steps: bool = False, quiet: bool = False) -> None:
        self.recording, self.terminal, self.screen = recording, terminal, terminal.screen
        self.steps, self.quiet = steps, quiet
        self.players = recording.header.players
        self.people = tuple(seat for seat, code in enumerate(self.players) if code == terminal.code)
        terminal.recording = recording
        self.screen.name_players(recording.header.names or called(recording.game.id, self.players))
        self.agents: list[Agent] = []
        for seat, code in enumerate(self.players):
            agent: Agent = terminal if seat in self.people else self._make(code, seat)
            agent.reset(seat, agent_seed(recording.header.seed, seat))
            self.agents.append(agent)
        self.sitting = Sitting.of(recording.game, self.agents, self.people)
        self._resumed = bool(recording.moves)
        # The viewer of the events on the screen: the only person, the person at the keyboard, or the public.
        self._reader = FULL if not self.people else self.people[0] if len(self.people) == 1 else PUBLIC
        self._told = dict.fromkeys((FULL, PUBLIC, *self.people), len(recording.moves))

    def _make(self, code: str, seat: int) -> Agent:
        game = self.recording.game
        return make_agent(code, game, game.roles[seat])

    def play(self) -> None:
        """Play to the end; raises LeaveError if a person leaves before."""
        if self.people:
            self.screen.line(f"{self.recording.game.title}: {', '.join(self.screen.names.shown)}", "bold")
            if self.sitting and self.sitting.note:
                self.screen.line(self.sitting.note, "italic")
        while not self.recording.position.is_over:
            seat = self.recording.position.current_player
            if seat in self.people:
                self._pass_keyboard(seat)
            self._move(seat)

    def _move(self, seat: int) -> None:
        action = self.agents[seat].act(self.recording.position.view())
        self._told[self._reader] = min(self._told[self._reader], len(self.recording.moves))  # some may have been undone
        try:
            self.recording.play(action)
        except IllegalActionError as error:
            raise IllegalActionError(f"{self.players[seat]} (seat {seat}): {error}") from None
        if self.recording.position.is_over:
            return
        self._tell()
        if self.steps and seat not in self.people:
            self.terminal.read("Enter goes on: ")

    def _tell(self) -> None:
        """What has happened since the reader was last told."""
        moves = self.recording.moves
        for move in moves[self._told[self._reader] :]:
            if not self.quiet:
                self.screen.happened(move, self._reader)
        self._told[self._reader] = len(moves)

    def _pass_keyboard(self, seat: int) -> None:
        """Where several people share the keyboard, hide what the one before has seen."""
        if len(self.people) == 1 or seat == self._reader:
            return
        if self._reader != PUBLIC:
            self.screen.wipe()
        self.terminal.read(f"{self.screen.names.shown[seat]}: Enter, when only you see the screen: ")
        self._reader = seat
        self._tell()

    def tell_ending(self) -> None:
        """What the last move led to, scoring included, and the standing."""
        if not self.quiet:
            self.screen.line("\nHow it ended:", "bold")
            self.screen.happened(self.recording.moves[-1], FULL)
        self.screen.line()
        self.screen.ending(self.recording.position, self.players)
        where = f", recorded in {self.recording.path}" if self.recording.path else ""
        self.screen.line(f"seed {self.recording.header.seed}{where}")
        for name, agent in zip(self.recording.game.seat_names, self.agents, strict=True):
            if usage := getattr(agent, "usage", None):
                used = ", ".join(f"{value:,.6g} {what.replace('_', ' ')}" for what, value in usage.items() if value)
                self.screen.line(f"{name} used {used}")
        if self.sitting:
            payoffs, seed = np.array(self.recording.position.payoffs), self.recording.header.seed
            self.screen.line(self.sitting.close(payoffs, seed, self._resumed), "italic")


def agent_seed(seed: int, seat: int) -> int:
    """The seed of an agent's random choices, which differs by seat and does not reveal the seed of the game."""
    return int.from_bytes(sha256(f"{seed}:{seat}".encode()).digest()[:8]) >> 1


def main(args: PlayArgs, screen: Screen | None = None, stdin: TextIO | None = None) -> int:
    """Play as the arguments say; returns the exit code."""
    if args.guided:
        _check_guided(args)
        return play_guided(args.game, screen, stdin)
    if args.resume and args.position:
        raise OptionsError("--position: a resumed game has its own; leave one of --resume and --position out")
    replay = load_replay(args.resume) if args.resume else None
    recording = _resume(args, replay) if replay else _deal(args)
    table = TerminalGame(recording, Terminal(recording.game, screen, stdin), args.steps, args.quiet or args.json)
    if args.json and table.people:
        raise OptionsError("--json is for games of bots alone")
    if replay and replay.cut and not table.quiet:
        table.screen.line(CUT, "yellow")
    if args.resume and args.seats and not table.quiet:
        table.screen.line(f"from now on in {args.save or args.resume}: {', '.join(table.players)}", "bold")
    if args.save and args.save != args.resume:
        if args.save.exists():
            raise ReplayError(f"{args.save} exists; go on with it by --resume, or choose another name")
        recording.keep_in(args.save)
    elif args.resume:
        recording.keep_in(args.resume)
    began = len(recording.moves)
    try:
        table.play()
    except LeaveError as error:
        _say_goodbye(table, began, str(error))
        return 0
    except (ForfeitError, AgentError) as error:
        _say_goodbye(table, began, str(error))
        return FORFEITED
    except KeyboardInterrupt as stop:
        table.screen.line()  # the terminal has just shown ^C
        _say_goodbye(table, began, "interrupted")
        return exit_code(stop)
    except BaseException:
        _keep(recording, began)
        raise
    if args.json:
        head, result = recording.header, RecordedResult.of(recording.position)
        print(json.dumps({"game": head.game, "players": head.players, "seed": head.seed, **result.model_dump()}))
    else:
        table.tell_ending()
    return 0


def _check_guided(args: PlayArgs) -> None:
    """Raise OptionsError for arguments that a guided game does not take."""
    if args != PlayArgs(game=args.game, guided=True):
        raise OptionsError("--guided: a guided game has its own position and players; leave all other options out")
    _check_named(args)


def _check_named(args: PlayArgs) -> None:
    if not args.game:
        raise OptionsError(f"which game? there are: {', '.join(GAMES)}")


def _deal(args: PlayArgs) -> Recording:
    if args.position:
        return _set_up(args, args.position)
    _check_named(args)
    codes = None if args.seats is None else split_codes(args.seats)
    pairs = [pair for words in args.option for pair in words]
    game = game_for_seats(args.game, len(codes) if codes else None, parse_options(pairs, args.game))
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    codes = codes or usual_players(game)
    options = ["--option", *pairs] if pairs else []
    command = ["railgym", "play", game.id, "--seats", ",".join(codes), "--seed", str(seed), *options]
    return Recording(game, seed, codes, shlex.join(command))


def _set_up(args: PlayArgs, file: Path) -> Recording:
    """A game that begins with the position of a file."""
    if args.option:
        raise OptionsError("--position: the file says what the options are; leave --option out")
    position = read_position(file)
    game = game_in(position, str(file))
    if args.game and args.game != game.id:
        raise OptionsError(f"{file}: this is a position of {game.id}, not of {args.game}")
    codes = usual_players(game) if args.seats is None else split_codes(args.seats)
    if len(codes) != game.num_players:
        raise OptionsError(f"the game in {file} has {game.num_players} seats, not {len(codes)}")
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    command = ["railgym", "play", "--position", str(file), "--seats", ",".join(codes), "--seed", str(seed)]
    return Recording(game, seed, codes, shlex.join(command), position)


def _resume(args: PlayArgs, replay: Replay) -> Recording:
    """The recorded game; --seats lets others sit down."""
    path = args.resume
    if args.game and args.game != replay.header.game:
        raise ReplayError(f"{path}:1: this is a game of {replay.header.game}, not of {args.game}")
    if args.option or args.seed is not None:
        raise OptionsError("a resumed game keeps its options and its seed")
    recording = Recording.resume(game_of(replay), replay)
    if recording.position.is_over:
        raise ReplayError(f"{path}: the game is over; look at it with: railgym replay {path}")
    if args.seats is None:
        _check_named_in_file(recording.header.players, path)
    else:
        codes = split_codes(args.seats)
        if len(codes) != len(replay.header.players):
            raise OptionsError(f"the game in {path} has {len(replay.header.players)} seats, not {len(codes)}")
        recording.header = _with_players(recording, codes)
    return recording


def _check_named_in_file(codes: tuple[str, ...], path: Path | None) -> None:
    """Raise ReplayError for a player that a file of unknown origin must not start by itself."""
    for code in codes:
        if AGENTS[parse_agent(code).kind].only_if_named:
            raise ReplayError(f"{path}: {plain(code)} may do anything; if you trust it, name it in --seats")


def _with_players(recording: Recording, codes: tuple[str, ...]) -> Header:
    """The header with other players, and who sat there before in the note on how the game was made."""
    head = recording.header
    since = f"{','.join(head.players)} until move {len(recording.moves)}"
    made = f"{head.created_by}; {since}" if head.created_by else since
    return head if codes == head.players else head.model_copy(update={"players": codes, "created_by": made})


def _say_goodbye(table: TerminalGame, began: int, why: str) -> None:
    path = _keep(table.recording, began)
    table.screen.line(f"{why}; the game is saved, go on with:" if path else f"{why}; nothing to save")
    if path:
        table.screen.line(f"  railgym play --resume {shlex.quote(str(path))}")


def _keep(recording: Recording, began: int) -> Path | None:
    """Save a game that was left, unless it is saved already or no move was made; returns the file."""
    if recording.path or len(recording.moves) == began:
        return recording.path
    name = f"{recording.game.id}-{datetime.now():%Y%m%d-%H%M%S}.jsonl"
    try:
        recording.keep_in(Path(name))
    except OSError:
        recording.keep_in(Path(gettempdir()) / name)  # where nothing can be written here
    return recording.path
