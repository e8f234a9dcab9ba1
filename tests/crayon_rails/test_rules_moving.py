"""Moving: how far, on whose track, for what fee, and where a train may turn round."""

import pytest
from crayon_rails.positions import DONE, LONG, Seat, Table, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.state import SLOW

RUN = "run towards Fir"
PAY = "run towards Fir, paying fees"


# --- how far -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "fast", "at", "left"),
    [
        (0, False, "Cedar 1", 0),
        (1, False, "14.8", 0),
        (2, False, "Cedar 1", 0),
        (3, False, "14.8", 0),
        (0, True, "14.8", 0),
        (1, True, "Fir", 2),
        (2, True, "14.8", 0),
        (3, True, "Fir", 2),
    ],
)
def test_train__runs_as_far_as_its_speed(engine: int, fast: bool, at: str, left: int) -> None:
    """EB-4.2, EB-5.16, EB-5.17, EB-5.18, RR-11.1, RR-11.2, RR-11.3, RR-11.4, RR-12.1, RR-12.2: 9 mileposts with the
    first and the heavy train, 12 with the other two; 12 and 16 with option fast_trains."""
    game = EmpireBuilder(map="test", fast_trains=fast, actions="full")
    table = Table(game, Seat("Dogwood", engine=engine, track=LONG))
    told = table.play(RUN)
    assert (table.at(0), table["left"]) == (at, left)
    assert [event[1] for event in of(told, event_kinds.RAN)] == [game.params["speed"][0, engine] - left]
    if not left:
        assert not table.offers("run") and not table.offers("step")


def test_speed__is_counted_step_by_step(two: CrayonRails) -> None:
    """EB-4.2: nine steps and no tenth; inside of a major city they count as well."""
    table = Table(two, Seat("Dogwood", track=LONG))
    table.go("Dogwood - 9.1 - 7.1 - Alder 5 - Alder 4 - 7.3 - 9.3 - 10.4 - 12.4")
    assert table["left"] == 1
    table.go("12.4 - Cedar 1")
    assert (table["left"], table.offers("step"), table["phase"]) == (0, set(), phases.OPERATE)


def test_train__may_stop_anywhere_and_go_on_in_the_next_turn(two: CrayonRails) -> None:
    """EB-4.2, EB-R7: less than its speed, or not at all, at any milepost; the new turn has a new movement."""
    table = Table(two, Seat("Dogwood", track=LONG), Seat("Elm"))
    table.go("Dogwood - 9.1")
    table.end_turns(2)
    assert (table.at(0), table["left"]) == ("9.1", 9)
    table.end_turns(2)
    assert (table.at(0), table["left"]) == ("9.1", 9)


@pytest.mark.parametrize("stop", ["pick up Coal", "drop Iron", "deliver Tools to Dogwood"])
def test_stops__turning_and_loads_cost_no_movement(two: CrayonRails, stop: str) -> None:
    """EB-5.22: and none of it ends the movement."""
    rider = Seat("9.1", carried="Iron, Tools", hand="Tools to Dogwood", engine=2, track=LONG)
    table = Table(two, rider)
    table.go("9.1 - Dogwood")
    table.play(stop)
    assert table["left"] == 8
    table.go("Dogwood - 9.1 - 7.1")
    assert table["left"] == 6


def test_run__takes_the_shortest_way_and_stops_in_the_city(two: CrayonRails) -> None:
    """EB-4.2, EB-R10: as far as the movement lasts."""
    detour = ("Dogwood - 8.0 - 6.0 - Alder 5", "Dogwood - 9.1 - 7.1 - 6.0")
    table = Table(two, Seat("Dogwood", track=detour))
    told = table.play("run towards Alder")
    assert [event[1] for event in of(told, event_kinds.RAN)] == [3]
    assert table.at(0) == "Alder 5"


@pytest.mark.parametrize("seat", [0, 1])
def test_run__takes_of_equally_short_ways_the_one_with_least_fees(two: CrayonRails, seat: int) -> None:
    """EB-R10: own track before that of others, on whichever side it lies."""
    both, ways = ("Dogwood - 9.1", "6.0 - Alder 5"), ["9.1 - 8.0 - 6.0", "9.1 - 7.1 - 6.0"]
    table = Table(two, Seat("Dogwood", track=(*both, ways[seat])), Seat("Elm", track=(ways[1 - seat],)))
    told = table.play("run towards Alder, paying fees")
    assert (table.at(0), of(told, event_kinds.PAID)) == ("Alder 5", [])


def test_run__takes_of_equally_cheap_ways_the_soonest(two: CrayonRails) -> None:
    """EB-R10: round a slow milepost, if that is as short."""
    for slow in ("7.1", "8.0"):
        table = Table(two, Seat("Dogwood", track=("Dogwood - 9.1 - 8.0 - 6.0 - Alder 5", "9.1 - 7.1 - 6.0")))
        table["weather"][table.post(slow)] = SLOW
        told = table.play("run towards Alder")
        assert [event[1] for event in of(told, event_kinds.RAN)] == [4] and table["left"] == 9 - 4


# --- turning round -------------------------------------------------------------------------------------------------


def test_train__turns_round_in_any_city(two: CrayonRails) -> None:
    """EB-5.19, EB-R7, RR-R1: on any milepost of a major one, too."""
    for city, came, size in (("Dogwood", "9.1", "medium"), ("Alder 5", "7.1", "major"), ("Hazel", "8.8", "small")):
        track = ("Dogwood - 9.1 - 7.1 - Alder 5", "Hazel - 8.8 - 7.7", "Hazel - 9.7")
        table = Table(two, Seat(city, came=came, track=track))
        assert table.can_go(f"{city} - {came}"), size


def test_train__does_not_turn_round_between_cities(two: CrayonRails) -> None:
    """EB-5.19, EB-R7: neither step by step nor by a plan, though its movement would last."""
    table = Table(two, Seat("Dogwood", track=LONG))
    table.go("Dogwood - 9.1")
    assert table.offers("step") == {"north"}
    assert table.offers("run") == {"Alder", "Cedar", "Fir"} | {"Dogwood"}
    told = table.play("run towards Dogwood")
    assert table.at(0) == "Dogwood"
    assert [event[1] for event in of(told, event_kinds.RAN)] == [5]  # by way of Alder


def test_train__does_not_turn_round_from_one_turn_to_the_next(two: CrayonRails) -> None:
    """EB-R7"""
    table = Table(two, Seat("Dogwood", track=LONG), Seat("Elm"))
    table.go("Dogwood - 9.1 - 7.1")
    table.end_turns(2)
    assert table.offers("step") == {"north"}


def test_train__turns_round_where_no_track_leads_on(two: CrayonRails) -> None:
    """EB-R7: at the end of all track, and only there: not where another player's leads on, be it never so dear."""
    stub = Seat("Dogwood", cash=0, track=("Dogwood - 9.1 - 7.1",))
    table = Table(two, stub, Seat("Elm"))
    table.go("Dogwood - 9.1 - 7.1")
    assert table.offers("step") == {"south"} and table.offers("run") == {"Dogwood"}
    table = Table(two, stub, Seat("Elm", track=("7.1 - 6.0",)))
    table.go("Dogwood - 9.1 - 7.1")
    assert table.offers("step") == set() and table.offers("run") == set()


def test_train__waits_at_a_dead_end_where_so_chosen() -> None:
    """EB-R7: without option reverse_at_dead_ends, until its owner builds on."""
    assert EmpireBuilder().options.reverse_at_dead_ends and ResourcefulRails().options.reverse_at_dead_ends
    stub = Seat("Dogwood", track=("Dogwood - 9.1 - 7.1",))
    table = Table(EmpireBuilder(map="test", actions="full", reverse_at_dead_ends=False), stub, Seat("Elm"))
    table.go("Dogwood - 9.1 - 7.1")
    assert table.offers("step") == set() and table.offers("run") == set() and table.can(DONE)
    table.play(DONE)
    table.lay("7.1 - Alder 5")
    table.end_turns(2)
    assert table.offers("step") == {table.way(*table.line("7.1 - Alder 5"))}
    assert {"Alder", "Dogwood"} <= table.offers("run")


# --- whose track ---------------------------------------------------------------------------------------------------


def test_train__runs_on_track_only(two: CrayonRails) -> None:
    """EB-4.2, EB-5.21: where nobody's lies no train goes."""
    table = Table(two, Seat("Dogwood", track=LONG), Seat(track=("Dogwood - 8.0",)))
    assert table.offers("step") == {"north", "north-east"}
    table = Table(two, Seat("Elm"))
    assert not table.offers("step") and not table.offers("run") and not table.offers("pay")


def test_major_city__is_everyones_track_for_nothing(two: CrayonRails) -> None:
    """EB-5.20, RR-9.9: a train crosses it without own track and without a fee, whoever's track leads there."""
    table = Table(two, Seat("Alder 5", cash=0), Seat("Elm", track=("Alder 5 - 7.1", "Alder 4 - 7.3")))
    assert table.offers("step") == {"north", "north-east", "south-east"}
    table.go("Alder 5 - Alder 4 - Alder 3")
    assert (table.at(0), table["left"], table.cash) == ("Alder 3", 7, [0, 50])


def test_own_track__is_free(two: CrayonRails) -> None:
    """EB-7.5, EB-R10: only opponents' costs anything."""
    table = Table(two, Seat("Dogwood", track=LONG), Seat(track=LONG[2:]))
    table.play("run towards Cedar")
    assert table.cash == [50, 50]


# --- fees ----------------------------------------------------------------------------------------------------------


def test_opponents_track__costs_4_once_a_turn(two: CrayonRails) -> None:
    """EB-4.5, EB-5.21, EB-R10, RR-R6: paid to its owner before the first step; for the rest of the turn his track is
    free, and in the next it costs again."""
    table = Table(two, Seat("Dogwood", track=LONG[1:]), Seat("Elm", track=LONG[:1]))
    assert not table.offers("run") and "Alder" in table.offers("pay")
    told = table.go("Dogwood - 9.1")
    assert of(told, event_kinds.PAID) == [(0, 1, 4, 0, 0)]
    assert [event.kind for event in told] == [event_kinds.PAID, event_kinds.RAN]
    assert table.cash == [46, 54]
    assert "Alder" in table.offers("run")
    table.play("run towards Alder")
    table.play("run towards Dogwood")
    assert table.cash == [46, 54]
    table.end_turns(2)
    table.play("run towards Alder, paying fees")
    assert table.cash == [42, 58]


def test_fee__is_for_each_opponent_whose_track_is_used(three: CrayonRails) -> None:
    """EB-4.5, EB-R10: two of them are 8, of whom each gets 4; also by a plan."""
    rider = Seat("Dogwood", engine=1, cash=9)
    for actions in ((PAY, PAY), ("go north-east", "go north", "go north", PAY)):
        table = Table(three, rider, Seat(track=LONG[:1]), Seat(track=LONG[1:]))
        for action in actions:
            if table["left"] and table.can(action):
                table.play(action)
        assert table.cash == [1, 54, 54]
        assert table.at(0) == "14.8"


def test_fee__that_cannot_be_paid_bars_the_step(three: CrayonRails) -> None:
    """EB-4.5, EB-R10: with 3 nothing is offered; with 4 a plan runs to where the next owner's track begins."""
    rivals = Seat(track=LONG[:1]), Seat(track=LONG[1:])
    table = Table(three, Seat("Dogwood", cash=3), *rivals)
    assert not table.offers("pay") and not table.offers("step")
    table = Table(three, Seat("Dogwood", cash=4), *rivals)
    table.play(PAY)
    assert (table.at(0), table.cash) == ("Alder 4", [0, 54, 50])
    assert "south-east" not in table.offers("step")
    assert not table.offers("pay")


def test_fee__may_be_paid_of_what_was_earned_in_the_turn(two: CrayonRails) -> None:
    """EB-R10, RR-6.9: the payout is there at once."""
    table = Table(two, Seat("Alder", carried="Coal", hand="Coal to Alder", cash=0), Seat(track=LONG[:1]))
    assert not table.offers("pay")
    table.play("deliver Coal to Alder")
    assert "Dogwood" in table.offers("pay")
    table.play("run towards Dogwood, paying fees")
    assert table.cash == [2, 54] and table.at(0) == "Dogwood"


def test_fee__is_not_paid_without_being_asked_for(two: CrayonRails) -> None:
    """EB-R10: a plan without fees keeps to own track, however long the way."""
    short, long = ("Dogwood - 9.1 - 7.1 - Alder 5",), ("Dogwood - 8.0 - 6.0 - 4.0 - Alder 6",)
    table = Table(two, Seat("Dogwood", track=long), Seat("Elm", track=short))
    table.play("run towards Alder")
    assert (table.cash, table.at(0), table["left"]) == ([50, 50], "Alder 6", 5)
    table = Table(two, Seat("Dogwood", track=long), Seat("Elm", track=short))
    table.play("run towards Alder, paying fees")
    assert (table.cash, table.at(0), table["left"]) == ([46, 54], "Alder 5", 6)


def test_others_turns__use_up_no_fee(two: CrayonRails) -> None:
    """EB-R10: what one has paid does not let the other pass."""
    table = Table(two, Seat("Dogwood", track=LONG[1:]), Seat("Alder 4", track=LONG[:1]))
    table.play("run towards Alder, paying fees")
    table.play(DONE, DONE)
    assert table["paid"] == 0
    table.play("run towards Cedar, paying fees")
    assert table.cash == [50, 50]
