"""The box: map, cities, goods, cards, events and money."""

import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from crayon_rails.moves import COAL, LONG, end_turn, hand, lay, owner, supply
from given import given, play, written

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.geo.hexagons import STEPS
from railgym.envs.core.picture import SEAT_COLOURS
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.maps.loading import DATA, load_map
from railgym.envs.crayon_rails.maps.model import EVENT_KINDS
from railgym.envs.crayon_rails.notation_kinds import card_names

GAMES = ("empire_builder_v0", "resourceful_rails_v0")
MAPS = ("europe", "india", "north_america", "pacific_northwest", "test")


# --- the map -------------------------------------------------------------------------------------------------------


def test_map__is_of_the_united_states_canada_and_mexico(america: CrayonRails) -> None:
    """EB-1.1, EB-R1: 2,080 mileposts and 62 cities in all three countries."""
    board = america.board
    assert (board.name, len(board.mileposts), len(board.cities)) == ("north_america", 2_080, 62)
    assert {"Montreal", "Chicago", "Guadalajara"} < {city.name for city in board.cities}
    assert any(post.frontier for post in board.mileposts)


def test_map__of_the_orders_is_the_pacific_northwest(northwest: CrayonRails) -> None:
    """RR-2.2, RR-R2: unless another is chosen."""
    assert (northwest.board.name, len(northwest.board.cities)) == ("pacific_northwest", 48)
    assert len(northwest.board.rivers) > 20
    assert {"Columbia", "Snake"} < set(northwest.board.rivers)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", MAPS)
def test_map__can_be_chosen(game: str, name: str) -> None:
    """EB-R1, RR-2.2, RR-R2: both games can be played on each, with its goods, chips, cards and events."""
    board = load_map(name)
    position = make_game(game, map=name, events=True).new_position(3)
    assert position.game.board is board
    assert written(position)["supply"] == {good.name: good.chips for good in board.goods}
    assert len(written(position)["deck"]) + 6 == len(board.cards) + len(board.events)
    with pytest.raises(OptionsError, match="no map"):
        make_game(game, map="nowhere")


def test_map__of_ones_own_can_be_played(tmp_path: Path) -> None:
    """EB-R1, RR-R2: chips changed in a folder of files are the chips of the game; such a game is another."""
    folder = Path(shutil.copytree(DATA / "test", tmp_path / "own"))
    goods = folder / "goods.csv"
    goods.write_text(goods.read_text(encoding="utf-8").replace("Coal,4", "Coal,9"), encoding="utf-8")
    game = make_game("empire_builder_v0", map=str(folder))
    assert supply(game.new_position(3), "Coal") == 9
    assert game.options.rules_hash != make_game("empire_builder_v0", map="test").options.rules_hash


@pytest.mark.parametrize("name", MAPS)
def test_board__is_a_grid_of_mileposts(name: str) -> None:
    """EB-2.1, RR-7.1, RR-7.2, RR-7.3: a milepost has up to six neighbours, each where a hexagon has its own."""
    params = EmpireBuilder(map=name).params[0]
    posts, often = int(params["num_mileposts"]), Counter[int]()
    for post in range(posts):
        beside = [way for way in range(6) if params["post_edge"][post, way] >= 0]
        often[len(beside)] += 1
        for way in beside:
            there = int(params["post_next"][post, way])
            down, right = (int(params[f][there]) - int(params[f][post]) for f in ("post_row", "post_col"))
            assert (down, right) == STEPS[way]
            assert params["post_edge"][there, (way + 3) % 6] == params["post_edge"][post, way]
    assert max(often) == 6 and often.most_common(1)[0][0] == 6


def test_majors__are_seven_of_which_six_are_needed(america: CrayonRails) -> None:
    """EB-R2, EB-1.3, RR-1.1"""
    majors = [america.board.cities[i].name for i in america.board.majors]
    assert majors == ["Atlanta", "Chicago", "Kansas City", "Los Angeles", "Mexico City", "New York", "Seattle"]
    assert america.params["majors_needed"][0] == 6
    assert ResourcefulRails().params["majors_needed"][0] == 6
    assert EmpireBuilder(majors=4).params["majors_needed"][0] == 4
    with pytest.raises(OptionsError, match="7 major cities"):
        EmpireBuilder(majors=8)


def test_small_map__has_three_majors_of_which_two_are_needed(two: CrayonRails) -> None:
    """EB-R2"""
    posts = two.board.mileposts
    assert [two.board.cities[i].name for i in two.board.majors] == ["Alder", "Birch", "Cedar"]
    assert (1 + max(post.col for post in posts), 1 + max(post.row for post in posts) // 2) == (12, 10)
    assert two.params["majors_needed"][0] == 2


@pytest.mark.parametrize("name", MAPS)
def test_cities__have_one_milepost_or_seven(name: str) -> None:
    """RR-9.3, RR-9.5, RR-9.7: a small or a medium city is one milepost, a major one a middle and six around."""
    game = EmpireBuilder(map=name)
    for city in game.board.cities:
        assert len(city.mileposts) == (7 if city.size == "major" else 1)
        middle = game.params[0]["post_next"][city.mileposts[0]]
        if city.size == "major":
            assert middle.tolist() == list(city.mileposts[1:])


def test_cities__supply_none_to_three_goods() -> None:
    """RR-9.1"""
    for name in ("pacific_northwest", "north_america"):
        board = load_map(name)
        assert {len(city.goods) for city in board.cities} == {0, 1, 2, 3}


# --- goods, cards and money ----------------------------------------------------------------------------------------


def test_chips__are_100_in_all(america: CrayonRails) -> None:
    """EB-2.4, EB-5.24: among them 4 of oil and 3 of wheat."""
    position = america.new_position(3)
    assert sum(written(position)["supply"].values()) == 100
    assert (supply(position, "Oil"), supply(position, "Wheat")) == (4, 3)
    assert sum(written(ResourcefulRails().new_position(3))["supply"].values()) == 90


def test_goods__are_thirty() -> None:
    """RR-10.1, RR-R3: 22 with sources from of old and eight of our own, each with a source."""
    board = load_map("pacific_northwest")
    own = {"Hops", "Lumber", "Oil", "Paper", "Phosphate", "Silver", "Soda Ash", "Wool"}
    assert len(board.goods) == 30
    assert own < {good.name for good in board.goods}
    assert all(board.sources)


@pytest.mark.parametrize("game", [EmpireBuilder(), ResourcefulRails()], ids=GAMES)
def test_demand_cards__are_136_of_three_demands(game: CrayonRails) -> None:
    """EB-2.5, EB-R3, RR-6.2, RR-6.3, RR-6.4, RR-6.5, RR-R1.5: each demand names a city, a good and money."""
    params, position = game.params[0], game.new_position(3)
    assert params["num_cards"] == len(game.board.cards) == 136
    assert params["num_events"] == (20 if isinstance(game, EmpireBuilder) else 0)
    cards = written(position)["deck"] + hand(position) + hand(position, 1)
    assert sorted(cards) == sorted(card_names(game)[: 136 + int(params["num_events"])])
    for i, card in enumerate(game.board.cards):
        for line, demand in enumerate(card.demands):
            line_of_card = [int(params[f"card_{field}"][i, line]) for field in ("city", "good", "payout")]
            assert line_of_card == [demand.city, demand.good, demand.payout]
            assert demand.good not in game.board.cities[demand.city].goods
            assert demand.payout > 0


def test_event_cards__are_twenty_of_six_kinds(america: CrayonRails) -> None:
    """EB-2.6, EB-5.39, EB-R4.1: the four that the manual names, and snow and storms."""
    kinds = Counter(event.kind for event in america.board.events)
    assert kinds == {"flood": 7, "derailment": 5, "strike": 3, "snow": 3, "storm": 1, "tax": 1}
    assert set(kinds) == set(EVENT_KINDS)
    assert america.params["num_events"][0] == kinds.total() == 20


def test_money__is_in_whole_millions(two: CrayonRails) -> None:
    """EB-2.8: cash, prices and payouts are whole numbers."""
    state = two.rules.new_state(1)
    for field in (state["scores"], state["players"]["debt"], two.params["card_payout"], two.params["post_cost"]):
        assert np.issubdtype(field.dtype, np.integer)


def test_bank__pays_and_takes_money_without_end(two: CrayonRails) -> None:
    """EB-3.2: it pays whatever a demand is worth, however much the players have, and takes what track costs."""
    position = given(two, players=[{**COAL, "cash": 20_000}, {"cash": 20_000}])
    play(position, "deliver Coal to Alder for 6")
    assert position.scores == (20_006, 20_000)
    play(position, "done")
    assert lay(position, "Alder 5 - 7.1") == 1
    assert position.scores == (20_005, 20_000)


# --- players -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_players__are_two_to_six_each_with_a_colour(game: str) -> None:
    """EB-2.2, RR-2.1, RR-2.3"""
    for number in range(2, 7):
        assert make_game(game, map="test", num_players=number).new_position(3).record["num_players"] == number
    for number in (1, 7):
        with pytest.raises(OptionsError, match="num_players"):
            make_game(game, map="test", num_players=number)
    assert len({colour for colour, _ in SEAT_COLOURS}) == 6


def test_segment__shows_whose_it_is(two: CrayonRails) -> None:
    """EB-2.2, EB-R8.1: of each segment one owner is known, whatever lies beside it."""
    position = given(two, players=[{"track": [LONG[0]]}, {"train": "Alder", "track": [LONG[1]]}])
    for p, line in enumerate(LONG[:2]):
        assert [owner(position, " - ".join(pair)) for pair in pairwise(line.split(" - "))] == [p] * line.count("-")
    assert owner(position, "Alder 3 - 4.4") == -1
    end_turn(position)
    play(position, "done")
    lay(position, "Alder 3 - 4.4")
    assert owner(position, "Alder 3 - 4.4") == 1
    assert owner(position, "Alder 5 - 7.1") == 0
