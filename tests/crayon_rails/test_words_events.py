"""What happened in a crayon-rail game, as sentences."""

import pytest

from railgym.envs.core.events import EVERYONE, Event
from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.event_kinds import EVENT_KINDS
from railgym.envs.crayon_rails.game import EmpireBuilder

GAME = EmpireBuilder(
    num_players=4, actions="full", borrow=True, extra_starting_cards=True, map="test", majors=2, goal=80
)
COAL, ELM, ALDER, FIR = 0, 4, 0, 5
AWAY = "1 milepost south-east and 1 north-east of Alder"
SENTENCES = {
    (event_kinds.BEGINS, (12,)): "player_1 goes first with a payout of 12 in hand",
    (event_kinds.BEGINS, (-1,)): "player_1 goes first",
    (event_kinds.GAVE, (0,)): "player_1 gives up a card: Coal to Alder for 6, Grain to Ivy for 7, Tools to Gorse for 8",
    (event_kinds.OPENED, (ALDER,)): "player_1 begins a network in Alder",
    (event_kinds.BUILT, (1, 3, 27, 26)): "player_1 builds 1 segment for 3, from Elm to " + AWAY,
    (event_kinds.UPGRADED, (2, 20)): "player_1 buys the Heavy Freight for 20",
    (event_kinds.PLACED, (ELM,)): "player_1 places the train in Elm",
    (event_kinds.RAN, (9, 27, 26)): "player_1 runs 9 mileposts, from Elm to " + AWAY,
    (event_kinds.PAID, (0, 4)): "player_1 pays 4 to player_0 for the use of track",
    (event_kinds.PICKED_UP, (COAL,)): "player_1 picks up Coal",
    (event_kinds.DROPPED, (COAL,)): "player_1 drops Coal",
    (event_kinds.DELIVERED, (FIR, COAL, 12)): "player_1 delivers Coal to Fir for 12",
    (event_kinds.REPAID, (10, 30)): "player_1 pays 10 back to the bank and owes 30",
    (event_kinds.BORROWED, (20, 40)): "player_1 borrows 20 and owes 40",
    (event_kinds.DREW, (0,)): "player_1 draws a card: Coal to Alder for 6, Grain to Ivy for 7, Tools to Gorse for 8",
    (event_kinds.DISCARDED, (3,)): "player_1 discards the hand, 3 cards",
    (event_kinds.RESHUFFLED, (30,)): "30 used cards are shuffled into the deck",
    (event_kinds.STRUCK, (7,)): "player_1 draws an event: Rail tax: players with more than 50 pay",
    (event_kinds.PASSED, (0,)): "it is over: The Heron rises",
    (event_kinds.WASHED_AWAY, (2,)): "player_1 loses 2 segments of track to the flood",
    (event_kinds.DERAILED, (COAL,)): "player_1 is derailed and loses Coal",
    (event_kinds.DERAILED, (-1,)): "player_1 is derailed and loses no load",
    (event_kinds.TAXED, (10, 60)): "player_1 pays 10 of 60 in tax",
    (event_kinds.TAXED, (0, 50)): "player_1 pays no tax with 50",
    (event_kinds.LOST_TURN, ()): "player_1 loses this turn",
    (event_kinds.MET, (255,)): "player_1 has met the goal, with 255",
    (event_kinds.RAISED, (300,)): "a tie: everyone needs 300 from now on",
    (event_kinds.WON, (255,)): "player_1 wins with 255",
}


@pytest.mark.parametrize(("kind", "data"), SENTENCES)
def test_sentence__says_what_happened(kind: int, data: tuple[int, ...]) -> None:
    event = Event(kind, -1 if kind == event_kinds.RAISED else 1, EVERYONE, (*data, 0, 0, 0, 0)[:4])
    assert GAME.display.event_words(event) == SENTENCES[kind, data]


def test_sentences__are_there_for_every_kind_and_no_other() -> None:
    assert {kind for kind, _ in SENTENCES} == set(range(len(EVENT_KINDS)))
    with pytest.raises(ValueError, match="99"):
        GAME.display.event_words(Event(99, 0, EVERYONE, (0, 0, 0, 0)))


@pytest.mark.parametrize("name", ["north_america", "pacific_northwest", "test"])
def test_effect__is_told_of_every_event_card(name: str) -> None:
    game = EmpireBuilder(map=name)
    for i, event in enumerate(game.board.events):
        said = game.display.words.effect(i, "Ann")
        assert (event.kind == "strike" and event.border == "drawer") == ("Ann" in said)
        assert all(game.display.words.city(city) in said for city in event.cities)
        assert event.river < 0 or game.board.rivers[event.river] in said
        assert not event.radius or f" {event.radius} milepost" in said
