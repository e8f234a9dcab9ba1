"""Random games under the referee, a second version of the rules; and tests of the referee."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from rail_baron_cards.checker import NO_CARD, Referee, can_be_used, decision_of, pick, referee_game

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.rules.phases import MOVE, NEXT_GOAL, PURCHASE, SETUP_START

FORMS: dict[str, dict[str, Any]] = {
    "two": {},
    "two, full": {"actions": "full", "bids": "none"},
    "four, one of them full": {"num_players": 4, "actions": ("plans", "full", "plans", "plans"), "bids": "first"},
    "six": {"num_players": 6, "bids": "none"},
    "small, two, full": {"board": "small", "actions": "full"},
    "small, three": {"board": "small", "num_players": 3, "bids": "none", "goal": 100_000},
    "small, four, full": {"board": "small", "num_players": 4, "actions": "full", "bids": "none", "goal": 1_000_000},
    "small, five, one purchase": {"board": "small", "num_players": 5, "bids": "first", "purchases_per_arrival": 1},
    "small, six, bonus": {"board": "small", "num_players": 6, "actions": "full", "bonus_on_double_six": True},
    "small, two, bonus": {"board": "small", "bids": "none", "bonus_on_double_six": True, "goal": 30_000},
    "small, three, few rounds": {"board": "small", "num_players": 3, "bids": "none", "max_rounds": 20},
    "small, four, reshuffle": {"board": "small", "num_players": 4, "bids": "none", "reshuffle_cards": 10},
    "small, two, phantom": {"board": "small", "bids": "none", "extra_owner": "phantom", "goal": 1_000_000},
    "phantom": {"actions": "full", "extra_owner": "phantom"},
    "small, three, government": {"board": "small", "num_players": 3, "bids": "none", "extra_owner": "government"},
    "five, government": {"num_players": 5, "bids": "first", "extra_owner": "government"},
    "small, three, tournament": {
        "board": "small",
        "num_players": 3,
        "dice_at_once": True,
        "home_swap": True,
        "goal": 1_000_000,
        "bonus_on_double_six": True,
    },
    "two, own track fee": {"own_track_fee": True, "dice_at_once": True, "home_swap": True, "actions": "full"},
    "small, four, own track fee": {"board": "small", "num_players": 4, "own_track_fee": True, "goal": 1_000_000},
    "dice": {"destinations": "dice", "actions": "full", "bids": "none"},
    "four, dice": {"preset": "base_game", "num_players": 4, "home_swap": True, "goal": 60_000},
    "revised, three": {"board": "revised", "num_players": 3, "bids": "none", "actions": "full"},
    "small, three, dice": {
        "board": "small",
        "num_players": 3,
        "destinations": "dice",
        "home_swap": True,
        "dice_at_once": True,
        "goal": 100_000,
    },
    "reshuffle": {"num_players": 3, "actions": "full", "bids": "none", "reshuffle_cards": 3},
}
STYLES = ("random", "eager")
CORNERS = {
    "discarded", "set_out", "bid", "rolled", "rode", "stopped", "arrived", "bought", "bought_engine", "next_run",
    "drew", "redrew", "reshuffled", "paid_bank", "paid", "sold", "put_up", "bid_for", "passed", "knocked_down",
    "bankrupt", "won", "a player has the money to win", "all other players are bankrupt", "the last round was played",
    "a fee of 0", "a fee of 1,000", "a fee of 5,000", "a fee of 10,000", "an old rate of 1,000", "an old rate of 5,000",
    "a fee for own track, bought in this turn", "a share of what a bankrupt had", "no player bids",
    "a win on another's turn", "a stub of a fork is used up", "a step would leave no way",
    "a route of more than 12 dots", "routes with fees due", "routes with an old rate", "routes after track was ridden",
    "a route over a fork", "taken", "owed", "exchanged", "rolled_start", "rolled_region", "chose_region", "lost_turn",
    "a region is chosen",
}  # fmt: skip


@cache
def game_of(form: str) -> Game:
    return make_game("rail_baron_cards_v0", **FORMS[form])


@pytest.mark.parametrize("form", FORMS)
def test_rules__agree_with_the_referee(form: str) -> None:
    """Money, railroads, cards, fees, who decides and what is legal, after each ply of some games."""
    for style in STYLES:
        for seed in range(8 if "small" in form else 2):
            assert referee_game(game_of(form), seed, style, masks=0.5)["won"]


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", FORMS)
def test_rules__agree_with_the_referee_in_many_games(form: str, style: str) -> None:
    for seed in range(8, 300 if "small" in form else 40):
        assert referee_game(game_of(form), seed, style, masks=0.3)["won"]


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_routes__are_the_best_of_all_ways_by_sections_in_games_of_bots(bot: str) -> None:
    """Every route of some hundred positions against a search section by section; what each dot on it costs, too."""
    seen: Counter[str] = Counter()
    for form in ("two", "four, one of them full", "six", "small, four, full"):
        seen += referee_game(game_of(form), 1, bot, masks=0.3)
    assert seen["positions with routes"] > 150


@pytest.mark.long
@pytest.mark.parametrize("bot", ["planner", "greedy"])
@pytest.mark.parametrize("form", ["two", "two, full", "four, one of them full", "six", "small, four, full"])
def test_routes__are_the_best_of_all_ways_by_sections_in_many_games_of_bots(form: str, bot: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2, 42):
        seen += referee_game(game_of(form), seed, bot)
    print(f"{form}, {bot}: {seen['positions with routes']} positions, {4 * seen['positions with routes']} routes")
    assert seen["positions with routes"] > 2_000


def test_games__reach_every_special_case_of_the_rules() -> None:
    seen: Counter[str] = Counter()
    for form in (
        "small, two, full",
        "small, four, full",
        "small, two, bonus",
        "small, three, few rounds",
        "small, two, phantom",
        "small, three, tournament",
        "small, three, dice",
    ):
        for seed in range(100, 115):
            seen += referee_game(game_of(form), seed, "eager", masks=0.3)
    assert not CORNERS - set(+seen)


def test_old_rates__after_the_last_railroad_was_bought() -> None:
    """RB-R7.4: a train keeps the lower of the owners' rates where that would rise, not on its own railroads: sold at
    auction later, these cost it as much as anyone."""
    game = game_of("small, four, full")
    state, chicago = (
        game.rules.new_state(0),
        game.board.dots.index(next(d for d in game.board.dots if d.city == "Chicago")),
    )
    lines = [railroad.abbreviation for railroad in game.board.railroads]
    state["owner"][0, : len(lines)] = [1 if line == "GLP" else -1 if line == "GBS" else 2 for line in lines]
    state["players"]["dot"] = chicago
    state["players"]["start"][0, 0], state["players"]["goal"][0, 0] = 0, 30
    state["phase"], state["mover"], state["current_player"] = PURCHASE, 0, 0
    game.rules.apply(state, game.actions.ids["buy GBS"])
    kept = [
        [lines[i] for i in range(len(lines)) if int(old) >> i & 1] for old in state["players"]["old_owner_rate"][0, :4]
    ]
    assert kept == [["GLP", "BLS", "IM"], ["BLS", "IM"], ["GLP"], ["GLP", "BLS", "IM"]]


# --- hands of every kind ------------------------------------------------------------------------------------------


def test_orders__of_the_printed_example() -> None:
    """RB-5.12: in Chicago with New York and Boston, which are of one region, and Miami."""
    chicago, north, south = range(3)
    assert can_be_used(chicago, [north, north, south])
    assert not can_be_used(chicago, [north, north])
    assert not can_be_used(north, [north, north, south])
    assert not can_be_used(chicago, [chicago])


@pytest.mark.parametrize("phase", [SETUP_START, NEXT_GOAL])
def test_choices__of_hands_of_all_regions(phase: int) -> None:
    """RB-4.15: a card is offered if all others can be used after it, in whatever order, by trying all orders."""
    game = game_of("small, two, full")
    regions = game.params["city_region"][0][game.params["card_city"][0, : int(game.params["cards"][0])]]
    hand = game.actions.blocks["hand"].start
    state = game.rules.new_state(0)
    state["phase"], state["mover"] = phase, 0
    state["players"]["dot"][0, 0] = 0
    for size in (4,) if phase == SETUP_START else (1, 2, 3):
        for here, *kinds in product(range(4), repeat=size + 1):
            cards = sorted(int(np.flatnonzero(regions == kind)[3 * i % 10]) for i, kind in enumerate(kinds))
            seat = state["players"][0, :1]
            seat["start"] = NO_CARD if phase == SETUP_START else int(np.flatnonzero(regions == here)[-1])
            seat["goal"], seat["hand_size"] = NO_CARD, size
            seat["hand"] = [*cards, *[NO_CARD] * (4 - size)]
            mask = game.rules.legal(state)[hand : hand + 4].tolist()
            for i, card in enumerate(cards):
                rest = [int(regions[other]) for other in cards if other != card]
                goes = phase == SETUP_START or regions[card] != here
                assert mask[i] == (goes and can_be_used(int(regions[card]), rest)), (here, kinds, i)


# --- the referee notices ------------------------------------------------------------------------------------------


@cache
def followed(plies: int = 90) -> tuple[Game, Array, Referee]:
    """A position of the small board in which railroads are owned and the mover has ridden, and its referee."""
    game = game_of("small, four, full")
    rng = np.random.default_rng(3)
    state = game.rules.new_state(3)
    referee = Referee(game, state)
    while int(state["ply"][0]) < plies or state["phase"][0] != MOVE or not state["due"].any():
        action = pick(game, game.rules.legal(state), rng, "eager")
        decision = decision_of(game, state, action, game.rules.scratch["routes"][0])
        referee.play(decision, game.rules.apply(state, action))
        assert not state["terminated"][0]
    referee.compare(state)
    return game, state, referee


def move_card(state: Array) -> None:
    """A card of the pile goes under the deck."""
    pile, deck = state["pile"][0], state["deck"][0]
    deck["cards"][deck["size"]] = pile["cards"][pile["size"] - 1]
    deck["size"] += 1
    pile["size"] -= 1
    pile["cards"][pile["size"]] = 0


def swap_hand(state: Array) -> None:
    """A card of a hand and one of another city in the deck change places."""
    cities = game_of("small, four, full").params["card_city"][0]
    holder = int(np.argmax(state["players"]["hand_size"][0]))
    hand, deck = state["players"]["hand"][0, holder], state["deck"]["cards"][0]
    i = next(i for i in range(len(deck)) if cities[deck[i]] != cities[hand[0]])
    hand[0], deck[i] = deck[i], hand[0]


def make_twin(state: Array) -> None:
    """There is a card twice, and another of its city is lost."""
    cities = game_of("small, four, full").params["card_city"][0]
    deck = state["deck"]["cards"][0]
    size = int(state["deck"]["size"][0])
    i, j = next((i, j) for i in range(size) for j in range(i) if cities[deck[i]] == cities[deck[j]])
    deck[i] = deck[j]


def swap_order(state: Array) -> None:
    state["order"][0, :2] = state["order"][0, 1::-1].copy()


def change(field: str, by: int = 1) -> Callable[[Array], None]:
    def add(state: Array) -> None:
        state[field] += np.array(by).astype(state[field].dtype)

    return add


def change_first(field: str, by: int = 1) -> Callable[[Array], None]:
    def add(state: Array) -> None:
        state[field][0, 0] += by

    return add


def change_seat(field: str, by: int = 1) -> Callable[[Array], None]:
    def add(state: Array) -> None:
        state["players"][field][0, int(state["mover"][0])] += by

    return add


FAULTS: dict[str, Callable[[Array], None]] = {
    "cash": change_first("scores", 500),
    "owner": change_first("owner"),
    "order": swap_order,
    "due": change_first("due", 5_000),
    "due to the bank": change("due_bank", 1_000),
    "who decides": change("current_player"),
    "the phase": change("phase"),
    "pips": change("pips"),
    "the round": change("round"),
    "a lot": change("lot"),
    "the end": change("terminated"),
    "where a train stands": change_seat("dot"),
    "an engine": change_seat("engine"),
    "a destination": change_seat("goal", 5),
    "the size of a hand": change_seat("hand_size"),
    "a card of a hand": swap_hand,
    "a card of the pile": move_card,
    "a card that is there twice": make_twin,
}


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
    referee.compare_mask(state, mask)
    for action in np.flatnonzero(mask):
        less = mask.copy()
        less[action] = 0
        with pytest.raises(AssertionError):
            referee.compare_mask(state, less)
    for action in (game.actions.blocks["sell"].start, game.actions.blocks["step"].start):
        more = mask.copy()
        more[action] ^= 1
        with pytest.raises(AssertionError):
            referee.compare_mask(state, more)


@pytest.mark.parametrize(
    "kind", ["rolled", "rode", "arrived", "bought", "paid_bank", "paid", "sold", "next_run", "drew"]
)
@pytest.mark.parametrize("wrong", ["number", "seat", "missing", "twice"])
def test_referee__notices_what_is_wrong_in_an_event(kind: str, wrong: str) -> None:
    """A number off by one, another seat, an event that is left out or said twice: in that ply, or in what follows."""
    game = game_of("small, four, full")
    rng = np.random.default_rng(5)
    state = game.rules.new_state(5)
    referee = Referee(game, state)
    while True:
        action = pick(game, game.rules.legal(state), rng, "eager")
        decision = decision_of(game, state, action, game.rules.scratch["routes"][0])
        events = game.rules.apply(state, action)
        there = [i for i, event in enumerate(events) if game.event_kinds[event.kind] == kind]
        if there:
            break
        referee.play(decision, events)
    i = there[0]
    event = events[i]
    number = {"arrived": 1, "bought": 1, "paid": 1, "sold": 1, "rolled": 2, "rode": 1, "next_run": 1}.get(kind, 0)
    match wrong:
        case "number":
            data = [value + (j == number) for j, value in enumerate(event.data)]
            events[i] = replace(event, data=tuple(data))
        case "seat":
            events[i] = replace(event, player=(event.player + 1) % 4)
        case "missing":
            del events[i]
        case "twice":
            events.insert(i, event)
    with pytest.raises((AssertionError, IndexError)):
        referee.play(decision, events)
        referee.compare(state)
