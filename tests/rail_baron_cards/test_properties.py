"""What holds in every position of Rail Baron that can be reached."""

import csv
import shutil
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rail_baron_cards.checker import NO_CARD, can_be_used, pick
from rail_baron_cards.worlds import TooMany, World, Worlds, seen_as

from railgym.envs.catalog import make_game
from railgym.envs.core.batch import Batch, run_random_games
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.board import DATA
from railgym.envs.rail_baron_cards.rules.phases import (
    BID,
    MOVE,
    NEXT_GOAL,
    PHASES,
    PURCHASE,
    SETUP_DISCARD,
    SETUP_GOAL,
    SETUP_START,
)
from railgym.envs.rail_baron_cards.state import SEATS

FORMS: dict[str, dict[str, Any]] = {
    "two": {},
    "four, two of them full": {"num_players": 4, "actions": ("full", "plans", "full", "plans")},
    "six": {"num_players": 6, "bids": "none"},
    "small, two, full": {"board": "small", "actions": "full", "bonus_on_double_six": True, "goal": 60_000},
    "small, three": {"board": "small", "num_players": 3, "bids": "none", "goal": 1_000_000},
    "small, six, reshuffle": {"board": "small", "num_players": 6, "actions": "full", "reshuffle_cards": 10},
    "small, four, short": {"board": "small", "num_players": 4, "bids": "first", "max_rounds": 12},
}
QUICK = settings(max_examples=30, deadline=None)
MOVES = (MOVE, PURCHASE, NEXT_GOAL)


@cache
def game_of(form: str) -> Game:
    return make_game("rail_baron_cards_v0", **FORMS[form])


def play_on(game: Game, state: Array, plies: int, rng: np.random.Generator, style: str = "random") -> list[int]:
    """Play up to ``plies`` plies in place; returns the actions."""
    actions: list[int] = []
    while len(actions) < plies and not state["terminated"][0]:
        actions.append(pick(game, game.legal(state), rng, style))
        game.apply_unchecked(state, actions[-1])
    return actions


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, Array]:
    """A game in one of its forms, and a position of random play; some are finished games."""
    game = game_of(draw(st.sampled_from(sorted(FORMS))))
    state = game.new_state(draw(st.integers(-(2**63), 2**63 - 1)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    plies = draw(st.one_of(st.integers(0, 30), st.integers(0, 400)))
    play_on(game, state, plies, rng, draw(st.sampled_from(["random", "eager"])))
    return game, state


def viewers(game: Game) -> range:
    """The public and all seats."""
    return range(-1, game.num_players)


# --- what a player sees -------------------------------------------------------------------------------------------


def broken_law(game: Game, state: Array, player: int, seed: int) -> str:
    """The law of hidden information that a position breaks for a viewer; empty if none."""
    view = game.view(state, player)
    if view["key"][0]:
        return "the view keeps the key"
    if game.view(view, player).tobytes() != view.tobytes():
        return "a view of the view differs"
    if player == state["current"][0] and game.legal(view).tobytes() != game.legal(state).tobytes():
        return "the mask of the view differs from that of the state"
    world = game.determinize(view, player, seed)
    if game.view(world, player).tobytes() != view.tobytes():
        return "hide, determinize, hide does not give the same bytes"
    if not state["terminated"][0] and not game.legal(world).any():
        return "a world that agrees with the view allows no action"
    return broken_hand(game, world, player)


def broken_hand(game: Game, world: Array, player: int) -> str:
    """What a rival's hand in a world of ``player`` cannot be, for all know it otherwise; empty if nothing."""
    phase, current = int(world["phase"][0]), int(world["current"][0])
    for p, seat in enumerate(world["players"][0, : game.num_players]):
        if p == player or world["out"][0, p] or world["terminated"][0] or seat["loose"]:
            continue
        hand, kept = regions_of(game, seat["hand"]), int(seat["kept"])
        all_ = hand + regions_of(game, [seat["start"], seat["goal"]])
        if phase < BID and p == current:
            if (max(Counter(all_).values()) >= 3) != (phase == SETUP_DISCARD):
                return "a hand is crowded, or not, as all can see"
            if kept >= 0 and all_.count(kept) < 2:
                return "cards that were kept are gone"
        if phase >= BID or p < current:
            [here] = regions_of(game, [seat["start"] if seat["goal"] == NO_CARD else seat["goal"]])
            if not can_be_used(here, hand):
                return "a hand cannot be used up"
            if kept >= 0 and hand.count(kept) != int(seat["kept_left"]):
                return "there are not as many cards that were kept as all know"
    return ""


def regions_of(game: Game, cards: Any) -> list[int]:
    params = game.params[0]
    return [int(params["city_region"][params["card_city"][card]]) for card in cards if card != NO_CARD]


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_random_play__keeps_the_laws_of_hidden_information(form: str) -> None:
    """For the public and every seat, at every ply of some games, in all kinds of decision."""
    game, seen = game_of(form), Counter[int]()
    rng = np.random.default_rng(7)
    for seed in range(20):
        state = game.new_state(seed)
        while not state["terminated"][0] and state["ply"][0] < 150:
            seen[int(state["phase"][0])] += 1
            for player in viewers(game):
                broken = broken_law(game, state, player, int(rng.integers(2**62)))
                assert not broken, f"{broken}: seed {seed}, ply {state['ply'][0]}, viewer {player}"
            play_on(game, state, 1, rng, "eager" if seed % 2 else "random")
    unseen = {PHASES[i] for i in range(len(PHASES)) if not seen[i]}
    assert not unseen - ({"bid for the order of play"} if FORMS[form].get("bids") == "none" else set())


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__hides_and_worlds_agree(case: tuple[Game, Array], seed: int) -> None:
    game, state = case
    for player in viewers(game):
        assert not broken_law(game, state, player, seed)


@QUICK
@given(positions(), st.integers(0, 2**62))
def test_view__is_blind_to_hidden_cards_that_change_places(case: tuple[Game, Array], seed: int) -> None:
    """Another world with other hands, another deck and other bids looks the same to a player, in words as well."""
    game, state = case
    for player in range(game.num_players):
        other = game.determinize(game.view(state, player), player, seed)
        seen, mask = game.observe(state, player)
        seen_there, mask_there = game.observe(other, player)
        assert seen_there.tobytes() == seen.tobytes()
        assert mask_there.tobytes() == mask.tobytes()
        assert game.describe(game.view(other, player)) == game.describe(game.view(state, player))


@pytest.mark.bounds
@QUICK
@given(positions())
def test_observation__is_made_of_the_view_and_within_its_bounds(case: tuple[Game, Array]) -> None:
    game, state = case
    low, high = game.observation_layout.bounds()
    for player in range(game.num_players):
        observation, mask = game.observe(state, player)
        assert (observation.dtype, observation.shape) == (np.float32, (game.observation_layout.size,))
        assert (mask.dtype, mask.shape) == (np.int8, (len(game.actions),))
        assert (low <= observation).all() and (observation <= high).all()
        assert game.encode(game.view(state, player), player).tobytes() == observation.tobytes()
        decides = state["current"][0] == player and not state["terminated"][0]
        np.testing.assert_array_equal(mask, game.legal(state) if decides else 0 * mask)
        pieces = game.observation_layout.split(observation)
        assert not pieces["seats"][game.num_players :].any()
        assert pieces["seats"][: game.num_players, 0].all()
        assert not pieces["railroads"][:, game.num_players : SEATS].any()


@pytest.mark.bounds
def test_observation__by_node_is_within_its_bounds() -> None:
    game = game_of("small, two, full").encoded_by("nodes")
    low, high = game.observation_layout.bounds()
    for seed in range(6):
        state, rng = game.new_state(seed), np.random.default_rng(seed)
        while not state["terminated"][0]:
            play_on(game, state, 1, rng, "eager")
            for player in range(game.num_players):
                observation, _ = game.observe(state, player)
                assert observation.shape == (game.observation_layout.size,)
                assert (low <= observation).all() and (observation <= high).all()


# --- worlds are those that the history allows, and equally likely -------------------------------------------------


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small board with one card a city: 16 cards, so that all worlds can be counted."""
    folder = shutil.copytree(DATA / "small", tmp_path_factory.mktemp("boards") / "tiny")
    with (folder / "cards.csv").open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *([city, "1", *values] for city, _, *values in lines)])
    return folder


def spread(counts: Array) -> float:
    """How uneven counts are: chi square over its degrees of freedom, plus its normal deviation in sigmas."""
    expected = counts.sum() / len(counts)
    chi = float(((counts - expected) ** 2 / expected).sum())
    freedom = len(counts) - 1
    return (chi - freedom) / (2 * freedom) ** 0.5


def sample(game: Game, state: Array, viewer: int, number: int) -> Counter[World]:
    view = game.view(state, viewer)
    return Counter(seen_as(game, game.determinize(view, viewer, seed)) for seed in range(number))


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
        action = pick(game, game.legal(state), rng, "eager")
        events = game.apply_unchecked(state, action)
        try:
            worlds.see(before, action, events, state)
        except TooMany:
            break
    return seen


@pytest.mark.parametrize("reshuffle_cards", [0, 3, 10])
def test_worlds__are_those_that_the_history_allows(tiny: Path, reshuffle_cards: int) -> None:
    """Two seats: every world of every view is among those that an enumeration from the first deal on leaves, and where
    these are few all come up equally often: at set-up with its discards, and after that."""
    game = make_game("rail_baron_cards_v0", board=str(tiny), bids="none", reshuffle_cards=reshuffle_cards)
    seen: Counter[str] = Counter()
    for seed in range(10):
        state = game.new_state(seed)
        seen += follow(game, state, Worlds(game, state, seed % 2), 45, seed, least=12)
    assert {PHASES[phase] for phase in (SETUP_DISCARD, SETUP_START, SETUP_GOAL, *MOVES)} <= set(seen)


@pytest.mark.parametrize("reshuffle_cards", [0, 2, 6])
def test_worlds__of_two_rivals_share_out_what_is_left(tiny: Path, reshuffle_cards: int) -> None:
    """Three seats, from after set-up on: cards of several generations of the deck are in the hands of two rivals."""
    options = {"board": str(tiny), "num_players": 3, "bids": "none", "goal": 1_000_000}
    game = make_game("rail_baron_cards_v0", reshuffle_cards=reshuffle_cards, **options)
    states = [state for state in map(game.new_state, range(30)) if is_plain_setup(game, state)][:6]
    seen: Counter[str] = Counter()
    for seed, state in enumerate(states):
        worlds = Worlds.after_setup(game, state, seed % 4 - 1)
        seen += follow(game, state, worlds, 120, seed, least=20)
    assert seen["2 generations"] > 20


@pytest.mark.long
@pytest.mark.parametrize("reshuffle_cards", [0, 1, 3, 10])
def test_worlds__of_many_games_are_those_that_the_history_allows(tiny: Path, reshuffle_cards: int) -> None:
    for seats in (2, 3):
        options = {"board": str(tiny), "num_players": seats, "bids": "none", "goal": 1_000_000}
        game = make_game("rail_baron_cards_v0", reshuffle_cards=reshuffle_cards, **options)
        for seed in range(100, 200):
            state = game.new_state(seed)
            if seats == 2:
                follow(game, state, Worlds(game, state, seed % 2), 150, seed, least=12)
            elif is_plain_setup(game, state):
                follow(game, state, Worlds.after_setup(game, state, seed % 4 - 1), 200, seed, least=12)


def is_plain_setup(game: Game, state: Array) -> bool:
    """Plays set-up; whether nobody had to discard."""
    rng = np.random.default_rng(1)
    while state["phase"][0] < BID:
        if state["phase"][0] == SETUP_DISCARD:
            return False
        play_on(game, state, 1, rng)
    return True


def test_worlds__of_sealed_bids(tiny: Path) -> None:
    """All bids that a rival can pay are equally likely, whatever he and others hold."""
    game = make_game("rail_baron_cards_v0", board=str(tiny), num_players=3)
    state = next(state for state in map(game.new_state, range(30)) if is_plain_setup(game, state))
    play_on(game, state, 2, np.random.default_rng(0))
    assert (state["phase"][0], state["current"][0]) == (BID, 2)
    view = game.view(state, 2)
    players = [game.determinize(view, 2, seed)["players"][0] for seed in range(8000)]
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
        state = game.new_state(seed)
        if state["phase"][0] != SETUP_DISCARD or checked == 3:
            continue
        counts = Counter(regions_of(game, state["players"]["hand"][0, 0]))
        play_on(game, state, 1, np.random.default_rng(0))
        if max(counts.values()) == 3 and (state["phase"][0], state["current"][0]) == (SETUP_DISCARD, 0):
            view, kept = game.view(state, 1), int(state["players"]["kept"][0, 0])
            hands = [game.determinize(view, 1, seed)["players"]["hand"][0, 0] for seed in range(500)]
            assert {regions_of(game, hand).count(kept) for hand in hands} == {3}
            checked += 1
    assert checked


def test_worlds__are_found_where_much_is_known_of_many_hands() -> None:
    """Five rivals who all had to keep two cards of a region, so that hardly any deal agrees."""
    game = game_of("six")
    regions = np.array(regions_of(game, range(int(game.params["cards"][0]))))
    state = game.new_state(0)
    free = {region: np.flatnonzero(regions == region).tolist() for region in range(7)}
    for p in range(6):
        seat = state["players"][0, p : p + 1]
        four = [free[region % 7].pop() for region in (p, p + 2, p, p + 1)]
        if p < 5:
            seat["hand"], seat["hand_size"] = [*sorted(four[:2]), NO_CARD, NO_CARD], 2
            seat["start"], seat["goal"], seat["kept"], seat["kept_left"] = four[2], four[3], p, 1
        else:
            seat["hand"], seat["kept"], seat["kept_left"] = sorted(four), p, 2
    rest = [card for cards in free.values() for card in cards]
    state["deck"]["size"], state["current"], state["phase"] = len(rest), 5, SETUP_START
    state["deck"]["cards"][0] = 0
    state["deck"]["cards"][0, : len(rest)] = rest
    for seed in range(10):
        for player in viewers(game):
            assert not broken_law(game, state, player, seed)


@pytest.mark.bounds
def test_deck__may_be_shuffled_hundreds_of_times() -> None:
    """Nobody buys anything, so that the game goes on, with ten reshuffle cards among fifty."""
    options = {"board": "small", "num_players": 6, "bids": "none", "goal": 1_000_000, "reshuffle_cards": 10}
    game = make_game("rail_baron_cards_v0", **options)
    done, ride = game.actions.blocks["done"].start, game.actions.blocks["ride"].start
    rng = np.random.default_rng(0)
    state = game.new_state(0)
    before = 0
    while not state["terminated"][0]:
        legal = np.flatnonzero(game.legal(state))
        far = legal[(legal >= ride) & (legal < ride + 12)]
        game.apply_unchecked(state, done if done in legal else int(far[-1]) if len(far) else int(rng.choice(legal)))
        assert int(state["generation"][0]) >= before
        before = int(state["generation"][0])
        if state["ply"][0] % 10 == 0:
            assert not broken_law(game, state, int(rng.integers(-1, 6)), int(rng.integers(2**62)))
    assert before > 300


# --- the same again -----------------------------------------------------------------------------------------------


def ride_in_steps(game: Game, state: Array, action: int) -> None:
    """Play a ride along a route section by section, and stop where it ends if pips are left."""
    ride, step = game.actions.blocks["ride"].start, game.actions.blocks["step"].start
    game.legal(state)
    kind, dots = divmod(action - ride, 12)
    sections = game._work["routes"][0][kind]["sections"].tolist()[: dots + 1]
    for i, section in enumerate(sections):
        stop_due = int(state["pips"][0]) > 1
        events = game.apply(state, step + section)
        arrived = any(game.event_kinds[event.kind] == "arrived" for event in events)
        assert not arrived or i == len(sections) - 1
    if stop_due and not arrived:
        game.apply(state, game.actions.blocks["stop"].start)


@pytest.mark.parametrize("options", [{}, {"board": "small", "num_players": 4}], ids=["two", "small, four"])
def test_plans__are_the_same_as_their_steps(options: dict[str, Any]) -> None:
    """A game by plans alone, and the same game with each ride section by section, but for the count of plies."""
    game = make_game("rail_baron_cards_v0", actions="full", bids="none", **options)
    ride, rides = game.actions.blocks["ride"], 0
    for seed in range(6):
        state = game.new_state(seed)
        rng = np.random.default_rng(seed)
        while not state["terminated"][0]:
            mask = game.legal(state)
            mask[game.actions.num_plans :] = 0
            action = pick(game, mask, rng, "eager")
            if ride.start <= action < ride.stop:
                other = state.copy()
                ride_in_steps(game, other, action)
                game.apply(state, action)
                rides += 1
                other["ply"] = state["ply"]
                assert other.tobytes() == state.tobytes()
            else:
                game.apply(state, action)
    assert rides > 200


@QUICK
@given(positions())
def test_action_words__come_back_as_their_action(case: tuple[Game, Array]) -> None:
    game, state = case
    legal = np.flatnonzero(game.legal(state))
    words = [game.action_to_string(state, int(action)) for action in legal]
    assert len(set(words)) == len(words)
    assert [game.action_from_string(state, spoken) for spoken in words] == legal.tolist()


@QUICK
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**62))
def test_game__repeats_itself_from_seed_and_actions(form: str, seed: int) -> None:
    """Whatever the state array held before, and whatever the global generators do."""
    game = game_of(form)
    first = game.new_state(seed)
    actions = play_on(game, first, 150, np.random.default_rng(seed), "eager")
    again = first.copy()
    again["mode"] = 0
    game._reset(game.params, again, seed)
    np.random.seed(0)  # noqa: NPY002
    for action in actions:
        game.apply(again, action)
    assert again.tobytes() == first.tobytes()


@QUICK
@given(positions(), st.integers(0, 2**32))
def test_copy__lives_on_its_own(case: tuple[Game, Array], seed: int) -> None:
    """A copy that is played on leaves the first as it was, and then goes as the first does with the same actions."""
    game, state = case
    kept, copy = state.tobytes(), state.copy()
    actions = play_on(game, copy, 30, np.random.default_rng(seed))
    assert state.tobytes() == kept
    for action in actions:
        game.apply(state, action)
    assert state.tobytes() == copy.tobytes()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", ["small, two, full", "small, six, reshuffle"])
def test_batch__plays_as_a_game_alone_does(form: str, threads: int) -> None:
    """Same deals and actions, same bytes, masks and observations, over several deals of every lane."""
    game = game_of(form)
    batch = Batch(game, 6, seed=11, threads=threads)
    batch.start()
    rng = np.random.default_rng(11)
    alone = [game.new_state(int(seed)) for seed in batch.lanes["seed"]]
    finished = 0
    for _ in range(500):
        for lane, state in enumerate(alone):
            assert state.tobytes() == batch.states[lane : lane + 1].tobytes()
        seats = [int(state["current"][0]) for state in alone]
        seen = [game.observe(state, seat) for state, seat in zip(alone, seats, strict=True)]
        np.testing.assert_array_equal(batch.observations, [observation for observation, _ in seen])
        np.testing.assert_array_equal(batch.masks, [mask for _, mask in seen])
        actions = np.array([rng.choice(np.flatnonzero(mask)) for _, mask in seen])
        batch.step(actions)
        for lane, state in enumerate(alone):
            game.apply(state, int(actions[lane]))
            assert state["terminated"][0] == batch.lanes["done"][lane]
            if state["terminated"][0]:
                finished += 1
                result = batch.lanes["result"][lane]
                assert result["payoff"].tobytes() == state["payoff"][0].tobytes()
                assert result["scores"].tobytes() == state["scores"][0].tobytes()
                alone[lane] = game.new_state(int(batch.lanes["seed"][lane]))
    assert finished >= 6


# --- every game ends ----------------------------------------------------------------------------------------------


@pytest.mark.bounds
@pytest.mark.parametrize("form", FORMS)
def test_every_game__ends_with_a_reason_and_a_result(form: str) -> None:
    """Random play ends within a bounded number of plies and turns; the seats share out a sum of zero.

    With bounds checks: on one thread, for in parallel code Numba may swallow the error.
    """
    game = game_of(form)
    options: Any = game.options
    results = run_random_games(game, np.arange(250))
    n = game.num_players
    assert (results["end_reason"] > 0).all()
    assert (results["turns"] <= options.max_rounds * n).all()
    assert (results["plies"] <= 10 * n + 6 * results["turns"]).all()
    assert np.abs(results["payoff"].sum(axis=1)).max() < 1e-6
    assert np.abs(results["payoff"][:, n:]).max(initial=0) == 0
    assert (results["payoff"][:, :n].max(axis=1) > 0).all()
    assert (results["scores"][:, :n] >= 0).all()


def test_random_games__end_in_every_way() -> None:
    """Some 100,000 plies in compiled code."""
    reasons: dict[str, set[int]] = defaultdict(set)
    plies = 0
    for form in ("two", "six", "small, two, full"):
        results = run_random_games(game_of(form), np.arange(1000, 1150))
        reasons[form] = set(results["end_reason"].tolist())
        plies += int(results["plies"].sum())
    assert set.union(*reasons.values()) == {1, 2, 3}
    assert plies > 100_000


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_many_random_games__end(form: str) -> None:
    results = run_random_games(game_of(form), np.arange(10_000, 14_000))
    assert (results["end_reason"] > 0).all()
    assert np.abs(results["payoff"].sum(axis=1)).max() < 1e-6


@pytest.mark.parametrize("style", ["random", "eager"])
@pytest.mark.parametrize("form", ["two", "small, three", "small, six, reshuffle"])
def test_every_turn__is_short(form: str, style: str) -> None:
    """Two moves of at most twelve steps, purchases, a choice, and sales with their auctions."""
    game = game_of(form)
    for seed in range(5):
        state = game.new_state(seed)
        rng = np.random.default_rng(seed)
        turn, plies = 0, 0
        while not state["terminated"][0]:
            play_on(game, state, 1, rng, style)
            turn, plies = int(state["turn"][0]), plies + 1 if turn == int(state["turn"][0]) else 0
            assert plies <= 120
