"""Set-up against the Railbot, how hard it is made, who chooses for it, and what is not in play."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from given import given, play, written
from railways_of_the_world.games import (
    about,
    against,
    changed,
    choices,
    choose,
    links,
    player,
    railbot,
    railways,
    the_railbot,
)

from railgym.envs.railways_of_the_world.maps.loading import DATA, load_map
from railgym.envs.railways_of_the_world.maps.model import Map

SEEDS = range(200)
PASS_TWICE = ("pass", "pass")  # then comes the Railbot's card
EXHAUST, PATH = "choose where a cube is exhausted", "choose the way of the Railbot's track"
START_CARDS = {"railroad era begins", "speed record", "new train"}
CARDS = {card.id: card for card in railbot().board.railbot}


def test_map__is_chosen_and_is_nordic_unless_another_is() -> None:
    """RS-1.6, RS-2.1, RW-R2: every map has a Railbot's deck."""
    assert railbot().board.name == "nordic"
    for name in ("mexico", "eastern_us", "south_sweden"):
        game = railbot(map=name)
        assert game.board is load_map(name)
        assert int(game.params["base_exhaust"][0]) == game.board.base_exhaust
        dealt = game.new_position(1)
        assert {"pass", "upgrade the engine", "insure against card 1 of the row"} <= choices(dealt)
        assert ("western" in game.actions.blocks) == (name == "eastern_us")


def test_first_cards__are_removed_unseen_and_dealt_by_lot() -> None:
    """RS-2.7, RS-2.8, RW-R3: any card of slot 1 may be among the three removed; the row has none that are refused,
    which may come later."""
    removed, dealt, later = Counter[str](), Counter[str](), Counter[str]()
    first = {id for id, card in CARDS.items() if card.slot == 1}
    for seed in SEEDS:
        position = railbot().new_position(seed)
        assert the_railbot(position.view(0))["removed"] == [None] * 3
        bot = the_railbot(position)
        removed.update(bot["removed"])
        dealt.update(bot["row"])
        later.update(bot["deck"])
    hard = {id for id in first if CARDS[id].kind in ("taxation", "deadhead")}
    assert set(removed) == first and set(dealt) == first - hard and hard <= set(later)


def test_deck__is_shuffled_with_the_final_evaluation_among_the_last_three() -> None:
    """RS-2.9, RS-2.10"""
    places, tops = Counter[int](), set()
    for seed in SEEDS:
        deck = the_railbot(railbot().new_position(seed))["deck"]
        places[len(deck) - 1 - deck.index("C01")] += 1
        tops.add(deck[0])
    assert CARDS["C01"].kind == "final_evaluation"
    assert set(places) == {0, 1, 2} and min(places.values()) > 40
    assert len(tops) > 15


def kind_of(card: str) -> str:
    """The kind of an operations card."""
    return card.split(" in ")[0].rstrip(" 0123456789")


def test_operations__are_two_bounties_and_one_of_the_rest() -> None:
    """RS-2.11, RS-2.12, RS-2.13: the other bounties and the start cards are not in the game."""
    bounties, third = set(), set()
    kinds = Counter(card.kind.replace("_", " ") for card in railbot().board.operations)
    for seed in SEEDS:
        dealt = written(railbot().new_position(seed))
        *two, other = dealt["display"]
        bounties |= set(two)
        third.add(kind_of(other))
        assert len(two) == 2 and {kind_of(card) for card in two} == {"service bounty"}
        left = Counter(kind_of(card) for card in [*dealt["deck"], other])
        out = {"service bounty", *START_CARDS}
        assert left == {kind: number for kind, number in kinds.items() if kind not in out}
        assert {kind_of(card) for card in dealt["cards_gone"]} == out
    assert len(bounties) == kinds["service bounty"]
    assert third == {"land grant", "new industry", "railroad executive", "perfect engineering", "city growth", "hotel"}


def test_duel_barons__are_four_of_twelve() -> None:
    """RS-1.2, RS-2.14: face up, and unclaimed; the others are not in the game."""
    seen = set()
    for seed in SEEDS:
        position = railbot(duel_barons=True).new_position(seed)
        barons = the_railbot(position)["duel_barons"]
        assert len({baron["name"] for baron in barons}) == 4 == len(barons)
        assert not any("owner" in baron for baron in barons)
        assert the_railbot(position.view(0))["duel_barons"] == barons
        seen |= {baron["name"] for baron in barons}
    assert len(seen) == 12


def test_universal_barons__are_not_used() -> None:
    """RS-2.17"""
    for options in ({}, {"duel_barons": True}, {"railbot": "agent"}):
        dealt = railbot(**options).new_position(1)
        assert player(dealt)["barons"] == [] and dealt.phase == "take an action"


def test_railbot__has_links_and_nothing_else() -> None:
    """RS-2.16, RS-3.4, RS-3.5: in games to their end it has no money, no bonds and no points."""
    for options in ({}, {"railbot": "agent", "duel_barons": True}):
        game, rng = railbot(**options), np.random.default_rng(6)
        for seed in range(3):
            position = game.new_position(seed)
            while not position.is_over:
                position.play(int(rng.choice(position.legal_actions)))
            assert any(link["owner"] == "railbot" for link in written(position)["links"])
            s = position.record[0]
            assert s["scores"][1:].tolist() == [game.options.goal, 0, 0, 0, 0]  # at the end the target stands second
            for field in ("cash", "bonds", "engine", "delivered"):
                assert not s["players"][field][1:].any()


# --- how hard it is -----------------------------------------------------------------------------------------------


def test_cash__to_begin_with_makes_it_easier() -> None:
    """RS-11.1: 5, and still no bonds."""
    dealt = [player(railbot(cash=cash).new_position(1)) for cash in (0, 5)]
    assert [(seat["cash"], seat["bonds"]) for seat in dealt] == [(0, 0), (5, 0)]


def test_target__is_110_125_or_135_and_15_more_with_duel_barons() -> None:
    """RS-11.2, RS-11.7, RS-2.15, RS-10.6"""
    goals = [(t, d, int(railbot(target=t, duel_barons=d).params["target"][0])) for t in (110, 125, 135) for d in (0, 1)]
    assert goals == [(110, 0, 110), (110, 1, 125), (125, 0, 125), (125, 1, 140), (135, 0, 135), (135, 1, 150)]
    last = {"last_year": 1, "railbot": {"part_of_turn": "after its card"}}
    for target in (110, 135):
        for points, payoff in ((target - 1, -1), (target, 1)):
            position = given(railbot(target=target), **last, scores=[points, 0])
            play(position, "pass")
            assert position.payoffs[0] == payoff


@pytest.mark.parametrize(("change", "cubes"), [(-1, 1), (0, 2), (1, 3)])
def test_exhaust__is_by_one_less_or_more(change: int, cubes: int) -> None:
    """RS-11.3, RS-11.6, RW-R6"""
    position = given(railbot(exhaust=change), **against("C02", "C03", "C06"), cubes={"Oslo": {"red": 9}})
    assert len(about(play(position, *PASS_TWICE) + choose(position, EXHAUST), "exhausts")) == cubes


@pytest.mark.parametrize("fewer", [1, 2])
def test_cards__are_removed_before_the_final_evaluation_comes_in(fewer: int) -> None:
    """RS-11.4, RW-R6: out of the draw deck, unseen."""
    removed = Counter[str]()
    for seed in SEEDS:
        position = railbot(fewer_cards=fewer).new_position(seed)
        bot = the_railbot(position)
        assert len(bot["removed"]) == 3 + fewer and len(bot["deck"]) == 19 - fewer and "C01" in bot["deck"][-3:]
        assert the_railbot(position.view(0))["removed"] == [None] * (3 + fewer)
        removed.update(bot["removed"][:fewer])
    assert {CARDS[id].slot for id in removed} == {1, 2, 3}


@pytest.mark.parametrize("display", [3, 4, 5])
def test_display__holds_fewer_cards(display: int) -> None:
    """RS-11.5"""
    cards = ["land grant", "city growth", "hotel in Oslo", "new industry", "railroad executive", "hotel in Göteborg"]
    third_action = {"part_of_turn": "after its card"}
    position = given(railbot(display=display), deck=cards, railbot=third_action)
    for number in range(1, 7):
        play(position, "pass")
        assert written(position)["display"] == cards[max(0, number - display) : number]
        position = changed(position, actions=1, railbot=third_action)


@pytest.mark.parametrize("fewer", [0, 1, 2])
def test_markers__that_bring_the_end_are_fewer(fewer: int) -> None:
    """RS-11.8, RS-10.1"""
    board, deliver = railbot().board, ("load a black cube in Alvesta", "go to Malmö")
    others = [city.name for city in board.cities if city.name not in ("Alvesta", "Hässleholm")]
    marked = others[: board.empty_limit - fewer - 2]
    track, cubes = links("Alvesta", "Malmö") + links("Hässleholm", "Malmö"), {"black": 1}
    position = given(
        railbot(fewer_markers=fewer),
        links=track,
        cubes={"Alvesta": cubes, "Hässleholm": cubes},
        empty_city_markers=marked,
        actions=3,
    )
    play(position, *deliver)
    assert written(position)["last_year"] is None
    play(position, "load a black cube in Hässleholm", "go to Malmö")
    assert written(position)["last_year"] == 2


# --- who chooses --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("railbot_is", "chooser"), [("deck", 0), ("agent", 1)])
def test_choices__of_the_railbot_are_the_player_s_or_its_agent_s(railbot_is: str, chooser: int) -> None:
    """RW-R4.1, RW-R4.2: cubes, and then the player goes on."""
    position = given(railbot(railbot=railbot_is), **against("C02", "C03", "C06"), cubes={"Oslo": {"red": 3}})
    play(position, *PASS_TWICE)
    assert position.phase == EXHAUST and position.current_player == chooser
    choose(position, EXHAUST)
    assert position.phase == "take an action" and position.current_player == 0


def test_slot__may_be_chosen_instead_of_the_revealed_one() -> None:
    """RW-R4.2"""
    position = given(railbot(railbot="agent", railbot_power="slot"), **against("C02", "C09", "C06"))
    play(position, *PASS_TWICE)
    assert choices(position) == {f"resolve card {i} of the row" for i in (1, 2, 3)} and position.current_player == 1
    told = play(position, "resolve card 2 of the row")
    assert about(told, "resolves") == ["the Railbot resolves card 2 of the row: deadhead"]
    assert the_railbot(position)["row"] == ["C02", "C06", "C07"]


def test_game_of_several__has_no_railbot() -> None:
    """RS-1.6"""
    position = given(railways())
    assert not any(words.startswith(("insure", "claim", "resolve")) for words in choices(position))
    assert "railbot" not in written(position) and not position.record["railbot_deck"]["size"][0]


# --- what is not in play ------------------------------------------------------------------------------------------


@pytest.fixture
def shore(tmp_path: Path) -> str:
    """The small map without Karlskrona, without the major line that ends there, and without another one."""
    for file in (DATA / "south_sweden").iterdir():
        if file.suffix in (".csv", ".json"):
            words = file.read_text(encoding="utf-8").replace("Karlskrona,gray,1,yes", "Karlskrona,gray,1,no")
            words = words.replace("Halmstad,Karlskrona,3,yes", "Halmstad,Karlskrona,3,no")
            words = words.replace("Göteborg,Kalmar,5,yes", "Göteborg,Kalmar,5,no")
            (tmp_path / file.name).write_text(words, encoding="utf-8")
    return str(tmp_path)


def card_of(board: Map, *cities: str) -> str:
    """The Railbot card that links cities, in this order."""
    return next(card.id for card in board.railbot if [board.cities[city].name for city in card.cities] == [*cities])


def test_city__out_of_play_has_no_cubes_and_gets_none(shore: str) -> None:
    """RS-1.3, RS-2.2, RS-2.5, RS-2.6, RS-9.5: it counts for nothing; the others have the printed number."""
    game = railbot(map=shore)
    dealt = game.new_position(1)
    assert {city: sum(there.values()) for city, there in written(dealt)["cubes"].items()} == {
        city.name: city.cubes for city in game.board.cities if city.name != "Karlskrona"
    }
    assert written(dealt)["empty_city_markers"] == []
    assert not any("Karlskrona" in words for words in choices(dealt))
    position = given(game, display=["city growth", "new industry"])
    growth, industry = sorted(words for words in choices(position) if words.startswith("take card"))
    grown, urbanized = position.copy(), position
    play(grown, max(growth, industry, key=lambda words: "growth" in words))
    assert len(choices(grown)) == 9 and "add cubes in Karlskrona" not in choices(grown)
    play(urbanized, max(growth, industry, key=lambda words: "industry" in words))
    assert "urbanize Karlskrona" not in choices(urbanized) and "urbanize Alvesta" in choices(urbanized)


def test_city__out_of_play_is_passed_by_no_track(shore: str) -> None:
    """RS-4.3, RS-6.10, RW-R2: the player's runs do not enter it, nor does the Railbot; a card that names it does the
    rest."""
    game, rng = railbot(map=shore), np.random.default_rng(4)
    for seed in range(6):
        position = game.new_position(seed)
        while not position.is_over:
            position.play(int(rng.choice(position.legal_actions)))
        assert not any("Karlskrona" in link["cities"] for link in written(position)["links"])
    position = given(game, **against(card_of(game.board, "Karlskrona", "Alvesta", "Jönköping"), "C03", "C06"))
    play(position, *PASS_TWICE)
    choose(position, PATH)
    ends = {city for link in written(position)["links"] for city in link["cities"]}
    assert {"Alvesta", "Jönköping"} <= ends


def test_pair__with_a_city_out_of_play_is_skipped(shore: str) -> None:
    """RS-6.10: whether it comes first or second; the other pairs of the card are treated as usual."""
    game = railbot(map=shore)
    card = card_of(game.board, "Malmö", "Hässleholm", "Karlskrona", "Kalmar")
    cubes = {city: {"red": 1} for city in ("Malmö", "Hässleholm", "Kalmar")}
    position = given(game, **against(card, "C03", "C06"), links=links("Malmö", "Hässleholm"), cubes=cubes)
    told = play(position, *PASS_TWICE)
    assert about(told, "the Railbot takes") == ["the Railbot takes a red cube of Malmö"]
    assert not about(told, "finishes")
    assert position.phase == "take an action" and written(position)["actions"] == 1


def test_major_line__out_of_play_is_nobody_s(shore: str) -> None:
    """RS-2.3, RS-4.4"""
    game = railbot(map=shore)
    over = links("Malmö", "Halmstad", "Göteborg", owner="railbot")
    position = given(game, **against("SS03", "C03", "C06"), links=over)
    play(position, *PASS_TWICE)
    assert choices(position) == {"claim Stockholm - Malmö", "claim Stockholm - Göteborg"}
    position = given(game, links=links("Göteborg", "Hässleholm") + links("Alvesta", "Kalmar"))
    told = play(position, "link Alvesta - Hässleholm")
    assert len(about(told, "finishes")) == 1 and not about(told, "major line")
