"""Positions and views as values, and what callers may keep of them."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import numpy as np
import pytest
from toy_game.game import NightMail

from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.position import Position

TWINS: dict[str, Callable[[Any], Any]] = {
    "copy()": lambda position: position.copy(),
    "copy": copy,
    "deepcopy": deepcopy,
    "pickle": lambda position: pickle.loads(pickle.dumps(position)),
}


def played(plies: int = 7, seed: int = 4) -> Position:
    position, rng = NightMail().new_position(seed), np.random.default_rng(seed)
    for _ in range(plies):
        position.play(int(rng.choice(position.legal_actions)))
    return position


@pytest.mark.parametrize("twin_of", TWINS.values(), ids=TWINS)
def test_twin__is_equal_and_goes_its_own_way(twin_of: Callable[[Any], Any]) -> None:
    position = played()
    twin, view, before = twin_of(position), twin_of(position.view()), position.record.tobytes()
    assert twin == position and hash(twin) == hash(position) and twin is not position
    assert view == position.view() and hash(view) == hash(position.view())
    assert twin.events == position.events and twin.legal_actions == position.legal_actions
    twin.play(twin.legal_actions[0])
    assert twin != position and position.record.tobytes() == before


def test_positions__differ_by_kind_and_options() -> None:
    position = played()
    assert position != position.view() and position.view(0) != position.view(1)
    assert NightMail().new_position(4) == NightMail().new_position(4)
    assert NightMail().new_position(4) != NightMail(wagons=4).new_position(4)


def test_arrays__may_be_kept_and_written() -> None:
    """A play writes into none of the arrays that were returned before, and a written mask changes no rule."""
    position = Position.deal(NightMail(), 4, observing=True)
    kept = position.observe()
    before = {name: array.copy() for name, array in kept.items()}
    legal = position.legal_actions
    kept["action_mask"][:] = 1
    assert position.legal_actions == legal and position.action_mask.sum() == len(legal)
    kept["action_mask"][:] = before["action_mask"]
    position.play(legal[0])
    assert all((kept[name] == before[name]).all() for name in kept)


def test_end__has_no_current_player_and_no_legal_action() -> None:
    """Actions may be played in words."""
    position = played(0)
    while not position.is_over:
        position.play(position.action_words(position.legal_actions[-1]))
    assert position.current_player == -1 and position.legal_actions == [] and not position.action_mask.any()
    assert position.view().player == int(position.record["current_player"][0])
    assert position.view().result == position.result


def test_view__has_legal_actions_only_for_the_player_who_is_to_act() -> None:
    """As PettingZoo's and OpenSpiel's: all other players, and the public, have none, and are told who is to act."""
    position = played()
    player = position.current_player
    own, others = position.view(), [position.view(viewer) for viewer in (1 - player, -1)]
    assert own.legal_actions == position.legal_actions != []
    action = own.legal_actions[0]
    for view in others:
        assert view.current_player == player
        assert view.legal_actions == [] and not view.action_mask.any() and not view.is_legal(action)
        assert view.likely_illegal() == {} and view.why_illegal(action) == f"player {player} is to act"
        assert f"player {player} is to act" in str(view.refuse(action))
        with pytest.raises(UnknownNameError, match="this player has none now"):
            view.action_id("fly")
    assert position.observe(1 - player)["action_mask"].tolist() == others[0].action_mask.tolist()


def test_play_id__leads_to_the_same_position_and_leaves_nothing_to_undo() -> None:
    quick, position = played(0), played(0)
    while not position.is_over:
        action = position.legal_actions[-1]
        over = quick.play_id(action)
        assert quick.events == position.play(action) and quick == position and over == position.is_over
        assert quick.can_undo() == 0
        assert (quick.current_player, quick.is_over) == (position.current_player, position.is_over)
    assert quick.finished == 3 and quick.mover == int(quick.record["current_player"][0])


def test_record__is_that_of_the_position_as_it_is_now() -> None:
    """Also where it was asked for before a play, and in a copy."""
    position = played()
    record, twin = position.record, position.copy()
    before = twin.record.tobytes()
    position.play(position.legal_actions[0])
    assert record.tobytes() == position.record.tobytes() != before == twin.record.tobytes()


def test_play__returns_events_with_the_names_of_their_kinds() -> None:
    position = played(0)
    while not position.is_over:
        found = position.play(position.legal_actions[0])
        assert found == position.events
        assert [event.name for event in found] == [position.game.event_kinds[event.kind] for event in found]
        assert all(repr(event).startswith(f"Event('{event.name}', player=") for event in found)
