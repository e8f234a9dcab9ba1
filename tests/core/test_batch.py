"""Batches of games: the same games as one by one, on any number of threads."""

import numpy as np
import pytest
from jit import call, jitted
from refusals import refused
from toy_game.bots import BOTS, HASTY, RANDOM
from toy_game.game import NightMail
from toy_game.rules import legal
from toy_game.tables import DECIDE, KEEP, LOAD, LOOK, WAGON_NAMES

from railgym.envs.core.batch import Batch, run_matches, run_random_games
from railgym.envs.core.bots import RANDOM_BOTS
from railgym.envs.core.choices import clear_choices
from railgym.envs.core.game import Array
from railgym.envs.core.kernel import kernel
from railgym.envs.core.simulate import CALLER, deal_seed


def random_actions(batch: Batch, rng: np.random.Generator) -> Array:
    return (batch.masks * (0.1 + rng.random(batch.masks.shape))).argmax(axis=1)


@pytest.mark.parametrize("threads", [1, 2])
def test_batch__plays_as_games_alone_do(three: NightMail, threads: int) -> None:
    """Same bytes, observations and masks ply by ply, over the ends of games."""
    batch = Batch(three, 7, seed=3, threads=threads)
    batch.start()
    alone = [three.rules.new_state(int(seed)) for seed in batch.envs["seed"]]
    rng = np.random.default_rng(3)
    finished = 0
    for _ in range(150):
        for i, state in enumerate(alone):
            assert batch.states[i : i + 1].tobytes() == state.tobytes()
            seat = int(state["current_player"][0])
            observation, mask = three.rules.observe(state, seat)
            assert batch.envs["seat"][i] == seat
            assert batch.observations[i].tobytes() == observation.tobytes()
            assert batch.masks[i].tobytes() == mask.tobytes()
        actions = random_actions(batch, rng)
        batch.step(actions)
        for i, state in enumerate(alone):
            three.rules.apply(state, int(actions[i]))
            assert batch.envs["done"][i] == state["terminated"][0]
            if state["terminated"][0]:
                finished += 1
                assert batch.final_observations[i].tobytes() == three.rules.observe(state, 0)[0].tobytes()
                result = batch.envs["result"][i]
                assert (result["plies"], result["turns"]) == (state["ply"][0], state["turn"][0])
                assert result["payoff"].tolist() == state["payoff"][0].tolist()
                assert result["scores"].tolist() == state["scores"][0].tolist()
                assert result["end_reason"] == state["end_reason"][0]
                alone[i] = three.rules.new_state(int(batch.envs["seed"][i]))
    assert finished > 20


def test_environments__play_their_own_sequence_of_games(two: NightMail) -> None:
    """Game n of an environment depends on its base and n alone, not on the earlier games."""
    dealt: list[list[list[int]]] = []
    for seed in (0, 1):
        batch, rng = Batch(two, 4, seed=5), np.random.default_rng(seed)
        batch.start()
        seeds = [[int(s)] for s in batch.envs["seed"]]
        for _ in range(300):
            batch.step(random_actions(batch, rng))
            for i in np.flatnonzero(batch.envs["done"]):
                seeds[i].append(int(batch.envs["seed"][i]))
        assert (batch.envs["episode"] + 1).tolist() == [len(own) for own in seeds]
        dealt.append([own[:4] for own in seeds])
        bases = batch.envs["base"]
        assert seeds == [[call(deal_seed, base, n) for n in range(len(own))] for base, own in zip(bases, seeds)]
    assert dealt[0] == dealt[1]
    assert len({seed for own in dealt[0] for seed in own}) == 16


def test_batches__of_other_seeds_deal_other_games(two: NightMail) -> None:
    assert set(Batch(two, 50, seed=0).envs["base"]).isdisjoint(Batch(two, 50, seed=1).envs["base"])
    assert (Batch(two, 50, seed=0).envs["base"] >= 0).all()


def test_step__of_some_environments_leaves_the_others_alone(two: NightMail) -> None:
    batch = Batch(two, 5, seed=1)
    batch.start()
    before = batch.states.copy()
    indices = np.array([3, 1])
    actions = random_actions(batch, np.random.default_rng(0))[indices]
    batch.step(actions, indices)
    changed = [i for i in range(5) if batch.states[i : i + 1].tobytes() != before[i : i + 1].tobytes()]
    assert changed == [1, 3]


@pytest.mark.parametrize("threads", [1, 2])
def test_bots__move_inside_the_step(three: NightMail, threads: int) -> None:
    """The caller's seat is the only one that is ever asked, and its result is kept when a game is over."""
    batch = Batch(three, 6, seed=2, threads=threads, bots=BOTS)
    batch.seat_next(np.arange(6), np.ones(6, int), np.tile([HASTY, CALLER, RANDOM], (6, 1)))
    batch.start()
    rng, finished = np.random.default_rng(2), 0
    for _ in range(100):
        assert (batch.envs["seat"] == 1).all() and (batch.states["current_player"] == 1).all()
        assert batch.masks.any(axis=1).all()
        batch.step(random_actions(batch, rng))
        finished += int(batch.envs["done"].sum())
    assert finished > 10
    assert (batch.envs["learner"] == 1).all()


def test_bots__do_not_depend_on_threads_or_neighbours(three: NightMail) -> None:
    states = []
    for threads, size in ((1, 6), (2, 6), (1, 3)):
        batch = Batch(three, size, seed=2, threads=threads, bots=BOTS)
        batch.seat_next(np.arange(size), np.zeros(size, int), np.tile([CALLER, HASTY, RANDOM], (size, 1)))
        batch.start(np.arange(size))
        for _ in range(30):
            batch.step(batch.masks.argmax(axis=1))
        states.append(batch.states[:3].tobytes())
    assert states[0] == states[1] == states[2]


def test_seating__changes_with_the_next_deal(two: NightMail) -> None:
    """A seating set while games run holds from the next deal on."""
    batch = Batch(two, 4, seed=2, bots=BOTS)
    batch.start()
    batch.seat_next(np.arange(4), np.zeros(4, int), np.tile([CALLER, RANDOM], (4, 1)))
    rng, seen = np.random.default_rng(1), [set(), set()]
    for _ in range(120):
        for env in batch.envs:
            seen[min(int(env["episode"]), 1)].add(int(env["seat"]))
        batch.step(random_actions(batch, rng))
    assert seen == [{0, 1}, {0}]


def test_advice__is_what_the_bot_does(two: NightMail) -> None:
    """And asking for it changes nothing."""
    batch = Batch(two, 8, seed=4, bots=BOTS)
    batch.start()
    before = batch.states.tobytes()
    advised = batch.advise("hasty")
    assert batch.states.tobytes() == before
    for mask, action in zip(batch.masks, advised, strict=True):
        loads = [LOAD + kind for kind in range(len(WAGON_NAMES)) if mask[LOAD + kind]]
        assert mask[action]
        assert not loads or action == loads[0]


@pytest.mark.parametrize("threads", [1, 2])
def test_matches__depend_on_seeds_and_seats_alone(three: NightMail, threads: int) -> None:
    seeds = np.arange(40)
    seats = np.array([[HASTY, RANDOM, RANDOM]] * 40)
    results = run_matches(three, BOTS, seeds, seats, threads)
    assert (results["end_reason"] > 0).all()
    assert np.abs(results["payoff"].sum(axis=1)).max() < 1e-6
    turned = run_matches(three, BOTS, seeds[::-1], seats, 1)
    assert turned[::-1].tobytes() == results.tobytes()


def test_matches__of_random_bots_are_random_games(two: NightMail) -> None:
    seeds = np.arange(100, 140)
    random_games = run_random_games(two, seeds)
    matches = run_matches(two, RANDOM_BOTS, seeds, np.zeros((40, 2), np.int64))
    assert random_games.tobytes() == matches.tobytes()
    assert len(np.unique(random_games["plies"])) > 5


def test_matches__end_as_the_same_game_does_alone(two: NightMail) -> None:
    """A match of hasty bots, played again by hand from its seed."""
    result = run_matches(two, BOTS, np.array([6]), np.array([[HASTY, HASTY]]))[0]
    state = two.rules.new_state(6)
    while not state["terminated"][0]:
        mask = two.rules.legal(state)
        loads = np.flatnonzero(mask[1:5])
        hasty = 1 + int(loads[0]) if len(loads) else 6 if mask[6] else int(np.flatnonzero(mask)[0])
        two.rules.apply(state, hasty)
    assert result["scores"].tolist() == state["scores"][0].tolist()
    assert result["plies"] == state["ply"][0]


@kernel
def allow_nothing_after_a_look(params, state, scratch, mask):
    legal(params, state, scratch, mask)
    if state.phase == DECIDE:
        clear_choices(scratch, mask)


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> NightMail:
    """A game that is not over after a look, and allows no action."""
    game = NightMail()
    monkeypatch.setattr(game, "bind", lambda template: jitted(game, template, legal=allow_nothing_after_a_look))
    return game


@pytest.mark.slow
def test_games_without_a_legal_action__stop_with_one_line(stuck: NightMail) -> None:
    """They do not run forever: compiled code cannot be interrupted."""
    seeds = np.arange(5)
    said = "the game dealt from seed 0 has no legal action at ply "
    assert said in refused(run_random_games, stuck, seeds)
    assert said in refused(run_matches, stuck, RANDOM_BOTS, seeds, np.zeros((5, 2), np.int64))


@pytest.mark.slow
def test_batch_without_a_legal_action__says_so(stuck: NightMail) -> None:
    """In the caller's seat, and in that of a bot."""
    batch = Batch(stuck, 2, seed=1)
    batch.start()
    batch.step([LOOK, LOOK])
    assert refused(batch.step, [KEEP, KEEP]) == (
        f"Batch.step: action {KEEP} at index 0 is not legal; no action is, and the game is not over: fix its rules"
    )
    batch.seat_next([0, 1], [0, 0], [[CALLER, 0]] * 2)
    batch.abandon([0, 1])
    for _ in range(200):
        if not batch.masks.any(axis=1).all():
            break
        batch.step(batch.masks.argmax(axis=1))
    assert "fix its rules" in refused(batch.step, batch.masks.argmax(axis=1))
    assert (batch.states["phase"] == DECIDE).any()
