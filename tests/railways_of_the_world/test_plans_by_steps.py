"""Plans to build are optimal: an exhaustive search by single steps finds no link with fewer actions, then a lower cost,
then fewer tiles. Tested on all maps, with Perfect Engineering and land grants in force, and with open runs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest
from given import given, play
from railways_of_the_world import eager_play
from railways_of_the_world.games import railbot, railways

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE, near_pairs
from railgym.envs.railways_of_the_world.rules import phases

GAMES = {
    "mexico": lambda: railways(map="mexico", num_players=3),
    "nordic": lambda: railways(map="nordic", num_players=4),
    "eastern_us": lambda: railways(map="eastern_us", num_players=5),
    "south_sweden": lambda: railways(map="south_sweden", num_players=2),
    "railbot": lambda: railbot(map="nordic"),
    "railbot, Mexico": lambda: railbot(map="mexico"),
}
PLAN_ACTIONS = 2
MANY_ACTIONS = 9  # so that the seat can go on at once, and the turn does not end


@dataclass(frozen=True)
class Built:
    """A link that is finished: what it took, in the order in which links are compared."""

    actions: int
    price: int
    tiles: int

    @property
    def rank(self) -> tuple[int, int, int]:
        return self.actions, self.price, self.tiles


class Search:
    """All ways to finish a link between two cities by steps, in as many actions and for as much as is given at most."""

    def __init__(self, game: HexRailways, state: Array, a: int, b: int, most: int, price: int) -> None:
        self.game, self.a, self.b, self.most, self.price = game, a, b, most, price
        self.player = int(state["current_player"][0])
        self.at_once = tiles_at_once(state)
        self.distance = game.params["city_distance"][0].astype(int)
        self.best: Built | None = None
        self.least = 0 if state["grant_in_use"][0] else 2  # what the next tile costs at least
        ends = {a, b} & {end for _, end in self.own_runs(state)}
        self.far = bool(ends)  # a link may be finished where a run ends, far from the city
        self._begin(state)

    def own_runs(self, state: Array) -> list[tuple[int, int]]:
        """The seat's open runs by number, with the cities that they come from."""
        mine = [i for i in range(int(state["num_runs"][0])) if state["run_owner"][0, i] == self.player]
        found = []
        for number in range(len(mine)):
            after = state.copy()
            action = self.game.actions.blocks["continue"].start + number
            if self.game.rules.legal(state)[action]:
                self.game.rules.apply(after, action)
                found.append((number, int(after["origin_city"][0])))
        return found

    def _begin(self, state: Array) -> None:
        blocks, legal = self.game.actions.blocks, self.game.rules.legal(state)
        for number, origin in self.own_runs(state):
            if origin in (self.a, self.b):
                self._act(state, blocks["continue"].start + number, Built(0, 0, 0), origin)
        for origin in (self.a, self.b):
            for side in range(6):
                action = blocks["start"].start + 6 * origin + side
                if legal[action]:
                    self._act(state, action, Built(0, 0, 0), origin)

    def _act(self, state: Array, action: int, built: Built, origin: int) -> None:
        """An action of building begins."""
        after = state.copy()
        self.game.rules.apply(after, action)
        self._lay(after, replace(built, actions=built.actions + 1), origin)

    def _lay(self, state: Array, built: Built, origin: int) -> None:
        goal = self.b if origin == self.a else self.a
        if not self._may_still(state, built, goal):
            return
        first, legal = self.game.actions.blocks["lay"].start, self.game.rules.legal(state)
        for action in range(first, first + 3):
            if not legal[action]:
                continue
            after = state.copy()
            events = self.game.rules.apply(after, action)
            cost = sum(event.data[3] for event in events if event.kind == event_kinds.LAID)
            longer = replace(built, price=built.price + cost, tiles=built.tiles + 1)
            ends = [set(event.data[:2]) for event in events if event.kind == event_kinds.LINKED]
            if ends:
                if {self.a, self.b} in ends and longer.price <= self.price:
                    self._note(longer)
            elif after["phase"][0] == phases.LAY:
                self._lay(after, longer, origin)
            elif longer.tiles < self.most:
                last = int((after["run_owner"][0, : int(after["num_runs"][0])] == self.player).sum()) - 1
                if self.game.rules.legal(after)[self.game.actions.blocks["continue"].start + last]:
                    self._act(after, self.game.actions.blocks["continue"].start + last, longer, origin)

    def _may_still(self, state: Array, built: Built, goal: int) -> bool:
        """Whether the link can be finished with what is left."""
        tiles = 1 if self.far else int(self.distance[goal, int(state["current_place"][0])])
        later = max(0, tiles - (self.at_once - int(state["tiles_laid"][0])))
        least = later * 2 + (tiles - later) * (0 if state["grant_in_use"][0] else 2)
        return built.tiles + tiles <= self.most and built.price + least <= self.price

    def _note(self, built: Built) -> None:
        if self.best is None or built.rank < self.best.rank:
            self.best, self.price = built, built.price


def tiles_at_once(state: Array) -> int:
    return AT_ONCE + int(state["players"]["perfect_engineering"][0, int(state["current_player"][0])])


def tiles_to_come(game: HexRailways, state: Array) -> int:
    """The tiles that the seat may still lay in this turn."""
    s = state[0]
    later = int(s["turn_part"] == 0) if game.solo else phases.ROUNDS - 1 - int(s["round"])
    return (int(s["players"]["actions_left"][int(s["current_player"])]) + later) * tiles_at_once(state)


def by_plan(game: HexRailways, state: Array, action: int) -> Built:
    """What the plan does, action after action, as if its seat went on at once."""
    state, built = state.copy(), Built(0, 0, 0)
    while True:
        assert game.rules.legal(state)[action], "a link that was begun can be finished"
        events = game.rules.apply(state, action)
        laid = [event.data[3] for event in events if event.kind == event_kinds.LAID]
        built = Built(built.actions + 1, built.price + sum(laid), built.tiles + len(laid))
        if any(event.kind == event_kinds.LINKED for event in events):
            return built


def acting(game: HexRailways, seeds: range, every: int) -> Iterator[Array]:
    """Positions of real games in which an action is taken, with no card, either, or both of those that change what
    track costs."""
    rng = np.random.default_rng(seeds.start)
    for seed in seeds:
        for number, state in enumerate(eager_play.positions(game, seed)):
            s = state[0]
            if number % every or s["phase"] != phases.ACTION or s["terminated"] or s["grant_in_use"]:
                continue
            seat = s["players"][int(s["current_player"])]
            if not seat["actions_left"]:
                continue
            state = state.copy()
            seat = state["players"][0, int(s["current_player"])]
            seat["perfect_engineering"], seat["land_grants"] = rng.integers(0, 2), rng.integers(0, 2)
            if seat["land_grants"] and game.rules.legal(state)[game.actions.ids["use a land grant"]]:
                game.rules.apply(state, game.actions.ids["use a land grant"])
            yield state


def check_links(game: HexRailways, state: Array, pairs: list[int]) -> dict[str, int]:
    """No way by steps is better than the plan's, and where there is no plan no way is left in this turn."""
    done = {"built": 0, "none": 0}
    most, first = tiles_to_come(game, state), game.actions.blocks["link"].start
    legal = game.rules.legal(state)
    free = state.copy()
    free["players"]["actions_left"][0, int(state["current_player"][0])] = MANY_ACTIONS
    for pair in pairs:
        a, b = near_pairs(game.board)[pair]
        at_once = tiles_at_once(state)
        where = f"{game.board.cities[a].name} - {game.board.cities[b].name}"
        if not legal[first + pair]:
            limit = min(most, PLAN_ACTIONS * at_once)
            assert Search(game, free, a, b, limit, 10**6).best is None, f"{where} can be built"
            done["none"] += 1
            continue
        plan = by_plan(game, free, first + pair)
        assert plan.actions <= PLAN_ACTIONS and plan.tiles <= most
        if plan.actions > 1:
            assert Search(game, free, a, b, (plan.actions - 1) * at_once, 10**6).best is None, f"{where}: fewer actions"
        found = Search(game, free, a, b, min(most, plan.actions * at_once), plan.price).best
        assert found is not None and found.rank == plan.rank, f"{where}: {found} by steps, {plan} by plan"
        done["built"] += 1
    return done


def compare(name: str, seeds: range, every: int, pairs_each: int) -> tuple[int, int, int]:
    """Compare some links of many positions; returns the positions, the links compared, and those that cannot be."""
    game, rng = GAMES[name](), np.random.default_rng(7)
    positions = built = none = 0
    for state in acting(game, seeds, every):
        pairs = rng.permutation(int(game.params["num_pairs"][0]))[:pairs_each].tolist()
        done = check_links(game, state, pairs)
        positions, built, none = positions + 1, built + done["built"], none + done["none"]
    return positions, built, none


@pytest.mark.parametrize("name", GAMES)
def test_link__is_the_best_that_steps_can_build(name: str) -> None:
    positions, built, _ = compare(name, range(2), 4 if name == "south_sweden" else 25, 4)
    assert positions >= 5 and built >= 15, (positions, built)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_link__is_the_best_that_steps_can_build_in_many_positions(name: str) -> None:
    positions, built, none = compare(name, range(2, 22), 1 if name == "south_sweden" else 7, 6)
    print(f"{name}: {positions} positions, {built} links compared, {none} that cannot be built")
    assert positions > 100


def test_perfect_engineering__counts_five_tiles_an_action() -> None:
    """RW-7.9: the cheapest link of one action may have five tiles."""
    game = railways(map="mexico")
    state = given(game, players=[{"perfect_engineering": True}]).record.copy()
    a, b = game.board.city_of["Puebla"], game.board.city_of["Morelia"]
    plan = by_plan(game, state, game.actions.ids["link Puebla - Morelia"])
    assert plan.rank == Search(game, state, a, b, 5, 10**6).best.rank == (1, plan.price, 5)


def test_land_grant__decides_which_way_a_link_goes() -> None:
    """RW-7.8: open country is free in the action for which a land grant is used, so a way through it costs less."""
    position = given(railways(), players=[{"land_grants": 1}])
    play(position, "use a land grant")
    action = railways().actions.ids["link Oslo - Fredrikstad"]
    assert by_plan(railways(), position.record.copy(), action).price == 0
