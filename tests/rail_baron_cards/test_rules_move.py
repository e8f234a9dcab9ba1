"""Moving: rolls and engines, riding, arriving, and what may not be ridden."""

from collections.abc import Sequence

import pytest
from given import given, legal, play, written
from rail_baron_cards.moves import ARRIVING, DONE, RIVAL, STOP, arrive, go_to, may_ride, player, ride, rolling

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.rail_baron_cards.state import DICE

TWO_FIRST, ONE_FIRST = "roll two dice first", "roll one die first"


def before(game: Game, engine: str, dice: Sequence[int] = ()) -> Position:
    """Seat 0 is about to stop; then it is the turn of seat 1, which will roll these dice."""
    rival = {"run": ["Madison", "Chicago"], "engine": engine}
    return given(game, players=[RIVAL, rival], pips=5, random=rolling({1: dice}))


def rolls(told: list[str]) -> list[str]:
    return [sentence for sentence in told if " rolls " in sentence]


# --- rolls and engines ---------------------------------------------------------------------------------------------


def test_freight__rolls_two_dice_once(small: Game) -> None:
    """RB-4.1: their sum is what may be ridden; then it is the next seat's turn."""
    position = before(small, "Freight", (2, 5))
    told = play(position, STOP)
    assert rolls(told) == ["player_1 rolls 2 and 5: 7 dots"]
    assert (position.current_player, position.phase, written(position)["pips"]) == (1, "move", 7)
    assert rolls(play(position, STOP))[0].startswith("player_0")


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
    """RB-5.5: the order is chosen before anything is rolled (RB-R5.1)."""
    position = before(small, "Express", dice)
    assert rolls(play(position, STOP)) == []
    assert position.phase == "choose which dice to roll first" and position.current_player == 1
    assert legal(position) == {TWO_FIRST, ONE_FIRST}
    assert rolls(play(position, order)) == [first]
    assert rolls(play(position, STOP)) == [second]
    assert position.current_player == 1
    play(position, STOP)
    assert position.current_player == 0


def test_superchief__rolls_two_dice_twice(small: Game) -> None:
    """RB-5.7"""
    position = before(small, "Superchief", (1, 1, 6, 4))
    assert rolls(play(position, STOP)) == ["player_1 rolls 1 and 1: 2 dots"]
    assert rolls(play(position, STOP)) == ["player_1 rolls 6 and 4: 10 dots"]
    assert position.current_player == 1
    play(position, STOP)
    assert position.current_player == 0


def test_first_move__is_over_before_the_second_begins(small: Game) -> None:
    """RB-4.7, RB-5.7: three dots of three, then three of four; the pips of two rolls are not joined."""
    position = before(small, "Superchief", (1, 2, 1, 3))
    play(position, STOP)
    assert "ride 4 dots, shortest route" not in {action.split(":")[0] for action in legal(position)}
    play(position, "ride 2 dots, shortest route")
    assert written(position)["pips"] == 4
    play(position, "ride 1 dot, shortest route")
    assert position.current_player == 0


@pytest.mark.parametrize("engine", ["Express", "Superchief"])
def test_second_roll__is_unseen_until_it_is_used(small: Game, engine: str) -> None:
    """RB-R5.1: it is rolled after the first move, and what a seat sees agrees with any second roll."""
    position = before(small, engine)
    play(position, STOP)
    if engine == "Express":
        assert written(position)["random"]["counts"][DICE + 1] == 0 and written(position)["pips"] == 0
        play(position, TWO_FIRST)
    assert written(position)["random"]["counts"][DICE + 1] == 2
    seen = set()
    for seed in range(40):
        seen |= set(rolls(play(position.view(1).sample(seed), STOP)))
    assert len(seen) >= (6 if engine == "Express" else 15)


def test_double_six__gives_a_freight_no_bonus(small: Game) -> None:
    """RB-R5.3"""
    position = before(small, "Freight", (6, 6))
    play(position, STOP)
    assert written(position)["pips"] == 12
    play(position, STOP)
    assert position.current_player == 0


def test_double_six__gives_a_freight_a_third_die_with_the_option() -> None:
    """RB-R5.3: option bonus_on_double_six; the die is rolled after the first move."""
    game = make_game("rail_baron_cards_v0", board="small", bonus_on_double_six=True)
    position = before(game, "Freight", (6, 6, 4))
    assert rolls(play(position, STOP)) == ["player_1 rolls 6 and 6: 12 dots"]
    assert rolls(play(position, STOP)) == ["player_1 rolls 4 dots with one die"]
    assert position.current_player == 1
    play(position, STOP)
    assert position.current_player == 0


@pytest.mark.parametrize(
    ("engine", "dice", "more"), [("Freight", (5, 5), 0), ("Freight", (6, 5), 0), ("Superchief", (6, 6, 1, 2), 1)]
)
def test_bonus__is_only_for_a_double_six_of_a_freight(engine: str, dice: tuple[int, ...], more: int) -> None:
    """RB-R5.3: no other double, no better engine; a Superchief has its own second roll and no third."""
    game = make_game("rail_baron_cards_v0", board="small", bonus_on_double_six=True)
    position = before(game, engine, dice)
    play(position, STOP, *[STOP] * more)
    assert position.current_player == 1
    play(position, STOP)
    assert position.current_player == 0


# --- riding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["Freight", "Express", "Superchief"])
def test_train__need_not_move(small: Game, engine: str) -> None:
    """RB-4.2, RB-5.8, RB-7.2: every roll may be ignored; it costs nothing."""
    position = before(small, engine)
    play(position, STOP)
    if engine == "Express":
        play(position, TWO_FIRST)
    for _ in range(1 if engine == "Freight" else 2):
        assert position.current_player == 1
        play(position, STOP)
    assert position.current_player == 0
    assert player(position, 1)["at"] == "Madison"
    assert position.scores == (20_000, 20_000)


@pytest.mark.parametrize("dots", range(1, 5))
def test_train__may_stop_at_any_dot(small: Game, dots: int) -> None:
    """RB-4.2, RB-5.8: the pips that are left are not used."""
    position = given(small, players=[{"run": ["Champaign", "Green Bay"]}, RIVAL], pips=5)
    told = play(position, f"ride {dots} dot{'s' * (dots > 1)}, shortest route")
    assert told[0].startswith(f"player_0 rides IM, {min(dots, 2)} dot")
    assert f"player_0 stops, {5 - dots} dot{'s' * (dots < 4)} left unused" in told
    assert player(position, 0)["at"] == ("D25", "Chicago", "D26", "D27")[dots - 1]
    assert position.current_player == 1


def test_train__rides_as_many_dots_as_were_rolled_and_no_more(small: Game) -> None:
    """RB-4.1: five pips, five dots."""
    position = given(small, players=[{"run": ["Champaign", "Green Bay"]}, RIVAL], pips=5)
    lengths = {int(action.split()[1]) for action in legal(position) if action.startswith("ride ")}
    assert lengths == {1, 2, 3, 4, 5}
    assert not any("stops" in sentence for sentence in play(position, "ride 5 dots, shortest route"))
    assert player(position, 0)["at"] == "Milwaukee"


def test_train__may_stop_between_two_sections(small_full: Game) -> None:
    """RB-4.2: section by section every dot is a place to stop, and the roll ends with its last pip."""
    position = given(small_full, players=[{"run": ["Champaign", "Green Bay"]}, RIVAL], pips=3)
    ride(position, "IM: Champaign - D25 - Chicago")
    assert (written(position)["pips"], position.current_player) == (1, 0)
    assert STOP in legal(position)
    ride(position, "BLS: Chicago - D26")
    assert position.current_player == 1


def test_roll__is_used_up_section_by_section_or_along_a_route(small_full: Game) -> None:
    """RB-4.1: after two sections of five pips three dots are left to ride."""
    position = given(small_full, players=[{"run": ["Champaign", "Green Bay"]}, RIVAL], pips=5)
    ride(position, "IM: Champaign - D25 - Chicago")
    assert "ride 4 dots, shortest route" not in {action.split(":")[0] for action in legal(position)}
    play(position, "ride 3 dots, shortest route")
    assert player(position, 0)["at"] == "Milwaukee"


# --- arriving ------------------------------------------------------------------------------------------------------


def test_arrival__pays_by_the_cards_of_start_and_destination(small: Game) -> None:
    """RB-4.3, RB-4.5, RB-6.1: Madison's 3 for Illinois and Chicago's 1 for Wisconsin, before anything is bought."""
    position = given(small, players=[{**ARRIVING, "hand": ["Duluth"], "cash": 2_500}, RIVAL], pips=5)
    told = play(position, "ride 1 dot, shortest route")
    assert told[-1] == "player_0 arrives in Chicago and is paid $4,000"
    assert position.scores[0] == 6_500
    assert position.phase == "purchase"


def test_payout__is_not_earned_before_the_run_is_complete(small: Game) -> None:
    """RB-6.1: a dot short of Chicago nothing is paid; and another city on the way is none of the run's."""
    position = given(
        small, players=[{"run": ["Champaign", "Green Bay"], "cash": 2_500, "railroads": ["IM"]}, RIVAL], pips=2
    )
    told = play(position, "ride 2 dots, shortest route")
    assert player(position, 0)["at"] == "Chicago"
    assert not any("arrives" in sentence for sentence in told)
    assert position.scores[0] == 2_500


def test_payout__of_twin_cities_goes_by_the_card(small: Game) -> None:
    """RB-4.3: Minneapolis and St. Paul are one dot; a train to either arrives there."""
    for city in ("Minneapolis", "St. Paul"):
        position = given(small, players=[{"run": ["Madison", city], "at": "D11", "cash": 0}, RIVAL], pips=5)
        assert f"player_0 arrives in {city} and is paid $4,000" in play(position, "ride 1 dot, shortest route")


def test_arrival__loses_the_rest_of_the_roll(small: Game) -> None:
    """RB-R5.2: of nine pips one was used; a Freight's turn is over."""
    mover = {**ARRIVING, "hand": ["Duluth", "Wausau"], "cash": 0, "railroads": ["GLP", "GBS"]}
    position = given(small, players=[mover, RIVAL], pips=9)
    arrive(position)
    assert (position.phase, written(position)["pips"]) == ("choose the next destination", 0)
    go_to(position, "Duluth")
    assert player(position, 0)["at"] == "Chicago"
    assert position.current_player == 1


@pytest.mark.parametrize(("second", "dice", "said"), [(1, (4,), "4 dots with one die"), (2, (3, 1), "3 and 1: 4 dots")])
def test_second_move__begins_the_new_run(small: Game, second: int, dice: tuple[int, ...], said: str) -> None:
    """RB-4.7, RB-R5.2: payout, purchases, the new destination, and then the second roll, ridden towards it."""
    mover = {
        **ARRIVING,
        "hand": ["Duluth", "Green Bay"],
        "cash": 1_000,
        "engine": "Express",
        "railroads": ["GLP", "BLS"],
    }
    position = given(small, players=[mover, RIVAL], pips=9, second_roll=second, random=rolling({0: dice}))
    assert rolls(play(position, "ride 1 dot, shortest route", DONE)) == []
    told = go_to(position, "Green Bay")
    assert told == ["player_0 goes on from Chicago to Green Bay", f"player_0 rolls {said}"]
    assert (position.current_player, position.phase, written(position)["pips"]) == (0, "move", 4)
    play(position, "ride 4 dots, shortest route")
    assert player(position, 0)["at"] == "D28"
    assert position.current_player == 1


def test_second_move__may_arrive_again(small: Game) -> None:
    """RB-4.7: two runs in one turn, each paid."""
    mover = {
        **ARRIVING,
        "hand": ["Milwaukee"],
        "cash": 0,
        "engine": "Superchief",
        "railroads": ["GLP", "BLS", "GBS", "IM"],
    }
    position = given(
        small,
        players=[mover, RIVAL],
        pips=2,
        second_roll=2,
        random=rolling({0: (2, 2)}),
        deck=["Duluth", "Peoria", "Wausau", "..."],
    )
    arrive(position)
    told = play(position, "ride 3 dots, shortest route")
    assert "player_0 arrives in Milwaukee and is paid $3,000" in told
    assert position.scores[0] == 7_000


# --- what may not be ridden ----------------------------------------------------------------------------------------


def test_section__is_not_ridden_twice_in_a_run(small_full: Game) -> None:
    """RB-R5.4: not back, and not in a later turn; not even by a route."""
    position = given(small_full, players=[{"run": ["Milwaukee", "Des Moines"], "at": "Chicago"}, RIVAL], pips=3)
    ride(position, "GLP: Chicago - D26")
    assert not may_ride(position, "GLP: D26 - Chicago")
    assert may_ride(position, "BLS: D26 - Chicago") and may_ride(position, "GLP: D26 - D27")
    play(position, STOP, STOP)
    assert position.current_player == 0
    assert not may_ride(position, "GLP: D26 - Chicago")
    assert not any("GLP 1, to Chicago" in action for action in legal(position))


def test_section__of_another_railroad_beside_it_is_another(small_full: Game) -> None:
    """RB-R5.4: out by one and back by the other; then both are used up."""
    position = given(small_full, players=[{"run": ["Milwaukee", "Des Moines"], "at": "Chicago"}, RIVAL], pips=5)
    ride(position, "GLP: Chicago - D26", "BLS: D26 - Chicago")
    assert player(position, 0)["at"] == "Chicago" and written(position)["pips"] == 3
    assert not may_ride(position, "GLP: Chicago - D26") and not may_ride(position, "BLS: Chicago - D26")
    assert may_ride(position, "GLP: Chicago - D23")


def test_dot__may_be_passed_again(small_full: Game) -> None:
    """RB-R5.4: it is track that is used up, not stops."""
    seat = {"run": ["Peoria", "Duluth"], "at": "D22", "ridden": ["MV: Peoria - D22"]}
    position = given(small_full, players=[seat, RIVAL], pips=5)
    ride(position, "IM: D22 - Peoria")
    assert player(position, 0)["at"] == "Peoria"
    assert not may_ride(position, "MV: Peoria - D22")


def test_track__may_be_ridden_again_in_the_next_run(small_full: Game) -> None:
    """RB-R5.4: on arrival all is free, in the same turn, too."""
    mover = {
        **ARRIVING,
        "at": "D20",
        "hand": ["Duluth"],
        "cash": 0,
        "railroads": ["GLP", "GBS"],
        "engine": "Superchief",
    }
    position = given(small_full, players=[mover, RIVAL], pips=2, second_roll=2)
    ride(position, "GLP: D20 - D23 - Chicago")
    assert position.phase == "move" and player(position, 0)["run"] == ["Chicago", "Duluth"]
    assert may_ride(position, "GLP: Chicago - D23")


def test_track__ridden_by_one_player_stays_open_to_others(small_full: Game) -> None:
    """RB-R5.4: what one has ridden is free to the others."""
    both = {"run": ["Milwaukee", "Des Moines"], "at": "Chicago"}
    position = given(small_full, players=[both, both], pips=1)
    ride(position, "GLP: Chicago - D26")
    assert position.current_player == 1
    assert may_ride(position, "GLP: Chicago - D26")


def test_fork__joins_sections_that_share_a_stub(small_full: Game) -> None:
    """RB-R5.5: Wausau, D15 and D21 meet in a fork. After Wausau - D15 nothing over the fork is left: each other section
    shares the stub of Wausau or that of D15."""
    free = given(small_full, players=[{"run": ["Mankato", "Madison"], "at": "D21"}, RIVAL], pips=5)
    assert may_ride(free, "BLS: D21 - Wausau") and may_ride(free, "BLS: D21 - D15")
    seat = {"run": ["Mankato", "Madison"], "at": "D21", "ridden": ["BLS: Wausau - D15"]}
    used = given(small_full, players=[seat, RIVAL], pips=5)
    assert not may_ride(used, "BLS: D21 - Wausau") and not may_ride(used, "BLS: D21 - D15")
    assert may_ride(used, "BLS: D21 - Madison")
    other = given(
        small_full,
        players=[{"run": ["Mankato", "Wausau"], "at": "Wausau", "ridden": ["BLS: D15 - D21"]}, RIVAL],
        pips=5,
    )
    assert not may_ride(other, "BLS: Wausau - D15") and not may_ride(other, "BLS: Wausau - D21")
    ridden = given(small_full, players=[{"run": ["Wausau", "Cedar Rapids"]}, RIVAL], pips=5)
    ride(ridden, "BLS: Wausau - D15")
    assert not may_ride(ridden, "BLS: D15 - D21") and may_ride(ridden, "BLS: D15 - D11")


def test_fork__of_four_can_be_crossed_twice(full: Game) -> None:
    """RB-R5.5: D402 - D408 and D414 - D416 share no stub; D402 - D414 shares one with each. Another railroad's fork
    between the same dots is another fork."""
    seat = {"run": ["Chicago", "Miami"], "at": "D414", "ridden": ["ACL: D402 - D408"]}
    position = given(full, players=[seat], pips=5)
    assert may_ride(position, "ACL: D414 - D416")
    assert not may_ride(position, "ACL: D414 - D402") and not may_ride(position, "ACL: D414 - D408")
    assert may_ride(position, "SAL: D414 - D402")


def test_fork__is_no_dot(full: Game) -> None:
    """RB-R5.5: crossing one takes one pip, and the railroad cannot be changed there: the ACL leads from D402 to its own
    dots, the SAL to its own."""
    position = given(full, players=[{"run": ["Chicago", "Miami"], "at": "D402"}], pips=2)
    labels = (full.actions.labels[action] for action in position.legal_actions)
    sections = {label.removeprefix("ride ") for label in labels if label.startswith(("ride ACL", "ride SAL"))}
    by_acl = {s for s in sections if s.startswith("ACL") and {"D408", "D414", "D416"} & set(s.replace(",", "").split())}
    assert by_acl == {"ACL, D402 - D408", "ACL, D402 - D414", "ACL, D402 - D416"}
    assert {"SAL, D395 - D402", "SAL, D402 - D414"} <= sections
    assert not {"SAL, D402 - D408", "SAL, D402 - D416", "ACL, D395 - D402"} & sections
    ride(position, "ACL: D402 - D416")
    assert written(position)["pips"] == 1
    assert "F09" not in {dot.name for dot in full.board.dots}


def test_dead_end__is_legal_only_towards_a_destination_there(small_full: Game) -> None:
    """RB-R5.6: Green Bay lies at the end of a line; who goes elsewhere could not return."""
    elsewhere = given(small_full, players=[{"run": ["Milwaukee", "Duluth"]}, RIVAL], pips=5)
    assert not may_ride(elsewhere, "GBS: Milwaukee - D28")
    there = given(small_full, players=[{"run": ["Duluth", "Green Bay"], "at": "Milwaukee"}, RIVAL], pips=5)
    assert may_ride(there, "GBS: Milwaukee - D28")
    ride(there, "GBS: Milwaukee - D28")
    assert not may_ride(there, "GBS: D28 - Milwaukee")


def test_step__after_which_the_destination_is_out_of_reach_is_illegal(small_full: Game) -> None:
    """RB-R5.6: to Champaign there is but one way left; from Springfield it must be taken now."""
    seat, way = {"run": ["Madison", "Champaign"], "at": "Springfield"}, "MV: D22 - Springfield"
    position = given(small_full, players=[{**seat, "ridden": [way, "IM: D25 - Champaign"]}, RIVAL], pips=5)
    assert may_ride(position, "IM: Springfield - Champaign")
    assert not may_ride(position, "IM: Springfield - D22")
    position = given(small_full, players=[{**seat, "ridden": [way]}, RIVAL], pips=5)
    assert may_ride(position, "IM: Springfield - D22")


def test_destination__may_be_entered_by_the_last_open_way(small_full: Game) -> None:
    """RB-R5.6: the section that ends the run need not leave anything in reach."""
    seat = {"run": ["Milwaukee", "Chicago"], "at": "D24", "ridden": ["IM: Peoria - D24"]}
    position = given(small_full, players=[seat, RIVAL], pips=5)
    assert may_ride(position, "IM: D24 - Chicago")
    assert {action.split(":")[0] for action in legal(position)} >= {"ride 1 dot, shortest route"}
