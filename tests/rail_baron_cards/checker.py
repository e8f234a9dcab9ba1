"""The rules of Rail Baron a second time: slow, in plain Python, and read from the board's files, to be compared with
the compiled ones.

A :class:`Referee` follows a game by its decisions and events. Only chance is taken from the events (dice, cards drawn,
the order of equal bids); every other event has to be the one that the rules call for. After each ply it knows who is
to decide, what is legal, and where all money, railroads and cards are, and compares that with the state.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from rail_baron_cards.checker_map import (
    AUCTION,
    BANK,
    BID,
    DICE,
    DISCARD,
    EXCHANGE,
    FIRST_GOAL,
    GOAL,
    MOST_PIPS,
    MOVE,
    NO_CARD,
    PURCHASE,
    SELL,
    START,
    STEP,
    TURN_GOAL,
    Map,
    can_be_used,
)
from rail_baron_cards.checker_play import Follower, Seat
from reading import view_of

from railgym.agents.registry import make_agent
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.rules.phases import PHASES
from railgym.envs.rail_baron_cards.rules.routes import WEIGHTS

__all__ = ["NO_CARD", "Map", "Referee", "can_be_used", "decision_of", "pick", "referee_game"]


class Referee(Follower):
    """Follows a game and compares: ``play`` fails with what the rules say against it, ``compare`` with what differs."""

    # --- what is legal --------------------------------------------------------------------------------------------

    def choices(self) -> set[tuple[Any, ...]]:
        """All that is legal now, plans apart."""
        seat = self.seats[self.current]
        if self.by_dice and self.phase in (START, GOAL, TURN_GOAL):
            return self.destination_choices()
        match self.phase:
            case str(phase) if phase == DISCARD:
                return {("card", city) for city in seat.hand if self.region(city) == self.crowd(seat)}
            case str(phase) if phase == START:
                return {("card", city) for city in seat.hand if self.may_start(seat, city)}
            case str(phase) if phase in (FIRST_GOAL, GOAL):
                return {("card", city) for city in self.goals(seat, seat.start)}
            case str(phase) if phase == BID:
                return {("bid", amount) for amount in range(0, seat.cash + 1, STEP)}
            case str(phase) if phase in (DICE, EXCHANGE):
                return {(phase_block(phase), 0), (phase_block(phase), 1)}
            case str(phase) if phase == MOVE:
                return {("stop",)} | {("ride", (section,), False) for section in self.steps()}
            case str(phase) if phase == PURCHASE:
                return {("done",)} | self.wares()
            case str(phase) if phase == SELL:
                own = [railroad for railroad, owner in enumerate(self.owner) if owner == self.mover]
                others = [s.cash for player, s in enumerate(self.seats) if player != self.mover and not s.out]
                sold = {("sell", railroad) for railroad in own}
                return sold | {("auction", railroad) for railroad in own if max(others) >= self.half(railroad)}
        most = min(seat.cash, self.least_bid() + 20_000)
        return {("pass",)} | {("bid", amount) for amount in range(self.least_bid(), most + 1, STEP)}

    def may_start(self, seat: Seat, city: int) -> bool:
        rest = list(seat.hand)
        rest.remove(city)
        return seat.loose or can_be_used(self.region(city), [self.region(other) for other in rest])

    def steps(self) -> Iterator[int]:
        """The sections that the mover may ride: track that is left, from which the destination can be reached."""
        seat = self.seats[self.mover]
        goal = self.map.dot[seat.goal]
        for section in self.map.at[seat.dot]:
            shared = self.map.pieces[section] & seat.used
            self.notes["a stub of a fork is used up"] += 0 < len(shared) < len(self.map.pieces[section])
            if not shared:
                after = seat.used | self.map.pieces[section]
                if self.map.fewest_dots(self.map.beyond(section, seat.dot), goal, after) is not None:
                    yield section
                else:
                    self.notes["a step would leave no way"] += 1

    # --- comparison with the game ---------------------------------------------------------------------------------

    def compare(self, state: Array) -> None:
        """Fails where the state differs."""
        s = state[0]
        assert self.reason == int(s["end_reason"])
        assert (self.payoff is not None) == bool(s["terminated"])
        if self.payoff is not None:
            np.testing.assert_allclose(s["payoff"][: self.n], self.payoff, atol=1e-6)
        else:
            assert (self.current, self.phase) == (int(s["current_player"]), PHASES[int(s["phase"])])
            assert self.pips == int(s["pips"])
            assert (self.mover, self.place, self.round) == (int(s["mover"]), int(s["place"]), int(s["round"]))
        assert [seat.cash for seat in self.seats] == s["scores"][: self.n].tolist()
        assert self.owner == s["owner"][: len(self.owner)].tolist()
        assert self.order == s["order"][: self.n].tolist()
        due = {p: int(amount) for p, amount in enumerate(s["due"]) if amount}
        assert dict(self.owed) == due | ({BANK: int(s["due_bank"])} if s["due_bank"] else {})
        assert (-1 if self.lot is None else self.lot) == int(s["lot"])
        assert self.highest == (int(s["lot_bid"]), int(s["lot_bidder"]))
        self.compare_seats(s)
        self.compare_cards(s)

    def compare_seats(self, s: Any) -> None:
        players = s["players"]
        for player, seat in enumerate(self.seats):
            there = players[player]
            assert seat.out == bool(s["out"][player])
            assert (seat.dot, seat.engine) == (int(there["dot"]), int(there["engine"]))
            assert sorted(seat.hand) == self.cities(there["hand"].tolist())
            assert len(seat.hand) == int(there["hand_size"])
            for city, card in ((seat.start, there["start"]), (seat.goal, there["goal"])):
                assert [city] * (city >= 0) == self.cities([int(card)])
            for railroad, owner in enumerate(self.owner):
                fee = self.fee(player, railroad, self.owner)
                own = 1_000 if self.options.own_track_fee else 0
                told = own if owner == player else rate_in(there, owner, railroad, BANK in self.owner)
                assert fee == told, f"{player} owes {fee} on {railroad}"

    def compare_cards(self, s: Any) -> None:
        """Every card is in one place, and in the one where the referee has it."""
        places: list[int] = []
        if self.by_dice:
            assert not s["deck"]["size"] and not s["pile"]["size"]
            return
        for name, cities in (("deck", self.deck), ("pile", self.pile)):
            size = int(s[name]["size"])
            cards = s[name]["cards"].tolist()
            assert not any(cards[size:])
            assert Counter(self.cities(card for card in cards[:size] if card < len(self.map.city_of_card))) == cities
            places += cards[:size]
        players = s["players"][: self.n]
        places += [*players["hand"].ravel().tolist(), *players["start"].tolist(), *players["goal"].tolist()]
        total, setting_up = len(self.map.city_of_card), self.seats[-1].dot < 0 and not self.round
        found = sorted(card for card in places if card != NO_CARD)
        assert found == list(range(total + self.options.reshuffle_cards)) or (
            setting_up and found == list(range(total))
        )

    def compare_mask(self, state: Array, mask: Array) -> None:
        """What is legal, routes included."""
        offered = np.flatnonzero(mask).tolist()
        routes = self.game.rules.scratch["routes"][0]
        decisions = [decision_of(self.game, state, action, routes) for action in offered]
        assert len(set(decisions)) == len(decisions), "two actions do the same"
        plans = {decision for decision in decisions if decision[0] == "ride" and decision[2]}
        others = set(decisions) - plans
        expected = self.choices()
        if not state["mode"][0, self.current]:
            expected = {decision for decision in expected if decision[0] != "ride"}
        assert others == expected, f"{others - expected} too many, {expected - others} missing"
        assert (self.phase == MOVE) == bool(plans)
        if plans:
            self.compare_routes(routes, {decision[1] for decision in plans})
            self.compare_fees(state, routes)

    def compare_routes(self, routes: Any, plans: set[tuple[int, ...]]) -> None:
        """The routes are legal trails, the best by their weights of all there are section by section, and all their
        beginnings are offered."""
        seat = self.seats[self.mover]
        self.notes["positions with routes"] += 1
        self.notes["routes with fees due"] += bool(self.owed)
        self.notes["routes with an old rate"] += any(
            self.fee(self.mover, line, self.before) < self.fee(self.mover, line, self.before, kept=False)
            for line in seat.kept
        )
        self.notes["routes after track was ridden"] += bool(seat.used)
        goal = self.map.dot[seat.goal]
        classes = [0 if not fee else 1 if fee == 1_000 else 2 for fee in self.fees_now()]
        beginnings = set()
        for route, weights in zip(routes, WEIGHTS.tolist(), strict=True):
            length, counts = int(route["length"]), [int(route[name]) for name in ("own", "bank", "foreign")]
            sections = route["sections"].tolist()[: min(length, MOST_PIPS)]
            dot, used, ridden = seat.dot, set(seat.used), [0, 0, 0]
            for section, to in zip(sections, route["dots"].tolist(), strict=False):
                assert dot != goal
                assert not self.map.pieces[section] & used, "a route rides track twice"
                used |= self.map.pieces[section]
                self.notes["a route over a fork"] += len(self.map.pieces[section]) > 1
                dot = self.map.beyond(section, dot)
                assert dot == to
                ridden[classes[self.map.sections[section][2]]] += 1
            assert sum(counts) == length and all(a <= b for a, b in zip(ridden, counts, strict=True))
            assert (dot == goal) == (length <= MOST_PIPS)
            cost = [weights[kind] for kind in classes]
            self.notes["a route of more than 12 dots"] += length > MOST_PIPS
            total = sum(n * w for n, w in zip(counts, weights, strict=True))
            begun = sum(n * w for n, w in zip(ridden, weights, strict=True))
            assert total == self.map.least_cost(seat.dot, goal, seat.used, cost), "there is a better route"
            assert total == begun + self.map.least_cost(dot, goal, used, cost), "a route does not end as it says"
            beginnings |= {tuple(sections[:n]) for n in range(1, min(length, self.pips) + 1)}
        assert int(routes[0]["length"]) == self.map.fewest_dots(seat.dot, goal, seat.used)
        assert plans == beginnings

    def compare_fees(self, state: Array, routes: Any) -> None:
        """The observation tells what every number of dots on a route would have the mover owe for this turn."""
        view = self.game.rules.view(state, self.mover)
        told = self.game.observation_layout.split(self.game.rules.encode(view, self.mover))["routes"][:, -MOST_PIPS:]
        for row, route in zip(told, routes, strict=True):
            sections = route["sections"][: int(route["length"])].tolist()
            fees = self.fees_along(self.map.sections[section][2] for section in sections)
            np.testing.assert_allclose(row[: len(fees)], np.minimum(np.array(fees) / 20_000, 3), rtol=1e-6)
            assert not row[len(fees) :].any()

    def fees_now(self) -> list[int]:
        return [self.fee(self.mover, railroad, self.before) for railroad in range(len(self.owner))]


def rate_in(seat: Any, owner: int, railroad: int, some_at_bank: bool) -> int:
    """The fee for track of the bank or of another owner that a seat's record speaks of."""
    if owner == BANK or int(seat["old_bank_rate"]) >> railroad & 1:
        return 1_000
    return 5_000 if some_at_bank or int(seat["old_owner_rate"]) >> railroad & 1 else 10_000


# --- playing ------------------------------------------------------------------------------------------------------


def phase_block(phase: str) -> str:
    """What is decided by the two actions before a roll."""
    return {EXCHANGE: "exchange", START: "starts"}.get(phase, "dice")


def decision_of(game: Game, state: Array, action: int, routes: Any) -> tuple[Any, ...]:
    """An action as what is done, apart from ids."""
    s = state[0]
    block = game.actions.block_of(action)
    i = action - block.start
    match block.name:
        case "hand":
            return ("card", int(game.params["card_city"][0, s["players"][s["current_player"]]["hand"][i]]))
        case "bid" if PHASES[int(s["phase"])] == AUCTION:
            half = int(game.params["price"][0, s["lot"]]) // 2
            return ("bid", (int(s["lot_bid"]) + STEP if s["lot_bid"] else half) + i * STEP)
        case "bid":
            return ("bid", i * STEP)
        case "engine":
            return ("engine", i + 1)
        case "ride":
            kind, dots = divmod(i, MOST_PIPS)
            return ("ride", tuple(routes[kind]["sections"].tolist()[: dots + 1]), True)
        case "step":
            return ("ride", (i,), False)
        case "dice":
            return (phase_block(PHASES[int(s["phase"])]), i)
        case "stop" | "pass" | "done":
            return (block.name,)
    return (block.name, i)


def pick(game: Game, mask: Array, rng: np.random.Generator, style: str) -> int:
    """A legal action: ``random``, or ``eager``, which bids low, rides far and seldom stops."""
    legal = np.flatnonzero(mask)
    if style == "random" or rng.random() < 0.1:
        return int(rng.choice(legal))
    low = {"stop": 0.01, "bid": 0.02, "step": 0.3}
    weights = np.array([low.get(game.actions.block_of(int(action)).name, 1.0) for action in legal])
    ride = game.actions.blocks["ride"]
    weights *= np.where((legal >= ride.start) & (legal < ride.stop), 2.0 ** ((legal - ride.start) % MOST_PIPS), 1)
    weights[legal == game.actions.blocks["bid"].start] = 1
    return int(rng.choice(legal, p=weights / weights.sum()))


def referee_game(game: Game, seed: int, style: str = "random", masks: float = 1.0) -> Counter[str]:
    """Play a whole game under a referee, who looks at a share ``masks`` of all masks; returns what happened how
    often. The style is one of :func:`pick`, or a scripted bot."""
    rng = np.random.default_rng(seed)
    bot = None if style in ("random", "eager") else make_agent(style, game)
    state = game.rules.new_state(seed)
    referee = Referee(game, state)
    seen: Counter[str] = Counter()
    try:
        while True:
            referee.compare(state)
            if state["terminated"][0]:
                break
            mask = game.rules.legal(state)
            if rng.random() < masks:
                referee.compare_mask(state, mask)
            if bot:
                bot.reset(referee.current, seed)
                action = bot.act(view_of(game, state, referee.current))
            else:
                action = pick(game, mask, rng, style)
            game.rules.legal(state)  # the routes that the decision speaks of
            decision = decision_of(game, state, action, game.rules.scratch["routes"][0])
            events = game.rules.apply(state, action)
            seen.update(game.event_kinds[event.kind] for event in events)
            seen["plies"] += 1
            referee.play(decision, events)
    except AssertionError as error:
        where = f"seed {seed}, {style}, ply {int(state['ply'][0])}, {game.options!r}"
        raise AssertionError(f"{error}\n{where}") from error
    seen[game.end_reasons[int(state["end_reason"][0])]] += 1
    return seen + referee.notes
