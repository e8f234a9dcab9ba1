"""What holds in every position of the card game that can be reached."""

import itertools
from collections import Counter
from functools import cache, partial
from typing import Any

import laws
import numpy as np
import pytest
import sampling
from hypothesis import given, settings
from hypothesis import strategies as st
from ticket_to_ride_card.checker import play_checked
from ticket_to_ride_card.moves import ticket_names

from railgym.envs.catalog import make_game
from railgym.envs.core.batch import run_random_games
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS
from railgym.envs.ticket_to_ride_card.state import TICKETS

STANDARD, SOLO = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"
FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    "two": (STANDARD, {}),
    "three, one of them human": (STANDARD, {"num_players": 3, "memory": ["perfect", "human", "perfect"]}),
    "four, published": (STANDARD, {"num_players": 4, "edition": "published"}),
    "two, published, human": (STANDARD, {"edition": "published", "memory": "human"}),
    "two, nothing scored between": (STANDARD, {"score_between": False}),
    "tiny": (STANDARD, {"edition": "tiny"}),
    "solo": (SOLO, {}),
    "solo, published, human": (SOLO, {"edition": "published", "memory": "human"}),
}
QUICK = settings(max_examples=40, deadline=None)


@cache
def game_of(form: str) -> Game:
    id, options = FORMS[form]
    return make_game(id, **options)


positions = partial(sampling.positions, FORMS, game_of, plies=st.integers(0, 250))  # some tenth of them at the end


# --- random play of many games --------------------------------------------------------------------------------


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_random_play__keeps_every_law(form: str) -> None:
    """Nothing lost, masks never empty, ledgers right, and the laws of hidden information, at every ply."""
    assert play_checked(game_of(form), seed=1, plies=20_000) >= 20_000


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_a_million_random_plies__keep_every_law(form: str) -> None:
    """The same for longer, with other deals."""
    assert play_checked(game_of(form), seed=2, plies=1_000_000) >= 1_000_000


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_every_game__ends_with_a_reason_and_a_result(form: str) -> None:
    """Random play ends within a bounded number of plies and turns; several seats share out a sum of zero.

    With bounds checks: on one thread, for in parallel code Numba may swallow the error.
    """
    game = game_of(form)
    results = run_random_games(game, np.arange(500))
    laws.check_payoffs(game, results)
    assert results["plies"].max() <= 1_500
    assert (results["plies"] <= 6 * game.num_players + 5 * results["turns"]).all()
    if game.num_players == 1:
        assert (results["turns"] == 16).all()


# --- what a player sees -------------------------------------------------------------------------------------------


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__of_a_world_is_the_view_it_was_made_from(case: tuple[Game, Array], seed: int) -> None:
    game, state = case
    for player in laws.viewers(game):
        view = game.rules.view(state, player)
        world = game.rules.determinize(view, player, seed)
        assert game.rules.view(world, player).tobytes() == view.tobytes()
        assert game.rules.view(view, player).tobytes() == view.tobytes()


@QUICK
@given(positions())
def test_view__has_no_key_and_the_mask_of_the_state(case: tuple[Game, Array]) -> None:
    game, state = case
    assert all(game.rules.view(state, player)["key"][0] == 0 for player in laws.viewers(game))
    view = game.rules.view(state, int(state["current_player"][0]))
    np.testing.assert_array_equal(game.rules.legal(view), game.rules.legal(state))


@pytest.mark.bounds
@QUICK
@given(positions(), st.integers(0, 2**62))
def test_observation__is_made_of_the_view_and_within_its_bounds(case: tuple[Game, Array], seed: int) -> None:
    """In a world that agrees with the view it is the same."""
    laws.check_observations(*case)
    laws.check_blindness(*case, seed)


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_view__is_blind_to_hidden_cards_that_change_places(case: tuple[Game, Array], seed: int) -> None:
    """Hidden cards of another hand, exchanged with cards of the deck, change nothing that others see."""
    game, state = case
    rng = np.random.default_rng(seed)
    for player in range(game.num_players):
        other = state.copy()
        rivals = [p for p in range(game.num_players) if p != player]
        for p in rivals if not state["terminated"][0] else []:
            exchange_card(other, p, rng)
            exchange_ticket(other, p, player, rng)
        assert game.rules.view(other, player).tobytes() == game.rules.view(state, player).tobytes()
        assert game.rules.observe(other, player)[0].tobytes() == game.rules.observe(state, player)[0].tobytes()


def exchange_card(state: Array, seat: int, rng: np.random.Generator) -> None:
    """An unseen card of a hand for one of the train deck."""
    hand, seen = state["players"]["hand"][0, seat], state["players"]["seen"][0, seat]
    deck = state["deck"]["cards"][0, : state["deck"]["size"][0]]
    unseen = np.flatnonzero(hand - seen)
    if len(unseen) and len(deck):
        mine, place = rng.choice(unseen), rng.integers(len(deck))
        hand[mine] -= 1
        hand[deck[place]] += 1
        deck[place] = mine


def exchange_ticket(state: Array, seat: int, viewer: int, rng: np.random.Generator) -> None:
    """A ticket of a seat for one of the ticket deck that the viewer did not put there."""
    deck = state["ticket_deck"][0]
    places = [i for i in range(deck["size"]) if not deck["known"][i] >> viewer & 1]
    held = [t for t in range(TICKETS) if int(state["players"]["tickets"][0, seat]) >> t & 1]
    if places and held:
        mine, place = int(rng.choice(held)), int(rng.choice(places))
        theirs = int(deck["cards"][place])
        state["players"]["tickets"][0, seat] ^= np.int64(1) << mine | np.int64(1) << theirs
        deck["cards"][place] = mine


# --- worlds are equally likely ------------------------------------------------------------------------------------


FIVE = ["Chicago - Dallas", "Miami - Boston", "Seattle - Denver", "Dallas - Miami", "Los Angeles - Houston"]


def worlds(game: Game, position: dict[str, Any], number: int) -> list[Array]:
    """Worlds that agree with what player 0 knows of a position."""
    view = Position.from_dict(game, position).view(0).record
    return [game.rules.determinize(view, 0, seed) for seed in range(number)]


def check_equally_likely(found: list[Any], kinds: int) -> None:
    """So many kinds, each as often as any other."""
    counts = np.array(list(Counter(found).values()))
    assert len(counts) == kinds
    assert abs(laws.spread(counts)) < 4


def without(game: Game, tickets: list[str]) -> list[str]:
    """All tickets but these."""
    return [ticket for ticket in ticket_names(game) if ticket not in tickets]


def test_worlds__of_train_cards_are_equally_likely(two: Game) -> None:
    """Two hidden cards of a rival and two of the deck, all different: 6 hands by 2 orders."""
    rival = {"hand": {"red": 1, "blue": 1, "locomotive": 1}, "hand_seen": {"locomotive": 1}}
    found = worlds(two, {"players": [{}, rival], "deck": ["green", "grey"], "discard": "..."}, 12_000)
    hands = [(w["players"]["hand"][0, 1].tobytes(), w["deck"]["cards"][0, :2].tobytes()) for w in found]
    check_equally_likely(hands, 12)


def test_worlds__of_tickets_are_equally_likely(two: Game) -> None:
    """A rival's two tickets and two in the deck: 6 by 2; the ticket that the viewer put under it stays there."""
    position = {
        "players": [{"tickets": without(two, FIVE)}, {"tickets": FIVE[:2]}],
        "ticket_deck": {"cards": FIVE[2:], "known": {"2": ["player_0"]}},
    }
    found = [
        (int(w["players"]["tickets"][0, 1]), *w["ticket_deck"]["cards"][0, :3].tolist())
        for w in worlds(two, position, 12_000)
    ]
    assert {world[1] for world in found} == {ticket_names(two).index("Los Angeles - Houston")}
    check_equally_likely(found, 12)


def test_worlds__of_tickets_are_equally_likely_where_seats_cannot_hold_all(three: Game) -> None:
    """Five tickets, two rivals with one each, of which one can hold three and the other four: 9 pairs by 6 orders."""
    rivals = [{"tickets": [FIVE[2 + i]], "ruled_out": FIVE[: 2 - i]} for i in (0, 1)]
    players = [{"tickets": without(three, FIVE)}, *rivals]
    position = {"players": players, "ticket_deck": [FIVE[4], FIVE[1], FIVE[0]]}
    found = [
        (*w["players"]["tickets"][0, 1:3].tolist(), *w["ticket_deck"]["cards"][0, :3].tolist())
        for w in worlds(three, position, 27_000)
    ]
    check_equally_likely(found, 9 * 6)


def test_worlds__of_first_choices_are_equally_likely(two: Game) -> None:
    """The tickets that another player kept of their first six: all 63 subsets with one ticket at least."""
    state = two.rules.new_state(5)
    for _ in range(6):
        two.rules.apply(state, int(np.flatnonzero(two.rules.legal(state))[0]))
    assert (state["phase"][0], state["current_player"][0]) == (SETUP_TICKETS, 1)
    view = two.rules.view(state, 1)
    kept = []
    for seed in range(63 * 200):
        seat = two.rules.determinize(view, 1, seed)["players"][0, 0]
        drawn = [t for t in range(TICKETS) if int(seat["tickets"] | seat["returned"]) >> t & 1]
        kept.append(sum(1 << i for i, t in enumerate(drawn) if int(seat["tickets"]) >> t & 1))
    counts = np.bincount(kept, minlength=64)
    assert counts[0] == 0
    assert abs(laws.spread(counts[1:])) < 4


# --- the same again -----------------------------------------------------------------------------------------------


@QUICK
@given(positions())
def test_action_words__come_back_as_their_action(case: tuple[Game, Array]) -> None:
    laws.check_words(*case)


@QUICK
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**62))
def test_game__repeats_itself_from_seed_and_actions(form: str, seed: int) -> None:
    laws.check_repetition(game_of(form), seed, sampling.play_on, "random")


@pytest.mark.parametrize("form", ["two", "four, published", "solo"])
def test_batch__plays_as_a_game_alone_does(form: str) -> None:
    """Over several games of every environment."""
    assert laws.play_batch_and_alone(game_of(form), 1, 700, size=8) >= 8


@pytest.mark.parametrize("form", FORMS)
def test_scores__follow_from_the_tickets_of_a_finished_game(form: str) -> None:
    """Counted again in plain Python: completed minus open tickets, and the bonuses."""
    game = game_of(form)
    params, names = game.params[0], range(game.num_players)
    for seed in range(25):
        state = game.rules.new_state(seed)
        sampling.play_on(game, state, 10_000, np.random.default_rng(seed))
        seats = state["players"][0]
        done = {p: {t for t in range(TICKETS) if int(seats[p]["done"]) >> t & 1} for p in names}
        missed = {p: {t for t in range(TICKETS) if int(seats[p]["tickets"]) >> t & 1} for p in names}
        if game.num_players == 1:
            done[1], missed[1] = {t for t in range(TICKETS) if int(state["opponent_tickets"][0]) >> t & 1}, set()
        scores = {p: int(sum(params["value"][list(done[p])]) - sum(params["value"][list(missed[p])])) for p in done}
        for city in range(6):
            counted = {p: sum(int(params["cities"][t]) >> city & 1 for t in done[p]) for p in done}
            for p in done:
                if counted[p] == max(counted.values()) > 0:
                    scores[p] += int(params["bonus"][city])
        assert state["scores"][0, : len(done)].tolist() == list(scores.values())
        rank = {p: (scores[p], len(done[p])) for p in done}
        for p, q in itertools.combinations(names, 2):
            if rank[p] != rank[q]:
                assert (state["payoff"][0, p] > state["payoff"][0, q]) == (rank[p] > rank[q])
