"""Events: what each does, to whom, and how long."""

from dataclasses import replace

import pytest
from crayon_rails.positions import DONE, LONG, Seat, Table, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.incidents import tax_due

OTTER, HERON = "The Otter rises", "The Heron rises"
DERAILMENT, TAX = "Derailments around Birch and Gorse", "Rail tax"
GUARDS, CREWS = "Strike of the border guards", "Strike of the train crews"
SNOW, STORM = "Snow in the High Range", "Storm in the north"
OVER = ("Alder 3 - 4.4 - 3.5 - Elm", "Cedar 2 - 13.7 - 14.8 - 13.9 - Fir")  # the first crosses the Otter


def struck(game: CrayonRails, titles: str, *seats: Seat) -> Table:
    """Seat 0 draws events in the middle of its turn, by a delivery where its train stands: of coal or fish, for a card
    that asks for it there. Its train stands in Alder unless said."""
    first, *others = seats or (Seat(),)
    at = first.at or "Alder"
    city = at.removesuffix(" 5")
    good = "Fish" if city == "Dogwood" else "Coal"
    carried = f"{good}, {first.carried}" if first.carried else good
    first = replace(first, at=at, carried=carried, hand=f"{good} to {city}")
    table = Table(game, first, *others, deck=f"{titles}, Iron to Fir")
    table.play(f"deliver {good} to {city}")
    return table


# --- how long ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [OTTER, GUARDS, CREWS, SNOW, STORM])
def test_event__lasts_to_the_end_of_the_drawers_next_turn(three: CrayonRails, title: str) -> None:
    """EB-5.38, EB-5.37, EB-R4: it is in force at once, all round the table, and no longer."""
    table = struck(three, title, Seat(), Seat("Elm"), Seat("Elm"))
    assert table.in_force(title) and table["phase"] == phases.OPERATE
    for mover in (1, 2, 0):
        table.end_turn()
        assert table["mover"] == mover and table.in_force(title)
    told = table.end_turn()
    assert of(told, event_kinds.PASSED) == [(0, table.event(title), 0, 0, 0)]
    assert not table.in_force(title)
    assert not (table["flooded"] or table["no_cargo"] or table["barred"] or table["weather"].any())


def test_event__ends_with_a_lost_turn_too(two: CrayonRails) -> None:
    """EB-R4, EB-5.38: a lost turn is the drawer's next."""
    table = struck(two, OTTER, Seat(lost=1), Seat("Elm"))
    table.end_turn()
    assert table.in_force(OTTER)
    table.end_turn()
    assert table["mover"] == 1 and not table.in_force(OTTER)


def test_event__that_ends_leaves_the_others_in_force(two: CrayonRails) -> None:
    """EB-R4: each has its own time."""
    rival = Seat("Elm", carried="Fish", hand="Fish to Elm")
    table = Table(
        two,
        Seat("Alder", carried="Coal", hand="Coal to Alder"),
        rival,
        deck=f"{SNOW}, Iron to Fir, {STORM}, Tools to Fir",
    )
    table.play("deliver Coal to Alder")
    table.end_turn()
    table.play("deliver Fish to Elm")
    table.end_turn()
    assert table.in_force(SNOW) and table.in_force(STORM)
    table.end_turn()
    assert not table.in_force(SNOW) and table.in_force(STORM)
    assert table["weather"][table.post("4.6")] and not table["weather"][table.post("10.2")]


@pytest.mark.parametrize("title", [DERAILMENT, TAX])
def test_derailment_and_tax__are_over_at_once(two: CrayonRails, title: str) -> None:
    """EB-R4"""
    table = struck(two, title, Seat(), Seat("Elm"))
    assert not table["event_turns"].any()


# --- flood ---------------------------------------------------------------------------------------------------------


def test_flood__destroys_the_track_across_its_river(two: CrayonRails) -> None:
    """EB-5.40, EB-R13, EB-2.1: whoever owns it, and no other; it can be built again later."""
    table = struck(two, OTTER, Seat(track=OVER), Seat("Elm", track=("4.4 - 2.4 - 1.3", "6.4 - 7.3")))
    gone = ("Alder 3 - 4.4", "2.4 - 1.3", "6.4 - 7.3")
    assert [table.owner(line) for line in gone] == [-1, -1, -1]
    assert [table.owner(line) for line in ("4.4 - 3.5", "4.4 - 2.4", "14.8 - 13.9")] == [0, 1, 0]
    assert table.cash == [56, 50]
    assert table["touch"][table.post("1.3")] == 0


def test_flood__tells_how_much_each_has_lost(two: CrayonRails) -> None:
    """EB-5.40, EB-R13"""
    first = Seat("Alder", carried="Coal", hand="Coal to Alder", track=OVER)
    table = Table(two, first, Seat("Elm", track=("4.4 - 2.4 - 1.3", "6.4 - 7.3")), deck=f"{OTTER}, Iron to Fir")
    assert of(table.play("deliver Coal to Alder"), event_kinds.WASHED_AWAY) == [(0, 1, 0, 0, 0), (1, 2, 0, 0, 0)]


def test_flood__leaves_trains_where_they_stand(two: CrayonRails) -> None:
    """EB-R13: on what is left of their track, cut off."""
    rival = Seat("2.4", came="3.5", track=("Alder 1 - 1.3 - 2.4 - 3.5 - Elm",))
    table = struck(two, OTTER, Seat(), rival)
    assert table.at(1) == "2.4"
    table.end_turn()
    assert table.offers("step") == {"south-east"}
    assert "Alder" not in table.offers("run") and "Elm" in table.offers("run")


def test_flooded_river__is_neither_crossed_nor_built_across(two: CrayonRails) -> None:
    """EB-5.41, EB-7.4, EB-R13: by nobody until the flood has ended; then for as much as ever."""
    table = struck(two, OTTER, Seat("Alder", track=OVER), Seat("Elm", track=("4.4 - 2.4",)))
    assert "Elm" not in table.offers("run") | table.offers("pay")
    table.play(DONE)
    assert not table.may_lay("Alder 3 - 4.4") and not table.may_lay("4.4 - Alder 3")
    assert table.may_lay("13.7 - 12.8") and table.may_lay("Alder 5 - 7.1")
    table.play(DONE, DONE)
    assert table["mover"] == 1
    assert not table.may_lay("2.4 - 1.3") and table.may_lay("2.4 - 0.4")
    table.end_turn()
    table.play(DONE)
    assert not table.may_lay("Alder 3 - 4.4")
    table.end_turn()
    table.play(DONE)
    assert table["mover"] == 1 and table.may_lay("2.4 - 1.3")
    table.end_turn()
    table.play(DONE)
    assert table.lay("Alder 3 - 4.4") == 3


def test_flood__makes_room_in_cities(three: CrayonRails) -> None:
    """EB-R8, EB-R13: whose only way into a small city was washed away is in it no longer."""
    rivals = Seat("Elm", track=("9.7 - Hazel",)), Seat("Elm", track=("8.8 - Hazel",))
    mine = ("11.9 - 12.10",)
    table = Table(three, Seat("Alder", track=mine), *rivals, phase=phases.BUILD)
    assert not table.may_lay("11.9 - Hazel")
    table = struck(three, HERON, Seat(track=mine), *rivals)
    table.play(DONE)
    assert table.may_lay("11.9 - Hazel")


# --- derailment ----------------------------------------------------------------------------------------------------


def test_derailment__takes_a_load_and_the_next_turn(three: CrayonRails) -> None:
    """EB-5.42, EB-5.43, EB-R13: of trains within 3 mileposts of a city on the card; its owner chooses the load,
    whose chip goes back, in the middle of the drawer's turn."""
    near, far = Seat("14.2", carried="Grain, Iron", track=("14.2 - 12.2",)), Seat("Cedar", carried="Fish")
    table = struck(three, DERAILMENT, Seat(), near, far)
    assert (table["phase"], table["current"], table["mover"]) == (phases.LOSE_LOAD, 1, 0)
    assert table.legal == {"drop Grain", "drop Iron"}
    table.play("drop Iron")
    assert (table.loads(1), table.loads(2), table.chips("Iron")) == (["Grain"], ["Fish"], 3)
    assert (table["phase"], table["current"]) == (phases.OPERATE, 0)
    assert len(table.hand(0)) == 3
    assert [int(table.seat(p)["lost"]) for p in range(3)] == [0, 1, 0]
    table.end_turn()
    assert table["mover"] == 2
    table.end_turns(2)
    assert table["mover"] == 1


@pytest.mark.parametrize(
    ("at", "hit"), [("14.2", True), ("15.3", True), ("14.4", False), ("18.4", False), ("12.8", False), ("6.8", True)]
)
def test_derailment__is_within_three_mileposts_on_the_grid(two: CrayonRails, at: str, hit: bool) -> None:
    """EB-5.42, EB-R13: of Gorse, or of any milepost of Birch."""
    at = "Cedar 6" if at == "14.4" else at
    table = struck(two, DERAILMENT, Seat(), Seat(at))
    assert table.seat(1)["lost"] == hit


def test_derailment__of_the_drawer_ends_his_turn(two: CrayonRails) -> None:
    """EB-5.43, EB-R13: the rest of this turn is lost as well as the next; his hand is filled first."""
    table = struck(two, DERAILMENT, Seat("Birch", carried="Fish, Iron", engine=2), Seat("Cedar"))
    assert table["phase"] == phases.LOSE_LOAD and table["current"] == 0
    table.play("drop Fish")
    assert (table["mover"], table.loads(0), len(table.hand(0))) == (1, ["Iron"], 3)
    told = table.end_turn()
    assert of(told, event_kinds.LOST_TURN) == [(0, 0, 0, 0, 0)]
    assert table["mover"] == 1
    table.end_turn()
    assert table["mover"] == 0


def test_derailed_train__without_a_choice_is_not_asked(three: CrayonRails) -> None:
    """EB-5.42, EB-R13: an empty one loses its turn only, one with like loads one of them."""
    table = struck(three, DERAILMENT, Seat(), Seat("Gorse"), Seat("Gorse", carried="Fish, Fish"))
    assert (table["phase"], table["current"]) == (phases.OPERATE, 0)
    assert (table.loads(2), table.chips("Fish")) == (["Fish"], 2)
    assert [int(table.seat(p)["lost"]) for p in range(3)] == [0, 1, 1]


def test_derailed_players__choose_in_the_order_of_play(four: CrayonRails) -> None:
    """EB-R13: from the drawer on."""
    others = [Seat("Gorse", carried=carried) for carried in ("Fish, Iron", "Fish, Iron", "Fish, Timber")]
    drawer = Seat("Birch", carried="Coal, Tools, Grain", hand="Coal to Birch", engine=2)
    table = Table(four, drawer, *others, order=(1, 0, 3, 2), deck=f"{DERAILMENT}, Iron to Fir")
    table.play("deliver Coal to Birch")
    asked = []
    while table["phase"] == phases.LOSE_LOAD:
        asked.append(int(table["current"]))
        table.play(max(table.legal))
    assert asked == [0, 3, 2, 1]


def test_player__derailed_again_loses_one_turn_only(two: CrayonRails) -> None:
    """EB-5.43, EB-R13: however often he was hit before it, though each time a load."""
    table = struck(two, DERAILMENT, Seat(), Seat("Gorse", carried="Fish, Iron", lost=1))
    table.play("drop Fish")
    assert table.seat(1)["lost"] == 1
    table.end_turn()
    assert table["mover"] == 0
    table.end_turn()
    assert table["mover"] == 1


# --- strikes -------------------------------------------------------------------------------------------------------


def test_strike_at_the_borders__stops_loading_there(two: CrayonRails) -> None:
    """EB-5.44, EB-R13: in cities on a coast or a frontier nothing is picked up or delivered; dropping stays allowed."""
    on_border = {"Birch", "Dogwood", "Hazel", "Juniper"}
    for city in two.board.cities:
        table = struck(two, GUARDS, Seat(), Seat(city.name, carried="Tools, Fish", engine=2))
        table.end_turn()
        assert table.offers("drop") == {"Tools", "Fish"}
        supply = {two.board.goods[good].name for good in city.goods}
        assert table.offers("pick up") == (set() if city.name in on_border else supply)


def test_strike_at_the_borders__stops_deliveries_there(two: CrayonRails) -> None:
    """EB-5.44, EB-R13: they are on again when it is over."""
    rival = Seat("Birch 4", carried="Coal", hand="Coal to Birch")
    table = struck(two, GUARDS, Seat(), rival)
    table.end_turn()
    assert not table.offers("deliver")
    table.end_turns(2)
    assert table["mover"] == 1 and table.offers("deliver") == {"Coal to Birch"}


def test_strike_in_the_ports__reaches_cities_near_the_coast(america: CrayonRails) -> None:
    """EB-R13: within 3 mileposts of it; inland all goes on."""
    for at, there in (("San Francisco", False), ("New York", False), ("Denver", True), ("Cincinnati", True)):
        first = Seat("Chicago", carried="Coal", hand="Coal to Chicago")
        table = Table(america, first, Seat(at), deck="Strike in the ports")
        table.play("deliver Coal to Chicago")
        table.end_turn()
        assert bool(table.offers("pick up")) == there


def test_strike_of_the_crews__stops_all_trains_on_the_drawers_track(two: CrayonRails) -> None:
    """EB-R13: his own and others'; other track is open, and he builds nothing until it ends."""
    table = struck(two, CREWS, Seat("Alder 5", track=LONG[:1]), Seat("Alder 5", track=LONG[1:2]))
    assert table.offers("step") == {"north", "north-east", "south-east"}
    assert "Dogwood" not in table.offers("run") and "Cedar" in table.offers("pay")
    table.play(DONE)
    assert table.offers("from") == table.offers("build") == set() and table.offers("upgrade")
    table.play(DONE)
    assert "Dogwood" not in table.offers("pay") and "Cedar" in table.offers("run")
    table.play(DONE)
    assert table.offers("from") and table.offers("build")
    table.end_turn()
    table.play(DONE)
    assert table["mover"] == 0 and not table.offers("from")
    table.end_turn()
    assert "Dogwood" in table.offers("pay")


# --- snow and storms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("engine", "at"), [(0, "7.3"), (1, "9.3")])
def test_snow__halves_the_speed_in_its_zone(two: CrayonRails, engine: int, at: str) -> None:
    """EB-R4, EB-R13, EB-5.37: a step costs two points, or the last one: 5 of 9, 6 of 12; also in the drawer's turn."""
    table = struck(two, SNOW, Seat("Dogwood", engine=engine, track=LONG), Seat("Elm"))
    table.play("run towards Fir")
    assert (table.at(0), table["left"]) == (at, 0)


def test_snow__slows_on_its_border_and_not_beyond(two: CrayonRails) -> None:
    """EB-R4: a step out of the zone is slow, the next is not."""
    table = struck(two, SNOW, Seat(), Seat("9.3", came="7.3", track=LONG))
    table.end_turn()
    table.go("9.3 - 10.4")
    assert table["left"] == 7
    table.go("10.4 - 12.4")
    assert table["left"] == 6


def test_snow__closes_mountains_in_its_zone(two: CrayonRails) -> None:
    """EB-R4: to trains, in and out, and to building; clear mileposts there stay open, and mountains elsewhere."""
    track = ("Dogwood - 11.1 - 12.2 - 14.2", "Dogwood - 9.1", "12.2 - 14.2 - 16.2 - 17.1")
    table = struck(two, SNOW, Seat("Dogwood", track=track), Seat("11.1", track=("11.1 - 12.2 - 11.3",)))
    assert "north-east" in table.offers("step") and "south-east" not in table.offers("step")
    table.play(DONE)
    assert not table.may_lay("9.1 - 10.2") and not table.may_lay("11.1 - 10.2") and not table.may_lay("11.1 - 13.1")
    assert table.may_lay("9.1 - 8.2") and table.may_lay("17.1 - 18.2")
    table.play(DONE)
    assert not table.offers("step")


def test_storm__slows_and_stops_all_building_in_its_zone(two: CrayonRails) -> None:
    """EB-R4: within 2 mileposts of Elm; trains run on, slowly."""
    table = struck(two, STORM, Seat("Birch", track=("Elm - 3.7 - Birch 5", "Elm - 2.6")), Seat("Cedar"))
    table.go("Birch - Birch 5 - 3.7")
    assert table["left"] == 9 - 2 - 2
    table.play(DONE)
    lines = ("Elm - 3.5", "3.7 - 1.7", "Birch 5 - 5.7", "2.6 - 1.7")
    assert not any(table.may_lay(line) for line in lines)
    assert table.may_lay("Birch 4 - 7.9")
    table.end_turns(4)
    table.play(DONE)
    assert all(table.may_lay(line) for line in lines)


# --- tax -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "tax"),
    [(0, 0), (50, 0), (51, 10), (100, 10), (101, 15), (150, 15), (151, 20), (200, 20), (201, 25), (900, 25)],
)
def test_tax__is_by_cash(two: CrayonRails, cash: int, tax: int) -> None:
    """EB-5.46, EB-R13: 10 from 51 on, 15 from 101, 20 from 151, 25 from 201."""
    assert tax_due(cash) == tax
    table = struck(two, TAX, Seat(cash=0), Seat("Elm", cash=cash))
    assert table.cash == [6, cash - tax]


def test_tax__shows_and_takes_everyones_cash(three: CrayonRails) -> None:
    """EB-5.45, EB-5.46: the drawer's, too, his latest payout included; all are told."""
    first = Seat("Alder", carried="Coal", hand="Coal to Alder", cash=96)
    table = Table(three, first, Seat(cash=10), Seat(cash=300), deck=f"{TAX}, Iron to Fir")
    told = table.play("deliver Coal to Alder")
    assert of(told, event_kinds.TAXED) == [(0, 15, 102, 0, 0), (1, 0, 10, 0, 0), (2, 25, 300, 0, 0)]
    assert all(event.seen_by(-1) for event in told)
    assert table.cash == [87, 10, 275]


def test_trains_not_placed__are_never_derailed() -> None:
    """EB-R13, EB-5.42: who has no train on the map loses nothing."""
    table = struck(EmpireBuilder(map="test"), DERAILMENT, Seat(), Seat())
    assert table["phase"] == phases.OPERATE and table.seat(1)["lost"] == 0
