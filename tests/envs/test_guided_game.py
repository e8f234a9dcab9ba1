"""Guided first games: every written position and move, and the answers to all other moves."""

import re

import pytest

from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.position import Position
from railgym.envs.core.recording import Recording
from railgym.envs.guided_game import GUIDED, GuidedGame, guided_game, guided_game_of

MOST_WORDS = 35  # of a sentence


@pytest.fixture(params=GAMES)
def guided(request: pytest.FixtureRequest) -> GuidedGame:
    return guided_game(request.param)


def positions(guided: GuidedGame) -> list[Position]:
    """The position before each step, and the one after the last step. All moves of the story are legal."""
    position = Position.from_dict(guided.make_game(), guided.position)
    found = [position.copy()]
    for step in guided.steps:
        for words in (step.move, *step.then):
            position.play(words)
        found.append(position.copy())
    return found


def test_guided_game__asks_the_same_player_for_five_to_eight_decisions(guided: GuidedGame) -> None:
    asked = [position.current_player for position in positions(guided)[:-1]]
    assert set(asked) == {0}
    assert 5 <= len(asked) <= 8


def test_named_moves__are_legal_and_differ(guided: GuidedGame) -> None:
    """The move of the story, other good moves and wrong moves are different legal actions."""
    for step, position in zip(guided.steps, positions(guided)):
        named = [position.action_id(words) for words in (step.move, *step.also, *step.wrong)]
        assert all(position.is_legal(action) for action in named)
        assert len(named) == len(set(named)), step.look


def test_answers__are_empty_for_the_move_of_the_story_only(guided: GuidedGame) -> None:
    """Every other legal move is answered: good ones with what is good about them, wrong ones with their reason."""
    for number, (step, position) in enumerate(zip(guided.steps, positions(guided))):
        answers = {action: guided.answer(number, position, action) for action in position.legal_actions}
        assert [action for action, answer in answers.items() if not answer] == [position.action_id(step.move)]
        for words, reason in step.also.items():
            assert f"is good, too: {reason}" in answers[position.action_id(words)]
        for words, reason in step.wrong.items():
            assert answers[position.action_id(words)] == reason


def test_steps__are_found_by_the_moves_played(guided: GuidedGame) -> None:
    last = len(guided.steps)
    assert [guided.number_at(begin) for begin in guided.beginnings] == list(range(last + 1))
    assert guided.number_at(guided.beginnings[-1] + 3) == last
    assert guided.told(0)["told"] == guided.intro
    assert guided.told(1)["told"].startswith(guided.steps[0].why)
    assert guided.told(last)["look"] == guided.end
    assert [guided.told(number)["number"] for number in range(last)] == list(range(1, last + 1))


def test_texts__are_short_sentences(guided: GuidedGame) -> None:
    texts = [guided.intro, guided.end]
    for step in guided.steps:
        texts += [step.look, step.why, step.otherwise, step.after, *step.also.values(), *step.wrong.values()]
    assert all(re.fullmatch(r"|.*[.?]", text) for text in texts)
    sentences = [sentence for text in texts for sentence in re.split(r"[.:;?](?:\s|$)", text)]
    assert [sentence for sentence in sentences if len(sentence.split()) > MOST_WORDS] == []


def test_recording__is_known_as_a_guided_game_by_its_header(guided: GuidedGame) -> None:
    game, codes = guided.make_game(), ("human",) * guided.make_game().num_players
    assert guided_game_of(Recording(game, 0, codes, GUIDED, guided.position).header) is guided
    assert guided_game_of(Recording(game, 0, codes, "railgym play", guided.position).header) is None
    assert guided_game_of(Recording(game, 0, codes, GUIDED).header) is None


def test_unknown_game__is_named() -> None:
    with pytest.raises(UnknownNameError, match="unknown game 'chess'"):
        guided_game("chess")
