"""Moving: rolls and engines, riding, arriving, and what may not be ridden."""

from collections.abc import Iterable

import numpy as np
import pytest
from rail_baron_cards.positions import DONE, STOP, Seat, Table

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import DICE

TWO_FIRST, ONE_FIRST = "roll two dice first", "roll one die first"


def before(game: Game, engine: str, dice: Iterable[int] = ()) -> Table:
    """Seat 0 is about to stop; then it is the turn of seat 1, which will roll these dice."""
    rival = Seat("Madison - Chicago", engine=engine)
    return Table(game, Seat("Milwaukee - Des Moines"), rival, dice={1: dice})


def rolls(told: list[str]) -> list[str]:
    return [sentence for sentence in told if " rolls " in sentence]


# --- rolls and engines ---------------------------------------------------------------------------------------------


def test_freight__rolls_two_dice_once(small: Game) -> None:
    """RB-4.1: their sum is what may be ridden; then it is the next seat's turn."""
    table = before(small, "Freight", (2, 5))
    told = table.play(STOP)
    assert rolls(told) == ["player_1 rolls 2 and 5: 7 dots"]
    assert (table["current"], table["phase"], table["pips"]) == (1, phases.MOVE, 7)
    assert rolls(table.play(STOP))[0].startswith("player_0")


@pytest.mark.parametrize(
    ("order", "dice", "first", "second"),
    [
        (TWO_FIRST, (3, 5, 2), "player_1 rolls 3 and 5: 8 dots", "player_1 rolls 2 dots with one die"),
        (ONE_FIRST, (2, 3, 5), "player_1 rolls 2 dots with one die", "player_1 rolls 3 and 5: 8 dots"),
    ],
)
def test_express__rolls_two_dice_and_one_in_either_order(
    small: Game, order: str, dice: tuple[int, ...], first: str, second: str
) -> None:
    """RB-5.5: the order is chosen before anything is rolled (RB-R5)."""
    table = before(small, "Express", dice)
    assert rolls(table.play(STOP)) == []
    assert table["phase"] == phases.DICE_ORDER and table["current"] == 1
    assert table.legal == {TWO_FIRST, ONE_FIRST}
    assert rolls(table.play(order)) == [first]
    assert rolls(table.play(STOP)) == [second]
    assert table["current"] == 1
    table.play(STOP)
    assert table["current"] == 0


def test_superchief__rolls_two_dice_twice(small: Game) -> None:
    """RB-5.7"""
    table = before(small, "Superchief", (1, 1, 6, 4))
    assert rolls(table.play(STOP)) == ["player_1 rolls 1 and 1: 2 dots"]
    assert rolls(table.play(STOP)) == ["player_1 rolls 6 and 4: 10 dots"]
    assert table["current"] == 1
    table.play(STOP)
    assert table["current"] == 0


def test_first_move__is_over_before_the_second_begins(small: Game) -> None:
    """RB-4.7, RB-5.7: three dots of three, then three of four; the pips of two rolls are not joined."""
    table = before(small, "Superchief", (1, 2, 1, 3))
    table.play(STOP)
    assert "ride 4 dots, shortest route" not in {action.split(":")[0] for action in table.legal}
    table.play("ride 2 dots, shortest route")
    assert table["pips"] == 4
    table.play("ride 1 dot, shortest route")
    assert table["current"] == 0


@pytest.mark.parametrize("engine", ["Express", "Superchief"])
def test_second_roll__is_unseen_until_it_is_used(small: Game, engine: str) -> None:
    """RB-R5: it is rolled after the first move, and what a seat sees agrees with any second roll."""
    table = before(small, engine)
    table.play(STOP)
    if engine == "Express":
        assert table["random_counts"][DICE + 1] == 0 and table["pips"] == 0
        table.play(TWO_FIRST)
    assert table["random_counts"][DICE + 1] == 2
    view = small.rules.view(table.state, 1)
    seen = set()
    for seed in range(40):
        table.state = small.rules.determinize(view, 1, seed)
        seen |= set(rolls(table.play(STOP)))
    assert len(seen) >= (6 if engine == "Express" else 15)


def test_double_six__gives_a_freight_no_bonus(small: Game) -> None:
    """RB-R5"""
    table = before(small, "Freight", (6, 6))
    table.play(STOP)
    assert table["pips"] == 12
    table.play(STOP)
    assert table["current"] == 0


def test_double_six__gives_a_freight_a_third_die_where_so_chosen() -> None:
    """RB-R5: option bonus_on_double_six; the die is rolled after the first move."""
    game = make_game("rail_baron_cards_v0", board="small", bonus_on_double_six=True)
    table = before(game, "Freight", (6, 6, 4))
    assert rolls(table.play(STOP)) == ["player_1 rolls 6 and 6: 12 dots"]
    assert rolls(table.play(STOP)) == ["player_1 rolls 4 dots with one die"]
    assert table["current"] == 1
    table.play(STOP)
    assert table["current"] == 0


@pytest.mark.parametrize(
    ("engine", "dice", "more"), [("Freight", (5, 5), 0), ("Freight", (6, 5), 0), ("Superchief", (6, 6, 1, 2), 1)]
)
def test_bonus__is_for_a_freights_double_six_alone(engine: str, dice: tuple[int, ...], more: int) -> None:
    """RB-R5: no other double, no better engine; a Superchief has its own second roll and no third."""
    game = make_game("rail_baron_cards_v0", board="small", bonus_on_double_six=True)
    table = before(game, engine, dice)
    table.play(STOP)
    for _ in range(more):
        table.play(STOP)
    assert table["current"] == 1
    table.play(STOP)
    assert table["current"] == 0


# --- riding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["Freight", "Express", "Superchief"])
def test_train__need_not_move(small: Game, engine: str) -> None:
    """RB-4.2, RB-5.8, RB-7.2: every roll may be ignored; it costs nothing."""
    table = before(small, engine)
    table.play(STOP)
    if engine == "Express":
        table.play(TWO_FIRST)
    for _ in range(1 if engine == "Freight" else 2):
        assert table["current"] == 1
        table.play(STOP)
    assert table["current"] == 0
    assert table.at(1) == "Madison"
    assert table.cash == [20_000, 20_000]


@pytest.mark.parametrize("dots", range(1, 5))
def test_train__may_stop_at_any_dot(small: Game, dots: int) -> None:
    """RB-4.2, RB-5.8: the pips that are left are not used."""
    table = Table(small, Seat("Champaign - Green Bay"), Seat("Madison - Chicago"), pips=5)
    told = table.play(f"ride {dots} dot{'s' * (dots > 1)}, shortest route")
    assert told[0].startswith(f"player_0 rides IM, {min(dots, 2)} dot")
    assert f"player_0 stops, {5 - dots} dot{'s' * (dots < 4)} left unused" in told
    assert table.at(0) == ("D25", "Chicago", "D26", "D27")[dots - 1]
    assert table["current"] == 1


def test_train__rides_as_many_dots_as_were_rolled_and_no_more(small: Game) -> None:
    """RB-4.1: five pips, five dots."""
    table = Table(small, Seat("Champaign - Green Bay"), Seat("Madison - Chicago"), pips=5)
    lengths = {int(action.split()[1]) for action in table.legal if action.startswith("ride ")}
    assert lengths == {1, 2, 3, 4, 5}
    assert not any("stops" in sentence for sentence in table.play("ride 5 dots, shortest route"))
    assert table.at(0) == "Milwaukee"


def test_train__may_stop_between_two_sections(small_full: Game) -> None:
    """RB-4.2: section by section every dot is a place to stop, and the roll ends with its last pip."""
    table = Table(small_full, Seat("Champaign - Green Bay"), Seat("Madison - Chicago"), pips=3)
    table.ride("IM: Champaign - D25 - Chicago")
    assert (table["pips"], table["current"]) == (1, 0)
    assert STOP in table.legal
    table.ride("BLS: Chicago - D26")
    assert table["current"] == 1


def test_roll__is_used_up_section_by_section_or_along_a_route(small_full: Game) -> None:
    """RB-4.1: after two sections of five pips three dots are left to ride."""
    table = Table(small_full, Seat("Champaign - Green Bay"), Seat("Madison - Chicago"), pips=5)
    table.ride("IM: Champaign - D25 - Chicago")
    assert "ride 4 dots, shortest route" not in {action.split(":")[0] for action in table.legal}
    table.play("ride 3 dots, shortest route")
    assert table.at(0) == "Milwaukee"


# --- arriving ------------------------------------------------------------------------------------------------------


def test_arrival__pays_by_the_cards_of_start_and_destination(small: Game) -> None:
    """RB-4.3, RB-4.5, RB-6.1: Madison's 3 for Illinois and Chicago's 1 for Wisconsin, before anything is bought."""
    table = Table(small, Seat("Madison - Chicago", at="D23", hand="Duluth", cash=2_500), Seat("Milwaukee - Des Moines"))
    told = table.play("ride 1 dot, shortest route")
    assert told[-1] == "player_0 arrives in Chicago and is paid $4,000"
    assert table.cash[0] == 6_500
    assert table["phase"] == phases.PURCHASE


def test_payout__is_not_earned_before_the_run_is_complete(small: Game) -> None:
    """RB-6.1: a dot short of Chicago nothing is paid; and another city on the way is none of the run's."""
    table = Table(small, Seat("Champaign - Green Bay", cash=2_500, owns="IM"), Seat("Madison - Chicago"), pips=2)
    told = table.play("ride 2 dots, shortest route")
    assert table.at(0) == "Chicago"
    assert not any("arrives" in sentence for sentence in told)
    assert table.cash[0] == 2_500


def test_payout__of_twin_cities_goes_by_the_card(small: Game) -> None:
    """RB-4.3: Minneapolis and St. Paul are one dot; a train to either arrives there."""
    for city in ("Minneapolis", "St. Paul"):
        table = Table(small, Seat(f"Madison - {city}", at="D11", cash=0), Seat("Milwaukee - Des Moines"))
        assert f"player_0 arrives in {city} and is paid $4,000" in table.play("ride 1 dot, shortest route")


def test_arrival__loses_the_rest_of_the_roll(small: Game) -> None:
    """RB-R5: of nine pips one was used; a Freight's turn is over."""
    seats = (
        Seat("Madison - Chicago", at="D23", hand="Duluth, Wausau", cash=0, owns="GLP, GBS"),
        Seat("Milwaukee - Des Moines"),
    )
    table = Table(small, *seats, pips=9)
    table.arrive()
    assert (table["phase"], table["pips"]) == (phases.NEXT_GOAL, 0)
    table.go_to("Duluth")
    assert table.at(0) == "Chicago"
    assert table["current"] == 1


@pytest.mark.parametrize(("second", "dice", "said"), [(1, (4,), "4 dots with one die"), (2, (3, 1), "3 and 1: 4 dots")])
def test_second_move__begins_the_new_run(small: Game, second: int, dice: tuple[int, ...], said: str) -> None:
    """RB-4.7, RB-R5: payout, purchases, the new destination, and then the second roll, ridden towards it."""
    mover = Seat("Madison - Chicago", at="D23", hand="Duluth, Green Bay", cash=1_000, engine="Express", owns="GLP, BLS")
    table = Table(small, mover, Seat("Milwaukee - Des Moines"), pips=9, second=second, dice={0: dice})
    assert rolls(table.play("ride 1 dot, shortest route", DONE)) == []
    told = table.go_to("Green Bay")
    assert told == ["player_0 goes on from Chicago to Green Bay", f"player_0 rolls {said}"]
    assert (table["current"], table["phase"], table["pips"]) == (0, phases.MOVE, 4)
    table.play("ride 4 dots, shortest route")
    assert table.at(0) == "D28"
    assert table["current"] == 1


def test_second_move__may_arrive_again(small: Game) -> None:
    """RB-4.7: two runs in one turn, each paid."""
    mover = Seat("Madison - Chicago", at="D23", hand="Milwaukee", cash=0, engine="Superchief", owns="GLP, BLS, GBS, IM")
    table = Table(
        small, mover, Seat("Wausau - Des Moines"), pips=2, second=2, dice={0: (2, 2)}, deck="Duluth, Peoria, Wausau"
    )
    table.arrive()
    told = table.play("ride 3 dots, shortest route")
    assert "player_0 arrives in Milwaukee and is paid $3,000" in told
    assert table.cash[0] == 7_000


# --- what may not be ridden ----------------------------------------------------------------------------------------


def test_section__is_not_ridden_twice_in_a_run(small_full: Game) -> None:
    """RB-R5: not back, and not in a later turn; not even by a route."""
    table = Table(small_full, Seat("Milwaukee - Des Moines", at="Chicago"), Seat("Madison - Duluth"), pips=3)
    table.ride("GLP: Chicago - D26")
    assert not table.may_ride("GLP: D26 - Chicago")
    assert table.may_ride("BLS: D26 - Chicago") and table.may_ride("GLP: D26 - D27")
    table.play(STOP, STOP)
    assert table["current"] == 0
    assert not table.may_ride("GLP: D26 - Chicago")
    assert not any("GLP 1, to Chicago" in action for action in table.legal)


def test_section__of_another_railroad_beside_it_is_another(small_full: Game) -> None:
    """RB-R5: out by one and back by the other; then both are used up."""
    table = Table(small_full, Seat("Milwaukee - Des Moines", at="Chicago"), Seat("Madison - Duluth"), pips=5)
    table.ride("GLP: Chicago - D26", "BLS: D26 - Chicago")
    assert table.at(0) == "Chicago" and table["pips"] == 3
    assert not table.may_ride("GLP: Chicago - D26") and not table.may_ride("BLS: Chicago - D26")
    assert table.may_ride("GLP: Chicago - D23")


def test_dot__may_be_passed_again(small_full: Game) -> None:
    """RB-R5: it is track that is used up, not stops."""
    seat = Seat("Peoria - Duluth", at="D22", ridden=("MV: Peoria - D22",))
    table = Table(small_full, seat, Seat("Madison - Chicago"), pips=5)
    table.ride("IM: D22 - Peoria")
    assert table.at(0) == "Peoria"
    assert not table.may_ride("MV: Peoria - D22")


def test_track__may_be_ridden_again_in_the_next_run(small_full: Game) -> None:
    """RB-R5: on arrival all is free, in the same turn, too."""
    mover = Seat("Madison - Chicago", at="D20", hand="Duluth", cash=0, owns="GLP, GBS", engine="Superchief")
    table = Table(small_full, mover, Seat("Milwaukee - Des Moines"), pips=2, second=2)
    table.ride("GLP: D20 - D23 - Chicago")
    assert table["phase"] == phases.MOVE and table.run(0) == "Chicago - Duluth"
    assert table.may_ride("GLP: Chicago - D23")


def test_other_seats__do_not_use_up_track(small_full: Game) -> None:
    """RB-R5: what one has ridden is free to the others."""
    table = Table(
        small_full, Seat("Milwaukee - Des Moines", at="Chicago"), Seat("Madison - Duluth", at="Chicago"), pips=1
    )
    table.ride("GLP: Chicago - D26")
    assert table["current"] == 1
    assert table.may_ride("GLP: Chicago - D26")


def test_fork__joins_sections_that_share_a_stub(small_full: Game) -> None:
    """RB-R5: Wausau, D15 and D21 meet in a fork. After Wausau - D15 nothing over the fork is left: each other section
    shares the stub of Wausau or that of D15."""
    free = Table(small_full, Seat("Mankato - Madison", at="D21"), Seat("Milwaukee - Duluth"))
    assert free.may_ride("BLS: D21 - Wausau") and free.may_ride("BLS: D21 - D15")
    seat = Seat("Mankato - Madison", at="D21", ridden=("BLS: Wausau - D15",))
    used = Table(small_full, seat, Seat("Milwaukee - Duluth"))
    assert not used.may_ride("BLS: D21 - Wausau") and not used.may_ride("BLS: D21 - D15")
    assert used.may_ride("BLS: D21 - Madison")
    other = Table(
        small_full, Seat("Mankato - Wausau", at="Wausau", ridden=("BLS: D15 - D21",)), Seat("Milwaukee - Duluth")
    )
    assert not other.may_ride("BLS: Wausau - D15") and not other.may_ride("BLS: Wausau - D21")
    ridden = Table(small_full, Seat("Wausau - Cedar Rapids"), Seat("Milwaukee - Duluth"))
    ridden.ride("BLS: Wausau - D15")
    assert not ridden.may_ride("BLS: D15 - D21") and ridden.may_ride("BLS: D15 - D11")


def test_fork__of_four_can_be_crossed_twice(full: Game) -> None:
    """RB-R5: D402 - D408 and D414 - D416 share no stub; D402 - D414 shares one with each. Another railroad's fork
    between the same dots is another fork."""
    seat = Seat("Chicago - Miami", at="D414", ridden=("ACL: D402 - D408",))
    table = Table(full, seat)
    assert table.may_ride("ACL: D414 - D416")
    assert not table.may_ride("ACL: D414 - D402") and not table.may_ride("ACL: D414 - D408")
    assert table.may_ride("SAL: D414 - D402")


def test_fork__is_no_dot(full: Game) -> None:
    """RB-R5: crossing one takes one pip, and the railroad cannot be changed there: the ACL leads from D402 to its own
    dots, the SAL to its own."""
    table = Table(full, Seat("Chicago - Miami", at="D402"), pips=2)
    legal = (full.actions.labels[action] for action in np.flatnonzero(full.rules.legal(table.state)))
    sections = {label.removeprefix("ride ") for label in legal if label.startswith(("ride ACL", "ride SAL"))}
    by_acl = {s for s in sections if s.startswith("ACL") and {"D408", "D414", "D416"} & set(s.replace(",", "").split())}
    assert by_acl == {"ACL, D402 - D408", "ACL, D402 - D414", "ACL, D402 - D416"}
    assert {"SAL, D395 - D402", "SAL, D402 - D414"} <= sections
    assert not {"SAL, D402 - D408", "SAL, D402 - D416", "ACL, D395 - D402"} & sections
    table.ride("ACL: D402 - D416")
    assert table["pips"] == 1
    assert "F09" not in {dot.name for dot in table.board.dots}


def test_dead_end__is_entered_by_those_only_who_want_to_go_there(small_full: Game) -> None:
    """RB-R5: Green Bay lies at the end of a line; who goes elsewhere could not return."""
    elsewhere = Table(small_full, Seat("Milwaukee - Duluth"), Seat("Madison - Chicago"))
    assert not elsewhere.may_ride("GBS: Milwaukee - D28")
    there = Table(small_full, Seat("Duluth - Green Bay", at="Milwaukee"), Seat("Madison - Chicago"))
    assert there.may_ride("GBS: Milwaukee - D28")
    there.ride("GBS: Milwaukee - D28")
    assert not there.may_ride("GBS: D28 - Milwaukee")


def test_step__after_which_the_destination_is_out_of_reach_is_illegal(small_full: Game) -> None:
    """RB-R5: to Champaign there is but one way left; from Springfield it must be taken now."""
    seat = Seat("Madison - Champaign", at="Springfield", ridden=("MV: D22 - Springfield", "IM: D25 - Champaign"))
    table = Table(small_full, seat, Seat("Milwaukee - Duluth"))
    assert table.may_ride("IM: Springfield - Champaign")
    assert not table.may_ride("IM: Springfield - D22")
    seat = Seat("Madison - Champaign", at="Springfield", ridden=("MV: D22 - Springfield",))
    table = Table(small_full, seat, Seat("Milwaukee - Duluth"))
    assert table.may_ride("IM: Springfield - D22")


def test_destination__may_be_entered_by_the_last_way_there_is(small_full: Game) -> None:
    """RB-R5: the section that ends the run need not leave anything in reach."""
    seat = Seat("Milwaukee - Chicago", at="D24", ridden=("IM: Peoria - D24",))
    table = Table(small_full, seat, Seat("Madison - Duluth"))
    assert table.may_ride("IM: D24 - Chicago")
    assert {action.split(":")[0] for action in table.legal} >= {"ride 1 dot, shortest route"}
