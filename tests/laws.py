"""Laws that every game keeps: what a view hides, worlds that agree with it and are equally likely, observations, words,
the same game again, batches that play as games alone do, and its end."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
from reading import reading, view_of
from sampling import G, PlayOn, play_on

from railgym.envs.core.batch import Batch
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position, View

__all__ = [
    "broken_law",
    "check_blindness",
    "check_copy",
    "check_notation",
    "check_observations",
    "check_payoffs",
    "check_repetition",
    "check_turns",
    "check_words",
    "play_batch_and_alone",
    "play_lawfully",
    "play_soundly",
    "spread",
    "viewers",
]

# --- what a player sees -------------------------------------------------------------------------------------------


def viewers(game: Game) -> range:
    """The public and all seats."""
    return range(-1, game.num_players)


def broken_law(game: Game, state: Array, player: int, seed: int) -> str:
    """The law of hidden information that a position breaks for a viewer; empty if none."""
    view = game.rules.view(state, player)
    if view["key"][0]:
        return "the view keeps the key"
    if game.rules.view(view, player).tobytes() != view.tobytes():
        return "a view of the view differs"
    if player == state["current_player"][0] and game.rules.legal(view).tobytes() != game.rules.legal(state).tobytes():
        return "the mask of the view differs from that of the state"
    world = game.rules.determinize(view, player, seed)
    if game.rules.view(world, player).tobytes() != view.tobytes():
        return "hide, determinize, hide does not give the same bytes"
    if not state["terminated"][0] and not game.rules.legal(world).any():
        return "a world that agrees with the view allows no action"
    return ""


def play_lawfully(
    game: G, games: int, plies: int, play: PlayOn, broken: Callable[[G, Array, int, int], str]
) -> set[int]:
    """Play the beginnings of some games, every other one eagerly: no law is ``broken`` for the public or any seat, at
    any ply. Returns the phases that came, for a game to see that it was tried in all kinds of decision."""
    seen, rng = set[int](), np.random.default_rng(7)
    for seed in range(games):
        state = game.rules.new_state(seed)
        while not state["terminated"][0] and state["ply"][0] < plies:
            seen.add(int(state["phase"][0]))
            for player in viewers(game):
                law = broken(game, state, player, int(rng.integers(2**62)))
                assert not law, f"{law}: seed {seed}, ply {state['ply'][0]}, viewer {player}"
            play(game, state, 1, rng, "eager" if seed % 2 else "random")
    return seen


def check_blindness(game: Game, state: Array, seed: int) -> None:
    """To every seat another world that agrees with its view looks the same, in words as well."""
    for player in range(game.num_players):
        other = game.rules.determinize(game.rules.view(state, player), player, seed)
        seen, mask = game.rules.observe(state, player)
        seen_there, mask_there = game.rules.observe(other, player)
        assert seen_there.tobytes() == seen.tobytes()
        assert mask_there.tobytes() == mask.tobytes()
        assert view_of(game, other, player).describe() == view_of(game, state, player).describe()


def check_observations(game: Game, state: Array) -> list[Array]:
    """What every seat observes is made of its view alone and within its bounds, and only who decides has a mask.
    Returns the observations, for what a game says of the pieces."""
    low, high = game.observation_layout.bounds()
    observations = []
    for player in range(game.num_players):
        observation, mask = game.rules.observe(state, player)
        assert (observation.dtype, observation.shape) == (np.float32, (game.observation_layout.size,))
        assert (mask.dtype, mask.shape) == (np.int8, (len(game.actions),))
        assert (low <= observation).all() and (observation <= high).all()
        assert game.rules.encode(game.rules.view(state, player), player).tobytes() == observation.tobytes()
        decides = state["current_player"][0] == player and not state["terminated"][0]
        np.testing.assert_array_equal(mask, game.rules.legal(state) if decides else 0 * mask)
        observations.append(observation)
    return observations


def spread(counts: Array) -> float:
    """How uneven counts are: chi square over its degrees of freedom, plus its normal deviation in sigmas."""
    expected = counts.sum() / len(counts)
    chi = ((counts - expected) ** 2 / expected).sum()
    freedom = len(counts) - 1
    return float((chi - freedom) / (2 * freedom) ** 0.5)


# --- the same again -----------------------------------------------------------------------------------------------


def check_words(game: Game, state: Array, some: int | None = None) -> None:
    """Legal actions all read differently, and their words are understood as them. Where there are too many to try all,
    ``some`` is the seed of a choice of three."""
    legal = np.flatnonzero(game.rules.legal(state))
    words = [reading(game, state).action_words(int(action)) for action in legal]
    assert len(set(words)) == len(words)
    order = np.arange(len(legal)) if some is None else np.random.default_rng(some).permutation(len(legal))[:3]
    assert [reading(game, state).action_id(words[i]) for i in order] == legal[order].tolist()


def check_repetition(game: Game, seed: int, play: PlayOn, style: str) -> None:
    """Seed and actions make the game, whatever the state array held before, and whatever the global generators do."""
    first = game.rules.new_state(seed)
    actions = play(game, first, 150, np.random.default_rng(seed), style)
    again = first.copy()
    again["mode"] = 0
    game.rules._reset(game.params, again, seed)
    np.random.seed(0)  # noqa: NPY002
    for action in actions:
        game.rules.apply(again, action)
    assert again.tobytes() == first.tobytes()


def check_copy(game: Game, state: Array, seed: int) -> None:
    """A copy that is played on leaves the first as it was, and then goes as the first does with the same actions."""
    kept, copy = state.tobytes(), state.copy()
    actions = play_on(game, copy, 30, np.random.default_rng(seed))
    assert state.tobytes() == kept
    for action in actions:
        game.rules.apply(state, action)
    assert state.tobytes() == copy.tobytes()


def play_batch_and_alone(game: Game, threads: int, plies: int, size: int = 6) -> int:
    """Play at random in ``size`` environments, and each game alone: same bytes, masks, observations and results.
    Returns how many games came to their end."""
    batch = Batch(game, size, seed=11, threads=threads)
    batch.start()
    rng = np.random.default_rng(11)
    alone = [game.rules.new_state(int(seed)) for seed in batch.envs["seed"]]
    finished = 0
    for _ in range(plies):
        for i, state in enumerate(alone):
            assert state.tobytes() == batch.states[i : i + 1].tobytes()
        seats = [int(state["current_player"][0]) for state in alone]
        seen = [game.rules.observe(state, seat) for state, seat in zip(alone, seats, strict=True)]
        np.testing.assert_array_equal(batch.observations, [observation for observation, _ in seen])
        np.testing.assert_array_equal(batch.masks, [mask for _, mask in seen])
        actions = np.array([rng.choice(np.flatnonzero(mask)) for _, mask in seen])
        batch.step(actions)
        for i, state in enumerate(alone):
            game.rules.apply(state, int(actions[i]))
            assert state["terminated"][0] == batch.envs["done"][i]
            if state["terminated"][0]:
                finished += 1
                result = batch.envs["result"][i]
                assert result["payoff"].tobytes() == state["payoff"][0].tobytes()
                assert result["scores"].tobytes() == state["scores"][0].tobytes()
                alone[i] = game.rules.new_state(int(batch.envs["seed"][i]))
    return finished


def check_notation(position: Position) -> None:
    """The dictionaries of a position and of all its views give them back."""
    game = position.game
    assert Position.from_dict(game, as_json(position.to_dict())) == position
    for viewer in viewers(game):
        view = position.view(viewer)
        assert View.from_dict(game, as_json(view.to_dict())) == view


def as_json(data: Any) -> Any:
    """What is read from the JSON text of a dictionary."""
    return json.loads(json.dumps(data))


# --- every game ends ----------------------------------------------------------------------------------------------


def play_soundly(game: Game, seed: int, most: int) -> None:
    """Play a random game, which ends within ``most`` plies. At every ply all numbers are in their ranges, an action is
    legal unless the game is over, and the notation gives the position and its views back. The payoffs are sound."""
    position, rng = game.new_position(seed), np.random.default_rng(seed)
    for ply in range(most + 1):
        where = f"seed {seed}, ply {ply}"
        assert not game.range_checker.position_fault(position.record.copy()), where
        check_notation(position)
        if position.is_over:
            check_payoffs(game, position.record)
            return
        assert len(position.legal_actions), f"{where}: no action is legal ({position.phase})"
        position.play(int(rng.choice(position.legal_actions)))
    raise AssertionError(f"seed {seed}: the game is not over after {most} plies")


def check_payoffs(game: Game, results: Array) -> None:
    """Every game has ended for a reason; the seats share out a sum of zero, and a player alone has won or lost."""
    n, payoff = game.num_players, results["payoff"]
    assert (results["end_reason"] > 0).all()
    if n > 1:
        assert np.abs(payoff.sum(axis=1)).max() < 1e-6
    else:
        assert set(payoff[:, 0]) <= {-1, 1}
    assert np.abs(payoff[:, n:]).max(initial=0) == 0


def check_turns(game: Game, seed: int, play: PlayOn, style: str, most: int, plies: int = 10**6) -> None:
    """In the first ``plies`` of a game no turn takes more than ``most``: no player can hold up the others."""
    state, rng = game.rules.new_state(seed), np.random.default_rng(seed)
    turn, length = 0, 0
    while not state["terminated"][0] and state["ply"][0] < plies:
        play(game, state, 1, rng, style)
        turn, length = int(state["turn"][0]), length + 1 if turn == int(state["turn"][0]) else 0
        assert length <= most
