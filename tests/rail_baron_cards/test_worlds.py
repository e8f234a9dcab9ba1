"""Worlds of a view of Rail Baron are those that the history allows, and equally likely."""

import csv
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from laws import spread, viewers
from rail_baron_cards.checker import NO_CARD, pick
from rail_baron_cards.forms import MOVES, broken_law, game_of, play_on, regions_of
from rail_baron_cards.worlds import TooMany, World, Worlds, seen_as

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.board import DATA
from railgym.envs.rail_baron_cards.rules.phases import (
    BID,
    PHASES,
    SETUP_DISCARD,
    SETUP_GOAL,
    SETUP_START,
)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small board with one card a city: 16 cards, so that all worlds can be counted."""
    folder = shutil.copytree(DATA / "small", tmp_path_factory.mktemp("boards") / "tiny")
    with (folder / "cards.csv").open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *([city, "1", *values] for city, _, *values in lines)])
    return folder


def sample(game: Game, state: Array, viewer: int, number: int) -> Counter[World]:
    view = game.rules.view(state, viewer)
    return Counter(seen_as(game, game.rules.determinize(view, viewer, seed)) for seed in range(number))


def check_worlds(game: Game, state: Array, viewer: int, worlds: set[World], least: int = 12) -> None:
    """Worlds of a view are all in ``worlds``; each about as often as others, where there are few enough to see it."""
    assert seen_as(game, state) in worlds
    if len(worlds) > 400:
        least = 0
    found = sample(game, state, viewer, max(least * len(worlds), 40))
    assert set(found) <= worlds, f"{len(set(found) - worlds)} of {len(found)} worlds cannot be"
    if least and len(worlds) > 1:
        assert abs(spread(np.array([found[world] for world in worlds]))) < 5


def follow(game: Game, state: Array, worlds: Worlds, plies: int, seed: int, least: int) -> Counter[str]:
    """Play on, and compare the worlds of every view with those that the history allows; returns what came up."""
    rng, seen = np.random.default_rng(seed), Counter[str]()
    last: set[World] = set()
    while state["ply"][0] < plies:
        if worlds.can_compare(state):
            check_worlds(game, state, worlds.viewer, worlds.all, least if worlds.all != last else 0)
            drawn = {generation for hand in seen_as(game, state).hands for _, generation in hand}
            seen.update([PHASES[int(state["phase"][0])], f"{len(drawn)} generations"])
            last = worlds.all
        before = state.copy()
        action = pick(game, game.rules.legal(state), rng, "eager")
        events = game.rules.apply(state, action)
        try:
            worlds.see(before, action, events, state)
        except TooMany:
            break
    return seen


@pytest.mark.parametrize("reshuffle_cards", [0, 3, 10])
def test_worlds__agree_with_the_history(tiny: Path, reshuffle_cards: int) -> None:
    """Two seats: every world of every view is among those that an enumeration from the first deal on leaves, and where
    these are few all come up equally often: at set-up with its discards, and after that."""
    game = make_game("rail_baron_cards_v0", board=str(tiny), bids="none", reshuffle_cards=reshuffle_cards)
    seen: Counter[str] = Counter()
    for seed in range(10):
        state = game.rules.new_state(seed)
        seen += follow(game, state, Worlds(game, state, seed % 2), 45, seed, least=12)
    assert {PHASES[phase] for phase in (SETUP_DISCARD, SETUP_START, SETUP_GOAL, *MOVES)} <= set(seen)


@pytest.mark.parametrize("reshuffle_cards", [0, 2, 6])
def test_worlds__of_two_rivals_agree_with_the_history(tiny: Path, reshuffle_cards: int) -> None:
    """Three seats, from after set-up on: cards of several generations of the deck are in the hands of two rivals."""
    options = {"board": str(tiny), "num_players": 3, "bids": "none", "goal": 1_000_000}
    game = make_game("rail_baron_cards_v0", reshuffle_cards=reshuffle_cards, **options)
    states = [state for state in map(game.rules.new_state, range(30)) if is_plain_setup(game, state)][:6]
    seen: Counter[str] = Counter()
    for seed, state in enumerate(states):
        worlds = Worlds.after_setup(game, state, seed % 4 - 1)
        seen += follow(game, state, worlds, 120, seed, least=20)
    assert seen["2 generations"] > 20


@pytest.mark.long
@pytest.mark.parametrize("reshuffle_cards", [0, 1, 3, 10])
def test_worlds__of_many_games_agree_with_the_history(tiny: Path, reshuffle_cards: int) -> None:
    for seats in (2, 3):
        options = {"board": str(tiny), "num_players": seats, "bids": "none", "goal": 1_000_000}
        game = make_game("rail_baron_cards_v0", reshuffle_cards=reshuffle_cards, **options)
        for seed in range(100, 200):
            state = game.rules.new_state(seed)
            if seats == 2:
                follow(game, state, Worlds(game, state, seed % 2), 150, seed, least=12)
            elif is_plain_setup(game, state):
                follow(game, state, Worlds.after_setup(game, state, seed % 4 - 1), 200, seed, least=12)


def is_plain_setup(game: Game, state: Array) -> bool:
    """Play set-up; return whether no player had to discard."""
    rng = np.random.default_rng(1)
    while state["phase"][0] < BID:
        if state["phase"][0] == SETUP_DISCARD:
            return False
        play_on(game, state, 1, rng)
    return True


def test_worlds__of_sealed_bids(tiny: Path) -> None:
    """All bids that a rival can pay are equally likely, whatever cards the players hold."""
    game = make_game("rail_baron_cards_v0", board=str(tiny), num_players=3)
    state = next(state for state in map(game.rules.new_state, range(30)) if is_plain_setup(game, state))
    play_on(game, state, 2, np.random.default_rng(0))
    assert (state["phase"][0], state["current_player"][0]) == (BID, 2)
    view = game.rules.view(state, 2)
    players = [game.rules.determinize(view, 2, seed)["players"][0] for seed in range(8000)]
    bids = np.array([world["bid"][:2] for world in players]) // 500
    hands = np.array([world["hand"][:2, 0] for world in players])
    assert all(abs(spread(np.bincount(bids[:, p], minlength=41))) < 5 for p in (0, 1))
    for p, q in ((0, 0), (0, 1), (1, 0), (1, 1)):
        low, first = bids[:, p] < 20, hands[:, q] == np.bincount(hands[:, q]).argmax()
        share = first.mean()
        assert abs(first[low].mean() - share) < 5 * (share * (1 - share) / low.sum()) ** 0.5


def test_worlds__of_a_hand_that_is_crowded_twice() -> None:
    """RB-3.3: who had to discard but one card and has three of the region again has no fourth of it."""
    game = game_of("small, three")
    checked = 0
    for seed in range(400):
        state = game.rules.new_state(seed)
        if state["phase"][0] != SETUP_DISCARD or checked == 3:
            continue
        counts = Counter(regions_of(game, state["players"]["hand"][0, 0]))
        play_on(game, state, 1, np.random.default_rng(0))
        if max(counts.values()) == 3 and (state["phase"][0], state["current_player"][0]) == (SETUP_DISCARD, 0):
            view, kept = game.rules.view(state, 1), int(state["players"]["kept_region"][0, 0])
            hands = [game.rules.determinize(view, 1, seed)["players"]["hand"][0, 0] for seed in range(500)]
            assert {regions_of(game, hand).count(kept) for hand in hands} == {3}
            checked += 1
    assert checked


def test_worlds__are_found_where_much_is_known_of_many_hands() -> None:
    """Five rivals who all had to keep two cards of a region, so that hardly any deal agrees."""
    game = game_of("six")
    regions = np.array(regions_of(game, range(int(game.params["cards"][0]))))
    state = game.rules.new_state(0)
    free = {region: np.flatnonzero(regions == region).tolist() for region in range(7)}
    for p in range(6):
        seat = state["players"][0, p : p + 1]
        four = [free[region % 7].pop() for region in (p, p + 2, p, p + 1)]
        if p < 5:
            seat["hand"], seat["hand_size"] = [*sorted(four[:2]), NO_CARD, NO_CARD], 2
            seat["start"], seat["goal"], seat["kept_region"], seat["kept_cards"] = four[2], four[3], p, 1
        else:
            seat["hand"], seat["kept_region"], seat["kept_cards"] = sorted(four), p, 2
    rest = [card for cards in free.values() for card in cards]
    state["deck"]["size"], state["current_player"], state["phase"] = len(rest), 5, SETUP_START
    state["deck"]["cards"][0] = 0
    state["deck"]["cards"][0, : len(rest)] = rest
    for seed in range(10):
        for player in viewers(game):
            assert not broken_law(game, state, player, seed)


@pytest.mark.bounds
def test_deck__may_be_shuffled_hundreds_of_times() -> None:
    """Without purchases the game goes on for long, with ten reshuffle cards among fifty."""
    options = {"board": "small", "num_players": 6, "bids": "none", "goal": 1_000_000, "reshuffle_cards": 10}
    game = make_game("rail_baron_cards_v0", **options)
    done, ride = game.actions.blocks["done"].start, game.actions.blocks["ride"].start
    rng = np.random.default_rng(0)
    state = game.rules.new_state(0)
    before = 0
    while not state["terminated"][0]:
        legal = np.flatnonzero(game.rules.legal(state))
        far = legal[(legal >= ride) & (legal < ride + 12)]
        game.rules.apply(state, done if done in legal else int(far[-1]) if len(far) else int(rng.choice(legal)))
        assert int(state["shuffles"][0]) >= before
        before = int(state["shuffles"][0])
        if state["ply"][0] % 10 == 0:
            assert not broken_law(game, state, int(rng.integers(-1, 6)), int(rng.integers(2**62)))
    assert before > 300
