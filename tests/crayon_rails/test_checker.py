"""Games under the referee, which knows the rules from their tables, and the referee itself."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from crayon_rails.checker import Referee
from crayon_rails.checker_games import pick, referee_game
from crayon_rails.checker_map import RUN

from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.event_kinds import EVENT_KINDS
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails

SMALL: dict[str, Any] = {"map": "test", "goal": 60, "raised_goal": 80, "majors": 2, "max_rounds": 18}
FORMS: dict[str, tuple[type[CrayonRails], dict[str, Any]]] = {
    "two": (EmpireBuilder, SMALL | {"actions": "full"}),
    "three, a loan": (
        EmpireBuilder,
        SMALL
        | {"num_players": 3, "borrow": True, "train_start": "own", "reverse_at_dead_ends": False, "actions": "full"},
    ),
    "four, five cards": (EmpireBuilder, SMALL | {"num_players": 4, "extra_starting_cards": True, "order": "random"}),
    "four, four cards": (EmpireBuilder, SMALL | {"num_players": 4, "four_card_start": True, "max_rounds": 8}),
    "five, poor": (
        EmpireBuilder,
        SMALL | {"num_players": 5, "cash": 30, "discard_hand": False, "actions": ("full", *["plans"] * 4)},
    ),
    "six, fast": (
        EmpireBuilder,
        SMALL
        | {"num_players": 6, "fast_trains": True, "extra_build_turn": True, "upgrade_in_opening": False}
        | {"goal": 70, "max_rounds": 6, "actions": "full"},
    ),
    "five, soon won": (
        EmpireBuilder,
        SMALL | {"num_players": 5, "cash": 40, "goal": 20, "raised_goal": 30, "majors": 1},
    ),
    "four, variants": (
        EmpireBuilder,
        SMALL
        | {"num_players": 4, "late_payment": True, "half_rate": "turn", "event_reach": 1, "cash": 20}
        | {"actions": "full", "max_rounds": 12},
    ),
    "three, a pool": (EmpireBuilder, SMALL | {"num_players": 3, "demands": "pool", "late_payment": True}),
    "rails, three": (ResourcefulRails, SMALL | {"num_players": 3, "actions": "full"}),
    "rails, five, all options": (
        ResourcefulRails,
        SMALL
        | {"num_players": 5, "events": True, "extra_starting_cards": True, "extra_build_turn": True, "borrow": True}
        | {"orders": "classic", "equal_turns": True, "order": "seats", "upgrade_in_opening": True, "actions": "full"},
    ),
}
STYLES = ("eager", "careful", "random")
CORNERS = {
    # The first player is announced before any listener joins; a tie that raises the goal is in a golden replay.
    *(set(EVENT_KINDS) - {"begins", "raised"}),
    "done", "discard", "borrow", "upgrade", "give", "deliver", "open", "pick up", "drop", "place", "run", "pay",
    "build", "step", "from", "flood", "derailment", "strike", "strike of the crews", "snow", "storm", "tax",
    "a tax is paid", "a load to lose is chosen", "the drawer is derailed", "a slow step",
    "a train turns round where no track leads on", "a train comes to another network",
    "a fee is paid late", "a train that cannot be placed", "a run of more than a turn",
    "a lock is passed on", "a card of the pool stays", "a load whose demands are locked",
    "a way to build of more than a turn", "a segment for 7", "several have met the goal",
    "the second highest payout decides who begins", "the deck is made anew while an event is in force",
    "a player has linked the major cities and has the money to win", "the last round was played",
}  # fmt: skip


@cache
def game_of(form: str, **more: Any) -> CrayonRails:
    kind, options = FORMS[form]
    return kind(**(options | more))


@cache
def games_of(form: str, twins: bool) -> Counter[str]:
    """What happened in some games, of each style, with ``twins`` step by step beside."""
    twin = game_of(form, actions="full") if twins else None
    seeds = (10,) if twins else range(4) if "soon" in form else range(2)
    plays = product(STYLES[:2] if twins else STYLES, seeds)
    return sum((referee_game(game_of(form), seed, style, twin, masks=0.4) for style, seed in plays), Counter[str]())


@pytest.mark.parametrize("form", FORMS)
def test_rules__are_those_of_the_referee(form: str) -> None:
    """Who decides, what is legal, all money, track, trains and cards, and what is derived from them, after each ply."""
    assert games_of(form, False)["won"]


@pytest.mark.parametrize("form", FORMS)
def test_plans__are_steps(form: str) -> None:
    """A plan leads to the same position as the single steps that it consists of."""
    assert games_of(form, True)["won"]


def test_games__come_to_every_corner_of_the_rules() -> None:
    seen = sum((games_of(form, twins) for form in FORMS for twins in (False, True)), Counter[str]())
    missing = sorted(CORNERS - set(+seen))
    assert not missing, missing


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_rules__on_a_large_map(kind: type[CrayonRails]) -> None:
    game = kind(num_players=3, actions="full")
    assert referee_game(game, 5, masks=0.2, most=120, twin=game)["plies"]


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", FORMS)
def test_rules__are_those_of_the_referee_in_many_games(form: str, style: str) -> None:
    for seed in range(100, 125):
        assert referee_game(game_of(form), seed, style, game_of(form, actions="full"))["won"]


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_rules__on_a_large_map_for_long(kind: type[CrayonRails], style: str) -> None:
    game = kind(num_players=4, actions="full", goal=100, raised_goal=120, max_rounds=40)
    assert referee_game(game, 7, style, masks=0.1, most=1500, twin=game)["plies"]


# --- the referee notices ------------------------------------------------------------------------------------------


@cache
def followed() -> tuple[CrayonRails, Array, Referee]:
    """A position of four seats whose mover has track, a train that can go on, loads, fees paid and an event in force,
    and its referee."""
    game = game_of("four, five cards", actions="full")
    for seed in range(50):
        rng = np.random.default_rng(seed)
        state = game.rules.new_state(seed)
        referee = Referee(game, state)
        while not state["terminated"][0]:
            referee.compare(state)
            running = referee.phase == RUN and referee.me.loads and referee.left and referee.paid
            has_track = (state["track"][0] == state["mover"][0]).any()
            if running and has_track and referee.in_force and state["event_turns_left"].any():
                return game, state, referee
            action = pick(referee, game.rules.legal(state), rng, "eager")
            referee.play(action, game.rules.apply(state, action), state)
    raise AssertionError("there was no such position")


def change(field: str, by: int = 1) -> Callable[[Array], None]:
    def add(state: Array) -> None:
        state[field] += np.array(by).astype(state[field].dtype)

    return add


def change_at(field: str, place: str, by: int = 1) -> Callable[[Array], None]:
    """Change a record of the mover: the milepost of its train, a load, a segment."""

    def add(state: Array) -> None:
        s = state[0]
        seat = s["players"][s["mover"]]
        places = {"mover": s["mover"], "post": seat["train"], "good": seat["loads"][0]}
        places["edge"] = np.flatnonzero(s["track"] == s["mover"])[0]
        places["event"] = np.flatnonzero(s["event_turns_left"])[0]
        places["first"] = 0
        s[field][places[place]] += by

    return add


def change_seat(field: str, by: int = 1) -> Callable[[Array], None]:
    def add(state: Array) -> None:
        value = state["players"][field][0, int(state["mover"][0])]
        state["players"][field][0, int(state["mover"][0])] = value + np.array(by).astype(value.dtype)

    return add


def move_card(state: Array) -> None:
    """A card of the pile goes on top of the deck."""
    pile, deck = state["pile"][0], state["deck"][0]
    deck["cards"][deck["size"]] = pile["cards"][pile["size"] - 1]
    deck["size"] += 1
    pile["size"] -= 1


def swap_cards(state: Array) -> None:
    cards = state["deck"]["cards"][0]
    cards[:2] = cards[1::-1].copy()


FAULTS: dict[str, Callable[[Array], None]] = {
    "cash": change_at("scores", "mover"),
    "chips": change_at("chips", "good"),
    "order": change_at("order", "first"),
    "track": change_at("track", "edge"),
    "who has track where": change_at("track_seats", "post"),
    "the milepost of a network": change_at("in_network", "post"),
    "a part of everybody's track": change_at("component", "post"),
    "a region": change_at("region", "first"),
    "weather": change_at("weather", "post"),
    "who drew an event": change_at("event_seat", "event"),
    "how long an event lasts": change_at("event_turns_left", "event"),
    "a card of the pile": move_card,
    "the order of the deck": swap_cards,
} | {
    f"of the table: {field}": change(field)
    for field in (
        "current_player", "phase", "mover", "order_index", "round", "opening_rounds_done", "turn", "goal",
        "movement_left", "fee_paid", "acted", "turn_ends",
        "spent_in_turn", "exits_in_turn", "segment_start", "picked_up", "dropped", "must_lose_load", "flooded_rivers",
        "struck_cities", "striking_crews", "track_closed",
        "terminated", "end_reason",
    )
} | {
    f"of a seat: {field}": change_seat(field)
    for field in (
        "train", "came_from", "engine", "loads", "cards", "num_cards", "turns_lost", "goal_met", "debt", "one_network",
        "linked_cities", "closed_cities", "closed_goods",
        "join_cost", "join_from", "spent_on_track", "deliveries",
    )
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_referee__notices_what_is_wrong_in_a_position(fault: str) -> None:
    _, state, referee = followed()
    wrong = state.copy()
    FAULTS[fault](wrong)
    assert wrong.tobytes() != state.tobytes()
    with pytest.raises(AssertionError):
        referee.compare(wrong)
    referee.compare(state)


def test_referee__notices_what_is_wrong_in_a_mask() -> None:
    game, state, referee = followed()
    mask = game.rules.legal(state)
    referee.compare_mask(mask)
    for action in np.flatnonzero(mask):
        less = mask.copy()
        less[action] = 0
        with pytest.raises(AssertionError):
            referee.compare_mask(less)
    for name in ("upgrade", "give", "open", "build", "place", "from", "borrow"):
        more = mask.copy()
        more[game.actions.blocks[name].start] = 1
        with pytest.raises(AssertionError):
            referee.compare_mask(more)


@pytest.mark.parametrize("wrong", ["number", "seat", "missing", "twice"])
@pytest.mark.parametrize("kind", ["built", "ran", "paid", "picked_up", "delivered", "drew", "struck", "taxed"])
def test_referee__notices_what_is_wrong_in_an_event(kind: str, wrong: str) -> None:
    """A number off by one, another seat, an event that is left out or said twice."""
    game = game_of("four, five cards", actions="full")
    rng = np.random.default_rng(4)
    state = game.rules.new_state(4)
    referee = Referee(game, state)
    while True:
        action = pick(referee, game.rules.legal(state), rng, "eager")
        events = game.rules.apply(state, action)
        there = [i for i, event in enumerate(events) if game.event_kinds[event.kind] == kind]
        if there:
            break
        referee.play(action, events, state)
        referee.compare(state)
    i = there[0]
    match wrong:
        case "number":
            events[i] = replace(events[i], data=(events[i].data[0] + 1, *events[i].data[1:]))
        case "seat":
            events[i] = replace(events[i], player=(events[i].player + 1) % 4)
        case "missing":
            del events[i]
        case "twice":
            events.insert(i, events[i])
    with pytest.raises((AssertionError, IndexError)):
        referee.play(action, events, state)
        referee.compare(state)
