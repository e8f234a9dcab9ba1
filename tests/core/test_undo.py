"""Undo: own choices of a turn can be taken back, and what was seen is never forgotten."""

from pathlib import Path

import pytest
from recordings import PLAYERS, play_on

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Game
from railgym.envs.core.position import reveals
from railgym.envs.core.recording import Recording

SETUP = 12  # decisions upon first tickets of two seats


@pytest.fixture(scope="module")
def game() -> Game:
    return make_game("ticket_to_ride_card_v0", edition="published")


def in_play(game: Game, seed: int = 3) -> Recording:
    """A recording in which seat 0 is to take its first action."""
    return play_on(Recording(game, seed, PLAYERS), SETUP)


def test_undo__takes_back_own_choices_of_the_turn(game: Game, tmp_path: Path) -> None:
    """Choices that show nothing new can be taken back, to the same bytes in memory and on disk."""
    recording = Recording(game, 3, PLAYERS)
    path = tmp_path / "game.jsonl"
    recording.keep_in(path)
    state, text = recording.position.record.tobytes(), path.read_text(encoding="utf-8")
    play_on(recording, 5)
    assert recording.undo_floor() == 0
    recording.undo(0)
    assert recording.position.record.tobytes() == state
    assert path.read_text(encoding="utf-8") == text
    assert (recording.moves, recording.actions) == ([], [])


def test_undo__stops_where_another_has_moved(game: Game) -> None:
    """The last of six first choices gives the decision to the next seat: it cannot be taken back."""
    recording = play_on(Recording(game, 3, PLAYERS), 8)
    assert (recording.position.current_player, recording.undo_floor()) == (1, 6)
    with pytest.raises(IllegalActionError, match="nothing to undo"):
        recording.undo(5)
    recording.undo(6)
    assert len(recording.moves) == 6


def test_undo__of_a_turn_without_choices_is_refused(game: Game) -> None:
    """All that can be taken back is nothing: this is said, and no move is lost."""
    recording = play_on(Recording(game, 3, PLAYERS), 6)
    assert recording.undo_floor() == 6
    with pytest.raises(IllegalActionError, match="nothing to undo: this is your first choice of the turn"):
        recording.undo(recording.undo_floor())
    assert len(recording.moves) == 6


@pytest.mark.parametrize("words", ["draw a card from the deck", "draw tickets"])
def test_undo__never_forgets_what_was_seen(game: Game, words: str) -> None:
    """A card or tickets drawn unseen stay drawn; what is chosen after that can be taken back."""
    recording = in_play(game)
    recording.play(recording.position.action_id(words))
    assert recording.undo_floor() == SETUP + 1
    with pytest.raises(IllegalActionError, match="nothing to undo"):
        recording.undo(SETUP)
    if words == "draw tickets":
        play_on(recording, 2)
        recording.undo(SETUP + 1)
        assert len(recording.moves) == SETUP + 1


def test_undo__takes_back_an_open_card(game: Game) -> None:
    """A first face-up card shows nothing new: the display is refilled at the end of the turn only."""
    recording = in_play(game)
    before = recording.position.record.tobytes()
    words = map(recording.position.action_words, recording.position.legal_actions)
    face_up = next(said for said in words if said.startswith("draw the face-up"))
    recording.play(recording.position.action_id(face_up))
    recording.undo(recording.undo_floor())
    assert recording.position.record.tobytes() == before


def test_undo__does_not_reach_beyond_the_end(game: Game) -> None:
    """A finished game shows everything, so nothing of it can be taken back."""
    finished = play_on(Recording(game, 7, PLAYERS))
    assert finished.undo_floor() == len(finished.moves)


def test_teaching__is_what_differs_between_worlds(game: Game) -> None:
    """Deciding upon a ticket teaches nothing, drawing blind does; neither is tried on the state itself."""
    recording = Recording(game, 3, PLAYERS)
    before = recording.position.record.tobytes()
    assert not reveals(game, recording.position.record, game.actions.ids["return the ticket"])
    assert recording.position.record.tobytes() == before
    assert reveals(game, in_play(game).position.record, game.actions.ids["draw a card from the deck"])
