"""Events: what each does, to whom, and how long."""

from typing import Any

import pytest
from crayon_rails.moves import (
    COAL,
    DONE,
    LONG,
    end_turn,
    go,
    hand,
    in_force,
    lay,
    left,
    loads,
    may_lay,
    offers,
    owner,
    player,
    post,
    supply,
    train,
)
from given import given, legal, play, written

from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder
from railgym.envs.crayon_rails.rules.incidents import tax_due

OTTER, HERON = "The Otter rises", "The Heron rises"
DERAILMENT, TAX = "Derailments around Birch and Gorse", "Rail tax"
GUARDS, CREWS = "Strike of the border guards", "Strike of the train crews"
SNOW, STORM = "Snow in the High Range", "Storm in the north"
OVER = ("Alder 3 - 4.4 - 3.5 - Elm", "Cedar 2 - 13.7 - 14.8 - 13.9 - Fir")  # the first crosses the Otter


def struck(game: CrayonRails, title: str, *players: dict[str, Any]) -> Position:
    """The first player draws an event in the middle of their turn, by a delivery where their train stands: of coal or
    fish, for a card that asks for it there. Their train stands in Alder unless said."""
    first, *others = players
    at = first.get("train", "Alder")
    city = at.removesuffix(" 5")
    good = "Fish" if city == "Dogwood" else "Coal"
    first = {**first, "train": at, "loads": [good, *first.get("loads", [])], "cards": [f"{good} to {city}", "..."]}
    position = given(game, players=[first, *others], deck=[title, "Iron to Fir", "..."])
    play(position, next(action for action in legal(position) if action.startswith(f"deliver {good} to {city}")))
    return position


# --- how long ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [OTTER, GUARDS, CREWS, SNOW, STORM])
def test_event__lasts_to_the_end_of_the_drawers_next_turn(three: CrayonRails, title: str) -> None:
    """EB-5.38, EB-5.37, EB-R4.2: it is in force at once, all round the table, and no longer."""
    position = struck(three, title, {}, {"train": "Elm"}, {"train": "Elm"})
    assert title in in_force(position) and position.phase == "run the train"
    for mover in (1, 2, 0):
        end_turn(position)
        assert position.current_player == mover and title in in_force(position)
    told = end_turn(position)
    assert told.count(f"it is over: {title}") == 1
    assert title not in in_force(position)
    assert not any(
        position.record[effect].any() for effect in ("flooded_rivers", "struck_cities", "striking_crews", "weather")
    )


def test_event__ends_with_a_lost_turn_too(two: CrayonRails) -> None:
    """EB-R4.2, EB-5.38: a lost turn is the drawer's next."""
    position = struck(two, OTTER, {"turns_lost": 1}, {"train": "Elm"})
    end_turn(position)
    assert OTTER in in_force(position)
    end_turn(position)
    assert position.current_player == 1 and OTTER not in in_force(position)


def test_event__that_ends_leaves_the_others_in_force(two: CrayonRails) -> None:
    """EB-R4.2: each has its own time."""
    rival = {"train": "Elm", "loads": ["Fish"], "cards": ["Fish to Elm", "Coal to Hazel", "Tools to Ivy"]}
    position = given(two, players=[COAL, rival], deck=[SNOW, "Iron to Fir", STORM, "Tools to Fir", "..."])
    play(position, "deliver Coal to Alder for 6")
    end_turn(position)
    play(position, "deliver Fish to Elm for 9")
    end_turn(position)
    assert SNOW in in_force(position) and STORM in in_force(position)
    end_turn(position)
    assert SNOW not in in_force(position) and STORM in in_force(position)
    weather = position.record["weather"][0]
    assert weather[post(position, "4.6")] and not weather[post(position, "10.2")]


@pytest.mark.parametrize("title", [DERAILMENT, TAX])
def test_derailment_and_tax__are_over_at_once(two: CrayonRails, title: str) -> None:
    """EB-R4.2"""
    position = struck(two, title, {}, {"train": "Elm"})
    assert not in_force(position) and title in written(position)["used"]


# --- flood ---------------------------------------------------------------------------------------------------------


def test_flood__destroys_the_track_across_its_river(two: CrayonRails) -> None:
    """EB-5.40, EB-R13.1, EB-2.1: of any owner, and no other track; it can be built again later."""
    position = struck(two, OTTER, {"track": OVER}, {"train": "Elm", "track": ["4.4 - 2.4 - 1.3", "6.4 - 7.3"]})
    gone = ("Alder 3 - 4.4", "2.4 - 1.3", "6.4 - 7.3")
    assert [owner(position, line) for line in gone] == [-1, -1, -1]
    assert [owner(position, line) for line in ("4.4 - 3.5", "4.4 - 2.4", "14.8 - 13.9")] == [0, 1, 0]
    assert position.scores == (56, 50)
    assert position.record["track_seats"][0, post(position, "1.3")] == 0


def test_flood__tells_how_much_each_has_lost(two: CrayonRails) -> None:
    """EB-5.40, EB-R13.1"""
    first = {**COAL, "track": OVER}
    position = given(
        two,
        players=[first, {"train": "Elm", "track": ["4.4 - 2.4 - 1.3", "6.4 - 7.3"]}],
        deck=[OTTER, "Iron to Fir", "..."],
    )
    told = play(position, "deliver Coal to Alder for 6")
    assert [sentence for sentence in told if "to the flood" in sentence] == [
        "player_0 loses 1 segment of track to the flood",
        "player_1 loses 2 segments of track to the flood",
    ]


def test_flood__leaves_trains_where_they_stand(two: CrayonRails) -> None:
    """EB-R13.1: on what is left of their track, cut off."""
    rival = {"train": "2.4", "came_from": "3.5", "track": ["Alder 1 - 1.3 - 2.4 - 3.5 - Elm"]}
    position = struck(two, OTTER, {}, rival)
    assert train(position, 1) == "2.4"
    end_turn(position)
    assert offers(position, "step") == {"south-east"}
    assert "Alder" not in offers(position, "run") and "Elm" in offers(position, "run")


def test_flooded_river__is_neither_crossed_nor_built_across(two: CrayonRails) -> None:
    """EB-5.41, EB-7.4, EB-R13.1: until the flood has ended; then for the usual price."""
    position = struck(two, OTTER, {"train": "Alder", "track": OVER}, {"train": "Elm", "track": ["4.4 - 2.4"]})
    assert "Elm" not in offers(position, "run") | offers(position, "pay")
    play(position, DONE)
    assert not may_lay(position, "Alder 3 - 4.4") and not may_lay(position, "4.4 - Alder 3")
    assert may_lay(position, "13.7 - 12.8") and may_lay(position, "Alder 5 - 7.1")
    play(position, DONE, DONE)
    assert position.current_player == 1
    assert not may_lay(position, "2.4 - 1.3") and may_lay(position, "2.4 - 0.4")
    end_turn(position)
    play(position, DONE)
    assert not may_lay(position, "Alder 3 - 4.4")
    end_turn(position)
    play(position, DONE)
    assert position.current_player == 1 and may_lay(position, "2.4 - 1.3")
    end_turn(position)
    play(position, DONE)
    assert lay(position, "Alder 3 - 4.4") == 3


def test_flood__makes_room_in_cities(three: CrayonRails) -> None:
    """EB-R8.4, EB-R13.1: whose only way into a small city was washed away is in it no longer."""
    rivals = {"train": "Elm", "track": ["9.7 - Hazel"]}, {"train": "Elm", "track": ["8.8 - Hazel"]}
    mine = ("11.9 - 12.10",)
    position = given(three, players=[{"train": "Alder", "track": mine}, *rivals], phase="build")
    assert not may_lay(position, "11.9 - Hazel")
    position = struck(three, HERON, {"track": mine}, *rivals)
    play(position, DONE)
    assert may_lay(position, "11.9 - Hazel")


# --- derailment ----------------------------------------------------------------------------------------------------


def test_derailment__takes_a_load_and_the_next_turn(three: CrayonRails) -> None:
    """EB-5.42, EB-5.43, EB-R13.3: of trains within 3 mileposts of a city on the card; its owner chooses the load,
    whose chip goes back, in the middle of the drawer's turn."""
    near = {"train": "14.2", "loads": ["Grain", "Iron"], "track": ["14.2 - 12.2"]}
    position = struck(three, DERAILMENT, {}, near, {"train": "Cedar", "loads": ["Fish"]})
    assert (position.phase, position.current_player) == ("choose the load to lose", 1)
    assert written(position)["turn_of"] == "player_0"
    assert legal(position) == {"lose Grain", "lose Iron"}
    play(position, "lose Iron")
    assert (loads(position, 1), loads(position, 2), supply(position, "Iron")) == (["Grain"], ["Fish"], 3)
    assert (position.phase, position.current_player) == ("run the train", 0)
    assert len(hand(position)) == 3
    assert [player(position, p)["turns_lost"] for p in range(3)] == [0, 1, 0]
    end_turn(position)
    assert position.current_player == 2
    end_turn(position, 2)
    assert position.current_player == 1


@pytest.mark.parametrize(
    ("at", "hit"), [("14.2", True), ("15.3", True), ("14.4", False), ("18.4", False), ("12.8", False), ("6.8", True)]
)
def test_derailment__is_within_three_mileposts_on_the_grid(two: CrayonRails, at: str, hit: bool) -> None:
    """EB-5.42, EB-R13.2: of Gorse, or of any milepost of Birch."""
    at = "Cedar 6" if at == "14.4" else at
    position = struck(two, DERAILMENT, {}, {"train": at})
    assert player(position, 1)["turns_lost"] == hit


def test_derailment__of_the_drawer_ends_his_turn(two: CrayonRails) -> None:
    """EB-5.43, EB-R13.3: the rest of this turn is lost as well as the next; the hand is filled first."""
    position = struck(
        two, DERAILMENT, {"train": "Birch", "loads": ["Fish", "Iron"], "engine": "Heavy Freight"}, {"train": "Cedar"}
    )
    assert position.phase == "choose the load to lose" and position.current_player == 0
    play(position, "lose Fish")
    assert (position.current_player, loads(position), len(hand(position))) == (1, ["Iron"], 3)
    told = end_turn(position)
    assert told.count("player_0 loses this turn") == 1
    assert position.current_player == 1
    end_turn(position)
    assert position.current_player == 0


def test_derailed_train__without_a_choice_is_not_asked(three: CrayonRails) -> None:
    """EB-5.42, EB-R13.3: an empty one loses its turn only, one with like loads one of them."""
    position = struck(three, DERAILMENT, {}, {"train": "Gorse"}, {"train": "Gorse", "loads": ["Fish", "Fish"]})
    assert (position.phase, position.current_player) == ("run the train", 0)
    assert (loads(position, 2), supply(position, "Fish")) == (["Fish"], 2)
    assert [player(position, p)["turns_lost"] for p in range(3)] == [0, 1, 1]


def test_derailed_players__choose_in_the_order_of_play(four: CrayonRails) -> None:
    """EB-R13.3: from the drawer on."""
    others = [{"train": "Gorse", "loads": carried} for carried in [["Fish", "Iron"]] * 2 + [["Fish", "Timber"]]]
    drawer = {
        "train": "Birch",
        "loads": ["Coal", "Tools", "Grain"],
        "cards": ["Coal to Birch", "..."],
        "engine": "Heavy Freight",
    }
    position = given(
        four,
        players=[drawer, *others],
        order=["player_1", "player_0", "player_3", "player_2"],
        deck=[DERAILMENT, "Iron to Fir", "..."],
    )
    play(position, "deliver Coal to Birch for 11")
    asked = []
    while position.phase == "choose the load to lose":
        asked.append(position.current_player)
        play(position, max(legal(position)))
    assert asked == [0, 3, 2, 1]


def test_player__derailed_again_loses_one_turn_only(two: CrayonRails) -> None:
    """EB-5.43, EB-R13.3: however often they are hit before it, but each time a load."""
    position = struck(two, DERAILMENT, {}, {"train": "Gorse", "loads": ["Fish", "Iron"], "turns_lost": 1})
    play(position, "lose Fish")
    assert player(position, 1)["turns_lost"] == 1
    end_turn(position)
    assert position.current_player == 0
    end_turn(position)
    assert position.current_player == 1


# --- strikes -------------------------------------------------------------------------------------------------------


def test_strike_at_the_borders__stops_loading_there(two: CrayonRails) -> None:
    """EB-5.44, EB-R13.4: in cities on a coast or frontier nothing is picked up or delivered; dropping stays legal."""
    on_border = {"Birch", "Dogwood", "Hazel", "Juniper"}
    for city in two.board.cities:
        position = struck(two, GUARDS, {}, {"train": city.name, "loads": ["Tools", "Fish"], "engine": "Heavy Freight"})
        end_turn(position)
        assert offers(position, "drop") == {"Tools", "Fish"}
        goods = {two.board.goods[good].name for good in city.goods}
        assert offers(position, "pick up") == (set() if city.name in on_border else goods)


def test_strike_at_the_borders__stops_deliveries_there(two: CrayonRails) -> None:
    """EB-5.44, EB-R13.4: they are on again when it is over."""
    rival = {"train": "Birch 4", "loads": ["Coal"], "cards": ["Coal to Birch", "..."]}
    position = struck(two, GUARDS, {}, rival)
    end_turn(position)
    assert not offers(position, "deliver")
    end_turn(position, 2)
    assert position.current_player == 1 and offers(position, "deliver") == {"Coal to Birch"}


def test_strike_in_the_ports__reaches_cities_near_the_coast(america: CrayonRails) -> None:
    """EB-R13.4: within 3 mileposts of it; inland all goes on."""
    for at, there in (("San Francisco", False), ("New York", False), ("Denver", True), ("Cincinnati", True)):
        first = {"train": "Chicago", "loads": ["Coal"], "cards": ["Coal to Chicago", "..."]}
        position = given(america, players=[first, {"train": at}], deck=["Strike in the ports", "..."])
        play(position, "deliver Coal to Chicago for 8")
        end_turn(position)
        assert bool(offers(position, "pick up")) == there


def test_strike_of_the_crews__stops_all_trains_on_the_drawers_track(two: CrayonRails) -> None:
    """EB-R13.5: trains of the drawer and of others; other track is open, and the drawer cannot build until it ends."""
    position = struck(two, CREWS, {"train": "Alder 5", "track": LONG[:1]}, {"train": "Alder 5", "track": LONG[1:2]})
    assert offers(position, "step") == {"north", "north-east", "south-east"}
    assert "Dogwood" not in offers(position, "run") and "Cedar" in offers(position, "pay")
    play(position, DONE)
    assert offers(position, "from") == offers(position, "build") == set() and offers(position, "upgrade")
    play(position, DONE)
    assert "Dogwood" not in offers(position, "pay") and "Cedar" in offers(position, "run")
    play(position, DONE)
    assert offers(position, "from") and offers(position, "build")
    end_turn(position)
    play(position, DONE)
    assert position.current_player == 0 and not offers(position, "from")
    end_turn(position)
    assert "Dogwood" in offers(position, "pay")


# --- snow and storms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("engine", "at"), [("Freight", "7.3"), ("Fast Freight", "9.3")])
def test_snow__halves_the_speed_in_its_zone(two: CrayonRails, engine: str, at: str) -> None:
    """EB-R4.4, EB-R13.2, EB-5.37: a step costs two points, or the last one: 5 of 9, 6 of 12; at once."""
    position = struck(two, SNOW, {"train": "Dogwood", "engine": engine, "track": LONG}, {"train": "Elm"})
    play(position, "run towards Fir")
    assert (train(position), left(position)) == (at, 0)


def test_snow__slows_on_its_border_and_not_beyond(two: CrayonRails) -> None:
    """EB-R4.4: a step out of the zone is slow, the next is not."""
    position = struck(two, SNOW, {}, {"train": "9.3", "came_from": "7.3", "track": LONG})
    end_turn(position)
    go(position, "9.3 - 10.4")
    assert left(position) == 7
    go(position, "10.4 - 12.4")
    assert left(position) == 6


def test_snow__closes_mountains_in_its_zone(two: CrayonRails) -> None:
    """EB-R4.5: to trains, in and out, and to building; clear mileposts there stay open, and mountains elsewhere."""
    track = ("Dogwood - 11.1", "Dogwood - 9.1", "12.2 - 14.2 - 16.2 - 17.1")
    position = struck(
        two, SNOW, {"train": "Dogwood", "track": track}, {"train": "11.1", "track": ["11.1 - 12.2 - 11.3"]}
    )
    assert "north-east" in offers(position, "step") and "south-east" not in offers(position, "step")
    play(position, DONE)
    assert not any(may_lay(position, line) for line in ("9.1 - 10.2", "11.1 - 10.2", "11.1 - 13.1"))
    assert may_lay(position, "9.1 - 8.2") and may_lay(position, "17.1 - 18.2")
    play(position, DONE)
    assert not offers(position, "step")


def test_storm__slows_and_stops_all_building_in_its_zone(two: CrayonRails) -> None:
    """EB-R4.5: within 2 mileposts of Elm; trains run on, slowly."""
    position = struck(two, STORM, {"train": "Birch", "track": ["Elm - 3.7 - Birch 5", "Elm - 2.6"]}, {"train": "Cedar"})
    go(position, "Birch - Birch 5 - 3.7")
    assert left(position) == 9 - 2 - 2
    play(position, DONE)
    lines = ("Elm - 3.5", "3.7 - 1.7", "Birch 5 - 5.7", "2.6 - 1.7")
    assert not any(may_lay(position, line) for line in lines)
    assert may_lay(position, "Birch 4 - 7.9")
    end_turn(position, 4)
    play(position, DONE)
    assert all(may_lay(position, line) for line in lines)


# --- tax -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "tax"),
    [(0, 0), (50, 0), (51, 10), (100, 10), (101, 15), (150, 15), (151, 20), (200, 20), (201, 25), (900, 25)],
)
def test_tax__is_by_cash(two: CrayonRails, cash: int, tax: int) -> None:
    """EB-5.46, EB-R13.6: 10 from 51 on, 15 from 101, 20 from 151, 25 from 201."""
    assert tax_due(cash) == tax
    position = struck(two, TAX, {"cash": 0}, {"train": "Elm", "cash": cash})
    assert position.scores == (6, cash - tax)


def test_tax__shows_and_takes_everyones_cash(three: CrayonRails) -> None:
    """EB-5.45, EB-5.46: the drawer's, too, with the latest payout; all players are told."""
    first = {**COAL, "cash": 96}
    position = given(three, players=[first, {"cash": 10}, {"cash": 300}], deck=[TAX, "Iron to Fir", "..."])
    told = play(position, "deliver Coal to Alder for 6")
    assert [sentence for sentence in told if " tax with " in sentence or " in tax" in sentence] == [
        "player_0 pays 15 of 102 in tax",
        "player_1 pays no tax with 10",
        "player_2 pays 25 of 300 in tax",
    ]
    assert all(event.seen_by(-1) for event in position.events)
    assert position.scores == (87, 10, 275)


def test_trains_not_placed__are_never_derailed() -> None:
    """EB-R13.2, EB-5.42: who has no train on the map loses nothing."""
    position = struck(EmpireBuilder(map="test"), DERAILMENT, {}, {})
    assert position.phase == "run the train" and player(position, 1)["turns_lost"] == 0
