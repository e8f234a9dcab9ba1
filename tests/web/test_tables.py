"""Playing at the server's tables: whole games, what each seat is told, undo, previews, hints, bots that sit in."""

import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from web_server import Message, Person, Server

from railgym.agents.human.web import talk
from railgym.agents.human.web.bots import Bots
from railgym.agents.human.web.table import WebGame
from railgym.agents.seating import game_for_seats, parse_options
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.header import FULL
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import load_replay

CARD, SOLO = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"


def play_on(table: WebGame, people: list[Person], rng: random.Random, most: int = 10**6) -> Message:
    """Random moves of the people in the first seats; returns the last turn that one of them looked at, or the end."""
    turn: Message = {}
    for _ in range(most):
        seat = table.recording.position.current_player
        person = people[seat if seat < len(people) else 0]
        turn = person.turn()
        if turn["type"] == "over":
            break
        person.ask(do="play", ply=turn["ply"], action=rng.choice(turn["moves"])["id"])
    return turn


def test_game__is_played_against_a_bot_to_its_score_sheet(server: Server) -> None:
    """And the file that can be had of it then is a replay that plays again."""
    links = server.deal(CARD, "human", "greedy", seed=5)
    person = server.sit(links["seats"][0])
    over = play_on(server.table(links), [person], random.Random(1))
    assert over["seed"] == 5 and sorted(row["seat"] for row in over["standings"]) == [0, 1]
    text = server.http.get(f"{links['seats'][0]}/file").text
    path = server.lobby.store.folder / f"{links['id']}.jsonl"
    assert path.read_text() == text
    replay = load_replay(path)
    assert replay.result and replay.verify(make_game(CARD)).is_over
    review = person.ask(do="review", agent="trained")
    assert len(review["curves"]) == 2 and all(-1 <= value <= 1 for curve in review["curves"] for _, value in curve)
    assert review["differs"] and all(row["share"] >= row["share_played"] for row in review["differs"])


def test_review__begins_with_the_turning_points_of_ones_own_play(server: Server) -> None:
    """Those after which the agent expected most less for the seat; then the moves that it is surest about."""
    links = server.deal(CARD, "human", "planner", seed=5)
    person = server.sit(links["seats"][0])
    play_on(server.table(links), [person], random.Random(1))
    review = person.ask(do="review", agent="trained", seat=0)
    rows, curve = review["differs"], review["curves"][0]
    turning = [row for row in rows if row["turning"]]
    assert rows[: len(turning)] == turning and all(row["seat"] == 0 for row in rows)
    lost = [row["lost"] for row in turning]
    assert lost == sorted(lost, reverse=True) and lost[-1] >= 0.1
    place = next(i for i, (ply, _) in enumerate(curve) if ply == turning[0]["ply"])
    assert lost[0] == pytest.approx(curve[place][1] - curve[place + 1][1])
    by_planner = person.ask(do="review", agent="planner", seat=0)["differs"]
    assert by_planner and not any(row["turning"] or row["lost"] for row in by_planner)


def test_traffic__of_a_seat_holds_no_secret_of_another(server: Server) -> None:
    """All that is sent to one of two people, pictures of every position included, over a whole game: no sentence that
    only the other may read, no link of the other, no seed."""
    seed = 123_456_789_987
    links = server.deal(CARD, "human", "human", seed=seed)
    people = [server.sit(link) for link in links["seats"]]
    watcher = server.sit(links["watch"])
    table = server.table(links)
    play_on(table, people, random.Random(2), 150)
    for ply in range(0, table.ply, 3):
        for somebody in (people[1], watcher):
            somebody.ask(do="see", ply=ply)
    game = table.game
    for viewer, somebody in ((1, people[1]), (-1, watcher)):
        seen = "\n".join(somebody.seen)
        secrets = {
            open_to_all
            for move in table.recording.moves
            for told, open_to_all in zip(move.sentences(game, viewer), move.sentences(game, FULL), strict=True)
            if told != open_to_all
        }
        assert len(secrets) > 10 and not [secret for secret in secrets if json.dumps(secret)[1:-1] in seen]
        assert str(seed) not in seen and all(link.rpartition("/")[2] not in seen for link in links["seats"])
        log = server.http.get((links["seats"][1] if viewer == 1 else links["watch"]) + "/file").text
        assert str(seed) not in log and not [secret for secret in secrets if secret in log]


def test_pictures__show_a_seat_what_it_saw(server: Server) -> None:
    """Of every position of a game under way, also after moves were taken back."""
    links = server.deal(CARD, "human", "random", seed=3)
    person = server.sit(links["seats"][0])
    table = server.table(links)
    play_on(table, [person], random.Random(3), 20)
    game, replay = make_game(CARD), table.recording.replay
    for ply in (0, 1, 31, 32, 33, table.ply):
        expected = table.names.in_text(replay.position(game, ply).view(0).board_svg())
        assert person.ask(do="see", ply=ply)["board"] == expected


def test_undo__goes_back_to_what_was_learned_last(server: Server) -> None:
    links = server.deal(SOLO, "human", seed=8)
    person = server.sit(links["seats"][0])
    turn = person.turn()
    keep = next(move for move in turn["moves"] if move["words"].startswith("keep"))
    person.ask(do="play", ply=0, action=keep["id"])
    assert person.turn()["ply"] == 1
    assert person.ask(do="undo")["type"] == "done"
    assert person.seen and any('"undone", "to": 0' in text for text in person.seen)
    refused = person.ask(do="undo")
    assert refused["type"] == "refused" and "no move yet" in refused["reason"]
    assert "nothing to undo" in person.ask(do="undo", whole=True)["reason"]


def test_preview__shows_the_board_afterwards_and_changes_nothing(server: Server) -> None:
    links = server.deal(SOLO, "human", seed=8)
    person = server.sit(links["seats"][0])
    turn = person.turn()
    keep = next(move for move in turn["moves"] if move["words"].startswith("keep"))
    preview = person.ask(do="preview", ply=0, action=keep["id"])
    assert preview["log"] and preview["board"].startswith("<svg")
    assert person.ask(do="play", ply=0, action=keep["id"])["type"] == "done"
    recording = Recording(make_game(SOLO), 8, ("human",))
    recording.play(keep["id"])
    log = next(m for m in map(json.loads, person.seen) if m["type"] == "moves" and m["moves"])
    told = server.table(links).names.in_message(recording.moves[0].sentences(recording.game, 0))
    assert log["moves"][0]["log"] == preview["log"] == told


def test_preview__tells_nothing_of_what_chance_decides(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=8)
    person = server.sit(links["seats"][0])
    for _ in range(30):
        turn = person.turn()
        blind = [move for move in turn["moves"] if move["words"] == "draw a card from the deck"]
        if blind:
            break
        person.ask(do="play", ply=turn["ply"], action=turn["moves"][0]["id"])
    preview = person.ask(do="preview", ply=turn["ply"], action=blind[0]["id"])
    assert preview["board"] is None and len(preview["log"]) == 1


@pytest.mark.parametrize("agent", ["", "trained", "planner", "mcts:20"])
def test_hint__names_legal_moves_with_estimates(server: Server, agent: str) -> None:
    person = server.sit(server.deal(CARD, "human", "random", seed=8)["seats"][0])
    turn = person.turn()
    hint = person.ask(do="hint", agent=agent)
    legal = {move["id"]: move["words"] for move in turn["moves"]}
    assert 1 <= len(hint["moves"]) <= 3 and all(legal[move["action"]] == move["words"] for move in hint["moves"])
    assert (hint["value"] is not None) == (agent in ("", "trained"))


def test_bot__takes_an_absent_persons_seat_and_gives_it_back(server: Server) -> None:
    links = server.deal(CARD, "human", "human", seed=4)
    here = server.sit(links["seats"][0])
    absent = here.ask(do="seat", seat=1, agent="planner")
    assert absent["type"] == "done"
    play_on(server.table(links), [here], random.Random(5), 6)
    there = server.sit(links["seats"][1])
    assert there.ask(do="seat", seat=1, agent="")["type"] == "done"
    table = server.table(links)
    assert table.seats[1].stand_in == ""
    refused = here.ask(do="seat", seat=1, agent="planner")
    assert "is here" in refused["reason"]
    there.socket.close()
    here.wait(lambda m: m["type"] == "table" and not m["seats"][1]["here"])
    refused = here.ask(do="seat", seat=1, agent="planner")
    assert "Player 1 was here just now; wait" in refused["reason"]


def test_bot__does_not_take_the_place_of_a_bot(server: Server) -> None:
    person = server.sit(server.deal(CARD, "human", "random", seed=4)["seats"][0])
    assert person.ask(do="seat", seat=1, agent="planner")["reason"] == "random is a bot, not a person"


def test_clock__that_has_run_out_has_the_best_bot_play_on(server: Server) -> None:
    person = server.sit(server.deal(SOLO, "human", seed=4, minutes=0.002)["seats"][0])
    note = person.wait(lambda m: m["type"] == "note")
    assert note["text"] == "the time of Player 0 is up; planner plays on"
    assert "your time is up" in person.ask(do="seat", seat=0)["reason"]
    assert person.wait(lambda m: m["type"] == "over")["standings"]


def test_clock__stands_still_while_a_bot_moves_or_nobody_is_there(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=4, minutes=60)
    person = server.sit(links["seats"][0])
    person.turn()
    person.socket.close()
    server.sit(links["watch"]).ask(do="why")
    left = server.table(links).seats[0].left
    assert left is not None and 3590 < left < 3600
    kept = json.loads((server.lobby.store.folder / f"{links['id']}.json").read_text())
    assert kept["seats"][0]["left"] == left


def test_several_games__run_at_once_and_stand_in_the_lobby(server: Server) -> None:
    ids = [server.deal(CARD, "human", "greedy", seed=seed)["id"] for seed in range(3)]
    listed = server.http.get("/api/tables").json()
    assert {row["id"] for row in listed} == set(ids)
    assert all(row["players"] == ["human", "greedy"] and not row["over"] for row in listed)


def test_tables__that_nobody_is_at_are_closed_and_opened_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railgym.agents.human.web.app.KEPT", 1)
    tables = [server.deal(CARD, "human", "random", seed=seed) for seed in range(4)]
    for links in tables:
        with server.sit(links["seats"][0]).socket as socket:
            Person(socket).ask(do="why")
    assert server.lobby.store.find(tables[0]["id"]) is None
    assert server.sit(tables[0]["seats"][0]).turn()["ply"] == 0


def test_lobby__knows_what_each_number_of_seats_needs(server: Server) -> None:
    games = {game["id"]: game for game in server.http.get("/api/games").json()}
    two = games["railbot_v0"]["tables"]["2"]
    assert two["options"] == {"railbot": "agent"} and two["seats"] == ["human", "railbot:heuristic"]
    assert {agent["code"] for agent in two["agents"][1]} >= {"adaptive", "trained"}
    for game in games.values():
        for count, table in game["tables"].items():
            options = [f"{name}={value}" for name, value in table["options"].items()]
            assert len(table["seats"]) == int(count)
            made = game_for_seats(game["id"], int(count), parse_options(options))
            server.lobby.check_codes(made, table["seats"])


def test_saved_game__goes_on_where_it_was_and_with_others(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=6)
    table = server.table(links)
    play_on(table, [server.sit(links["seats"][0])], random.Random(6), 10)
    wish = {"file": table.recording.replay.text(), "seats": ["greedy", "human"]}
    answer = server.http.post("/api/files", json=wish)
    assert answer.status_code == 201, answer.text
    taken = server.table(answer.json())
    assert answer.json()["seats"][0] is None and taken.recording.header.players == ("greedy", "human")
    assert taken.recording.position.record.tobytes() == table.recording.position.record.tobytes()


def test_replay__is_played_on_from_any_of_its_moves_by_other_players(server: Server) -> None:
    """With the moves until there; the file tells beforehand what it holds."""
    table = server.table(server.deal(CARD, "random", "human", seed=6))
    server.play_to_end(table)
    text = table.recording.replay.text()
    holds = server.http.post("/api/files/look", json={"file": text}).json()
    assert holds["over"] and holds["moves"] == table.ply and holds["players"] == ["random", "human"]
    assert {"planner", "trained"} <= {agent["code"] for agent in holds["agents"][0]}
    wish = {"file": text, "ply": 15, "seats": ["human", "greedy"]}
    taken = server.table(server.http.post("/api/files", json=wish).json())
    assert taken.ply == 15 and not taken.over and taken.recording.header.players == ("human", "greedy")
    assert taken.recording.moves == table.recording.moves[:15]
    refused = server.http.post("/api/files", json=wish | {"ply": table.ply})
    assert refused.status_code == 400 and f"after 0 to {table.ply - 1} moves" in refused.json()["error"]


def test_position__is_played_by_the_chosen_agents(server: Server) -> None:
    text = json.dumps(make_game(CARD, num_players=2).new_position(4).to_dict())
    holds = server.http.post("/api/files/look", json={"file": text}).json()
    assert (holds["moves"], holds["over"], len(holds["players"])) == (0, False, 2)
    taken = server.table(server.http.post("/api/files", json={"file": text, "seats": ["planner", "human"]}).json())
    assert taken.recording.header.players == ("planner", "human")


def test_move__of_somebody_who_leaves_meanwhile_is_told_to_the_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web_server.PATIENCE", 30)
    links = server.deal(CARD, "human", "human", seed=4)
    first, second = (server.sit(link) for link in links["seats"])
    turn, play = first.turn(), WebGame.play
    begun = threading.Event()

    def play_slowly(*wish: Any) -> bool:
        begun.set()
        time.sleep(2 * talk.PATIENCE)
        return play(*wish)

    monkeypatch.setattr(WebGame, "play", play_slowly)
    first.socket.send(json.dumps({"do": "play", "ply": 0, "action": turn["moves"][0]["id"]}))
    assert begun.wait(60)
    first.socket.close()
    assert second.wait(lambda m: m["type"] == "moves" and m["moves"])["from"] == 0


def test_seat__is_played_by_the_bot_or_by_the_person_alone() -> None:
    table = WebGame("x", Recording(make_game(CARD), 4, ("human", "human"), ""))
    first, second = (choice.id for choice in table.choices(0)[:2])
    table.stand_in(0, "random")
    with pytest.raises(IllegalActionError, match="take your seat back first"):
        table.play(0, 0, first)
    table.stand_in(0, "")
    assert table.play_bot(0, "random", second) is None and table.play(0, 0, first)


def test_hint__can_be_had_of_those_who_play_as_the_seat_does(server: Server) -> None:
    """Where seats have several roles, each is offered its own agents; to review the game, those that play as both."""
    person = server.sit(server.deal("railbot_v0", "human", "human", options=["railbot=agent"])["seats"][0])
    table = person.wait(lambda m: m["type"] == "table")
    player, railbot = (seat["agents"] for seat in table["seats"])
    assert "planner" in player and "railbot:heuristic" in railbot and "planner" not in railbot
    assert set(table["agents"]) <= set(player) & set(railbot)


@pytest.mark.parametrize("stand_in", [False, True])
def test_profile__counts_what_its_person_played_and_tells_him_alone(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand_in: bool
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    links = server.deal(CARD, "human", "adaptive", seed=5)
    person, watcher = server.sit(links["seats"][0]), server.sit(links["watch"])
    if stand_in:
        play_on(server.table(links), [person], random.Random(1), 20)
        person.turn()
        person.ask(do="seat", seat=0, agent="planner")
        person.wait(lambda m: m["type"] == "over")
    else:
        play_on(server.table(links), [person], random.Random(1))
    watcher.ask(do="why")
    told = ["your profile: " in "\n".join(somebody.seen) for somebody in (person, watcher)]
    assert told == [not stand_in, False]


def test_profile__is_not_about_somebody_at_another_machine(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    table = server.table(server.deal(CARD, "human", "adaptive", seed=5))
    server.play_to_end(table)
    for owner in (None, 0):
        bots = Bots(table, server.lobby)
        bots.call(1, "adaptive", owner)
        bots.count()
        assert bool(bots.news) == (owner == 0) == (tmp_path / "data").exists()


def test_profile__does_not_count_a_game_whose_turns_were_taken_back(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    table = server.table(server.deal(CARD, "human", "adaptive", seed=5))
    bots = Bots(table, server.lobby)
    bots.call(1, "adaptive", 0)
    table.recording.play(table.recording.position.legal_actions[0])
    assert table.take_back(0, 1) == 0
    server.play_to_end(table)
    bots.count()
    assert not bots.news
