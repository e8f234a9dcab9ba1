"""The crayon-rail games in words: actions that can be told apart and read back, and whole positions."""

import re
from collections import Counter
from functools import cache
from itertools import takewhile
from typing import Any

import numpy as np
import pytest
from crayon_rails.eager_play import play, positions
from reading import reading, view_of

from railgym.envs.catalog import make_game
from railgym.envs.core.events import EVERYONE, Event
from railgym.envs.core.game import Array
from railgym.envs.core.geo.hexagons import Hex
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.rules import Rules
from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.display.places import bearing
from railgym.envs.crayon_rails.display.words import Words
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.maps.loading import load_map
from railgym.envs.crayon_rails.rules import phases

ELM = 4  # a city of the test map
TEST_MAP = {"map": "test", "majors": 2, "goal": 80}
FORMS: dict[str, CrayonRails] = {
    "four": EmpireBuilder(num_players=4),
    "six": ResourcefulRails(num_players=6),
    "all there is": EmpireBuilder(num_players=4, actions="full", borrow=True, extra_starting_cards=True, **TEST_MAP),
    "two of four full": ResourcefulRails(num_players=4, actions=("full", "plans", "full", "plans"), events=True),
}


@cache
def game_of(form: str, seed: int, plies: int = 100_000) -> tuple[tuple[Array, int, list[Event]], ...]:
    return tuple(play(FORMS[form], seed, plies))


def names_of(game: CrayonRails, state: Array) -> dict[int, str]:
    """The words of all legal actions."""
    return {int(a): reading(game, state).action_words(int(a)) for a in np.flatnonzero(game.rules.legal(state))}


def acted(game: CrayonRails, block: str, form: str, seeds: range = range(4)) -> list[tuple[Array, str, list[Event]]]:
    """Actions of a block in games: positions, words and what happened."""
    return [
        (state, reading(game, state).action_words(action), events)
        for seed in seeds
        for state, action, events in game_of(form, seed, 600)
        if game.actions.block_of(action).name == block
    ]


# --- actions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_action_words__come_back_as_their_action(form: str) -> None:
    """No two legal actions have the same words; the words of the table are understood as well."""
    game, seen = FORMS[form], Counter[str]()
    for seed in range(2):
        for state, action, _ in game_of(form, seed, 600)[:: 3 if form == "all there is" else 9]:
            names = names_of(game, state)
            assert len(set(names.values())) == len(names)
            seen.update(game.actions.block_of(a).name for a in names)
            told = {a: reading(game, state).action_id(words) for a, words in list(names.items())[::7]}
            assert told == {a: a for a in told}
            assert reading(game, state).action_id(game.actions.labels[action]) == action
    if form == "all there is":
        assert set(seen) == set(game.actions.blocks)


def test_action_words__read_alike_in_a_view_and_leave_the_position_alone() -> None:
    game = FORMS["all there is"]
    for state, _, _ in game_of("all there is", 1, 600)[::5]:
        before = state.tobytes()
        assert names_of(game, game.rules.view(state, int(state["current_player"][0]))) == names_of(game, state)
        assert state.tobytes() == before


def test_action_words__of_what_is_not_legal_are_those_of_the_table() -> None:
    """But for deliveries, which are told by the demand."""
    game = FORMS["all there is"]
    state = game_of("all there is", 1, 600)[100][0]
    for action in np.flatnonzero(game.rules.legal(state) == 0):
        words, label = reading(game, state).action_words(int(action)), game.actions.labels[action]
        assert words == label or (label.startswith("deliver card") and " for " in words)


def test_delivery__says_what_where_and_for_how_much() -> None:
    game = FORMS["four"]
    found = acted(game, "deliver", "four")
    for state, words, events in found:
        [(city, good, payout, _)] = [event.data for event in events if event.kind == event_kinds.DELIVERED]
        cards = game.display.words.hand(state["players"][0, int(state["mover"][0])])
        said = f"deliver {game.display.words.good(good)} to {game.display.words.city(city)} for {payout} (card "
        assert words.startswith(said)
        assert (
            f"{game.display.words.good(good)} to {game.display.words.city(city)} for {payout}"
            in game.display.words.demands(cards[int(words[len(said)]) - 1])
        )
    assert len(found) > 10


@pytest.mark.parametrize("block", ["run", "pay"])
def test_run__says_how_far_it_goes_of_how_far_it_is_and_whom_it_pays(block: str) -> None:
    game, fees, ends = FORMS["two of four full"], 0, Counter[bool]()
    found = acted(game, block, "two of four full")
    for _, words, events in found:
        [(steps, _, end, _)] = [event.data for event in events if event.kind == event_kinds.RAN]
        city = words.removeprefix("run towards ").split(":")[0].removesuffix(", paying fees")
        far = re.search(r": (\d+) (?:of (\d+) )?mileposts?, to ", words)
        assert far is not None and int(far[1]) == steps
        assert f", to {game.display.words.post(end)}" in words
        assert (far[1] == far[2]) == (game.display.words.post(end) == city)
        ends[far[1] == far[2]] += 1
        paid = [event.data for event in events if event.kind == event_kinds.PAID]
        assert all(f", 4 to player_{seat}" in words for seat, *_ in paid)
        fees += len(paid)
    assert ends[True] and ends[False] and (fees > 0) == (block == "pay")


def test_run__says_next_time_what_was_left() -> None:
    game, seen = FORMS["four"], 0
    for seed in range(3):
        for state, action, _ in game_of("four", seed, 600):
            if game.actions.block_of(action).name != "run" or state["event_turns_left"].any():
                continue
            done, whole = re.findall(r"(\d+)", reading(game, state).action_words(action))[:2]
            after = state.copy()
            game.rules.apply(after, action)
            after["movement_left"] = 9
            if game.rules.legal(after)[action]:
                assert re.findall(r"of (\d+)", reading(game, after).action_words(action)) == [
                    str(int(whole) - int(done))
                ]
                seen += 1
    assert seen > 10


def test_run_with_fees_to_two_owners__names_both() -> None:
    game = FORMS["all there is"]
    events = [Event(event_kinds.PAID, 0, EVERYONE, (1, 4, 0, 0)), Event(event_kinds.PAID, 0, EVERYONE, (2, 4, 0, 0)),
              Event(event_kinds.RAN, 0, EVERYONE, (5, 0, 1, 0))]  # fmt: skip

    class Foreseen(Rules):
        def apply(self, state: Array, action: int) -> list[Event]:
            return events

    twin = EmpireBuilder(**game.options.model_dump())
    twin.__dict__["rules"] = Foreseen(twin)
    state, action = next((s, a) for s, a, _ in game_of("all there is", 1, 600) if s["phase"][0] == phases.OPERATE
                         and game.actions.block_of(a).name in ("run", "pay"))  # fmt: skip
    assert reading(twin, state).action_words(action).endswith(", 4 to player_1, 4 to player_2")


def test_build__says_what_it_costs_and_what_is_left_to_build() -> None:
    game, there = FORMS["four"], 0
    found = acted(game, "build", "four")
    for _, words, events in found:
        segments, cost, _, end = events[0].data
        city = words.removeprefix("build towards ").split(":")[0]
        assert f": {segments} segment" in words and f" for {cost}, " in words
        if words.endswith("all the way"):
            assert game.display.words.post(end) == city
            there += 1
        else:
            assert game.display.words.post(end) != city and int(words.split(" or more")[0].split()[-1]) > 0
    assert 0 < there < len(found)


def test_steps__name_the_milepost_reached_and_the_price_of_a_segment() -> None:
    game, kinds = FORMS["all there is"], Counter[str]()
    for seed in range(3):
        for state, _, _ in game_of("all there is", seed, 600)[::2]:
            for action, words in names_of(game, state).items():
                if game.actions.block_of(action).name != "step":
                    continue
                [*_, event] = [
                    e for e in game.rules.apply(state.copy(), action) if e.kind in (event_kinds.RAN, event_kinds.BUILT)
                ]
                kinds[words.split()[0]] += 1
                if event.kind == event_kinds.RAN:
                    assert (
                        words.startswith("go ")
                        and f": 1 milepost, to {game.display.words.post(event.data[2])}" in words
                    )
                else:
                    assert words.startswith("build ")
                    assert words.endswith(f" to {game.display.words.post(event.data[3])} for {event.data[1]}")
    assert set(kinds) == {"go", "build"}


def test_words__of_a_derailed_train_are_those_of_losing() -> None:
    game = FORMS["all there is"]
    state = game.rules.new_state(1)
    state["phase"], state["current_player"], state["must_lose_load"] = phases.LOSE_LOAD, 1, 0b10
    state["players"]["loads"][0, 1] = (0, 2, -1)
    assert list(names_of(game, state).values()) == ["lose Coal", "lose Grain"]


def test_words__of_the_phase_that_ends_and_the_price_of_an_engine() -> None:
    game, seen = FORMS["all there is"], dict[int, set[str]]()
    for seed in range(3):
        for state, _, _ in game_of("all there is", seed, 600):
            seen.setdefault(int(state["phase"][0]), set()).update(names_of(game, state).values())
    assert "done running" in seen[phases.OPERATE] and "done building" in seen[phases.BUILD]
    assert {"upgrade to Fast Freight for 20", "upgrade to Super Freight for 20"} <= seen[phases.BUILD]
    assert {"borrow 20, 40 to be paid back", "discard the hand, instead of the turn"} <= seen[phases.OPERATE]
    assert all(words.count(" for ") == 3 for words in seen[phases.GIVE_UP])


# --- positions --------------------------------------------------------------------------------------------------------


def lines_of(game: CrayonRails, view: Array, seat: int) -> str:
    """What a description says of a seat: a line of its own, and those set in after it."""
    after = reading(game, view).describe().partition(f"\n{game.seat_names[seat]}")[2].split("\n")
    return "\n".join([after[0], *takewhile(lambda line: line.startswith("  "), after[1:])])


@pytest.mark.parametrize("form", FORMS)
def test_description__holds_what_can_be_seen(form: str) -> None:
    """Money, engine, loads and where the train is; every demand and where its good is from; track."""
    game = FORMS[form]
    board, words = game.board, game.display.words
    for state in list(positions(game, 3, 500))[::25]:
        view = game.rules.view(state, 0)
        text = reading(game, view).describe()
        goal = f"goal {view['goal'][0]} million and {game.params['majors_needed'][0]} of "
        assert text.startswith(f"{reading(game, view).headline()}.\nTable: {goal}")
        assert "player_0 (you): " in text and "player_1: " in text
        for p in range(game.num_players):
            seat, said = view["players"][0, p], lines_of(game, view, p)
            assert re.match(rf"( \(you\))?: {view['scores'][0, p]} million", said)
            assert f"  train: {game.engines[int(seat['engine'])]} (carries " in said
            assert f"  loads: {', '.join([*words.loads(seat), 'empty'])}" in f"{said}, empty".replace("\n", ", empty\n")
            for i, card in enumerate(words.hand(seat)):
                [line] = [line for line in said.split("\n") if line.startswith(f"  card {i + 1}: ")]
                for demand in board.cards[card].demands:
                    sources = ", ".join(board.cities[source].name for source in board.sources[demand.good])
                    where = f"{board.goods[demand.good].name} to {board.cities[demand.city].name} for {demand.payout} "
                    assert f"{where}({'aboard, ' if demand.good in seat['loads'] else ''}from {sources})" in line
            segments = int((view["track"][0][: len(board.edges)] == p).sum())
            assert f"  track: {segments} segment" in said if segments else "  track: none" in said
            if seat["train"] >= 0:
                assert re.search(rf"moves \d+, {words.near(seat['train'])}", said)


@pytest.mark.parametrize("form", FORMS)
def test_description__says_nothing_that_is_hidden(form: str) -> None:
    game = FORMS[form]
    for state in list(positions(game, 2, 500))[:-1:50]:
        for viewer in (PUBLIC, 0, 1):
            view = game.rules.view(state, viewer)
            worlds = [game.rules.determinize(view, viewer, seed) for seed in range(3)]
            assert {view_of(game, world, viewer).describe() for world in worlds} == {reading(game, view).describe()}


def test_description__tells_of_events_chips_and_what_binds_a_seat() -> None:
    """A position written by hand."""
    game = EmpireBuilder(num_players=2, map="test")
    state = game.rules.new_state(1)
    v, kinds = state[0], [event.kind for event in game.board.events]
    v["round"], v["mover"], v["phase"], v["current_player"], v["movement_left"] = 3, 0, phases.OPERATE, 0, 7
    flood, strike = kinds.index("flood"), kinds.index("strike")
    v["event_seat"][[flood, strike]], v["event_turns_left"][[flood, strike]] = (0, 1), (2, 1)
    v["chips"][[0, 2]] = 0
    v["struck_cities"] = 0b101
    v["picked_up"], v["dropped"], v["fee_paid"] = 1, 2, 2
    elm = game.board.cities[ELM].mileposts[0]
    north = game.params["post_next"][0, elm, 0]
    seat = v["players"][0]
    seat["train"], seat["came_from"], seat["loads"] = north, elm, (0, 0, -1)
    seat["debt"], seat["turns_lost"], seat["goal_met"] = 30, 1, 1
    said = view_of(game, state, 1).describe().split("\n")
    assert said[0] == "Round 3, player_0 to decide: run the train (7 mileposts left, 50 in cash)."
    table = said[
        1 : said.index("player_0: 50 million, to move, owes 30 million, loses the next turn, has met the goal")
    ]
    own = said[len(table) + 2 :]
    assert own[0] == "  train: Freight (carries 2), moves 9, near Elm (1 milepost north, come from the south)"
    assert own[1] == "  loads: Coal, Coal"
    told = "7 mileposts left, picked up here: Coal, dropped here: Fish, fees paid to player_1"
    assert f"  turn of player_0: {told}" in table
    [events] = [line for line in table if line.startswith("  events in force: ")]
    assert "The Heron rises, until the end of player_0's next turn (track over the Heron is lost, " \
           "and closed to trains and building)" in events  # fmt: skip
    assert re.search(r"Strike of the border[^(]*, until the end of player_1's next turn", events)
    assert "  cities on strike: Alder, Cedar" in table
    [goods] = [line for line in table if line.startswith("  goods left: ")]
    assert "Coal 0 (from " in goods and "Grain 0 (from " in goods
    assert table[-1] == "  cards: 38 in the deck, 0 used (events among these: none)"
    v["event_turns_left"][flood] = 1
    assert "The Heron rises, until the end of player_0's turn (" in reading(game, state).describe()


@pytest.mark.parametrize(
    ("phase", "note"),
    [
        (phases.GIVE_UP, ""),
        (phases.PLACE, ""),
        (phases.OPERATE, " (1 milepost left, 50 in cash)"),
        (phases.BUILD, " (13 left to spend, 1 segment out of major cities)"),
        (phases.BUILD_FROM, " (13 left to spend, 1 segment out of major cities)"),
        (phases.LOSE_LOAD, " (in the turn of player_0)"),
    ],
)
def test_headline__says_what_is_due(phase: int, note: str) -> None:
    game = FORMS["four"]
    state = game.rules.new_state(1)
    v = state[0]
    (
        v["round"],
        v["mover"],
        v["current_player"],
        v["phase"],
        v["movement_left"],
        v["spent_in_turn"],
        v["exits_in_turn"],
    ) = (
        5,
        0,
        2,
        phase,
        1,
        7,
        1,
    )
    v["segment_start"] = 0
    assert reading(game, state).headline() == f"Round 5, player_2 to decide: {phases.PHASES[phase]}{note}"
    assert reading(game, state).question() == f"{phases.PHASES[phase]}{note}"


def test_headline__of_the_opening_and_of_the_end() -> None:
    game = FORMS["four"]
    state = game.rules.new_state(1)
    v = state[0]
    assert reading(game, state).headline().startswith("Opening round 1 of 2, player_")
    v["terminated"], v["end_reason"], v["payoff"][:4] = 1, phases.ROUND_LIMIT, (0.5, -1, 0.5, 0)
    shared = "Game over, player_0 and player_2 share the win: the last round was played"
    assert reading(game, state).headline() == shared
    v["payoff"][:4] = (-1, 1, 0, 0)
    assert reading(game, state).headline() == "Game over, player_1 wins: the last round was played"


def test_networks__are_the_connected_parts_of_own_track_the_best_first() -> None:
    """A major city counts as one, and joins what reaches it anywhere."""
    board = load_map("test")
    words = Words(board, EmpireBuilder(map="test").params[0], ("a", "b"), EmpireBuilder.engines)
    view: Any = {"track": np.full(len(board.edges), -1)}
    assert words.networks(view, 0) == []
    alder, dogwood = set(board.cities[0].mileposts), board.cities[3].mileposts[0]
    outside = [i for i, e in enumerate(board.edges) if len(alder & {e.a, e.b}) == 1]
    at_dogwood = [i for i, e in enumerate(board.edges) if dogwood in (e.a, e.b)][:1]
    view["track"][[outside[0], outside[-1]]] = 0
    view["track"][at_dogwood] = 0
    assert words.networks(view, 0) == [[0], [3]]
    view["track"][outside[0]] = 1
    assert words.networks(view, 1) == [[0]]


def test_finished_game__is_described_with_its_end() -> None:
    game = FORMS["all there is"]
    *_, last = positions(game, 1)
    text = view_of(game, last, PUBLIC).describe()
    assert text.startswith("Game over, player_") and "has met the goal" in text


@pytest.mark.parametrize("game", ["empire_builder_v0", "resourceful_rails_v0"])
def test_mileposts__are_named_by_direction_and_distance_from_the_nearest_city(game: str) -> None:
    """Each by a name of its own, without rows and columns; those of older recordings mean the same."""
    display = make_game(game).display
    places, posts = display.words.places, display.board.mileposts
    names = [places.part(post) for post in range(len(posts))]
    assert len(set(names)) == len(names) and not any("row" in name.split() for name in names)
    for post, there in enumerate(posts):
        assert places.renamed(f"build from row {there.row}, column {there.col} {places.near(post)}") == (
            f"build from {names[post]}"
        )


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (Hex(-4, 0), "2 mileposts north"),
        (Hex(1, 1), "1 milepost south-east"),
        (Hex(-3, -1), "1 milepost north and 1 north-west"),
        (Hex(0, 4), "2 mileposts south-east and 2 north-east"),
    ],
)
def test_bearing__is_a_shortest_way(end: Hex, words: str) -> None:
    assert bearing(Hex(0, 0), end) == words
