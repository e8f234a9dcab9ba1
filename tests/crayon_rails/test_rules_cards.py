"""The deck: new cards, events on the way, and a deck made anew."""

import numpy as np
from crayon_rails.positions import Seat, Table, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.rules import phases

RIDER = Seat("Alder", carried="Coal", hand="Coal to Alder")


def test_new_card__is_drawn_through_events(two: CrayonRails) -> None:
    """EB-5.30, EB-5.36, EB-5.37: each takes effect there and then, in the order of the deck, until it is a demand."""
    table = Table(two, RIDER, Seat(cash=100), deck="Rail tax, The Otter rises, Storm in the north, Iron to Fir")
    new = table.heap("deck")[3]
    told = table.play("deliver Coal to Alder")
    struck = [table.board.events[event[1]].title for event in of(told, event_kinds.STRUCK)]
    assert struck == ["Rail tax", "The Otter rises", "Storm in the north"]
    assert table.hand(0)[-1] == new and len(table.hand(0)) == 3
    assert table.cash == [46, 90]
    assert table.in_force("The Otter rises") and table.in_force("Storm in the north")
    assert (table["phase"], table["mover"]) == (phases.OPERATE, 0)


def test_events__come_up_when_cards_are_replaced_only(two: CrayonRails) -> None:
    """EB-5.36: neither running, loading nor building, nor the beginning or the end of a turn draws a card."""
    track = ("Dogwood - 9.1 - 7.1 - Alder 5",)
    table = Table(two, Seat("Dogwood", track=track), Seat("Elm"), deck="Rail tax, The Heron rises")
    before = table.heap("deck")
    table.play("pick up Coal", "run towards Alder", "drop Coal", "done")
    table.lay("Alder 4 - 7.3")
    table.end_turns(4)
    assert table.heap("deck") == before and not table["event_turns"].any()


def test_event__lies_on_the_table_while_it_is_in_force(two: CrayonRails) -> None:
    """EB-R4: its card is in neither deck nor pile, for all to see; then it goes to the pile."""
    table = Table(two, RIDER, Seat("Elm"), deck="The Otter rises, Iron to Fir")
    used, event = table.hand(0)[0], table.heap("deck")[0]
    table.play("deliver Coal to Alder")
    for _ in range(3):
        assert table.in_force("The Otter rises") and table.heap("pile") == [used]
        world = two.rules.determinize(two.rules.view(table.state, 1), 1, 5)["deck"][0]
        assert event not in world["cards"][: world["size"]] and world["size"] == table["deck"]["size"]
        table.end_turn()
    assert table["mover"] == 1 and table.heap("pile") == [event, used]


def test_event__that_is_over_at_once_goes_to_the_pile(two: CrayonRails) -> None:
    """EB-R4: as it is drawn, after the card that was used."""
    table = Table(two, RIDER, Seat("Elm"), deck="Rail tax, Derailments around Birch and Gorse, Iron to Fir")
    used, [tax, derailment, _] = table.hand(0)[0], table.heap("deck")[:3]
    table.play("deliver Coal to Alder")
    assert table.heap("pile") == [derailment, tax, used]


def test_event__in_force_is_not_drawn_again(two: CrayonRails) -> None:
    """EB-R4, EB-5.38: a deck made anew is without it, so that nothing cuts its time short: no other player can draw
    the strike that holds the train crews of the first."""
    crews = "Strike of the train crews"
    for seed in range(100):
        rival = Seat("Elm", carried="Fish", hand="Fish to Elm")
        table = Table(two, RIDER, rival, deck=f"{crews}, Iron to Fir", rest="pile")
        table.state["key"] = seed + 1
        table.play("deliver Coal to Alder")
        while table["mover"] == 0:
            table.end_turn()
        told = table.play("deliver Fish to Elm")
        assert of(told, event_kinds.RESHUFFLED)
        assert table.event(crews) not in [event[1] for event in of(told, event_kinds.STRUCK)]
        assert table["barred"] == 0b1


def test_empty_deck__is_made_anew_from_the_shuffled_pile(two: CrayonRails) -> None:
    """EB-R4: of all discarded cards, the one just used among them, in any order."""
    tops = set()
    for seed in range(200):
        table = Table(two, RIDER, rest="pile")
        pile = sorted([*table.heap("pile"), table.hand(0)[0]])
        table.state["key"] = seed + 1
        told = table.play("deliver Coal to Alder")
        assert of(told, event_kinds.RESHUFFLED)[0] == (0, len(pile), 0, 0, 0)
        tops.add(table.hand(0)[-1])
        lasting = [36 + event for event in np.flatnonzero(table["event_turns"]).tolist()]
        held = table.hand(0)[-1:]
        assert sorted(table.heap("deck") + table.heap("pile") + lasting + held) == pile
    assert len(tops) > 25


def test_new_deck__made_in_the_middle_of_drawing_serves_at_once(two: CrayonRails) -> None:
    """EB-R4, EB-R12: where a whole hand is drawn."""
    table = Table(two, Seat("Alder"), Seat("Elm"), deck="Iron to Fir", rest="pile")
    told = table.play("discard the hand")
    assert len(of(told, event_kinds.RESHUFFLED)) == 1
    assert len(table.hand(0)) == 3 and table["mover"] == 1


def test_events__stay_out_of_the_deck_where_so_chosen() -> None:
    """RR-R1, EB-R4: option events, on in Empire Builder and off in Resourceful Rails."""
    assert EmpireBuilder(map="test").params["num_events"][0] == 8
    assert ResourcefulRails(map="test").params["num_events"][0] == 0
    for seed in range(20):
        state = ResourcefulRails(map="test", num_players=6).rules.new_state(seed)
        assert state["deck"]["size"][0] == 18
        assert (state["deck"]["cards"][0][:18] < 36).all()


def test_new_cards__are_seen_by_all(two: CrayonRails) -> None:
    """EB-3.7: as all hands are, in every view."""
    table = Table(two, RIDER, deck="Iron to Fir")
    told = table.play("deliver Coal to Alder")
    assert all(event.seen_by(-1) for event in told)
    for viewer in (-1, 0, 1):
        assert two.rules.view(table.state, viewer)["players"]["cards"][0, 0].tolist() == table.seat(0)["cards"].tolist()
