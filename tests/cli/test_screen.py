"""What the terminal shows: boards, colours, plain text for scripts, and no hands of other players."""

import os
import pty
import random
import subprocess
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import processes
import pytest
from reading import view_of
from rich.console import Console

from railgym.agents.human.play import PlayArgs, main
from railgym.agents.human.screen import WIPE, Screen
from railgym.agents.human.terminal import LeaveError, Terminal
from railgym.envs.catalog import GAMES, game_of, make_game
from railgym.envs.core.game import Game
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.position import View
from railgym.envs.core.replay import load_replay

CARD = "ticket_to_ride_card_v0"
ALONE = {"ticket_to_ride_card_solo_v0", "railbot_v0"}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(id: str, *more: str) -> list[str]:
    seats = "human" if id in ALONE else "human,greedy"
    return [sys.executable, "-m", "railgym.cli", "play", id, "--seats", seats, "--seed", "3", *more]


# --- boards -----------------------------------------------------------------------------------------------------------


def board(game: Game, view: object, width: int) -> list[str]:
    out = StringIO()
    Screen(game, Console(file=out, width=width)).board(view)  # type: ignore[arg-type]
    return out.getvalue().splitlines()


@pytest.mark.parametrize("id", GAMES)
def test_board__fits_and_is_plain(id: str) -> None:
    """Of every game, in 60 to 200 columns, for every seat and for the public; never more than 160."""
    game, chooser = make_game(id), np.random.default_rng(1)
    state = game.rules.new_state(1)
    for ply in range(200):
        if state["terminated"][0]:
            break
        if ply % 50 == 0:
            for viewer in (*range(game.num_players), PUBLIC):
                for width in (60, 80, 120, 200):
                    shown = board(game, view_of(game, state, viewer), width)
                    assert max(map(len, shown)) <= min(width, 160)
                    assert all(sign.isascii() or sign.isalpha() for sign in "".join(shown))  # letters of names
        game.rules.apply(state, int(chooser.choice(np.flatnonzero(game.rules.legal(state)))))


@pytest.mark.parametrize("name", ["rail_baron_rich", "empire_builder_linked", "resourceful_rails_linked"])
def test_board__shows_own_train_track_and_goal(name: str) -> None:
    """Wherever the map is cut: what the viewer plays for is on it."""
    replay = load_replay(Path(__file__).parents[1] / "golden" / f"{name}.jsonl")
    game = game_of(replay)
    position = replay.position(game, len(replay.moves) * 2 // 3)
    for seat in range(2):
        for width in (80, 100):
            shown = "\n".join(board(game, position.view(seat), width)[:-1])
            assert "@" in shown and str(seat) in shown and "*" in shown


def test_board__is_shown_once_a_turn_and_when_asked_for() -> None:
    shown = play(Console(file=StringIO(), width=100), "", "map", "look", "moves")
    assert shown.count("\nface up") == 3


# --- colour -----------------------------------------------------------------------------------------------------------


def play(console: Console, *lines: str, **arguments: object) -> str:
    given = {"game": CARD, "seats": "human,random", "seed": 3} | arguments
    typed = StringIO("".join(f"{line}\n" for line in lines))
    main(PlayArgs(**given), Screen(make_game(CARD), console), typed)  # type: ignore[arg-type]
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_seats__have_their_colours_in_a_terminal() -> None:
    """In what happens, in positions and in lists."""
    shown = play(Console(file=StringIO(), width=100, force_terminal=True, color_system="standard"), *["keep"] * 6)
    assert "\x1b[94mPlayer 0\x1b[0m: take one action" in shown.replace("\x1b[1;94m", "\x1b[94m").replace("\x1b[1m", "")
    assert "\x1b[31mrandom\x1b[0m decides upon a ticket" in shown


@pytest.mark.parametrize(
    ("variables", "coloured"), [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False)]
)
def test_process__has_colour_in_a_terminal_unless_it_is_unwanted(variables: dict[str, str], coloured: bool) -> None:
    keeper, terminal = pty.openpty()
    processes.run(command(CARD), stdin=subprocess.DEVNULL, stdout=terminal, env=os.environ | variables, check=True)
    os.close(terminal)
    assert (b"\x1b[" in read_all(keeper)) == coloured


def read_all(descriptor: int) -> bytes:
    found = b""
    try:
        while piece := os.read(descriptor, 1 << 16):
            found += piece
    except OSError:  # a terminal whose other side was closed
        pass
    return found


# --- scripts ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_script__plays_a_whole_game_by_a_pipe(id: str) -> None:
    """Every game, from the first move to the result, in plain text."""
    done = processes.run(
        command(id, "--save", "game.jsonl"), input="1\n" * 20_000, capture_output=True, text=True, check=True
    )
    replay = load_replay("game.jsonl")
    assert replay.result is not None
    replay.verify(game_of(replay))
    assert "How it ended:" in done.stdout
    assert done.stdout.endswith("seed 3, recorded in game.jsonl\n")
    assert "\x1b" not in done.stdout
    assert max(map(len, (line for line in done.stdout.splitlines() if line.startswith(("+-", "| "))))) <= 100


# --- several people ---------------------------------------------------------------------------------------------------


def test_people__do_not_find_the_other_hand_on_the_screen() -> None:
    """Before the keyboard changes hands the screen is wiped, with what has scrolled out of it; what follows is shown
    when the next person says so, and tells nothing of the tickets of the one before."""
    console = Console(file=StringIO(), width=100, force_terminal=True, color_system=None)
    shown = play(console, "", *["keep"] * 6, "", *["keep"] * 6, "", "draw a card", seats="human,human")
    first, second, third = shown.split(WIPE)
    tickets = [move.words.partition(" ")[2] for move in load_replay(next(Path().glob("*.jsonl"))).moves[:12]]
    assert all(ticket in first for ticket in tickets[:6])
    assert second.startswith("Player 1: Enter, when only you see the screen: ")
    assert third.startswith("Player 0: Enter, when only you see the screen: ")
    assert not any(ticket in second for ticket in tickets[:6])
    assert not any(ticket in third for ticket in tickets[6:])


# --- the size of the screen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("id", GAMES)
def test_question_and_moves__are_in_view_on_every_screen(id: str, size: tuple[int, int]) -> None:
    """They fit on it together with the line for the answer, however many moves and reasons there are."""
    game, rng = make_game(id), random.Random(1)
    position = game.new_position(1)
    for ply in range(120):
        if position.is_over:
            break
        if ply % 7 == 0:
            name, rows = game.seat_names[position.current_player], asked(game, position.view(), *size)
            question = max(i for i, row in enumerate(rows) if row.startswith(f"{name}: "))
            assert len(rows) - question <= size[1]
        position.play(rng.choice(position.legal_actions))


def asked(game: Game, view: View, width: int, height: int) -> list[str]:
    """The lines of a screen of that size, down to the line for the answer."""
    console = Console(file=StringIO(), width=width, height=height, force_terminal=True, color_system=None)
    with pytest.raises(LeaveError):
        Terminal(game, Screen(game, console), StringIO("quit\n")).act(view)
    assert isinstance(console.file, StringIO)
    return [row for line in console.file.getvalue().splitlines() for row in wrapped(line, width)]


def wrapped(line: str, width: int) -> list[str]:
    """A line as a terminal of so many columns breaks it."""
    return [line[at : at + width] for at in range(0, max(1, len(line)), width)]


def test_line__is_broken_between_words_on_a_screen_and_not_in_a_file() -> None:
    words = "Player 0 lays a tile in the hills near San Luis Potosi, and pays for it with two bonds"
    shown = {}
    for is_terminal in (True, False):
        console = Console(file=StringIO(), width=40, height=24, force_terminal=is_terminal, color_system=None)
        screen = Screen(make_game("railways_of_the_world_v0"), console)
        screen.line(words)
        assert isinstance(console.file, StringIO)
        shown[is_terminal] = console.file.getvalue().splitlines()
        assert screen.rows(words) == 3
    assert " ".join(line.strip() for line in shown[True]) == words and len(shown[True]) == 3
    assert max(map(len, shown[True])) <= 40 and shown[False] == [words]


def test_position__lists_cities_in_few_words_above_their_map() -> None:
    """The map shows the same cubes."""
    game = make_game("railways_of_the_world_v0")
    console = Console(file=StringIO(), width=80)
    Screen(game, console).position(game.new_position(1).view())
    assert isinstance(console.file, StringIO)
    words, _, board = console.file.getvalue().rpartition("+----")
    assert "cities by color, with their cubes:" in words and "Mexico City, red:" not in words
    assert "Mexico City yykk" in board


@pytest.mark.parametrize(("command", "told"), [("map", "Miami"), ("?", "quit  q"), ("help", "quit  q")])
def test_long_answer__is_paged_where_it_is_higher_than_the_screen(command: str, told: str) -> None:
    """Enter shows the next page, and the moves follow, so that they are in view again; into a file it is written as a
    whole."""
    game = make_game("rail_baron_cards_v0")
    view = game.new_position(1).view()
    shown = {}
    for is_terminal in (True, False):
        console = Console(file=StringIO(), width=120, height=24, force_terminal=is_terminal, color_system=None)
        terminal = Terminal(game, Screen(game, console), StringIO(f"{command}\n" + "\n" * 12 + "quit\n"))
        with pytest.raises(LeaveError):
            terminal.act(view)
        assert isinstance(console.file, StringIO)
        shown[is_terminal] = console.file.getvalue()
    pages = shown[True].count("Enter shows more, q is enough: ")
    assert (pages >= 1) == (command != "help") and "Enter shows more" not in shown[False]
    assert shown[True].count("Enter goes on: ") == 1 and "Enter goes on" not in shown[False]
    question = f"{game.seat_names[0]}: {view.question()}"
    assert (shown[True].count(question), shown[False].count(question)) == (2, 1)
    assert told in shown[True].partition("your move")[2]


def test_command__in_place_of_enter_is_obeyed() -> None:
    """Where a long answer waits for Enter."""
    game = make_game("rail_baron_cards_v0")
    console = Console(file=StringIO(), width=120, height=24, force_terminal=True, color_system=None)
    terminal = Terminal(game, Screen(game, console), StringIO("map\nfly to the moon\nquit\n"))
    with pytest.raises(LeaveError, match="you left"):
        terminal.act(game.new_position(1).view())
    assert isinstance(console.file, StringIO)
    assert "'fly to the moon'" in console.file.getvalue().partition("Enter shows more")[2]
