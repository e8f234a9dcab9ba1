"""A person plays in the terminal: numbers, words, commands, undo, saving, and every way to stop."""

import re
from io import StringIO
from pathlib import Path

import pytest
from reading import reading, view_of
from rich.console import Console

from railgym.agents import make_agent
from railgym.agents.human.play import FORFEITED, PlayArgs, TerminalGame, agent_seed, main
from railgym.agents.human.screen import Screen
from railgym.agents.human.terminal import LeaveError, Terminal
from railgym.envs.catalog import game_of, make_game
from railgym.envs.core.errors import IllegalActionError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import load_replay
from railgym.envs.ticket_to_ride_card.display import CardGameDisplay

CARD = "ticket_to_ride_card_v0"
PUBLISHED = (("edition=published",),)
FIRST = ["keep"] * 6  # the first tickets of one seat, all kept


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def game() -> Game:
    return make_game(CARD, edition="published")


def typed(*lines: str) -> StringIO:
    return StringIO("".join(f"{line}\n" for line in lines))


def play(*lines: str, code: int = 0, **arguments: object) -> str:
    """Play with these lines typed, and return all that was shown; the default is a person against random."""
    given = {"game": CARD, "seats": "human,random", "seed": 3, "option": PUBLISHED} | arguments
    out = StringIO()
    game = make_game(CARD, **({"edition": "published"} if given["option"] or "resume" in given else {}))
    screen = Screen(game, Console(file=out, width=80, highlight=False))
    assert main(PlayArgs(**given), screen, typed(*lines)) == code  # type: ignore[arg-type]
    return out.getvalue()


def saved() -> list[Path]:
    return sorted(Path().glob("*.jsonl"))


# --- moves ------------------------------------------------------------------------------------------------------------


def test_screen__fits_80_columns_without_colour() -> None:
    """The table and the moves are plain ASCII lines where there is no colour."""
    shown = play(*FIRST, "draw tickets", *FIRST[:4], "?", "hint", "moves", "look")
    lines = [line.rstrip() for line in shown.replace("(? for help): ", "\n").splitlines()]  # as if typed there
    assert [line for line in lines if len(line) > 80] == []
    assert "\x1b" not in shown
    assert shown.isascii()
    assert any(line.startswith("Player 0: take one action") for line in lines)
    assert any(line.startswith("draw blind") and line.endswith("1 draw a card from the deck") for line in lines)


def test_wrong_input__gets_one_line_and_changes_nothing() -> None:
    shown = play("99", "dance", "undo", "undo it", "save", "hint wizard", "save no/such/folder/x.jsonl", "")
    answers = [line.partition("(? for help): ")[2] for line in shown.splitlines() if "(? for help): " in line]
    assert answers[0].startswith("there is no move 99")
    assert answers[1].startswith("no such move 'dance'")
    assert answers[2] == "nothing to undo: no move was made yet"
    assert answers[3].startswith("undo what?")
    assert answers[4].startswith("save where?")
    assert answers[5].startswith("unknown agent 'wizard'")
    assert "No such file or directory" in answers[6]
    assert shown.endswith("the input has ended; nothing to save\n")
    assert saved() == []


def test_help__names_every_command() -> None:
    shown = play("?")
    for command in ("look", "map", "moves", "hint", "undo", "undo turn", "save FILE", "quit", "Ctrl-C"):
        assert command in shown


def test_moves__are_cut_short_unless_asked_for(game: Game) -> None:
    """Of a long block 40 moves are listed, and how to see the others; a word lists all moves with it."""
    block = game.actions.blocks["lay_three"]
    moves = [(block.start + i, words) for i, words in enumerate(block.labels)]
    out = StringIO()
    screen = Screen(game, Console(file=out, width=80))
    screen.moves("", moves)
    shown = out.getvalue()
    assert sum(words in shown for _, words in moves) == 40
    assert "and 44 more: type  moves lay three" in shown
    screen.moves("", moves, "grey")
    listed = out.getvalue()[len(shown) :]
    assert listed.count(" lay ") == sum("grey" in words for _, words in moves)
    assert " 84 lay purple, orange, grey" in listed
    assert "no move contains 'nonsense'" in play("moves nonsense")


def test_hint__names_a_legal_move() -> None:
    """Without a name the trained agent is asked, which tells its chances as well, or the best bot where none fits; the
    view is all that agents get."""
    shown = play("hint", option=())
    assert re.search(r"trained expects to win \d+ %, and would play\n    [12] (keep|return) .*  \[\d+ %\]\n", shown)
    shown = play("hint", "hint random")
    assert shown.count("would play\n") == 2
    assert re.search(r"random would play\n    [12] (keep|return) [^\[]*\n", shown)


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The code of an agent of the user's that fails at its second choice."""
    body = "def __init__(self, game): pass\n def reset(self, *_): self.n = 0\n def act(self, view):"
    (tmp_path / "mine.py").write_text(f"class Late:\n {body}\n  self.n += 1\n  return [0][self.n - 1]\n")
    monkeypatch.syspath_prepend(tmp_path)
    return "py:mine:Late"


def test_hint__of_an_agent_that_fails_leaves_the_game_as_it_is(failing: str) -> None:
    Path("mine.py").write_text(Path("mine.py").read_text().replace("self.n = 0", "self.n = 5"))
    shown = play(f"hint {failing}", "quit")
    assert f"agent {failing!r} failed: IndexError: list index out of range" in shown
    assert shown.count("your move") == 2


def test_opponent_that_fails__ends_the_game_and_it_is_saved(failing: str) -> None:
    shown = play(*FIRST, seats=f"human,{failing}", code=FORFEITED)
    assert f"agent {failing!r} failed: IndexError: list index out of range; the game is saved, go on with:\n" in shown
    assert len(saved()) == 1 and shown.endswith(f"  railgym play --resume {saved()[0]}\n")


def test_hint__is_not_asked_of_a_person() -> None:
    shown = play("hint human", "hint human:me")
    assert "'human' gives no hints; ask a bot: hint planner" in shown
    assert shown.count("your move") == 3


def test_forbidden_move__is_told_with_the_rule() -> None:
    """Unasked, under the moves, and when it is typed."""

    class Strict(CardGameDisplay):
        def likely_illegal(self, view: object) -> dict[int, str]:
            return {0: self.why_illegal(view, 0)}

        def why_illegal(self, view: object, action: int) -> str:
            return "first look around"

    out, game = StringIO(), make_game(CARD, edition="published")
    game.__dict__["display"] = Strict(game)
    person = Terminal(game, Screen(game, Console(file=out, width=80)), typed(game.actions.labels[0], "1"))
    state = game.rules.new_state(1)
    person.act(view_of(game, state, 0))
    words = reading(game, state).action_words(0)
    assert f"not now: {words}; first look around" in out.getvalue()
    assert f"{words} is not legal now: first look around" in out.getvalue()


@pytest.mark.parametrize(
    "line", ["99", "-1", "--5", "+-3", "9" * 5_000, "²", "picture ~no_such_user/x.svg", "save ~no_such_user/x"]
)
def test_line__that_is_no_move_is_refused_and_the_next_is_read(line: str) -> None:
    """Whatever is typed, the prompt answers in a line and asks again."""
    assert play(line, "?").count("your move") == 3


def test_many_forbidden_moves__are_told_when_asked() -> None:
    """A few unasked, and how many more there are; all of them, or some, by a command."""

    class Stern(CardGameDisplay):
        def likely_illegal(self, view: object) -> dict[int, str]:
            return {action: f"reason {action}" for action in range(20)}

    out, game = StringIO(), make_game(CARD, edition="published")
    game.__dict__["display"] = Stern(game)
    person = Terminal(game, Screen(game, Console(file=out, width=80)), typed("why reason 19", "why tooth", "1"))
    state = game.rules.new_state(1)
    person.act(view_of(game, state, 0))
    assert out.getvalue().count("not now: ") == 6 + 1
    assert "and 14 more that cannot be done now: type  why" in out.getvalue()
    assert "reason 19" in out.getvalue() and "reason 18" not in out.getvalue()
    assert "no action contains 'tooth'" in out.getvalue()


def test_move__may_be_named_by_its_label() -> None:
    """Where its words say more, or say it otherwise."""
    game = make_game("railways_of_the_world_v0", map="south_sweden", barons=False)
    out, state = StringIO(), game.rules.new_state(1)
    bid = game.actions.labels.index("bid 2")
    assert "$2,000" in reading(game, state).action_words(bid)
    person = Terminal(game, Screen(game, Console(file=out, width=80)), typed("bid 2"))
    assert person.act(view_of(game, state, int(state["current_player"][0]))) == bid


def test_picture__is_drawn_into_a_file() -> None:
    shown = play("picture", "picture now.gif", "picture now.svg", "picture now.svg", "picture now.png")
    assert "draw where? type  picture FILE.svg" in shown
    assert "now.gif: a picture is a .svg or a .png file" in shown
    assert "now.svg exists; choose another name" in shown
    assert Path("now.svg").read_text(encoding="utf-8").startswith("<svg")
    assert Path("now.png").read_bytes().startswith(b"\x89PNG")


def test_others__are_told_as_the_person_may_know(game: Game) -> None:
    """The bot's tickets stay secret, the person's own cards are named."""
    shown = play(*FIRST, "draw a card", "draw a card")
    replay = load_replay(saved()[0])
    mine = [move for move in replay.moves if move.seat == 0]
    assert shown.count("random decides upon a ticket") == 6
    assert mine[-1].sentences(game, 0)[0].replace("player_0", "Player 0") in shown
    assert mine[-1].sentences(game, 0)[0].startswith("player_0 draws ")
    hidden = {move.words.partition(" ")[2] for move in replay.moves if move.seat == 1 and move.ply < 12}
    assert len(hidden) == 6
    assert not [ticket for ticket in hidden if ticket in shown]


def test_whole_game__ends_with_the_scoring_explained() -> None:
    """From the first ticket to the last card by typing, with the result and the file at the end."""
    shown = play(*["1"] * 2000, save=Path("game.jsonl"))
    replay = load_replay("game.jsonl")
    assert replay.result is not None
    replay.verify(game_of(replay))
    ending = shown.partition("How it ended:")[2]
    assert "Player 0 ends with" in ending
    assert "random ends with" in ending
    assert "the last deck was exhausted" in ending
    assert ending.endswith("seed 3, recorded in game.jsonl\n")


# --- undo -------------------------------------------------------------------------------------------------------------


def test_undo__goes_back_one_choice_or_the_turn() -> None:
    """A choice made again is shown again, and the file has only the last one."""
    play("keep", "return", "undo", "keep", "return", "undo turn", "return", save=Path("game.jsonl"))
    assert [move.words.split()[0] for move in load_replay("game.jsonl").moves] == ["return"]


def test_undo__tells_what_is_played_instead() -> None:
    shown = play("keep", "undo", "return")
    assert shown.count("Player 0 keeps ") == 1
    assert shown.count("Player 0 returns ") == 1


def test_undo__is_refused_after_a_card_was_seen() -> None:
    shown = play(*FIRST, "draw a card", "undo")
    assert "nothing to undo: your last choice showed you something new" in shown
    assert load_replay(saved()[0]).moves[-1].words == "draw a card from the deck"


# --- saving and leaving -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leave", [("quit",), ("exit",), ()])
def test_leaving__saves_and_says_how_to_go_on(leave: tuple[str, ...]) -> None:
    """Quitting and the end of input lose nothing."""
    shown = play(*FIRST, *leave)
    (path,) = saved()
    assert shown.endswith(f"the game is saved, go on with:\n  railgym play --resume {path}\n")
    assert len(load_replay(path).moves) == 12


def test_leaving_at_once__saves_nothing() -> None:
    assert play("quit").endswith("you left the game; nothing to save\n")
    assert saved() == []


def test_saving__goes_on_in_the_file() -> None:
    """After ``save FILE`` every move is in it; another file of that name is never overwritten."""
    Path("mine.jsonl").write_text("precious")
    shown = play("keep", "save mine.jsonl", "save game.jsonl", "keep", "save game.jsonl", "save")
    assert "mine.jsonl exists; choose another name" in shown
    assert Path("mine.jsonl").read_text() == "precious"
    assert len(load_replay("game.jsonl").moves) == 2


def test_resume__goes_on_where_the_game_was_left() -> None:
    """The same moves in one sitting or in two make the same file."""
    play(*FIRST, "draw a card", "draw a card", "quit", save=Path("once.jsonl"))
    play(*FIRST, "quit", save=Path("twice.jsonl"))
    shown = play(
        "draw a card", "draw a card", "quit", game="", seats=None, seed=None, option=(), resume=Path("twice.jsonl")
    )
    assert "Player 0: take one action" in shown
    assert Path("twice.jsonl").read_bytes() == Path("once.jsonl").read_bytes()


def test_resume__of_a_cut_file_says_so_and_goes_on() -> None:
    """If the machine failed while a move was written, that move is played again."""
    play(*FIRST, "quit", save=Path("game.jsonl"))
    Path("game.jsonl").write_bytes(Path("game.jsonl").read_bytes()[:-20])
    shown = play("quit", game="", seats=None, seed=None, option=(), resume=Path("game.jsonl"))
    assert shown.startswith("the last line of the file was cut off, and is left out\n")
    assert not load_replay("game.jsonl").cut


def test_resume__lets_others_sit_down() -> None:
    """Bots may finish what a person began."""
    play(*FIRST, "quit", save=Path("game.jsonl"))
    made = load_replay("game.jsonl").header.created_by
    shown = play(game="", seats="random,random", seed=None, option=(), resume=Path("game.jsonl"))
    replay = load_replay("game.jsonl")
    assert replay.result is not None
    assert replay.header.players == ("random", "random")
    assert shown.startswith("from now on in game.jsonl: random, random\n")
    assert replay.header.created_by == f"{made}; human,random until move 12"


def test_people__at_one_keyboard_see_only_their_own() -> None:
    """The screen waits until the right person sits there, and shows what happened since they last looked."""
    shown = play("", *FIRST, "", *FIRST, "", "draw a card", seats="human,human")
    _, first, second, third = shown.split(": Enter, when only you see the screen: ")
    tickets = [move.words.partition(" ")[2] for move in load_replay(saved()[0]).moves[:12]]
    assert all(ticket in first for ticket in tickets[:6])
    assert not any(ticket in first for ticket in tickets[6:])
    assert all(ticket in second for ticket in tickets[6:])
    assert not any(ticket in second for ticket in tickets[:6])
    assert second.count("Player 0 decides upon a ticket") == 6
    assert third.count("Player 1 decides upon a ticket") == 6


def test_steps__wait_after_every_move_of_a_bot() -> None:
    shown = play("", "", "quit", seats="random,random", steps=True)
    assert shown.count("Enter goes on: ") >= 3


def test_bots__can_be_watched_by_anyone() -> None:
    """A game without people hides nothing from who watches it."""
    shown = play(seats="random,random")
    assert "decides upon a ticket" not in shown
    assert "random 1 keeps " in shown
    assert shown.endswith("seed 3\n")


def test_illegal_bot__is_named(game: Game) -> None:
    """A bot that breaks the rules is named with its seat, and the game is kept for the report."""

    class Cheat:
        code = "cheat"

        def reset(self, seat: int, seed: int) -> None:
            """Nothing to remember."""

        def act(self, view: object) -> int:
            return 0

    recording = Recording(game, 1, ("random", "random"))
    table = TerminalGame(recording, Terminal(game, Screen(game, Console(file=StringIO()))))
    table.agents[1] = Cheat()
    with pytest.raises(IllegalActionError, match=r"random \(seat 1\): 'pass' is not legal now"):
        table.play()
    assert len(recording.moves) == 6


def test_agent_seeds__differ_by_seat_and_hide_the_deal() -> None:
    """A bot must not find out the seed that the cards were dealt from."""
    seeds = {agent_seed(deal, seat) for deal in range(50) for seat in range(4)}
    assert len(seeds) == 200
    assert min(seeds) > 1000


def test_person__outside_a_recording_can_play_but_not_undo(game: Game) -> None:
    """The agent works in any program that asks it to act."""
    out = StringIO()
    person = Terminal(game, Screen(game, Console(file=out, width=80)), typed("undo", "save x.jsonl", "2"))
    state = game.rules.new_state(1)
    assert game.actions.labels[person.act(view_of(game, state, 0))] == "return the ticket"
    assert out.getvalue().count("this game is not recorded") == 2
    with pytest.raises(LeaveError, match="the input has ended"):
        person.act(view_of(game, state, 0))


def test_human__is_an_agent_like_others(game: Game) -> None:
    assert isinstance(make_agent("human", game), Terminal)
    with pytest.raises(UnknownNameError, match="takes no argument"):
        make_agent("human:me", game)
