"""Night Mail: its positions, words, hidden information and rules. What holds for every game is in test_game.py."""

from functools import cached_property
from typing import Any

import numpy as np
import pytest
from reading import reading, view_of
from refusals import refused
from sampling import play_on
from toy_game.display import NightMailDisplay
from toy_game.game import NightMail
from toy_game.tables import KEEP, LOAD, LOOK, PASS, PUT_UNDER

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import IllegalActionError, UnknownNameError
from railgym.envs.core.game import Array
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.position import Position, Reading, View

# --- positions ----------------------------------------------------------------------------------------------------


def test_new_state__is_one_record_of_the_full_truth(two: NightMail) -> None:
    state = two.rules.new_state(4)
    assert (state.shape, state.dtype) == ((1,), two.state_dtype)
    assert (state["viewer"][0], state["num_players"][0], state["current_player"][0]) == (FULL, 2, 0)
    assert state["key"][0] != 0


def test_legal__is_a_mask_over_the_action_table(two: NightMail) -> None:
    mask = two.rules.legal(two.rules.new_state(4))
    assert (mask.dtype, mask.shape) == (np.int8, (len(two.actions),))
    assert set(mask.tolist()) == {0, 1}
    assert mask[[PASS, KEEP, PUT_UNDER]].tolist() == [0, 0, 0]
    assert mask[LOOK] == 1


def test_legal__is_all_zero_once_the_game_is_over(two: NightMail) -> None:
    state = two.rules.new_state(4)
    play_on(two, state, 1_000, np.random.default_rng(4))
    assert state["terminated"][0] == 1
    assert not two.rules.legal(state).any()


def test_apply__changes_the_state_in_place_and_tells_what_happened(two: NightMail) -> None:
    state = two.rules.new_state(4)
    events = two.rules.apply(state, LOOK)
    assert state["phase"][0] == 1
    assert [two.event_kinds[event.kind] for event in events] == ["looked"]


@pytest.mark.parametrize(
    "action, reason",
    [
        (PASS, "'pass' is not legal now (take one action); legal: load "),
        (KEEP, "'keep it' is not legal now"),
        (99, "action 99 is outside 0..7"),
        (-1, "action -1 is outside 0..7"),
    ],
)
def test_illegal_action__is_refused_with_a_reason_and_the_state_untouched(
    two: NightMail, action: int, reason: str
) -> None:
    position = two.new_position(4)
    before = position.copy()
    with pytest.raises(IllegalActionError) as caught:
        position.play(action)
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)
    assert position == before


def test_illegal_action__after_the_end_says_so(two: NightMail) -> None:
    state = two.rules.new_state(4)
    play_on(two, state, 1_000, np.random.default_rng(4))
    with pytest.raises(IllegalActionError, match="the game is over"):
        Position(two, state).play(LOOK)


def test_unknown_game__is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="unknown game 'ticket_to_ride_card_v1'; did you mean ticket_to_ride"):
        make_game("ticket_to_ride_card_v1")


# --- words --------------------------------------------------------------------------------------------------------


def test_action_words__go_both_ways(two: NightMail) -> None:
    state = two.rules.new_state(4)
    for action in np.flatnonzero(two.rules.legal(state)):
        assert reading(two, state).action_id(reading(two, state).action_words(int(action))) == action
    with pytest.raises(IllegalActionError, match="'keep it' is not legal now"):
        reading(two, state).action_id("keep it")
    with pytest.raises(UnknownNameError, match="no legal action 'look at the top waggon'; try 'look at the top wagon'"):
        reading(two, state).action_id("look at the top waggon")


class TalkativeDisplay(NightMailDisplay):
    """Notes, a rule to explain, and another standing."""

    def action_words(self, view: Reading, action: int) -> str:
        return f"{self.actions.labels[action].upper()} (which takes an hour)"

    def likely_illegal(self, view: Reading) -> dict[int, str]:
        return {PASS: "the train must be full first"}

    def standing_words(self, view: Reading, player: int) -> str:
        return f"{view.scores[player]} wagons"


class Talkative(NightMail):
    """Night Mail with another display."""

    @cached_property
    def display(self) -> TalkativeDisplay:
        return TalkativeDisplay(self)


def test_action_words__may_be_said_without_their_note() -> None:
    """So a game can say more than it did, and replays from before still play."""
    game = Talkative()
    state = game.rules.new_state(4)
    for action in map(int, np.flatnonzero(game.rules.legal(state))):
        label = game.actions.labels[action]
        for words in (label, label.upper(), f"{label.upper()} (which takes an hour)"):
            assert reading(game, state).action_id(words) == action


def test_forbidden_action__is_refused_with_the_rule() -> None:
    game = Talkative()
    state = game.rules.new_state(4)
    assert not game.rules.legal(state)[PASS]
    with pytest.raises(
        IllegalActionError, match=r"'pass' is not legal now \(.*: the train must be full first\); legal"
    ):
        Position(game, state).play(PASS)


def test_result__shows_what_ranks() -> None:
    game = Talkative()
    state = game.rules.new_state(4)
    play_on(game, state, 1_000, np.random.default_rng(4))
    a, b = state["scores"][0][:2]
    assert str(reading(game, state).result).endswith(f": player_0 {a} wagons, player_1 {b} wagons")


def test_events__are_told_to_each_viewer_as_they_may_know_them(two: NightMail) -> None:
    state = two.rules.new_state(4)
    looked = two.rules.apply(state, LOOK)[0]
    mine = two.display.event_words(looked, 0)
    assert mine.removeprefix("player_0 looks at ") in ("coal", "mail", "milk", "timber")
    assert two.display.event_words(looked, 1) == two.display.event_words(looked) == "player_0 looks at the top wagon"


def test_description__shows_the_own_hand_only(two: NightMail) -> None:
    state = two.rules.new_state(4)
    lines = view_of(two, state, 1).describe().splitlines()
    assert [line for line in lines if line == "  hand: 3 wagons"] == lines[5:6]
    assert lines[7].startswith("player_1 (you): ") and lines[8].startswith("  hand: 3 wagons (")
    full = two.new_position(4).describe().splitlines()
    assert [line.startswith("  hand: 3 wagons (") for line in full].count(True) == 2


def test_result__names_the_reason_and_the_points(two: NightMail) -> None:
    state = two.rules.new_state(4)
    play_on(two, state, 1_000, np.random.default_rng(4))
    points = state["scores"][0]
    reason = two.end_reasons[state["end_reason"][0]]
    assert str(reading(two, state).result) == f"{reason}: player_0 {points[0]}, player_1 {points[1]}"


# --- hidden information -------------------------------------------------------------------------------------------


def test_view__remembers_what_one_put_under(two: NightMail) -> None:
    state = two.rules.new_state(4)
    two.rules.apply(state, LOOK)
    drawn = int(state["drawn"][0])
    two.rules.apply(state, PUT_UNDER)
    assert [int(two.rules.view(state, viewer)["deck"]["cards"][0, 0]) for viewer in (0, 1, PUBLIC)] == [drawn, 255, 255]
    forgetful = NightMail(remember=False)
    state = forgetful.rules.new_state(4)
    for action in (LOOK, PUT_UNDER):
        forgetful.rules.apply(state, action)
    assert forgetful.rules.view(state, 0)["deck"]["cards"][0, 0] == 255


def test_view__hides_the_wagon_another_looks_at(two: NightMail) -> None:
    state = two.rules.new_state(4)
    two.rules.apply(state, LOOK)
    assert two.rules.view(state, 0)["drawn"][0] == state["drawn"][0]
    assert two.rules.view(state, 1)["drawn"][0] == 255


def test_view__with_more_unknown_wagons_than_are_left_is_refused(two: NightMail) -> None:
    """In one line; a record with too many, which is not written, gives worlds of real wagons, the same each time."""
    known = {"viewer": "player_0", "players": [{}, {"hand_size": 3}], "pile": ["coal"] * 6 + ["mail"] * 6}
    view = View.from_dict(two, known | {"deck": [None] * 9})
    assert wagons(view.sample(1).record) == [6, 6, 6, 6]
    assert refused(View.from_dict, two, known | {"deck": [None] * 10}) == (
        "deck: 13 cards are unknown, here and in other places, and only 12 are left"
    )
    assert "13 cards" in refused(View.from_dict, two, known | {"drawn": "hidden", "deck": [None] * 9})
    record = view.record.copy()
    record["deck"]["size"], record["deck"]["cards"] = 24, 255
    worlds = [View(two, record).sample(1) for _ in range(20)]
    assert all(world == worlds[0] for world in worlds)
    assert not two.range_checker.position_fault(worlds[0].record.copy())


def test_worlds__are_equally_likely(two: NightMail) -> None:
    """Seat 1's three wagons are as often of every composition as drawing three of 21 unknown wagons makes them."""
    view = two.rules.view(two.rules.new_state(4), 0)
    hands = [two.rules.determinize(view, 0, seed)["players"]["hand"][0, 1] for seed in range(5_000)]
    left = 6 - view["players"]["hand"][0, 0].astype(int)
    np.testing.assert_allclose(np.mean(hands, axis=0), 3 * left / 21, atol=0.05)
    pairs = np.mean([hand[0] * hand[1] for hand in hands])
    np.testing.assert_allclose(pairs, 6 * left[0] * left[1] / (21 * 20), atol=0.05)


def wagons(state: Array) -> list[int]:
    """All wagons of a full state by kind."""
    s = state[0]
    counts = np.bincount([s["drawn"]] if s["drawn"] >= 0 else [], minlength=4)
    for deck in (s["deck"], s["pile"]):
        counts = counts + np.bincount(deck["cards"][: deck["size"]], minlength=4)
    return (counts + s["players"]["hand"].sum(axis=0) + s["players"]["train"].sum(axis=0)).tolist()


# --- the rules of Night Mail --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_random_games__lose_no_wagon_and_end(players: int) -> None:
    game = NightMail(num_players=players)
    reasons = set()
    for seed in range(60):
        state, rng = game.rules.new_state(seed), np.random.default_rng(seed)
        while play_on(game, state, 1, rng):
            world = game.rules.determinize(game.rules.view(state, 1), 1, seed)
            for full in (state, world):
                assert wagons(full) == [6, 6, 6, 6]
                assert (full["players"]["hand"].sum(axis=2) == full["players"]["hand_size"]).all()
        reasons.add(int(state["end_reason"][0]))
    assert reasons == {1, 2, 3}


def test_player_who_is_out__has_their_final_rank_at_once(three: NightMail) -> None:
    """Two derailments: the player is out, paid and never decides again; their wagons are discarded."""
    state, seat = derailing(three, 0)
    told = [three.display.event_words(event) for event in three.rules.apply(state, first_load(three, state))]
    assert "player_0 derails for the second time" in told and told[-1] == "player_0 is out"
    assert (state["out"][0].tolist(), state["payoff"][0, 0], state["terminated"][0]) == ([1, 0, 0], -1, 0)
    assert seat["hand_size"] == 0 == seat["hand"].sum()
    assert wagons(state) == [6, 6, 6, 6]
    rng, decided = np.random.default_rng(0), set()
    while not state["terminated"][0]:
        decided.add(int(state["current_player"][0]))
        play_on(three, state, 1, rng)
    assert decided == {1, 2}
    assert sorted(state["payoff"][0].tolist()) == [-1, 0, 1] and state["payoff"][0, 0] == -1


def test_last_player__wins_when_the_other_is_out(two: NightMail) -> None:
    state, _ = derailing(two, 0)
    two.rules.apply(state, first_load(two, state))
    assert two.end_reasons[state["end_reason"][0]] == "one player was left"
    assert state["payoff"][0, :2].tolist() == [-1, 1]


def first_load(game: NightMail, state: Array) -> int:
    return LOAD + int(np.flatnonzero(game.rules.legal(state)[LOAD : LOAD + 4])[0])


def derailing(game: NightMail, player: int) -> tuple[Array, Any]:
    """A new game whose first signal makes a seat derail, for the second time."""
    for seed in range(1_000):
        state = game.rules.new_state(seed)
        tried = state.copy()
        game.rules.apply(tried, first_load(game, tried))
        if tried["players"]["derailments"][0, player] == 1:
            state["players"]["derailments"][0, player] = 1
            return state, state["players"][0, player]
    raise AssertionError("no seed derails")
