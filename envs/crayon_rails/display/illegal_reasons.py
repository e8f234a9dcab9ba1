"""Why an action of a crayon-rail game is illegal now: the rule that forbids it, from a view. Money is in millions.

The tags are those of ``RULES_EMPIRE_BUILDER.md`` (EB) and ``RULES_RESOURCEFUL_RAILS.md`` (RR).
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from railgym.envs.crayon_rails.actions import DELIVER, LINES, UPGRADE
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.build import FAST, FREIGHT, HEAVY, SUPER, UPGRADE_COST
from railgym.envs.crayon_rails.rules.cards import CARDS_KEPT
from railgym.envs.crayon_rails.rules.cargo import capacity
from railgym.envs.crayon_rails.rules.routes import FEE
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT, EXITS
from railgym.envs.crayon_rails.state import DIRECTIONS, NO_BUILDING, NO_MOVING, NOBODY

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.display import CrayonDisplay

__all__ = ["likely_illegal", "why_illegal"]

Reason = tuple[int, str]  # a rank and a reason: a smaller rank is easier to remedy
PRICE, ALLOWANCE, CITY, EVENT, TAKEN, NO_EDGE = range(6)

NEXT_ENGINES = {FREIGHT: (FAST, HEAVY), FAST: (SUPER,), HEAVY: (SUPER,), SUPER: ()}
BEFORE_BUILDING = {
    **dict.fromkeys(("run", "pay"), "the train runs before track is built"),
    **dict.fromkeys(("pick up", "drop", "deliver"), "loads change hands before track is built"),
    "borrow": "money is borrowed before track is built",
    "discard": "the hand is discarded instead of a whole turn, before anything else is done",
    "place": "the train is placed before track is built",
}
AFTER_RUNNING = {
    "upgrade": "an engine is bought after the train has run, instead of track",
    **dict.fromkeys(("open", "build", "from"), "track is built after the train has run"),
}


def why_illegal(display: "CrayonDisplay", v: Any, action: int) -> str:
    """The rule that forbids an illegal action, as a clause."""
    return _Reasons(display, v).why(action)


def likely_illegal(display: "CrayonDisplay", v: Any, mask: Any) -> dict[int, str]:
    """The illegal loads, deliveries, engines, runs and builds that a player is likely to try, with the reasons."""
    reasons = _Reasons(display, v)
    return {action: reasons.why(action) for action in reasons.likely() if not mask[action]}


class _Reasons:
    """The reasons against illegal actions, from the view of the current player."""

    def __init__(self, display: "CrayonDisplay", v: Any) -> None:
        self.game, self.v, self.words, self.params = display.game, v, display.words, display.words.params
        self.player, self.phase = int(v["current_player"]), int(v["phase"])
        self.seat, self.cash = v["players"][self.player], int(v["scores"][self.player])
        self.fee_money = self.cash + (self._earned_soon() if self.params["late_payment"] else 0)
        self.money = min(BUILD_LIMIT - int(v["spent_in_turn"]), self.cash)
        self.post = int(self.seat["train"])
        self.here = int(self.params["post_city"][self.post]) if self.post >= 0 else -1
        self.in_opening = int(v["opening_rounds_done"]) < int(self.params["opening_rounds"])

    def why(self, action: int) -> str:
        """The reason against an action."""
        block = self.game.actions.block_of(action)
        rule: Callable[[int], str] = getattr(self, f"_{block.name.replace(' ', '_')}")
        return self._other_phase(block.name) or rule(action - block.start)

    def likely(self) -> Iterator[int]:
        """The actions that a player is likely to try in this position, legal or not."""
        if self.phase == phases.OPERATE and self.here >= 0:
            for good in self.words.members(self.params["city_goods"][self.here]):
                yield int(self.params["act_pick"]) + good
            for i, (goal, good, _) in enumerate(self._demands()):
                if goal == self.here:
                    yield DELIVER + i
                elif good in self.seat["loads"] and self.fee_money < FEE and self._others_to_pay():
                    yield int(self.params["act_pay"]) + goal
        if self.phase == phases.BUILD:
            for engine in NEXT_ENGINES[int(self.seat["engine"])]:
                yield UPGRADE + engine - 1
            if self.seat["home_milepost"] >= 0:
                wanted = {goal for goal, *_ in self._demands()} | set(self.game.board.majors)
                for city in sorted(wanted - set(self.words.members(self.seat["linked_cities"]))):
                    yield int(self.params["act_build"]) + city

    def _demands(self) -> list[tuple[int, int, int]]:
        """City, good and payout of each line in hand."""
        cards = self.words.hand(self.seat)[:LINES]
        return [self.words.demand(card, line) for card in cards for line in range(LINES)]

    def _earned_soon(self) -> int:
        """The highest payout of a demand open to the seat for a load on board (EB-R16.2, EB-R16.7)."""
        demands = self.words.open_demands(self.seat)
        return max((payout for _, good, payout in demands if good in self.seat["loads"]), default=0)

    # --- another decision is due ------------------------------------------------------------------------------------

    def _other_phase(self, block: str) -> str:
        """The rule that puts a kind of action at another moment of the turn (EB-4.1, EB-4.9, EB-R6.2, EB-R13.3,
        RR-12.7); empty if this is its moment."""
        if self.phase == phases.GIVE_UP and block != "give":
            held = int(self.seat["num_cards"])
            return f"{held - CARDS_KEPT} of the {held} cards in hand are given up before anything else is done"
        if self.phase == phases.LOSE_LOAD and block != "drop":
            return "a load of the derailed train is lost before the turn goes on"
        if self.phase == phases.BUILD_FROM and block != "step":
            return "the direction of the segment that was begun is chosen first"
        if self.phase == phases.PLACE and block not in ("place", "discard", "give"):
            return "the train is placed before anything else is done"
        if self.phase == phases.OPERATE:
            return AFTER_RUNNING.get(block, "")
        if self.phase == phases.BUILD and block in BEFORE_BUILDING:
            return "the opening turns are for building alone" if self.in_opening else BEFORE_BUILDING[block]
        return ""

    # --- cards and money --------------------------------------------------------------------------------------------

    def _done(self, _: int) -> str:
        """Why the turn cannot be ended: a choice is due first (EB-R6.2, EB-R13.3, RR-12.7)."""
        return "a choice is due before the phase can end"

    def _discard(self, _: int) -> str:
        """Why the hand cannot be discarded (EB-R12.1, EB-R12.2, RR-5.8), or nothing of the pool (EB-R16.8)."""
        if not self.params["discard_hand"]:
            return "hands are not discarded in this game (option discard_hand)"
        if not self.v["acted"]:
            return "each card of the pool has a demand that another player has locked"
        return "something was done in this turn already, and the hand is discarded instead of a whole turn"

    def _borrow(self, _: int) -> str:
        """Why no money can be borrowed (EB-R15.1)."""
        if not self.params["borrow"]:
            return "there are no loans in this game (option borrow)"
        return f"{int(self.seat['debt'])} is still owed, and only one loan is granted at a time"

    def _give(self, i: int) -> str:
        """Why a card of the first hand cannot be given up (RR-12.6, RR-12.7)."""
        held = int(self.seat["num_cards"])
        if self.phase == phases.GIVE_UP:
            return f"there are {held} cards in hand, no card {i + 1}"
        return f"cards are given up only where more than {CARDS_KEPT} are dealt, in the first turn with operations"

    # --- loads ------------------------------------------------------------------------------------------------------

    def _nowhere(self) -> str:
        """Why no load can change hands where the train is (EB-4.3); empty in a city."""
        if self.post < 0:
            return "the train is not on the map yet"
        return "" if self.here >= 0 else "loads change hands in cities, and the train is between them"

    def _strike(self) -> str:
        """Why a strike forbids loading in this city (EB-5.44, EB-R13.4); empty without a strike."""
        struck = int(self.v["struck_cities"]) >> self.here & 1
        return f"a strike closes {self.words.city(self.here)} to loads: they may only be dropped" if struck else ""

    def _deliver(self, i: int) -> str:
        """Why a demand cannot be met (EB-5.25, EB-R16.7)."""
        demands = self._demands()
        if i >= len(demands):
            return f"there is no card {i // LINES + 1} in hand"
        goal, good, _ = demands[i]
        if self._nowhere():
            return self._nowhere()
        if goal != self.here:
            return f"the demand is in {self.words.city(goal)}, and the train in {self.words.city(self.here)}"
        holder, name = self.words.locked_by(self.v, good), self.words.good(good)
        locked = f"{holder} carries {name} and has locked its demands" if holder else ""
        return self._strike() or locked or f"no {name} is on board"

    def _pick_up(self, good: int) -> str:
        """Why a good cannot be picked up (EB-5.23, EB-7.3, EB-R11.1)."""
        if self._nowhere():
            return self._nowhere()
        name, room = self.words.good(good), capacity(int(self.seat["engine"]))
        if not int(self.params["city_goods"][self.here]) >> good & 1:
            return f"{self.words.city(self.here)} does not supply {name}"
        if self._strike():
            return self._strike()
        if len(self.words.loads(self.seat)) == room:
            return f"the train is full: it carries {room} loads"
        if not self.v["chips"][good]:
            return f"no load of {name} is left in the supply"
        return f"{name} was dropped here, and the train has to move before it takes any"

    def _drop(self, good: int) -> str:
        """Why a load cannot be dropped (EB-R11.1), or lost (EB-5.42)."""
        if good not in self.seat["loads"]:
            return f"no {self.words.good(good)} is on board"
        return self._nowhere() or f"{self.words.good(good)} was picked up here, and may be dropped after the next step"

    # --- the train --------------------------------------------------------------------------------------------------

    def _place(self, city: int) -> str:
        """Why the train cannot be placed in a city (EB-R6.2, RR-4.2)."""
        if self.post >= 0:
            return "the train is on the map already, and is placed once"
        if self.phase == phases.PLACE:
            return f"your track does not reach {self.words.city(city)}, and the train begins in a city that it reaches"
        return "the train is placed once your track reaches a city"

    def _stopped(self) -> str:
        """Why the train cannot move at all (EB-4.2); empty if it can."""
        if self.post < 0:
            return "the train is not on the map yet"
        return "" if self.v["movement_left"] > 0 else "the movement of this turn is used up"

    def _run(self, city: int) -> str:
        """Why the train cannot run towards a city without fees (EB-R10.2)."""
        if self._stopped() or self._no_way(city):
            return self._stopped() or self._no_way(city)
        if city not in self._cities_on(lambda owner: owner == self.player or int(self.v["fee_paid"]) >> owner & 1):
            return "the way there leads over the track of others and costs a fee"
        return self._turning()

    def _pay(self, city: int) -> str:
        """Why the train cannot run towards a city with fees (EB-4.5, EB-R10.1)."""
        if self._stopped() or self._no_way(city):
            return self._stopped() or self._no_way(city)
        if not self._others_to_pay():
            return "no track that costs a fee is connected to the train"
        return self._too_poor() or self._turning()

    def _turning(self) -> str:
        """Why the only way on is to turn round (EB-5.19, EB-R7)."""
        also = ", or where no other track leads on" if self.params["reverse_at_dead_ends"] else ""
        return f"the train would have to turn round, which is legal only in cities{also}"

    def _too_poor(self) -> str:
        """Why the fee for the next track cannot be paid (EB-R10.1, EB-R16.2)."""
        if self.fee_money >= FEE:
            return ""
        what = "in cash and in payouts for loads on board" if self.params["late_payment"] else "in cash"
        return f"a fee is {FEE}, {FEE - self.fee_money} more than the {self.fee_money} {what}"

    def _no_way(self, city: int) -> str:
        """Why no track of any player leads to a city (EB-5.21)."""
        if city == self.here:
            return f"the train is in {self.words.city(city)} already"
        if city not in self._cities_on(lambda owner: True, events=False):
            return f"no track leads from the train to {self.words.city(city)}"
        if city not in self._cities_on(lambda owner: True):
            return f"snow or a strike closes the track to {self.words.city(city)}"
        return ""

    def _others_to_pay(self) -> bool:
        """Whether track that costs a fee is connected to the train (EB-4.5)."""
        net = int(self.v["component"][self.post])
        return net > 0 and bool(int(self.v["component_seats"][net]) & ~(int(self.v["fee_paid"]) | 1 << self.player))

    def _cities_on(self, usable: Callable[[int], Any], events: bool = True) -> set[int]:
        """The cities that are connected to the train by track whose owners are ``usable``."""
        found, todo, cities = {self.post}, [self.post], set[int]()
        while todo:
            post = todo.pop()
            cities.add(int(self.params["post_city"][post]))
            for way in range(DIRECTIONS):
                edge, beyond = int(self.params["post_edge"][post, way]), int(self.params["post_next"][post, way])
                if edge < 0 or beyond in found or (events and self._closed(post, beyond, edge)):
                    continue
                owner = int(self.v["track"][edge])
                if self.params["edge_public"][edge] or (owner != NOBODY and usable(owner)):
                    found.add(beyond)
                    todo.append(beyond)
        return cities

    def _closed(self, post: int, beyond: int, edge: int) -> str:
        """The event that keeps all trains from an edge with track (EB-R4.5, EB-R13.5); empty if none does."""
        owner = int(self.v["track"][edge])
        if (int(self.v["weather"][post]) | int(self.v["weather"][beyond])) & NO_MOVING:
            return "snow closes the mountains there"
        if owner != NOBODY and int(self.v["striking_crews"]) >> owner & 1:
            return f"the train crews of {self.words.names[owner]} are on strike"
        return ""

    def _step(self, way: int) -> str:
        """Why the train cannot take a step (EB-5.21, EB-R7, EB-R10.1)."""
        if self.phase == phases.BUILD_FROM:
            return self._segment(int(self.v["segment_start"]), way)[1]
        if not self.v["mode"][self.player]:
            return "this seat runs and builds by plans (option actions)"
        if self.phase == phases.BUILD:
            return "the milepost at which the segment begins is chosen first"
        if self._stopped():
            return self._stopped()
        edge, beyond = int(self.params["post_edge"][self.post, way]), int(self.params["post_next"][self.post, way])
        owner = int(self.v["track"][edge]) if edge >= 0 else NOBODY
        if edge < 0 or (owner == NOBODY and not self.params["edge_public"][edge]):
            return "no track leads that way"
        if self._closed(self.post, beyond, edge):
            return self._closed(self.post, beyond, edge)
        free = owner in (NOBODY, self.player) or int(self.v["fee_paid"]) >> owner & 1
        return self._turning() if free else self._too_poor() or self._turning()

    # --- track and engines ------------------------------------------------------------------------------------------

    def _upgrade(self, i: int) -> str:
        """Why an engine cannot be bought (EB-4.8, EB-5.32, EB-5.33, EB-5.34, EB-5.35, EB-R11.3)."""
        engine, have = i + 1, int(self.seat["engine"])
        if engine not in NEXT_ENGINES[have]:
            names = " or the ".join(self.game.engines[better] for better in NEXT_ENGINES[have])
            return f"after the {self.game.engines[have]} comes {f'the {names}' if names else 'no better engine'}"
        if self.in_opening and not self.params["upgrade_in_opening"]:
            return "engines are not bought in the opening rounds"
        if self.v["spent_in_turn"] > 0:
            return "track was built in this turn, and an engine is bought instead of track"
        return f"an engine costs {UPGRADE_COST}, {UPGRADE_COST - self.cash} more than the {self.cash} in cash"

    def _idle(self) -> str:
        """Why nothing at all can be built (EB-4.6, EB-4.8, EB-R13.5); empty if something can."""
        if int(self.v["striking_crews"]) >> self.player & 1:
            return "your train crews are on strike, so you may not build"
        if self.money > 0:
            return ""
        return "there is no cash left" if self.cash <= 0 else f"{BUILD_LIMIT} is spent, the most for a turn"

    def _open(self, i: int) -> str:
        """Why the network cannot be begun in a major city (EB-5.1)."""
        if self.seat["home_milepost"] >= 0:
            return "the network is begun already, and can be begun only once"
        city = self.game.board.cities[self.game.board.majors[i]]
        return self._idle() or self._out_of(city.mileposts)

    def _from(self, post: int) -> str:
        """Why no single segment can lead out of a milepost (EB-5.1, EB-5.2)."""
        if not self.v["mode"][self.player]:
            return "this seat runs and builds by plans (option actions)"
        if not self.params["post_major"][post] and not int(self.v["track_seats"][post]) >> self.player & 1:
            return "track begins in a major city or at your own track"
        return self._idle() or self._out_of((post,))

    def _out_of(self, posts: tuple[int, ...]) -> str:
        """Why no segment can lead out of some mileposts: of all reasons, the one that is easiest to remedy."""
        return min(self._segment(post, way) for post in posts for way in range(DIRECTIONS))[1]

    def _build(self, city: int) -> str:
        """Why no track can be built towards a city (EB-R9.2)."""
        if self.seat["home_milepost"] < 0:
            return "the network begins in a major city: it is opened there first"
        if int(self.seat["linked_cities"]) >> city & 1:
            return f"the network has {self.words.city(city)} already"
        if self._idle():
            return self._idle()
        if int(self.seat["closed_cities"]) >> city & 1 and self.seat["one_network"]:
            return self._full(city)
        rank, first = self._first_segment(city)
        if rank in (PRICE, ALLOWANCE):
            return first
        needs = int(self.seat["join_cost"][city])
        if needs > self.money:
            return f"track there costs {needs} or more, and {self.money} is left: too little to go round others"
        return f"every way to {self.words.city(city)} is closed: by track of others, full cities, or events"

    def _first_segment(self, city: int) -> Reason:
        """Why the first segment of the path that is cheapest on an empty map cannot be laid (EB-R9.3)."""
        post = int(self.seat["join_from"][city])
        while post >= 0 and self.params["post_city"][post] != city:
            way = int(self.params["build_direction"][post, city])
            if not self.params["edge_public"][self.params["post_edge"][post, way]]:
                return self._segment(post, way)
            post = int(self.params["post_next"][post, way])
        return NO_EDGE, "no track can lead there"

    def _segment(self, post: int, way: int) -> Reason:
        """Why a segment cannot be built out of a milepost in a direction (EB-4.7, EB-5.9, EB-5.10, EB-5.15, EB-5.41,
        EB-R4.5, RR-9.8)."""
        edge, beyond = int(self.params["post_edge"][post, way]), int(self.params["post_next"][post, way])
        if edge < 0:
            return NO_EDGE, "no track can lead that way: there is water, or the end of the map"
        if self.params["edge_public"][edge]:
            return NO_EDGE, "the inside of a major city is track for all players, so nothing is built there"
        owner = int(self.v["track"][edge])
        if owner != NOBODY:
            return TAKEN, f"the track of {self.words.names[owner]} lies there, and a segment has one owner"
        flooded = self.words.members(int(self.params["edge_rivers"][edge]) & int(self.v["flooded_rivers"]))
        if flooded:
            return EVENT, f"the {self.game.board.rivers[flooded[0]]} is in flood, and nothing is built across it"
        if (int(self.v["weather"][post]) | int(self.v["weather"][beyond])) & NO_BUILDING:
            return EVENT, "snow or a storm forbids building there"
        for end in (post, beyond):
            city = int(self.params["post_city"][end])
            if city >= 0 and int(self.seat["closed_cities"]) >> city & 1:
                return CITY, self._full(city)
        if self.params["post_major"][post] and self.v["exits_in_turn"] >= EXITS:
            return ALLOWANCE, f"no more than {EXITS} segments a turn are built out of major cities"
        price = int(self.params["post_cost"][beyond]) + int(self.params["edge_water"][edge])
        return PRICE, f"the segment costs {price}, {price - self.money} more than the {self.money} left to spend"

    def _full(self, city: int) -> str:
        """Why a city takes no further segment of the seat (EB-R8.2, EB-R8.3, EB-R8.4)."""
        entries = self.params["city_entries"][city, : int(self.params["city_num_entries"][city])]
        owners = self.v["track"][entries].tolist()
        inside, limit = set(owners) - {NOBODY}, int(self.params["city_limit"][city])
        name = self.words.city(city)
        if self.player not in inside and len(inside) >= limit:
            return f"{name} takes the track of {limit} players, and is full"
        if owners.count(self.player) >= 3 and self.params["city_num_posts"][city] == 1:
            return f"a player may have at most three segments at {name}"
        return f"the ways that are left into {name} are kept for the players who may still join it"
