"""The search for plans: against a slow one that knows nothing of it, and what it shows to observers."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from crayon_rails.forms import game_of, play_on
from crayon_rails.moves import LONG, good, offers
from given import given, play
from jit import bound

from railgym.envs.core.game import Array
from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails
from railgym.envs.crayon_rails.maps.model import MAX_CITIES
from railgym.envs.crayon_rails.plans import BY_GRID, KEPT, NEVER, find_plan, near_costs
from railgym.envs.crayon_rails.weights import ESTIMATES, NAMES

WEIGHTS = dict(zip(NAMES, ESTIMATES, strict=False))
Stop = tuple[int, int, int]  # a city, and what is paid there; the errand it belongs to


def find_plans(params: Array, views: Array, scratches: Array, player: int, near: Array, estimates: Array) -> None:
    near_costs(params[0], views[0], scratches[0], player, near)
    find_plan(params[0], views[0], scratches[0], player, near, np.full(MAX_CITIES, BY_GRID, np.int64), estimates)


def search(game: CrayonRails, state: Array, player: int) -> tuple[Any, Array]:
    """The record of plans after a search, and what it costs to join each city."""
    find = bound(game, find_plans)
    near = np.zeros(MAX_CITIES, np.int64)
    find(game.params, game.rules.view(state, player), game.rules.scratch, player, near, ESTIMATES)
    return game.rules.scratch["plans"][0], near


@dataclass(frozen=True)
class Errand:
    """As the search lists it: a card's place in the hand, a good, where it is fetched (None: aboard), where it goes."""

    number: int
    card: int
    good: int
    source: int | None
    city: int
    pays: int

    @property
    def stops(self) -> list[Stop]:
        fetch = [] if self.source is None else [(self.source, 0, self.number)]
        return [*fetch, (self.city, self.pays, self.number)]


def errands(plans: Any) -> list[Errand]:
    """The errands that the search has listed."""
    return [
        Errand(e, int(plans["card"][2 * e]), int(plans["good"][2 * e]), source, int(plans["city"][2 * e + 1]), pays)
        for e in range(int(plans["num_errands"]))
        for source in [None if plans["city"][2 * e] < 0 else int(plans["city"][2 * e])]
        for pays in [int(plans["payout"][2 * e + 1])]
    ]


def orders(chosen: tuple[Errand, ...]) -> Iterator[list[Stop]]:
    """All orders of the stops in which nothing is delivered before it is fetched."""
    stops = [stop for errand in chosen for stop in errand.stops]
    for order in permutations(stops):
        seen: set[int] = set()
        fine = True
        for _, pays, number in order:
            fetched = number in seen or len(chosen[[e.number for e in chosen].index(number)].stops) == 1
            fine &= pays == 0 or fetched
            seen.add(number)
        if fine:
            yield list(order)


class Judge:
    """What a plan brings a turn, worked out with plain numbers."""

    def __init__(self, game: CrayonRails, state: Array, player: int, near: Array) -> None:
        self.game, self.params, self.near = game, game.params[0], near
        self.state, self.seat = state[0], state[0]["players"][player]
        self.cash = float(state["scores"][0][player])
        self.speed = float(self.params["speed"][self.seat["engine"]])
        self.room = (3 if self.seat["engine"] >= 2 else 2) - int((self.seat["loads"] >= 0).sum())

    def middle(self, city: int) -> int:
        return int(self.params["city_posts"][city, 0])

    def steps(self, a: int, b: int) -> float:
        """Over the grid, whose odd rows are shifted by half a step."""
        down = abs(int(self.params["post_row"][a]) - int(self.params["post_row"][b]))
        right = abs(int(self.params["post_col"][a]) - int(self.params["post_col"][b]))
        return float(right + max(0, (down - right) // 2))

    def fees(self, city: int, steps: float) -> float:
        train = int(self.seat["train"])
        if train < 0 or not int(self.state["component_cities"][self.state["component"][train]]) >> city & 1:
            return 1e6
        return 4 * (1 + steps // self.speed)

    def wanted(self, good: int) -> bool:
        """Whether a card in hand asks for it."""
        hand = self.seat["cards"][: int(self.seat["num_cards"])]
        return good in self.params["card_good"][hand]

    def alone(self, errand: Errand) -> float:
        """The value of one errand, for which a load without a demand may be dropped."""
        unwanted = any(good >= 0 and not self.wanted(int(good)) for good in self.seat["loads"])
        return self.value(errand.stops, max(self.room, int(unwanted)))

    def value(self, stops: list[Stop], room: int | None = None) -> float:
        """NEVER where the money or the room on the train does not last."""
        here, joined = int(self.seat["train"]), list[int]()
        cash, time, built, brought, credit = self.cash, 0.0, 0.0, 0.0, 0.0
        room = self.room if room is None else room
        for city, pays, _ in stops:
            room += 1 if pays else -1
            if room < 0:
                return NEVER
            middle = self.middle(city)
            cost = min(
                [float(self.near[city]), *(float(self.params["build_cost"][self.middle(c), city]) for c in joined)]
            )
            steps = WEIGHTS["detour"] * self.steps(here, middle) if here >= 0 else 0.0
            fees = self.fees(city, steps)
            if WEIGHTS["fees"] * fees < cost:
                if cash < fees:
                    return NEVER
                cash, brought = cash - fees, brought - fees
            elif cost:
                if cash < cost * WEIGHTS["margin"] + WEIGHTS["kept back"]:
                    return NEVER
                cash, built = cash - cost, built + cost
                credit += cost * (int(self.params["city_size"][city]) == 2)
            time = max(time + steps / self.speed, built / 20)
            here, cash, brought = middle, cash + pays, brought + pays
            joined.append(city)
        share = min(1.0, self.cash / int(self.params["goal"]))
        invested = WEIGHTS["invested"] + (WEIGHTS["invested late"] - WEIGHTS["invested"]) * share
        gain = brought - invested * built + WEIGHTS["credit"] * credit - WEIGHTS["turn cost"]
        return gain / (time + WEIGHTS["start"])


def together(chosen: tuple[Errand, ...], loads: list[int]) -> bool:
    """A card serves once, and so does a load on board."""
    aboard = [errand.good for errand in chosen if errand.source is None]
    return len({errand.card for errand in chosen}) == len(chosen) and all(
        aboard.count(good) <= loads.count(good) for good in aboard
    )


@pytest.mark.parametrize("form", ["small, two", "small, four, orders"])
def test_best_plan__is_that_of_a_slow_search(form: str) -> None:
    """Of one errand or two, and what it says of three is true."""
    game = game_of(form)
    sizes = set()
    for seed in range(3):
        state, rng = game.rules.new_state(seed), np.random.default_rng(seed)
        while not state["terminated"][0]:
            play_on(game, state, 12, rng, "eager")
            player = int(state["current_player"][0])
            plans, near = search(game, state, player)
            judge, listed = Judge(game, state, player, near), errands(plans)
            loads = [int(good) for good in judge.seat["loads"] if good >= 0]
            values = {errand: judge.alone(errand) for errand in listed}
            kept = sorted(listed, key=lambda errand: -values[errand])[:KEPT]
            pairs = [pair for pair in combinations(kept, 2) if together(pair, loads)]
            slow = max([NEVER, *(judge.value(stops) for pair in pairs for stops in orders(pair))])
            best = plans["best"]
            sizes.add(int(best["length"]))
            if not best["length"]:
                assert slow == NEVER == values[kept[0]] if kept else True
                continue
            nodes = [int(node) for node in best["stop"][: best["length"]]]
            chosen = tuple(errand for errand in listed if errand.number in {node // 2 for node in nodes})
            stops = [listed[node // 2].stops[-1] if node % 2 else listed[node // 2].stops[0] for node in nodes]
            assert stops in list(orders(chosen)) and together(chosen, loads)
            true = values[chosen[0]] if len(chosen) == 1 else judge.value(stops)
            assert best["value"] >= max(slow, values[kept[0]]) - 1e-9
            assert best["value"] == pytest.approx(true)
    assert sizes >= {1, 2, 3, 4}


# --- what observers see -------------------------------------------------------------------------------------------

REACHED, HERE, MAJOR = 5, 7, 10
LEAD, FIRST, PLACE, BUILDING, BUILDS, RUN, OPENING, BEST_OPENING = range(12, 20)


def observe(position: Position, player: int = 0) -> dict[str, Array]:
    """The pieces of the observation by plans."""
    game = position.game.encoded_by("plans")
    return game.observation_layout.split(game.rules.encode(game.rules.view(position.record, player), player))


def cities(position: Position, fact: int, player: int = 0) -> dict[str, float]:
    """The cities at which a fact is not zero, and what it is."""
    rows = observe(position, player)["plan_cities"]
    return {
        city.name: round(float(row[fact]), 3)
        for city, row in zip(position.game.board.cities, rows, strict=True)
        if row[fact]
    }


def test_observer__sees_where_the_best_plan_goes_first(two: CrayonRails) -> None:
    """Coal, which pays, is fetched where the train is not, on track that is laid."""
    position = given(
        two, players=[{"train": "Cedar", "cards": ["Coal to Alder", "Iron to Cedar", "Tools to Alder"], "track": LONG}]
    )
    seen = observe(position)
    assert seen["plan"][0] == 1 and seen["plan"][11] == 1
    (first,) = cities(position, FIRST)
    assert cities(position, LEAD)[first] == cities(position, PLACE)[first] == 1
    assert all(0 < closeness <= 1 for closeness in cities(position, LEAD).values())
    assert set(cities(position, HERE)) == {"Cedar"} and set(cities(position, REACHED)) >= offers(position, "run")
    assert set(cities(position, RUN)) <= offers(position, "run")
    assert not cities(position, OPENING) and not cities(position, BUILDS)


def test_observer__sees_what_to_pick_up_here(two: CrayonRails) -> None:
    cards = ["Coal to Alder", "Coal to Hazel", "Coal to Fir"]
    position = given(two, players=[{"train": "Dogwood", "cards": cards, "loads": ["Timber"], "track": LONG}])
    goods = observe(position)["plan_goods"]
    coal, timber = good(position, "Coal"), good(position, "Timber")
    assert goods[coal].tolist() == [1, 1, 0] and goods[timber].tolist() == [0, 0, 1]


def test_observer__sees_what_the_best_plan_builds_first(two: CrayonRails) -> None:
    position = given(
        two,
        players=[
            {"train": "Dogwood", "cards": ["Coal to Alder", "Coal to Hazel", "Coal to Fir"], "track": ["Dogwood - 9.1"]}
        ],
    )
    (built,) = cities(position, BUILDS)
    assert cities(position, BUILDING)[built] == 1 and observe(position)["plan"][11] == 0
    assert "Dogwood" not in cities(position, BUILDING)
    assert set(cities(position, MAJOR)) == {"Alder", "Birch", "Cedar"}


def test_observer__sees_where_to_begin(two: CrayonRails) -> None:
    """Only without a network, and only major cities."""
    position = two.new_position(3)
    seen = cities(position, OPENING)
    assert set(seen) <= {"Alder", "Birch", "Cedar"} and max(seen.values()) == 1
    (best,) = cities(position, BEST_OPENING)
    assert seen[best] == 1
    play(position, f"open in {best}")
    assert not cities(position, OPENING)


def test_observer__of_a_table_without_any_plan_sees_none(two: CrayonRails) -> None:
    """Nothing can be paid for."""
    position = given(
        two, players=[{"cash": 0, "train": "Juniper", "cards": ["Coal to Alder", "Iron to Cedar", "Tools to Alder"]}]
    )
    seen = observe(position)
    assert not seen["plan"].any() and not seen["plan_goods"].any()
    assert not cities(position, LEAD) and not cities(position, FIRST)
