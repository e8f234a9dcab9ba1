"""The deck: new cards, events on the way, and a deck made anew."""

from crayon_rails.moves import COAL, end_turn, hand, in_force, lay
from given import given, play, written

from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.notation_kinds import card_names

CREWS = "Strike of the train crews"


def struck(told: list[str]) -> list[str]:
    """The titles of the events that were drawn."""
    return [sentence.split(": ")[1] for sentence in told if " draws an event: " in sentence]


def all_but(game: CrayonRails, *cards: str) -> list[str]:
    """All cards of the box but some, in the order of the map."""
    return [card for card in card_names(game) if card not in cards]


def test_new_card__is_drawn_through_events(two: CrayonRails) -> None:
    """EB-5.30, EB-5.36, EB-5.37: each takes effect there and then, in the order of the deck, until it is a demand."""
    position = given(
        two,
        players=[COAL, {"cash": 100}],
        deck=["Rail tax", "The Otter rises", "Storm in the north", "Iron to Fir", "..."],
    )
    new = written(position)["deck"][3]
    told = play(position, "deliver Coal to Alder for 6")
    assert struck(told) == ["Rail tax", "The Otter rises", "Storm in the north"]
    assert hand(position)[-1] == new and len(hand(position)) == 3
    assert position.scores == (46, 90)
    assert "The Otter rises" in in_force(position) and "Storm in the north" in in_force(position)
    assert (position.phase, position.current_player) == ("run the train", 0)


def test_events__come_up_when_cards_are_replaced_only(two: CrayonRails) -> None:
    """EB-5.36: neither running, loading nor building, nor the beginning or the end of a turn draws a card."""
    track = ("Dogwood - 9.1 - 7.1 - Alder 5",)
    position = given(
        two,
        players=[{"train": "Dogwood", "track": track}, {"train": "Elm"}],
        deck=["Rail tax", "The Heron rises", "..."],
    )
    before = written(position)["deck"]
    play(position, "pick up Coal", "run towards Alder", "drop Coal", "done")
    lay(position, "Alder 4 - 7.3")
    end_turn(position, 4)
    assert written(position)["deck"] == before and not in_force(position)


def test_event__lies_on_the_table_while_it_is_in_force(two: CrayonRails) -> None:
    """EB-R4.2: its card is in neither deck nor pile, for all to see; then it goes to the pile."""
    position = given(two, players=[COAL, {"train": "Elm"}], deck=["The Otter rises", "Iron to Fir", "..."])
    used, event = hand(position)[0], written(position)["deck"][0]
    play(position, "deliver Coal to Alder for 6")
    for _ in range(3):
        assert "The Otter rises" in in_force(position) and written(position)["used"] == [used]
        world = written(position.view(1).sample(5))["deck"]
        assert event not in world and len(world) == len(written(position)["deck"])
        end_turn(position)
    assert position.current_player == 1 and written(position)["used"] == [event, used]


def test_event__that_is_over_at_once_goes_to_the_pile(two: CrayonRails) -> None:
    """EB-R4.2: as it is drawn, after the card that was used."""
    position = given(
        two,
        players=[COAL, {"train": "Elm"}],
        deck=["Rail tax", "Derailments around Birch and Gorse", "Iron to Fir", "..."],
    )
    used, [tax, derailment, _] = hand(position)[0], written(position)["deck"][:3]
    play(position, "deliver Coal to Alder for 6")
    assert written(position)["used"] == [derailment, tax, used]


def test_event__in_force_is_not_drawn_again(two: CrayonRails) -> None:
    """EB-R4.3, EB-5.38: a deck made anew is without it, so that nothing cuts its time short: no other player can draw
    the strike that holds the train crews of the first."""
    full = given(
        two,
        players=[COAL, {"train": "Elm", "loads": ["Fish"], "cards": ["Fish to Elm", "Coal to Hazel", "Tools to Ivy"]}],
    ).to_dict()
    iron = written(given(two, deck=["Iron to Fir", "..."]))["deck"][0]
    hands = [card for player in full["players"] for card in player["cards"]]
    for seed in range(100):
        used = all_but(two, CREWS, iron, *hands)
        position = given(two, players=full["players"], deck=[CREWS, iron], used=used, random={"seed": seed})
        play(position, "deliver Coal to Alder for 6")
        while position.current_player == 0:
            end_turn(position)
        told = play(position, "deliver Fish to Elm for 9")
        assert any("shuffled into the deck" in sentence for sentence in told)
        assert CREWS not in struck(told)
        assert position.record["striking_crews"] == 0b1


def test_empty_deck__is_made_anew_from_the_shuffled_pile(two: CrayonRails) -> None:
    """EB-R4.3: of all discarded cards, the one just used among them, in any order."""
    tops, players = set(), given(two, players=[COAL]).to_dict()["players"]
    used = all_but(two, *(card for player in players for card in player["cards"]))
    for seed in range(200):
        position = given(two, players=players, deck=[], used=used, random={"seed": seed})
        pile = sorted([*used, hand(position)[0]])
        told = play(position, "deliver Coal to Alder for 6")
        assert told[1] == f"{len(pile)} used cards are shuffled into the deck"
        tops.add(hand(position)[-1])
        found = written(position)
        assert sorted([*found["deck"], *found["used"], *in_force(position), hand(position)[-1]]) == pile
    assert len(tops) > 25


def test_new_deck__made_in_the_middle_of_drawing_serves_at_once(two: CrayonRails) -> None:
    """EB-R4.3, EB-R12.1: where a whole hand is drawn."""
    players = given(two, players=[{"train": "Alder"}, {"train": "Elm"}], deck=["Iron to Fir", "..."]).to_dict()[
        "players"
    ]
    used = [card for player in players for card in player["cards"]]
    iron = written(given(two, deck=["Iron to Fir", "..."]))["deck"][0]
    position = given(two, players=players, deck=[iron], used=all_but(two, iron, *used))
    told = play(position, "discard the hand")
    assert sum("shuffled into the deck" in sentence for sentence in told) == 1
    assert len(hand(position)) == 3 and position.current_player == 1


def test_events__stay_out_of_the_deck_where_so_chosen() -> None:
    """RR-R1.5, EB-R4.1: option events, on in Empire Builder and off in Resourceful Rails."""
    assert EmpireBuilder(map="test").params["num_events"][0] == 8
    assert ResourcefulRails(map="test").params["num_events"][0] == 0
    game = ResourcefulRails(map="test", num_players=6)
    for seed in range(20):
        deck = written(game.new_position(seed))["deck"]
        assert len(deck) == 18 and set(deck) <= set(card_names(game)[:36])


def test_new_cards__are_seen_by_all(two: CrayonRails) -> None:
    """EB-3.7: as all hands are, in every view."""
    position = given(two, players=[COAL], deck=["Iron to Fir", "..."])
    play(position, "deliver Coal to Alder for 6")
    assert all(event.seen_by(-1) for event in position.events)
    for viewer in (-1, 0, 1):
        assert hand(position.view(viewer)) == hand(position)
