"""Comparison of the referee's position (checker.py) with a state, and with what is derived in it."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import numpy as np
from crayon_rails.checker_map import BUILD, LEAD, RUN
from crayon_rails.checker_play import Follower

from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.rules.phases import PHASES
from railgym.envs.crayon_rails.state import NO_BUILDING, NO_LOAD, NO_MOVING, NO_REGION, REGIONS, SLOW


def members(mask: int, most: int = 64) -> set[int]:
    """The members of a set that a bit mask holds."""
    return {i for i in range(most) if mask >> i & 1}


def alike(found: Iterable[Hashable], expected: Iterable[Hashable]) -> bool:
    """Whether two lists of labels part things in the same way."""
    pairs = set(zip(found, expected, strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


class Derived(Follower):
    """A referee that compares."""

    def compare(self, state: Array) -> None:
        """Fails where the state differs."""
        s = state[0]
        assert self.reason == int(s["end_reason"])
        assert (self.payoff is not None) == bool(s["terminated"])
        assert [seat.cash for seat in self.seats] == s["scores"][: self.n].tolist()
        if self.payoff is not None:
            np.testing.assert_allclose(s["payoff"][: self.n], self.payoff, atol=1e-6)
        else:
            self.compare_turn(s)
        assert self.order == s["order"][: self.n].tolist()
        assert (self.round, self.opening, self.goal) == (int(s["round"]), int(s["opening_rounds_done"]), int(s["goal"]))
        assert self.chips == s["chips"][: len(self.chips)].tolist()
        for name, cards in (("deck", self.deck), ("pile", self.pile)):
            assert cards == s[name]["cards"][: int(s[name]["size"])].tolist(), name
        for player in range(self.n):
            self.compare_seat(player, s["players"][player])
        self.compare_track(s)
        self.compare_events(s)

    def compare_turn(self, s: Any) -> None:
        """Whose decision it is, and what was done in the turn."""
        assert (self.current, self.phase) == (int(s["current_player"]), PHASES[int(s["phase"])])
        assert (self.mover, self.place, self.turn) == (int(s["mover"]), int(s["order_index"]), int(s["turn"]))
        assert (self.cost, self.exits, self.builder) == (
            int(s["spent_in_turn"]),
            int(s["exits_in_turn"]),
            int(s["segment_start"]),
        )
        assert self.losing == members(int(s["must_lose_load"]), self.n)
        assert self.paid == members(int(s["fee_paid"]), self.n)
        if self.phase == RUN:
            assert (self.points, int(self.acted)) == (int(s["movement_left"]), int(s["acted"]))
            assert self.picked == members(int(s["picked_up"])) and self.dropped == members(int(s["dropped"]))
        if self.phase not in (BUILD, LEAD):
            assert int(self.over) == int(s["turn_ends"])

    def compare_seat(self, player: int, there: Any) -> None:
        seat = self.seats[player]
        assert seat.hand == self.cards(there["cards"]) and len(seat.hand) == int(there["num_cards"])
        assert members(int(there["closed_goods"])) == {good for good, holder in self.locks.items() if holder != player}
        assert seat.loads == [int(good) for good in there["loads"] if good != NO_LOAD]
        assert (seat.train, seat.engine) == (int(there["train"]), int(there["engine"]))
        assert seat.came == int(there["came_from"]), f"{player} came from {there['came_from']}, not {seat.came}"
        assert (seat.lost, int(seat.met), seat.debt) == tuple(
            int(there[name]) for name in ("turns_lost", "goal_met", "debt")
        )
        assert (seat.spent, seat.carried) == (int(there["spent_on_track"]), int(there["deliveries"]))

    # --- events ---------------------------------------------------------------------------------------------------

    def compare_events(self, s: Any) -> None:
        turns = {i: int(number) for i, number in enumerate(s["event_turns_left"]) if number}
        assert turns == {there.event: there.turns for there in self.in_force}
        assert {i: int(s["event_seat"][i]) for i in turns} == {there.event: there.seat for there in self.in_force}
        assert self.flooded == members(int(s["flooded_rivers"]))
        assert self.no_cargo == members(int(s["struck_cities"]))
        assert self.barred == members(int(s["striking_crews"]), self.n)
        signs = ((NO_BUILDING, self.closed_to_builders), (NO_MOVING, self.closed_to_trains), (SLOW, self.slow))
        weather = [sum(sign for sign, posts in signs if post in posts) for post in self.ground.posts]
        assert weather == s["weather"][: len(weather)].tolist()
        assert bool(s["track_closed"]) == bool(self.barred or self.closed_to_trains)

    # --- track ----------------------------------------------------------------------------------------------------

    def compare_track(self, s: Any) -> None:
        owners = {edge: owner for edge, owner in enumerate(s["track"].tolist()) if owner >= 0}
        assert self.owner == owners
        touched = [self.touched(player) for player in range(self.n)]
        self.compare_masks(s["track_seats"], lambda player: touched[player])
        self.compare_homes(s["players"]["home_milepost"][: self.n].tolist())
        networks = [self.network(player) for player in range(self.n)]
        self.compare_masks(s["in_network"], lambda player: networks[player])
        for player, network in enumerate(networks):
            there = s["players"][player]
            assert members(int(there["linked_cities"])) == self.cities_at(network)
            assert there["one_network"] <= (touched[player] <= network)
            closed = {city for city in self.ground.cities if not self.city_allows(player, city)}
            assert members(int(there["closed_cities"])) == closed
            self.compare_near(there, network)
        self.compare_nets(s, touched)
        self.compare_regions(s)

    def compare_homes(self, homes: list[int]) -> None:
        """Which milepost stands for a network is for the game to say. After a flood plans build on where the train is;
        if it is on no track of its owner's, it is for the game to say which part of the network they build on."""
        for player, home in enumerate(homes):
            if home == self.home[player]:
                continue
            own, train = self.own(player), self.seats[player].train
            here = self.part(home, own) if home >= 0 else set()
            if self.washed:
                assert not own or (here & self.touched(player) and (train in here or train not in self.touched(player)))
            else:
                assert self.home[player] in here, f"{player} builds on at {home}, not {self.home[player]}"
            self.home[player] = home

    def compare_masks(self, found: Any, posts: Callable[[int], set[int]]) -> None:
        expected = [0 for _ in self.ground.posts]
        for player in range(self.n):
            for post in posts(player):
                expected[post] |= 1 << player
        assert expected == found[: len(expected)].tolist()

    def bare_cost(self, network: set[int], city: int) -> int:
        return self.nearest(network, self.ground.bare_costs[city])

    def compare_near(self, there: Any, network: set[int]) -> None:
        costs, posts = there["join_cost"].tolist(), there["join_from"].tolist()
        for i, city in enumerate(self.board.cities):
            least = self.bare_cost(network, i)
            assert costs[i] == least, f"{city.name}: {costs[i]} instead of {least}"
            if network:
                assert posts[i] in network
                assert self.bare_cost({posts[i]}, i) == least
            else:
                assert posts[i] == -1

    def compare_nets(self, s: Any, touched: list[set[int]]) -> None:
        label = [0 for _ in self.ground.posts]
        parts = self.parts(set(self.owner))
        for i, part in enumerate(parts):
            for post in part:
                label[post] = i + 1
        found = s["component"][: len(label)].tolist()
        assert alike(found, label)
        assert all((a == 0) == (b == 0) for a, b in zip(found, label, strict=True))
        for part in parts:
            net = found[min(part)]
            assert members(int(s["component_cities"][net])) == self.cities_at(part)
            assert members(int(s["component_seats"][net])) == {p for p in range(self.n) if touched[p] & part}

    def compare_regions(self, s: Any) -> None:
        """Mileposts joined by edges on which a player may build now; those in cities belong to no region."""
        ground = self.ground
        label = list(ground.posts)
        free = [e for e in range(len(self.board.edges)) if e not in self.owner and not ground.public[e]]
        joins: list[list[int]] = [[] for _ in ground.posts]
        for edge in free:
            a, b = ground.ends(edge)
            shut = self.closed_to_builders & {a, b} or self.flooded & set(self.board.edges[edge].rivers)
            if ground.city[a] < 0 and ground.city[b] < 0 and not shut:
                joins[a].append(b)
                joins[b].append(a)
        seen: set[int] = set()
        for post in ground.posts:
            todo = [] if post in seen else [post]
            while todo:
                here = todo.pop()
                if here not in seen:
                    seen.add(here)
                    label[here] = post if joins[here] else -1
                    todo += joins[here]
        found = s["region"][: len(label)].tolist()
        if len(set(label) - {-1}) <= REGIONS:
            assert alike(found, label)
            assert all((a == NO_REGION) == (b == -1) for a, b in zip(found, label, strict=True))
