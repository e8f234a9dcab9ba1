"""Moving: how far, on whose track, for what fee, and where a train may turn round."""

import pytest
from crayon_rails.moves import COAL, DONE, LONG, can, can_go, end_turn, go, lay, left, offers, post, train, way
from given import given, play, written

from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.state import SLOW

RUN = "run towards Fir"
PAY = "run towards Fir, paying fees"


def runs(told: list[str]) -> list[str]:
    """How far trains have run."""
    return [sentence.partition(" runs ")[2].partition(",")[0] for sentence in told if " runs " in sentence]


# --- how far -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "fast", "at", "steps", "more"),
    [
        ("Freight", False, "Cedar 1", 9, 0),
        ("Fast Freight", False, "14.8", 12, 0),
        ("Heavy Freight", False, "Cedar 1", 9, 0),
        ("Super Freight", False, "14.8", 12, 0),
        ("Freight", True, "14.8", 12, 0),
        ("Fast Freight", True, "Fir", 14, 2),
        ("Heavy Freight", True, "14.8", 12, 0),
        ("Super Freight", True, "Fir", 14, 2),
    ],
)
def test_train__runs_as_far_as_its_speed(engine: str, fast: bool, at: str, steps: int, more: int) -> None:
    """EB-4.2, EB-5.16, EB-5.17, EB-5.18, RR-11.1, RR-11.2, RR-11.3, RR-11.4, RR-12.1, RR-12.2: 9 mileposts with the
    first and the heavy train, 12 with the other two; 12 and 16 with option fast_trains."""
    game = EmpireBuilder(map="test", fast_trains=fast, actions="full")
    position = given(game, players=[{"train": "Dogwood", "engine": engine, "track": LONG}])
    told = play(position, RUN)
    assert (train(position), left(position)) == (at, more)
    assert runs(told) == [f"{steps} mileposts"]
    if not more:
        assert not offers(position, "run") and not offers(position, "step")


def test_speed__is_counted_step_by_step(two: CrayonRails) -> None:
    """EB-4.2: nine steps and no tenth; inside of a major city they count as well."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG}])
    go(position, "Dogwood - 9.1 - 7.1 - Alder 5 - Alder 4 - 7.3 - 9.3 - 10.4 - 12.4")
    assert left(position) == 1
    go(position, "12.4 - Cedar 1")
    assert (left(position), offers(position, "step"), position.phase) == (0, set(), "run the train")


def test_train__may_stop_anywhere_and_go_on_in_the_next_turn(two: CrayonRails) -> None:
    """EB-4.2, EB-R7: less than its speed, or not at all, at any milepost; the new turn has a new movement."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG}, {"train": "Elm"}])
    go(position, "Dogwood - 9.1")
    end_turn(position, 2)
    assert (train(position), left(position)) == ("9.1", 9)
    end_turn(position, 2)
    assert (train(position), left(position)) == ("9.1", 9)


@pytest.mark.parametrize("stop", ["pick up Coal", "drop Iron", "deliver Tools to Dogwood for 7"])
def test_stops__turning_and_loads_cost_no_movement(two: CrayonRails, stop: str) -> None:
    """EB-5.22: and none of it ends the movement."""
    rider = {
        "train": "9.1",
        "loads": ["Iron", "Tools"],
        "cards": ["Tools to Dogwood", "..."],
        "engine": "Heavy Freight",
        "track": LONG,
    }
    position = given(two, players=[rider])
    go(position, "9.1 - Dogwood")
    play(position, stop)
    assert left(position) == 8
    go(position, "Dogwood - 9.1 - 7.1")
    assert left(position) == 6


def test_run__takes_the_shortest_way_and_stops_in_the_city(two: CrayonRails) -> None:
    """EB-4.2, EB-R10.2: as far as the movement lasts."""
    detour = ("Dogwood - 8.0 - 6.0 - Alder 5", "Dogwood - 9.1 - 7.1 - 6.0")
    position = given(two, players=[{"train": "Dogwood", "track": detour}])
    told = play(position, "run towards Alder")
    assert runs(told) == ["3 mileposts"]
    assert train(position) == "Alder 5"


@pytest.mark.parametrize("seat", [0, 1])
def test_run__takes_of_equally_short_ways_the_one_with_least_fees(two: CrayonRails, seat: int) -> None:
    """EB-R10.2: own track before that of others, on whichever side it lies."""
    both, ways = ("Dogwood - 9.1", "6.0 - Alder 5"), ["9.1 - 8.0 - 6.0", "9.1 - 7.1 - 6.0"]
    position = given(
        two, players=[{"train": "Dogwood", "track": [*both, ways[seat]]}, {"train": "Elm", "track": [ways[1 - seat]]}]
    )
    told = play(position, "run towards Alder, paying fees")
    assert (train(position), len(told)) == ("Alder 5", 1)


def test_run__takes_of_equally_cheap_ways_the_soonest(two: CrayonRails) -> None:
    """EB-R10.2: round a slow milepost, if that is as short."""
    for slow in ("7.1", "8.0"):
        position = given(
            two, players=[{"train": "Dogwood", "track": ["Dogwood - 9.1 - 8.0 - 6.0 - Alder 5", "9.1 - 7.1 - 6.0"]}]
        )
        record = position.record.copy()
        record["weather"][0, post(position, slow)] = SLOW
        position = Position(two, record)
        told = play(position, "run towards Alder")
        assert runs(told) == ["4 mileposts"] and left(position) == 9 - 4


# --- turning round -------------------------------------------------------------------------------------------------


def test_train__turns_round_in_any_city(two: CrayonRails) -> None:
    """EB-5.19, EB-R7, RR-R1.1: on any milepost of a major one, too."""
    for city, came, size in (("Dogwood", "9.1", "medium"), ("Alder 5", "7.1", "major"), ("Hazel", "8.8", "small")):
        track = ("Dogwood - 9.1 - 7.1 - Alder 5", "Hazel - 8.8 - 7.7", "Hazel - 9.7")
        position = given(two, players=[{"train": city, "came_from": came, "track": track}])
        assert can_go(position, f"{city} - {came}"), size


def test_train__does_not_turn_round_between_cities(two: CrayonRails) -> None:
    """EB-5.19, EB-R7: neither step by step nor by a plan, though its movement would last."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG}])
    go(position, "Dogwood - 9.1")
    assert offers(position, "step") == {"north"}
    assert offers(position, "run") == {"Alder", "Cedar", "Fir"} | {"Dogwood"}
    told = play(position, "run towards Dogwood")
    assert train(position) == "Dogwood"
    assert runs(told) == ["5 mileposts"]  # by way of Alder


def test_train__does_not_turn_round_from_one_turn_to_the_next(two: CrayonRails) -> None:
    """EB-R7"""
    position = given(two, players=[{"train": "Dogwood", "track": LONG}, {"train": "Elm"}])
    go(position, "Dogwood - 9.1 - 7.1")
    end_turn(position, 2)
    assert offers(position, "step") == {"north"}


def test_train__turns_round_where_no_track_leads_on(two: CrayonRails) -> None:
    """EB-R7: at the end of all track, and only there: not where another player's leads on, be it never so dear."""
    stub = {"train": "Dogwood", "cash": 0, "track": ["Dogwood - 9.1 - 7.1"]}
    position = given(two, players=[stub, {"train": "Elm"}])
    go(position, "Dogwood - 9.1 - 7.1")
    assert offers(position, "step") == {"south"} and offers(position, "run") == {"Dogwood"}
    position = given(two, players=[stub, {"train": "Elm", "track": ["7.1 - 6.0"]}])
    go(position, "Dogwood - 9.1 - 7.1")
    assert offers(position, "step") == set() and offers(position, "run") == set()


def test_train__waits_at_a_dead_end_where_so_chosen() -> None:
    """EB-R7: without option reverse_at_dead_ends, until its owner builds on."""
    assert EmpireBuilder().options.reverse_at_dead_ends and ResourcefulRails().options.reverse_at_dead_ends
    stub = {"train": "Dogwood", "track": ["Dogwood - 9.1 - 7.1"]}
    position = given(
        EmpireBuilder(map="test", actions="full", reverse_at_dead_ends=False), players=[stub, {"train": "Elm"}]
    )
    go(position, "Dogwood - 9.1 - 7.1")
    assert offers(position, "step") == set() and offers(position, "run") == set() and can(position, DONE)
    play(position, DONE)
    lay(position, "7.1 - Alder 5")
    end_turn(position, 2)
    assert offers(position, "step") == {way(position, "7.1 - Alder 5")}
    assert {"Alder", "Dogwood"} <= offers(position, "run")


# --- whose track ---------------------------------------------------------------------------------------------------


def test_train__runs_on_track_only(two: CrayonRails) -> None:
    """EB-4.2, EB-5.21: no train moves where no track lies."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG}, {"track": ["Dogwood - 8.0"]}])
    assert offers(position, "step") == {"north", "north-east"}
    position = given(two, players=[{"train": "Elm"}])
    assert not offers(position, "step") and not offers(position, "run") and not offers(position, "pay")


def test_major_city__is_everyones_track_for_nothing(two: CrayonRails) -> None:
    """EB-5.20, RR-9.9: a train crosses it without own track and without a fee, by any player's track."""
    position = given(
        two, players=[{"train": "Alder 5", "cash": 0}, {"train": "Elm", "track": ["Alder 5 - 7.1", "Alder 4 - 7.3"]}]
    )
    assert offers(position, "step") == {"north", "north-east", "south-east"}
    go(position, "Alder 5 - Alder 4 - Alder 3")
    assert (train(position), left(position), position.scores) == ("Alder 3", 7, (0, 50))


def test_own_track__is_free(two: CrayonRails) -> None:
    """EB-7.5, EB-R10.1: only opponents' costs anything."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG[:2]}, {"track": LONG[2:]}])
    play(position, "run towards Cedar")
    assert position.scores == (50, 50)


# --- fees ----------------------------------------------------------------------------------------------------------


def test_opponents_track__costs_4_once_a_turn(two: CrayonRails) -> None:
    """EB-4.5, EB-5.21, EB-R10.1, RR-R6.2: paid to the owner before the first step; free for the rest
    of the turn, and due again in the next one."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG[1:]}, {"train": "Elm", "track": LONG[:1]}])
    assert not offers(position, "run") and "Alder" in offers(position, "pay")
    told = go(position, "Dogwood - 9.1")
    assert told[0] == "player_0 pays 4 to player_1 for the use of track" and runs(told[1:]) == ["1 milepost"]
    assert position.scores == (46, 54)
    assert "Alder" in offers(position, "run")
    play(position, "run towards Alder")
    play(position, "run towards Dogwood")
    assert position.scores == (46, 54)
    end_turn(position, 2)
    play(position, "run towards Alder, paying fees")
    assert position.scores == (42, 58)


def test_fee__is_for_each_opponent_whose_track_is_used(three: CrayonRails) -> None:
    """EB-4.5, EB-R10.1: two of them are 8, of whom each gets 4; also by a plan."""
    rider = {"train": "Dogwood", "engine": "Fast Freight", "cash": 9}
    for actions in ((PAY, PAY), ("go north-east", "go north", "go north", PAY)):
        position = given(three, players=[rider, {"track": LONG[:1]}, {"track": LONG[1:]}])
        for action in actions:
            if left(position) and can(position, action):
                play(position, action)
        assert position.scores == (1, 54, 54)
        assert train(position) == "14.8"


def test_fee__that_cannot_be_paid_bars_the_step(three: CrayonRails) -> None:
    """EB-4.5, EB-R10.1: with 3 nothing is offered; with 4 a plan runs to where the next owner's track begins."""
    rivals = {"track": LONG[:1]}, {"track": LONG[1:]}
    position = given(three, players=[{"train": "Dogwood", "cash": 3}, *rivals])
    assert not offers(position, "pay") and not offers(position, "step")
    position = given(three, players=[{"train": "Dogwood", "cash": 4}, *rivals])
    play(position, PAY)
    assert (train(position), position.scores) == ("Alder 4", (0, 54, 50))
    assert "south-east" not in offers(position, "step")
    assert not offers(position, "pay")


def test_fee__may_be_paid_of_what_was_earned_in_the_turn(two: CrayonRails) -> None:
    """EB-R10.1, RR-6.9: the payout is there at once."""
    position = given(two, players=[{**COAL, "cash": 0}, {"track": LONG[:1]}])
    assert not offers(position, "pay")
    play(position, "deliver Coal to Alder for 6")
    assert "Dogwood" in offers(position, "pay")
    play(position, "run towards Dogwood, paying fees")
    assert position.scores == (2, 54) and train(position) == "Dogwood"


def test_fee__is_not_paid_without_being_asked_for(two: CrayonRails) -> None:
    """EB-R10.2: a plan without fees keeps to own track, however long the way."""
    short, long = ("Dogwood - 9.1 - 7.1 - Alder 5",), ("Dogwood - 8.0 - 6.0 - 4.0 - Alder 6",)
    position = given(two, players=[{"train": "Dogwood", "track": long}, {"train": "Elm", "track": short}])
    play(position, "run towards Alder")
    assert (position.scores, train(position), left(position)) == ((50, 50), "Alder 6", 5)
    position = given(two, players=[{"train": "Dogwood", "track": long}, {"train": "Elm", "track": short}])
    play(position, "run towards Alder, paying fees")
    assert (position.scores, train(position), left(position)) == ((46, 54), "Alder 5", 6)


def test_others_turns__use_up_no_fee(two: CrayonRails) -> None:
    """EB-R10.1: what one has paid does not let the other pass."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG[1:]}, {"train": "Alder 4", "track": LONG[:1]}])
    play(position, "run towards Alder, paying fees")
    play(position, DONE, DONE)
    assert written(position)["paid"] == []
    play(position, "run towards Cedar, paying fees")
    assert position.scores == (50, 50)
