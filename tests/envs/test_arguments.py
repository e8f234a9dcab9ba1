"""An argument of one kind of environment that is given to another kind is refused with a helpful message."""

from collections.abc import Callable
from inspect import signature
from typing import Any

import gymnasium
import pytest

import railgym  # noqa: F401 (registers the ids)
from railgym.agents.gymnasium_entry import make_single_seat, make_vector
from railgym.agents.selfplay_entry import make_selfplay
from railgym.envs.aec import make_env
from railgym.envs.config import AEC, INSTEAD, KINDS, MAKERS, SELF_PLAY, SINGLE, VECTOR, arguments
from railgym.envs.core.errors import OptionsError

CARD = "ticket_to_ride_card_v0"
BUILDERS: dict[str, Callable[..., Any]] = {
    AEC: lambda **arguments: make_env(CARD, **arguments),
    SINGLE: lambda **arguments: make_single_seat(CARD, **arguments),
    VECTOR: lambda **arguments: make_vector(CARD, 2, **arguments),
    SELF_PLAY: lambda **arguments: make_selfplay(CARD, 2, **arguments),
}
ARGUMENTS = {kind: arguments(kind) for kind in KINDS}
FOREIGN = [
    (kind, name) for kind in ARGUMENTS for name in sorted({*sum(ARGUMENTS.values(), ())}) if name not in ARGUMENTS[kind]
]


@pytest.mark.parametrize(("kind", "name"), [(k, n) for k, n in FOREIGN if (k, n) != (VECTOR, "num_envs")])
def test_argument__of_another_kind_is_refused_in_one_line_that_names_the_kinds(kind: str, name: str) -> None:
    """The line says which environments take the argument, that this one does not, and what to do instead."""
    with pytest.raises(OptionsError) as caught:
        BUILDERS[kind](**{name: None})
    words, others = str(caught.value), [other for other in ARGUMENTS if name in ARGUMENTS[other]]
    assert words.startswith(f"{name!r} is an argument of {' and '.join(others)}, not of {kind}")
    assert "\n" not in words and "did you mean" not in words
    assert words.endswith(INSTEAD.get((kind, name), kind))


def test_arguments_of_gymnasium__are_those_of_its_functions() -> None:
    """The tables hold arguments of Gymnasium's own functions that reach an environment of the wrong kind."""
    for kind, function in ((SINGLE, gymnasium.make), (VECTOR, gymnasium.make_vec)):
        assert set(MAKERS[kind]) <= {"opponents", *signature(function).parameters}
    assert set(INSTEAD) <= set(FOREIGN)


@pytest.mark.parametrize("arguments", [{"render_mode": "rgb_array"}, {"text": True}])
def test_make_vec__makes_environments_that_render_and_tell_with_sync(arguments: dict[str, Any]) -> None:
    """What the refusal of the vector environment recommends works."""
    with pytest.raises(OptionsError, match="vectorization_mode='sync'"):
        gymnasium.make_vec("railgym/TicketToRideCard-v0", 2, **arguments)
    env = gymnasium.make_vec("railgym/TicketToRideCard-v0", 2, vectorization_mode="sync", **arguments)
    _, infos = env.reset(seed=1)
    if "text" in arguments:
        assert all("Legal actions:" in text for text in infos["text"])
    else:
        frames = env.render()
        assert frames is not None and [frame.ndim for frame in frames] == [3, 3]


def test_gymnasium__cuts_games_short_where_max_cycles_is_refused() -> None:
    """``max_episode_steps`` is what the refusal of ``max_cycles`` recommends."""
    with pytest.raises(OptionsError, match="max_episode_steps"):
        gymnasium.make("railgym/TicketToRideCard-v0", max_cycles=3)
    env = gymnasium.make("railgym/TicketToRideCard-v0", max_episode_steps=1)
    _, info = env.reset(seed=1)
    assert env.step(int(info["action_mask"].argmax()))[3]
