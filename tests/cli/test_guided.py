"""Help and guided first games at the terminal."""

from io import StringIO

import pytest
from rich.console import Console

from railgym.agents.human.names import Names, called
from railgym.agents.human.page import page_lines
from railgym.agents.human.play import PlayArgs, main
from railgym.agents.human.screen import Screen
from railgym.agents.seating import usual_players
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import OptionsError, UnknownNameError
from railgym.envs.guide import guide_of
from railgym.envs.guided_game import guided_game

CARD = "ticket_to_ride_card_v0"


def play(id: str, *lines: str, **arguments: object) -> str:
    """Play with these lines typed, and return all that was shown."""
    out = StringIO()
    screen = Screen(make_game(id), Console(file=out, width=80, highlight=False))
    typed = StringIO("".join(f"{line}\n" for line in lines))
    assert main(PlayArgs(game=id, **arguments), screen, typed) == 0  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize("id", GAMES)
def test_guided_game__is_played_to_its_end(id: str) -> None:
    """The moves of the story lead through all steps; each step is told, and so is what followed."""
    guided = guided_game(id)
    shown = play(id, *(step.move for step in guided.steps), guided=True)
    names = Names(guided.make_game().seat_names, called(id, usual_players(guided.make_game())))
    for number, step in enumerate(guided.steps, 1):
        assert f"\n{number} of {len(guided.steps)}: {names.in_text(step.look)}\n" in shown
        assert names.in_text(step.why) in shown
    assert names.in_text(guided.end) in shown
    assert "player_" not in shown
    assert shown.endswith(f"play a whole game with:  railgym play {id}\n")


def test_guided_game__answers_other_moves_and_asks_again() -> None:
    step = guided_game(CARD).steps[0]
    shown = play(CARD, "draw tickets", "lay red", "undo", step.move, guided=True)
    assert f": {step.wrong['draw tickets']}\n" in shown
    assert "lay red is not legal now" in shown
    assert "this game is not recorded: it cannot be saved, nor moves taken back" in shown
    assert "\n2 of 8: " in shown
    assert shown.endswith(f"the input has ended; begin again with:  railgym play {CARD} --guided\n")


def test_guided_game__takes_no_other_options() -> None:
    with pytest.raises(OptionsError, match="leave all other options out"):
        main(PlayArgs(game=CARD, guided=True, seed=3))
    with pytest.raises(OptionsError, match="which game"):
        main(PlayArgs(guided=True))
    with pytest.raises(UnknownNameError, match="unknown game 'chess'"):
        main(PlayArgs(game="chess", guided=True))


@pytest.mark.parametrize("id", GAMES)
def test_question_mark__shows_how_to_play(id: str) -> None:
    """As ASCII within 80 columns, followed by the commands."""
    shown = play(id, "?", guided=True).partition("(? for help): ")[2]
    page, _, commands = shown.partition("a number, or words")
    heads = [line.lstrip("# ") for line in guide_of(id).how_to_play.splitlines() if line.startswith("#")]
    assert [head for head in heads if f"\n{head}\n" not in f"\n{page}"] == []
    assert page.isascii()
    assert max(map(len, page.splitlines())) <= 80
    assert "? TEXT" in commands
    assert "undo" not in commands and "save FILE" not in commands, "a guided game is not recorded"


def test_question_mark__explains_the_game_with_its_options() -> None:
    """RB-R15.1: with destinations by dice nothing is chosen from a hand."""
    shown = play("rail_baron_cards_v0", "?", "? odds", "? rb-r15", "q", option=(("destinations=dice",),))
    assert "\n- destinations=dice: cards: " in shown
    assert "The cards in your hand" not in shown
    assert ": odds: With destinations by dice, " in shown
    parts = ("RB-R15.1", "RB-R15.2", "RB-R15.3", "RB-R15.4", "RB-R15.5", "RB-R15.6")
    assert all(f"{tag}: " in shown for tag in parts)


def test_question_mark__looks_up_terms_and_rules() -> None:
    shown = play(CARD, "? railyard", "? tc-4.2", "? zeppelin", "help", guided=True)
    assert ": railyard: The face-up cards that a player has laid;" in shown
    assert ": TC-4.2: One card of each colour moves" in shown
    assert "no term or rule 'zeppelin'; there are: big city, bonus," in shown
    assert "these commands" in shown.rpartition("zeppelin")[2]


def test_page__sets_headings_lists_and_tables() -> None:
    text = "# Title\n\nSome *plain* text\nover two lines.\n\n- an item\n  of two lines\n1. one\n"
    page = f"{text}\n| a | b |\n|---|---|\n| cc | d |\n"
    assert list(page_lines(page, 80)) == [
        ("", ""), ("Title", "bold"), ("Some plain text over two lines.", ""), ("- an item of two lines", ""),
        ("1. one", ""), ("  a   b", ""), ("  cc  d", ""),
    ]  # fmt: skip
