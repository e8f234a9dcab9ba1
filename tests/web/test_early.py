"""Decisions that all take at the same time, and several in one choice."""

import json

import pytest
from web_server import Message, Person, Server

from railgym.agents.human.web.early import check_in_turn, early_position
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import IllegalActionError

CARD = "ticket_to_ride_card_v0"
PEOPLE = ("human", "human")
KEPT = 3


def latest_turn(person: Person) -> Message:
    """What the person decides by now, in their turn or early."""
    person.ask(do="why")
    turn: Message = [told for told in map(json.loads, person.seen) if told["type"] == "turn"][-1]
    return turn


def decided(turn: Message, kept: int) -> list[int]:
    """The actions that keep the first of the offered tickets."""
    joint = turn["joint"]
    return [joint["yes"] if place < kept else joint["no"] for place in range(len(joint["things"]))]


def test_first_tickets__are_chosen_by_all_at_the_same_time_each_in_one_choice(server: Server) -> None:
    """The second player before the first; what they chose is played in their turn, and nobody sees it before."""
    links = server.deal(CARD, *PEOPLE, seed=3)
    first, second = (server.sit(link) for link in links["seats"])
    early = latest_turn(second)
    assert early["seat"] == 0 and len(early["joint"]["things"]) == 6
    second.ask(do="decide", ply=0, actions=decided(early, KEPT))
    table = server.table(links)
    assert table.ply == 0 and len(table.seats[1].early) == 6
    turn = first.turn()
    assert turn["joint"]["things"] != early["joint"]["things"]
    first.ask(do="decide", ply=0, actions=decided(turn, 1))
    assert table.ply == 12 and not table.seats[1].early
    kept = [bin(int(seat["tickets"])).count("1") for seat in table.recording.position.record[0]["players"][:2]]
    assert kept == [1, KEPT]
    words = table.recording.moves[6].words.removeprefix("keep ")
    assert early["joint"]["things"][0].startswith(f"{words}: ") and words not in "".join(first.seen)


def test_early_choice__can_be_taken_back_until_its_turn_and_outlives_the_server(server: Server) -> None:
    links = server.deal(CARD, *PEOPLE, seed=3)
    second = server.sit(links["seats"][1])
    turn = latest_turn(second)
    for number in range(1, 4):
        assert second.ask(do="play", ply=0, action=turn["moves"][0]["id"])["type"] == "done"
        turn = latest_turn(second)
        assert turn["early"] == number and turn["ply"] == 0
    assert second.ask(do="undo")["type"] == "done"
    assert latest_turn(second)["early"] == 2
    assert server.lobby.store.folder.joinpath(f"{links['id']}.json").read_text().count('"early": [14, 14]') == 1
    assert second.ask(do="undo", whole=True)["type"] == "done"
    assert latest_turn(second)["early"] == 0 and "nothing" not in json.dumps(second.seen[-1])


def test_early_choice__has_hints_and_a_preview_that_says_when_it_is_played(server: Server) -> None:
    second = server.sit(server.deal(CARD, *PEOPLE, seed=3)["seats"][1])
    action = latest_turn(second)["moves"][0]["id"]
    preview = second.ask(do="preview", ply=0, action=action)
    assert preview["board"] is None and "until your turn" in preview["log"][0]
    assert second.ask(do="hint", agent="planner")["moves"]
    assert second.ask(do="say", ply=0, words="keep the moon")["type"] == "refused"


@pytest.mark.parametrize(
    ("game", "simultaneous"),
    [("railways_of_the_world_v0", "keep a baron"), ("rail_baron_cards_v0", "bid for the order of play")],
)
def test_set_up__is_simultaneous_where_the_rules_have_it(server: Server, game: str, simultaneous: str) -> None:
    """Barons (RW-1.6) and sealed bids (RB-3.6); all else is asked in turn."""
    position = make_game(game, num_players=2).new_position(3)
    for _ in range(12):
        early = early_position(position, 1 - position.current_player, [])
        expected = position.phase == simultaneous and position.current_player == 0
        assert (early is not None) == expected
        if early:
            assert early.view(1).legal_actions and early.view(1).phase == simultaneous
        position.play(position.legal_actions[0])


def test_early_position__is_the_same_whatever_the_others_hold(server: Server) -> None:
    """It is sampled from the view of its player: exchanging what others hold changes no legal action and no word."""
    position = make_game(CARD, num_players=2).new_position(3)
    worlds = [position.view(1).sample(seed) for seed in range(5)]
    told = {early_position(world, 1, []).view(1).text() for world in worlds}  # type: ignore[union-attr]
    assert len(told) == 1


def test_joint_choice__is_played_as_a_whole_or_not_at_all(server: Server) -> None:
    """At least one of the first tickets has to be kept (TC-3.3)."""
    links = server.deal(CARD, *PEOPLE, seed=3)
    first = server.sit(links["seats"][0])
    turn = first.turn()
    refused = first.ask(do="decide", ply=0, actions=decided(turn, 0))
    assert refused["type"] == "refused" and "at least one of the first tickets" in refused["reason"]
    refused = first.ask(do="decide", ply=0, actions=[*decided(turn, 1), turn["joint"]["yes"]])
    assert refused["type"] == "refused" and "fewer decisions" in refused["reason"]
    assert server.table(links).ply == 0


def test_check_in_turn__leaves_the_position_as_it_was() -> None:
    position = make_game(CARD, num_players=2).new_position(3)
    before = position.record.tobytes()
    check_in_turn(position, position.legal_actions[:1])
    with pytest.raises(IllegalActionError):
        check_in_turn(position, [0])
    assert position.record.tobytes() == before


def test_watchers__have_no_early_choice(server: Server) -> None:
    links = server.deal(CARD, *PEOPLE, seed=3)
    watcher: Person = server.sit(links["watch"])
    turn = latest_turn(watcher)
    assert turn["moves"] == [] and turn["joint"] is None and turn["early"] == 0
    server.table(links).seats[-1].early.append(14)
    for wish in ({"do": "undo"}, {"do": "play", "ply": 0, "action": 14}, {"do": "decide", "ply": 0, "actions": [14]}):
        assert watcher.ask(**wish)["reason"] == "it is the turn of Player 0"
    assert server.table(links).seats[-1].early == [14]
