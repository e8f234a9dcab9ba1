"""The searches of the rules against slow ones in plain Python: paths of the Railbot, cheapest links."""

import numpy as np
import pytest
from railways_of_the_world import eager_play
from railways_of_the_world.checker_track import ANY, PIECES, Ground, Way
from railways_of_the_world.games import railbot, railways

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways, RailbotGame
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.near_links import DEARER, FREED
from railgym.envs.railways_of_the_world.state import NO_CARD, NO_PIECE, RAILBOT

MAPS = ["south_sweden", "nordic", "eastern_us"]


def some_positions(game: HexRailways, seeds: range, every: int) -> list[Array]:
    """Positions of eager play in which an action is taken."""
    found = []
    for seed in seeds:
        acting = [state for state in eager_play.positions(game, seed) if state["phase"][0] == phases.ACTION]
        found += [state for state in acting[seed % every :: every] if not state["terminated"][0]]
    return found


# --- the Railbot's path -------------------------------------------------------------------------------------------


def asked_to_join(game: RailbotGame, state: Array, a: int, b: int) -> Array:
    """The position in which the Railbot's next card joins two cities, with the card about to come."""
    here, s = state.copy(), state.copy()[0]
    links = next(i for i, card in enumerate(game.board.railbot) if card.kind == "building_links" and not card.line)
    top = next(i for i, card in enumerate(game.board.railbot) if card.slot == 1 and i != links)
    game.params["bot_city"][0][links] = a, b, -1, -1
    s = here[0]
    s["railbot_row"], s["insured_card"], s["turn_part"], s["turn_untouched"], s["grant_in_use"] = (
        (links, NO_CARD, NO_CARD),
        NO_CARD,
        0,
        0,
        0,
    )
    s["railbot_deck"]["size"], s["railbot_deck"]["cards"][0] = 1, top
    s["current_player"], s["last_year"], s["players"][0]["actions_left"] = 0, 0, 1
    return here


def places(game: RailbotGame, ground: Ground, state: Array) -> dict[str, tuple[int, tuple[str, int, int]]]:
    """What may be said where a path has come to: the words, what the next step costs, and the place it leads to."""
    s, board = state[0], game.board
    city = board.hexes[int(s["current_place"])].city
    if city < 0:
        hex, enter = int(s["current_place"]), int(s["enter_side"])
        found = {}
        for price, node in ground.steps(("hex", hex, enter)):
            beyond = board.cities[node[1]].hex if node[0] == "city" else node[1]
            leave = next(side for side in range(6) if board.beside[hex][side] == beyond)
            found[f"the track goes {('left', 'straight on', 'right')[(leave - enter) % 6 - 2]}"] = price, node
        return found
    if s["next_city"] >= 0:
        hex = board.cities[int(s["next_city"])].hex
        sides = ("north-east", "east", "south-east", "south-west", "west", "north-west")
        out = {}
        for price, node in ground.steps(("city", int(s["next_city"]), ANY)):
            if node[0] == "hex":
                side = next(side for side in range(6) if board.beside[hex][side] == node[1])
                out[f"the track leaves to the {sides[side]}"] = price, node
        return out
    reached, todo = {city}, [city]
    while todo:
        for other in ground.joined.get(todo.pop(), set()) - reached:
            reached.add(other)
            todo.append(other)
    return {f"choose {board.cities[other].name}": (0, ("out", other, ANY)) for other in reached}


def cost_on(ground: Ground, node: tuple[str, int, int], goal: int) -> int:
    """What a path still costs from a place to the goal; ("out", city, ANY): over a tile beside the city, not a link."""
    if node[0] != "out":
        return ground.cheapest(node, goal)[0]
    steps = [(price, there) for price, there in ground.steps(("city", node[1], ANY)) if there[0] == "hex"]
    costs = [price + cost for price, there in steps if (cost := ground.cheapest(there, goal)[0]) >= 0]
    return min(costs, default=-1)


def laid_between(game: HexRailways, before: Array, after: Array) -> list[tuple[int, tuple[int, int]]]:
    """The pieces that lie there now and did not before: hex, and the sides that it joins."""
    changed = np.argwhere(before["track"][0] != after["track"][0]).tolist()
    return [(hex, PIECES[int(after["track"][0, hex, slot])]) for hex, slot in changed]


def price_of_links(game: HexRailways, before: Array, after: Array) -> int:
    """What the links that are new would cost, each on the track before it and after the earlier ones."""
    total = 0
    middle = before.copy()
    for number in range(int(before["num_links"][0]), int(after["num_links"][0])):
        total += Ground(game, middle).price(way_of(game, after, number))
        for hex, slot in np.argwhere(after["link"][0] == number).tolist():
            middle["track"][0, hex, slot] = after["track"][0, hex, slot]
    return total


def way_of(game: HexRailways, state: Array, number: int) -> Way:
    """The way of a link, from the city that it is told to come from."""
    s, board = state[0], game.board
    pieces = [(hex, PIECES[int(s["track"][hex, slot])]) for hex, slot in np.argwhere(s["link"] == number).tolist()]
    start, goal = (board.cities[int(s[end][number])].hex for end in ("link_a", "link_b"))
    here, side = next((hex, side) for hex, sides in pieces for side in sides if board.beside[hex][side] == start)
    way = list[tuple[int, int, int]]()
    while here != goal:
        sides = next(sides for hex, sides in pieces if hex == here and side in sides)
        leave = sides[0] + sides[1] - side
        way.append((here, side, leave))
        here, side = board.beside[here][leave], (leave + 3) % 6
    assert len(way) == len(pieces) == s["link_tiles"][number]
    return tuple(way)


@pytest.mark.parametrize("map", MAPS)
def test_railbot__builds_a_cheapest_path_and_any_of_them(map: str) -> None:
    """RS-6.2: what it costs, and what there is to choose from at every step (RW-R4.1)."""
    game, rng, ties = RailbotGame(map=map, actions="full"), np.random.default_rng(7), 0
    towns = [i for i, city in enumerate(game.board.cities) if city.in_play]
    paths = 0
    for position in some_positions(railbot(map=map), range(6), 3 if map == "south_sweden" else 12):
        a, b = (int(city) for city in rng.choice(towns, 2, replace=False))
        state, ground = asked_to_join(game, position, a, b), Ground(game, position)
        cost = ground.cheapest(("city", a, ANY), b)[0]
        game.rules.apply(state, 0)
        if cost <= 0:
            assert state["num_links"][0] == position["num_links"][0]
            continue
        paths += 1
        while state["phase"][0] == phases.PATH:
            now = Ground(game, state)
            ways = {words: (price, node) for words, (price, node) in places(game, now, state).items()}
            costs = {w: price + rest for w, (price, n) in ways.items() if (rest := cost_on(now, n, b)) >= 0}
            best = {words for words, there in costs.items() if there == min(costs.values())}
            legal = np.flatnonzero(game.rules.legal(state))
            assert {game.actions.labels[action] for action in legal} == best
            assert len(best) > 1, "there is nothing to choose"
            ties += len(best) > 1
            game.rules.apply(state, int(rng.choice(legal)))
        assert price_of_links(game, position, state) == cost
        new = slice(int(position["num_links"][0]), int(state["num_links"][0]))
        assert (state["link_owner"][0, new] == RAILBOT).all()
        assert Ground(game, state).cheapest(("city", a, ANY), b)[0] == 0
        assert len(laid_between(game, position, state)) == state["link_tiles"][0, new].sum()
    assert paths >= 10 and ties >= 6, (paths, ties)


def crowded(game: RailbotGame, state: Array, share: float, rng: np.random.Generator) -> Array:
    """The position with ownerless track in a share of all hexes, so that paths have to wind."""
    here, ground = state.copy(), Ground(game, state)
    for hex, there in enumerate(game.board.hexes):
        used = ground.sides_used(hex)
        for slot in np.flatnonzero(here["track"][0, hex] == NO_PIECE):
            pieces = [i for i, sides in enumerate(PIECES) if not used & set(sides)]
            if there.city < 0 and pieces and rng.random() < share:
                here["track"][0, hex, slot] = piece = int(rng.choice(pieces))
                here["link"][0, hex, slot], used = 0, used | set(PIECES[piece])
    return here


def test_railbot__never_comes_to_a_stop_on_its_way() -> None:
    """RS-6.9: also where gentle curves lead a path into its own way: the cities are joined, or nothing is left
    unfinished."""
    game, rng, joined, paths = RailbotGame(map="south_sweden", actions="full"), np.random.default_rng(5), 0, 0
    start = next(iter(some_positions(railbot(map="south_sweden"), range(1), 3)))
    towns = [i for i, city in enumerate(game.board.cities) if city.in_play]
    for _ in range(4000):
        position = crowded(game, start, rng.choice([0.3, 0.4]), rng)
        a, b = (int(city) for city in rng.choice(towns, 2, replace=False))
        state = asked_to_join(game, position, a, b)
        game.rules.apply(state, 0)
        while state["phase"][0] == phases.PATH:
            game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
        mine = state["owner"][0] == RAILBOT
        assert (state["link"][0][mine] >= 0).all(), "track without a link"
        found = state["num_links"][0] > position["num_links"][0]
        joined, paths = joined + found, paths + 1
        assert found or not (state["track"][0] != position["track"][0]).any()
    assert 0.2 * paths < joined < paths


# --- links by plans -----------------------------------------------------------------------------------------------


def known_link(game: HexRailways, state: Array, pair: int) -> Way:
    """The way that is known for a near pair: told as a side of the city, and turns as digits to the base 3."""
    turns, side = divmod(int(state["near_way"][0, pair]), 6)
    here, way = game.board.beside[game.board.cities[int(game.params["pair_a"][0, pair])].hex][side], []
    enter = (side + 3) % 6
    for _ in range(int(state["near_tiles"][0, pair])):
        turns, turn = divmod(turns, 3)
        leave = (enter + 2 + turn) % 6
        way.append((here, enter, leave))
        here, enter = game.board.beside[here][leave], (leave + 3) % 6
    return tuple(way)


@pytest.mark.parametrize("map", MAPS)
def test_near_links__can_be_built_for_their_price_and_are_the_cheapest(map: str) -> None:
    """Unless a position says that another may be cheaper; fewest actions of four tiles count first (RW-3.1)."""
    game = railways(map=map, num_players=4)
    ends = near_pairs(game.board)
    stale = none = 0
    for state in some_positions(game, range(3), 50):
        ground = Ground(game, state)
        for pair, (a, b) in enumerate(ends):
            tiles, price = int(state["near_tiles"][0, pair]), int(state["near_price"][0, pair])
            way = known_link(game, state, pair)
            if way:
                assert ground.can_be_built(way) and ground.price(way) == price
                assert ground.ends(way) == (game.board.cities[a].hex, game.board.cities[b].hex)
            if state["near_stale"][0, pair] in (DEARER, FREED):
                stale += 1
            else:
                found = ground.cheapest_link(a, b)
                assert found == ((tiles, price) if 0 < tiles <= 8 else (0, 0)), (a, b)
            none += tiles == 0
    assert stale > 5 and none > 2, (stale, none)


@pytest.mark.parametrize("map", MAPS)
def test_plan_to_build__builds_the_cheapest_link_in_as_many_actions_as_it_takes(map: str) -> None:
    """One after another in the same round, as if no other seat played."""
    game, rng, built = railways(map=map, num_players=4), np.random.default_rng(3), 0
    blocks = game.actions.blocks["link"]
    for position in some_positions(game, range(4), 70):
        ground = Ground(game, position)
        mine = position["run_owner"][0, : int(position["num_runs"][0])] == position["current_player"][0]
        if (
            mine.any()
            or position["grant_in_use"][0]
            or position["players"]["perfect_engineering"][0, int(position["current_player"][0])]
        ):
            continue
        position["players"]["actions_left"][0, int(position["current_player"][0])] = 3
        plans = [a for a in np.flatnonzero(game.rules.legal(position)) if blocks.start <= a < blocks.stop]
        for action in rng.choice(plans, min(6, len(plans)), replace=False):
            state, laid, pair = position.copy(), [], int(action) - blocks.start
            a, b = near_pairs(game.board)[pair]
            while state["num_links"][0] == position["num_links"][0]:
                events = game.rules.apply(state, int(action))
                laid += [event.data for event in events if event.kind == event_kinds.LAID]
            tiles, price = ground.cheapest_link(a, b)
            assert (len(laid), sum(tile[3] for tile in laid)) == (tiles, price)
            assert ground.price(tuple(tile[:3] for tile in laid)) == price
            assert {int(state[end][0, int(position["num_links"][0])]) for end in ("link_a", "link_b")} == {a, b}
            built += 1
    assert built > 20
