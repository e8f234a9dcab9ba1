"""Previews agree with the results in copies of positions: the Railbot's row, actions, cards and barons."""

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Any

import numpy as np
import pytest
from given import given, play
from railways_of_the_world import eager_play
from railways_of_the_world.games import changed, choices, railbot, railways
from reading import reading

from railgym.envs.core.display import count
from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.display.words_names import money
from railgym.envs.railways_of_the_world.display.words_railbot import DUEL_GOALS, bot_deed
from railgym.envs.railways_of_the_world.game import HexRailways, RailbotGame
from railgym.envs.railways_of_the_world.names import DUEL_BARONS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import NO_CARD

MAPS = ["nordic", "mexico", "eastern_us", "south_sweden"]
COLORS = ("red", "blue", "yellow", "purple", "black")


# --- the row of the Railbot ---------------------------------------------------------------------------------------


def acting(game: HexRailways, seed: int, every: int) -> Iterator[Array]:
    """Positions of a game in which an action is taken, and more turns follow."""
    for number, state in enumerate(eager_play.positions(game, seed)):
        s = state[0]
        due = (
            s["phase"] == phases.ACTION
            and not s["terminated"]
            and s["players"][int(s["current_player"])]["actions_left"]
        )
        if due and number % every == 0 and not s["grant_in_use"] and s["year"] != s["last_year"]:
            yield state.copy()


def about_to_come(game: RailbotGame, state: Array, card: int) -> Array:
    """The position in which to pass resolves a card of the row."""
    there = state.copy()
    s, top = there[0], next(i for i, other in enumerate(game.board.railbot) if other.slot == 1 and i != card)
    s["railbot_row"], s["insured_card"], s["turn_part"], s["turn_untouched"] = (card, NO_CARD, NO_CARD), NO_CARD, 0, 0
    s["railbot_deck"]["size"] = max(1, int(s["railbot_deck"]["size"]))
    s["railbot_deck"]["cards"][int(s["railbot_deck"]["size"]) - 1] = top
    s["players"][0]["actions_left"] = 1
    return there


def resolved(game: RailbotGame, state: Array, rng: np.random.Generator) -> list[Event]:
    """Pass, and make any choices for the Railbot; returns what its card has done."""
    state = state.copy()
    happened = game.rules.apply(state, 0)
    while state["phase"][0] >= phases.PICK_SLOT:
        happened += game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
    return happened


def pair_deeds(game: RailbotGame, state: Array, card: int, happened: list[Event]) -> list[str]:
    """What was done for each pair of a card, from what happened, in the words of the preview."""
    words, cities = game.display.words, game.board.railbot[card].cities
    reach = [words.joined(state[0], city, words.owners) for city in range(len(game.board.cities))]
    todo = [
        event for event in happened if event.kind in (event_kinds.LINKED, event_kinds.TOOK_CUBE, event_kinds.POINTS)
    ]
    deeds = []
    for a, b in pairwise(cities):
        if not (game.board.cities[a].in_play and game.board.cities[b].in_play):
            continue
        if b in reach[a]:
            if not todo or todo[0].kind != event_kinds.TOOK_CUBE or todo[0].data[0] != a:
                deeds.append(f"finds no cube in {words.city(a)}")
                continue
            color, points = todo.pop(0).data[1], 0
            while todo and todo[0].kind == event_kinds.POINTS:
                points += todo.pop(0).data[0]
            gain = f" ({count(points, 'point')} to {words.names[0]})" if points else ""
            deeds.append(f"takes a {COLORS[color]} cube from {words.city(a)}{gain}")
            continue
        if not todo or todo[0].kind != event_kinds.LINKED:
            deeds.append(f"cannot link {words.pair(a, b)}")
            continue
        while b not in reach[a]:
            one, other = todo.pop(0).data[:2]
            both = reach[one] | reach[other]
            for city in both:
                reach[city] = both
        deeds.append(f"builds {words.pair(a, b)}")
    assert not todo
    return deeds


def is_promised(deed: str, promise: str) -> bool:
    """Whether a deed is one of those that a preview names; of a chosen cube the color is left open."""
    open_color = re.sub(rf"takes a ({'|'.join(COLORS)}) cube", "takes a chosen cube", deed)
    return bool({deed, open_color} & set(promise.split(" or ")))


def check_card(game: RailbotGame, state: Array, card: int, rng: np.random.Generator) -> None:
    """The preview of a card says what its cubes, links, points and dollars will be."""
    there, kind = about_to_come(game, state, card), game.board.railbot[card].kind
    promised = [part for part in bot_deed(game.display, game.rules.view(there, 0)[0], card).split(", ") if part]
    promised = [part for part in promised if part != "no major line is left to claim"]
    happened = resolved(game, there, rng)
    if kind == "building_links":
        deeds = pair_deeds(game, there, card, happened)
        assert len(deeds) == len(promised), (deeds, promised)
        assert all(map(is_promised, deeds, promised)), (deeds, promised)
        return
    data = {event.kind: event.data for event in happened}
    if "taxation" in kind:
        assert f"{game.display.words.names[0]} pays {money(data[event_kinds.TAXED][0])}" in promised
    if kind == "exhaust":
        number = sum(event.kind == event_kinds.EXHAUSTED for event in happened)
        assert promised[0].startswith(f"takes {number} of ")
    if "deadhead" in kind:
        left = data[event_kinds.DEADHEAD][0] if event_kinds.DEADHEAD in data else 0
        assert f"the display then holds {count(left, 'card')}" in promised


def compare_cards(map: str, seeds: range, every: int) -> int:
    """Every card in some positions; returns how many previews were compared."""
    game, rng, compared = railbot(map=map), np.random.default_rng(4), 0
    for seed in seeds:
        for state in acting(game, seed, every):
            state["hotel"][0, rng.random(state["hotel"].shape[1]) < 0.3] = 0
            for card in range(len(game.board.railbot)):
                if game.board.railbot[card].kind != "final_evaluation":
                    check_card(game, state, card, rng)
                    compared += 1
    return compared


@pytest.mark.parametrize("map", MAPS)
def test_row__says_what_each_card_will_do(map: str) -> None:
    assert compare_cards(map, range(2), 40) > 50


@pytest.mark.long
@pytest.mark.parametrize("map", MAPS)
def test_row__says_what_each_card_will_do_in_many_positions(map: str) -> None:
    compared = compare_cards(map, range(2, 22), 6)
    print(f"{map}: {compared} previews compared")
    assert compared > 2000


def test_row__says_of_each_pair_what_happens_after_those_before_it() -> None:
    """A link of the first pair may join the second one, from which a cube is taken then."""
    position, display = railbot().new_position(1), railbot().display
    cards = [i for i, card in enumerate(railbot().board.railbot) if card.kind == "building_links"]
    told = {i: bot_deed(display, position.record[0], i) for i in cards}
    assert any("takes a" in words for words in told.values())  # though nothing is joined on the empty map
    exhausting = changed(position, phase="choose where a cube is exhausted")
    assert not bot_deed(display, exhausting.record[0], cards[0])
    assert not bot_deed(display, changed(position, last_year=1).record[0], cards[0])


# --- cards and barons ---------------------------------------------------------------------------------------------


def effect(position: Position, card: str) -> str:
    """What the words of an operations card say that it does."""
    (action,) = [a for a in position.legal_actions if position.game.actions.labels[a].endswith(f", {card}")]
    return position.action_words(action).split(": ")[1]


def test_hotel__says_all_that_pays_for_it() -> None:
    """RS-9.1, RS-9.2, RS-13.11: deliveries, and cubes that the Railbot removes; not deliveries once Sellers is its."""
    hotel, against = "hotel in Oslo", railbot(duel_barons=True)
    assert effect(given(railways(), display=[hotel]), hotel) == "a point for each cube that is delivered there"
    both = "a point for each cube that is delivered, or the Railbot removes there"
    assert effect(given(against, display=[hotel]), hotel) == both
    last = "a point for each cube that the Railbot removes there"
    sellers = {"effects": ["P. Andrew Sellers"]}
    assert effect(given(against, display=[hotel], railbot=sellers), hotel) == last


@pytest.mark.parametrize(("left", "cubes"), [(5, "2 cubes"), (2, "2 cubes"), (1, "1 cube")])
def test_city_growth__says_how_many_cubes_come(left: int, cubes: str) -> None:
    position = given(railways(), display=["city growth"], bag={"red": left})
    assert effect(position, "city growth") == f"{cubes} to a city in play"


@pytest.mark.parametrize("baron", [0, 1, 2, 5, 7, 8, 11])
def test_goal_of_a_duel_baron__gives_what_it_says(baron: int) -> None:
    """RS-8.1: the tiers of the text are those that are paid."""
    steps, points = (
        re.findall(r"\d+", part) for part in re.fullmatch(r"(.*) for (.*) points", DUEL_GOALS[baron]).groups()
    )
    bot, claim = {"duel_barons": [{"name": DUEL_BARONS[baron]}]}, f"claim {DUEL_BARONS[baron]}"
    paid = {}
    for number in range(1, 9):
        position = given(railbot(duel_barons=True), railbot=bot, **reached(baron, number))
        if claim in choices(position):
            play(position, claim)
        paid[number] = position.scores[0]
    tiers = dict(zip(map(int, steps), map(int, points), strict=True))
    for number in range(1, 9):
        gains = [gain for step, gain in tiers.items() if number >= step]
        assert paid[number] == (gains[-1] if gains else 0), number


def reached(baron: int, number: int) -> dict[str, Any]:
    """A position in which the player has so many of what a baron asks for."""
    board = railbot().board
    if baron == 0:
        return {"hotels": {city.name: "player_0" for city in board.cities[:number]}}
    lines = [f"{board.cities[line.a].name} - {board.cities[line.b].name}" for line in board.lines]
    seat: dict[int, dict[str, Any]] = {
        1: {"engine": number},
        2: {"longest_delivery": number},
        5: {"major_lines": lines[:number]},
    }
    return {"players": [seat.get(baron, {"delivered": dict.fromkeys(COLORS, number)})]}


# --- actions ------------------------------------------------------------------------------------------------------

GAMES = {
    "two": lambda: railways(barons=True),
    "five": lambda: railways(map="eastern_us", num_players=5),
    "railbot": lambda: railbot(duel_barons=True),
}
TOLD = ("upgrade", "link", "lay", "deliver", "western", "duel", "go", "over")
CUT = (event_kinds.INCOME, event_kinds.FLIPPED)  # what comes after the action


def number_in(pattern: str, told: str) -> int:
    found = re.search(pattern, told)
    return int(found.group(1).replace(",", "")) if found else 0


@pytest.mark.parametrize("form", GAMES)
def test_action__brings_and_costs_what_its_words_say(form: str) -> None:
    """Dollars, bonds, points, major lines, tiles, and red cubes from the west."""
    game, seen = GAMES[form](), dict.fromkeys(TOLD, 0)
    for seed in range(2):
        for state in list(eager_play.positions(game, seed))[::12]:
            player = int(state["current_player"][0])
            for action in np.flatnonzero(game.rules.legal(state)).tolist():
                block = game.actions.block_of(action).name
                if block not in TOLD or seen[block] > 150:
                    continue
                told, after = reading(game, state).action_words(action), state.copy()
                events = list(takewhile(lambda e: e.kind not in CUT, game.rules.apply(after, action)))
                check_words(told, block, player, events)
                seen[block] += 1
    assert min(seen[name] for name in ("upgrade", "link", "lay", "deliver")) > 5, seen


def check_words(told: str, block: str, player: int, events: list[Event]) -> None:
    """The numbers in an action's words are those of what happens."""
    own = {
        kind: [e.data for e in events if e.kind == kind and e.player == player]
        for kind in range(len(event_kinds.EVENT_KINDS))
    }
    points = sum(data[0] for data in own[event_kinds.POINTS])
    first = re.split(r"\(|, \d+ to ", told)[0]
    assert number_in(r"(?:, |: |for )(-?\d+) points?\b", first) == points, (told, events)
    assert number_in(r"with (\d+) bonds?", told.split(", then ")[0]) == sum(
        data[0] for data in own[event_kinds.BONDS]
    ), told
    assert len(re.findall("the major line", told)) == len(own[event_kinds.LINE]), told
    laid = own[event_kinds.LAID]
    if laid:
        assert number_in(r"\$([\d,]+)", told) == 1000 * sum(data[3] for data in laid), told
    if block == "link":
        assert number_in(r": (\d+) tiles?", told) == len(laid), told
        assert (", all the way" in told) == bool(own[event_kinds.LINKED]), told
    if block == "western":
        assert number_in(r": (\d+) red cubes?", told) == sum(e.kind == event_kinds.CUBE for e in events), told
